"""What those tied for first say together in AnagraScramble: which card was turned, and each their words (A13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.anagrascramble.state import SECONDS_TO_WRITE
from companion.games.together import PartsAsked
from companion.games.window import Timed

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State


def asked(state: State) -> PartsAsked | None:
    """See Together. One more card, and the thirty seconds of A6."""
    if state.phase != "showdown":
        return None
    tied = tuple(state.name(seat) for seat in state.winners)
    return PartsAsked("showdown", tied, "words", "words", opens="jumble", window=Timed(SECONDS_TO_WRITE, "showdown"))
