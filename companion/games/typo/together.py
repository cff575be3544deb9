"""What all say together in TYPO: the cards they have chosen, shown at once (T3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.together import PartsAsked

if TYPE_CHECKING:
    from companion.games.typo.state import State


def asked(state: State) -> PartsAsked | None:
    """See Together."""
    if state.winner is not None or state.queue:
        return None
    return PartsAsked("reveal", state.names_choosing, "cards", "card")
