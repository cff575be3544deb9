"""How long somebody has in AnagraScramble: thirty seconds to write (A6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.anagrascramble.state import SECONDS_TO_WRITE
from companion.games.window import Timed

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State


def timed(state: State) -> Timed | None:
    """From the moment the card is turned."""
    if state.jumble is None:
        return None
    return Timed(SECONDS_TO_WRITE, "words", (state.jumble,), written="words")
