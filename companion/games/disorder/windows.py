"""How long somebody has in Disorder!, where the table has agreed on a time to answer (D14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.window import Timed

if TYPE_CHECKING:
    from companion.games.disorder.state import State


def timed(state: State) -> Timed | None:
    """A word, a proof and a card each have the time agreed on; whether to stand by a card has none. The first card of a
    round is only asked for."""
    seconds = state.options.answer_seconds
    if seconds is None or state.phase not in ("place", "name_word", "prove"):
        return None
    cards = state.debts[0].letters if state.phase == "prove" else state.board  # one may owe two proofs of one board
    return Timed(seconds, state.phase, tuple(cards), reminds=not state.board)


def is_waiting(state: State) -> bool:
    """An objection is judged before the time of whoever is in turn goes on (D6)."""
    return state.phase == "objection"
