"""What a press of a button means in WORDCARD: the contest of a word just laid (W16).

The big button calls nothing, since it does not know who pressed it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.wordcard.legal import hindrance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.wordcard.state import State


def pressed_own(state: State, player: str) -> Mapping[str, Any] | None:
    """See Calls. Of several claimed words it must be said which: no button can."""
    doubtful = state.doubtful
    if doubtful is None or hindrance(state, "contest") is not None:
        return None
    if state.name(doubtful.owner) == player or len(doubtful.claimed) != 1:
        return None
    return {"event": "contest", "players": [player], "word": doubtful.claimed[0]}
