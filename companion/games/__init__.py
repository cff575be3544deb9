"""The games, one folder each, and what they are made of. Whoever adds a game adds a folder, its deck file and its
translations: nothing lists them.

A folder's `__init__` exports `RULEBOOK`, the rules as pure code. Its other rooms are modules with fixed names, which
`part` finds; `docs/extending.md` has them all, and a module here of the same name says what each of them is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games.core import quoted
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from companion.games.core import Rulebook


def _found() -> Mapping[str, Rulebook[Any]]:
    """The rulebook of every folder in here, in the order in which menus have them."""
    folders = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__) if found.ispkg]
    books: list[Rulebook[Any]] = [folder.RULEBOOK for folder in folders]
    return {book.game: book for book in sorted(books, key=lambda book: (book.menu_place, book.title))}


RULEBOOKS: Mapping[str, Rulebook[Any]] = _found()


def rulebook(game: str) -> Rulebook[Any]:
    """The rulebook of one game; raises BadInput for an unknown one."""
    if game not in RULEBOOKS:
        games = ", ".join(RULEBOOKS)
        raise BadInput(told("there is no game {game}; the games are {games}", game=quoted(game), games=games))
    return RULEBOOKS[game]


def rulebooks() -> Mapping[str, Rulebook[Any]]:
    """All games by name."""
    return RULEBOOKS


@cache
def part(game: str, name: str) -> ModuleType | None:
    """A module of a game's folder by its name; None when the game, or no game of that name, has such a part."""
    if game not in RULEBOOKS or find_spec(module := f"{__name__}.{game}.{name}") is None:
        return None
    return import_module(module)


def function_of(game: str, part_name: str, name: str) -> Callable[..., Any]:
    """A function of one of a game's parts; where the game leaves it out, one that says None whatever it is asked."""
    found: Callable[..., Any] = getattr(part(game, part_name), name, _nothing)
    return found


def _nothing(*_about: Any, **_named: Any) -> None:
    return None
