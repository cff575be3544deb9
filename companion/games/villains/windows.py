"""How long somebody has in Disorder of the Villains: a moment to interrupt (V12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.window import Timed

if TYPE_CHECKING:
    from companion.games.villains.state import State


def timed(state: State) -> Timed | None:
    """Each card gives a chance of its own."""
    if state.chance is None:
        return None
    return Timed(state.options.interrupt_seconds, "interrupt", (state.chance.card,))
