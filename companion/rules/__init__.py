"""The rules of the five games: pure code, no I/O, no clock, no chance.

`rulebooks()` is the registry: game name → Rulebook. A game is a module or package in here that exports `RULEBOOK`.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.core import Rulebook

GAMES = ("disorder",)


@cache
def rulebook(game: str) -> Rulebook[Any]:
    """The rulebook of one game; raises BadInput for an unknown one."""
    if game not in GAMES:
        raise BadInput(f"there is no game “{game}”; the games are {', '.join(GAMES)}")
    book: Rulebook[Any] = importlib.import_module(f"companion.rules.{game}").RULEBOOK
    return book


def rulebooks() -> Mapping[str, Rulebook[Any]]:
    """All games by name."""
    return {game: rulebook(game) for game in GAMES}
