"""What a press of a button means in TYPO: the players doubt the word just said, each alone, until they are enough (T7).
Should the word fall, whoever said it chooses which of several longest rows goes (T9, T10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.calls import Joint
from companion.games.typo.state import longest_of

if TYPE_CHECKING:
    from companion.games.typo.state import State


def joint(state: State) -> Joint | None:
    """See Calls."""
    placed = state.placement
    if placed is None:
        return None
    longest = longest_of(state.with_row(placed.row, placed.before))
    return Joint("doubt", state.doubters_needed, "row", tuple(row + 1 for row in longest))
