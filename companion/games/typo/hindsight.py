"""What could have been in TYPO: where a card that was given up on would have gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.typo.events import Fail, Timeout
from companion.games.typo.words import placements

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.typo.state import State


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """After somebody could not place a card: the `placements` it allowed."""
    if not isinstance(event, (Fail, Timeout)):
        return {}
    found = placements(state.words, state.rows, state.queue[0][1])
    return {"placements": [{"row": row, "side": side, "letters": letters} for row, side, letters in found]}
