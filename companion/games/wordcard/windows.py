"""How long somebody has in WORDCARD: a minute, once notice was given (W17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.window import Timed

if TYPE_CHECKING:
    from companion.games.wordcard.state import State

NOTICE_S = 60


def timed(state: State) -> Timed | None:
    """For whoever has been given notice."""
    return Timed(NOTICE_S, "notice") if state.noticed else None
