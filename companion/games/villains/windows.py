"""How long somebody has in Disorder of the Villains: a moment to interrupt (V12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.villains.state import usable
from companion.games.window import Timed

if TYPE_CHECKING:
    from companion.games.villains.state import State


HOLD_S = 20  # to say which trait, and on what


def timed(state: State) -> Timed | None:
    """Each card gives a chance of its own."""
    if state.chance is None:
        return None
    return Timed(state.options.interrupt_seconds, "interrupt", (state.chance.card,))


def may_hold(state: State) -> str | None:
    """See Windows. A moment is enough to call out; which trait it is, and on what, takes longer to say."""
    chance = state.chance
    return state.name(chance.seat) if chance is not None and usable(state, chance.seat) else None
