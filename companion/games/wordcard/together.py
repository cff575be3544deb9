"""What the others say together in WORDCARD once somebody is out: what is left in their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.together import PartsAsked
from companion.games.wordcard.state import awaiting

if TYPE_CHECKING:
    from companion.games.wordcard.state import State


def asked(state: State) -> PartsAsked | None:
    """See Together."""
    if awaiting(state) != "hands":
        return None
    holding = tuple(name for name, hand in zip(state.players, state.hands, strict=True) if hand.cards)
    return PartsAsked("hands", holding, "hands", "cards")
