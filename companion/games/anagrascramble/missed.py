"""What could have been in AnagraScramble: all the words of the card, had they been written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble import sentences as say
from companion.games.anagrascramble.events import Timeout, Written
from companion.games.anagrascramble.hindsight import left_unwritten, most_points
from companion.games.missed import Missed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.anagrascramble.state import State

EXAMPLES = 3


def missed_in(before: State, event: Any, after: State, _following: Any) -> Iterator[Missed]:
    """The points between what was written and every word listed on the card; the rules count both (A8 to A10)."""
    if not isinstance(event, (Written, Timeout)):
        return
    best = most_points(before, event.player)
    lost = best - (after.scores[before.turn] - before.scores[before.turn])
    if lost <= 0:
        return
    words = tuple(word for word in left_unwritten(before, event) if before.words.may_show(word))
    reason = say.could_have_written(event.player, before.jumble or "", best, words[:EXAMPLES])
    yield Missed(event.player, lost, reason, words)
