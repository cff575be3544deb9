"""What the others say together in WORDCARD once somebody is out: what is left in their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.together import PartsAsked
from companion.games.wordcard import sentences as say
from companion.games.wordcard.state import awaiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.state import State
    from companion.sentences import Told


def asked(state: State) -> PartsAsked | None:
    """See Together."""
    if awaiting(state) != "hands":
        return None
    holding = tuple(name for name, hand in zip(state.players, state.hands, strict=True) if hand.cards)
    return PartsAsked("hands", holding, "hands", "cards")


def fault(state: State, player: str, said: Sequence[str]) -> Told | None:
    """See Together. How many cards are left in each hand is known (W18)."""
    held = state.hands[state.players.index(player)].cards
    return None if len(said) == held else say.left_in_this_hand(held, len(said))
