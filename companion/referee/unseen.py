"""What lay on the table as somebody called something, and the eyes have not told yet.

Whoever calls (an objection, a challenge) has seen the card that was laid half a second ago. The camera tells of it once
all lies still and two looks agree, so a call waits for it: judged at once it would be about the card before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.clock import MS_NS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.tableview import TableView

LOOK_NS = 3_000_000_000  # so long the eyes are waited for: a hand is drawn back, all lies still, two looks; chosen
ASKED_NS = 20_000_000_000  # and whoever says what a card is that they ask about; chosen
LAST_MS = 100  # before the time is up no call waits


def may_come(view: TableView, has_seen: Callable[[int], bool], since_ns: int, now_ns: int, asked: int | None) -> bool:
    """Whether a call made at `since_ns` has to wait at `now_ns` (of the monotonic clock): for the eyes, where they have
    not seen what lay there then (`has_seen`), or for the answer to a question that they have put since. `asked` is the
    question that stood there before, by its id."""
    if view.timer is not None and view.timer.running:
        left_ms = view.timer.remaining_ms - (now_ns // MS_NS - view.timer.as_of_ms)
        if left_ms < LAST_MS:
            return False
    waited_ns = now_ns - since_ns
    if not has_seen(since_ns):
        return waited_ns < LOOK_NS
    return open_question(view) not in (None, asked) and waited_ns < ASKED_NS


def open_question(view: TableView) -> int | None:
    """The id of the question that stands on the table, None where none does."""
    return None if view.question is None else view.question.id
