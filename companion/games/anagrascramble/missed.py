"""What could have been in AnagraScramble: all the words of the card, had they been written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble import sentences as say
from companion.games.anagrascramble.events import Timeout, Written
from companion.games.anagrascramble.play import rule
from companion.games.anagrascramble.words import missed_words, read_sheet
from companion.games.missed import Missed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.anagrascramble.state import State

EXAMPLES = 3


def missed_in(before: State, event: Any, after: State, _following: Any) -> Iterator[Missed]:
    """The points between what was written and every word listed on the card; the rules count both (A8 to A10)."""
    if not isinstance(event, (Written, Timeout)):
        return
    seat = before.turn
    most, _ = rule(before, Written(event.player, tuple(sorted(before.listed))))
    lost = most.scores[seat] - after.scores[seat]
    if lost <= 0:
        return
    written = event.words if isinstance(event, Written) else ()
    left = missed_words(before.listed, read_sheet(before.words, written, before.listed))
    words = tuple(word for word in left if before.words.may_show(word))
    best = most.scores[seat] - before.scores[seat]
    reason = say.could_have_written(event.player, before.jumble or "", best, words[:EXAMPLES])
    yield Missed(event.player, lost, reason, words)
