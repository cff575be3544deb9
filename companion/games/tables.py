"""What the table shows, held against what the match expects: a move, a question, or a difference.

A difference that one legal event explains becomes that event; a new card the camera is not sure of becomes a question;
what a camera cannot know (the word said, the target, whether somebody has finished) is proposed and completed by
people; anything else is shown as it is, and nothing is ever scored from a guess. Pure: the caller knows the match and
hands the interpretation on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from companion.games import function_of, part
from companion.games.interpretations import (
    Difference,
    DoubtfulCard,
    Interpretation,
    Memory,
    Move,
    Proposal,
    TurnedForAll,
)

if TYPE_CHECKING:
    from typing import Any

    from companion.games.core import View
    from companion.vision.sighting import Table

__all__ = [
    "Difference", "DoubtfulCard", "Eye", "Interpretation", "Memory", "Move", "Proposal", "TurnedForAll", "eye",
    "remembered",
]  # fmt: skip


class Eye(Protocol):
    """What a game makes of cards on a table."""

    def looks(self, view: View) -> bool:
        """Whether cards on the table mean something now."""
        ...

    def explain(self, view: View, state: Any, table: Table, memory: Memory) -> Interpretation:
        """What happened since the match and the table agreed; None when they still do. `state` is the game's own of
        what `view` shows."""
        ...


def eye(game: str) -> Eye | None:
    """What a game makes of cards on a table (its module `table`); None for one that is played without a camera."""
    return cast("Eye | None", part(game, "table"))


def remembered(game: str, before: Any, now: Any, memory: Memory, *, lies_there: bool) -> Memory:
    """What to remember of the table once an event has changed the match: a game may say so in `after` of its `table`.

    `before` and `now` are the game's own states. `lies_there` says that cards were seen when last looked.
    """
    found: Memory | None = function_of(game, "table", "after")(before, now, memory, lies_there=lies_there)
    return memory if found is None else found
