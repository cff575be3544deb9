"""The rules of the five games: pure code, no I/O, no clock, no chance.

`RULEBOOKS` is the registry: game name → Rulebook. A game is a module or a package in here that exports `RULEBOOK`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.games import anagrascramble, disorder, typo, villains, wordcard
from companion.games.core import quoted
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Rulebook

_BOOKS: tuple[Rulebook[Any], ...] = (
    disorder.RULEBOOK,
    typo.RULEBOOK,
    anagrascramble.RULEBOOK,
    villains.RULEBOOK,
    wordcard.RULEBOOK,
)
RULEBOOKS: Mapping[str, Rulebook[Any]] = {book.game: book for book in _BOOKS}


def rulebook(game: str) -> Rulebook[Any]:
    """The rulebook of one game; raises BadInput for an unknown one."""
    if game not in RULEBOOKS:
        games = ", ".join(RULEBOOKS)
        raise BadInput(told("there is no game {game}; the games are {games}", game=quoted(game), games=games))
    return RULEBOOKS[game]


def rulebooks() -> Mapping[str, Rulebook[Any]]:
    """All games by name."""
    return RULEBOOKS
