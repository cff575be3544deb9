"""What lay on the table as somebody called something, or as their time ran out, and the eyes have not told yet.

Whoever calls (an objection, a challenge) has seen the card that was laid half a second ago. The camera tells of it once
all lies still and two looks agree, so a call waits for it: judged at once it would be about the card before. And a card
that lay there in time is in time, though it is seen a little later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.clock import MS_NS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.inquiry import Question
    from companion.referee.tableview import TableView

LOOK_NS = 3_000_000_000  # so long the eyes are waited for: a hand is drawn back, all lies still, two looks; chosen
ASKED_NS = 20_000_000_000  # and whoever says what a card is that they ask about; chosen
GLANCE_MS = 20  # so often it is asked whether they have seen; chosen
LAST_MS = 100  # before the time is up no call waits


def is_awaited(has_seen: Callable[[int], bool], question: int | None, since_ns: int, now_ns: int) -> bool:
    """Whether what lay on the table at `since_ns` may still be told at `now_ns` (of the monotonic clock): by the eyes,
    where they have not seen it yet (`has_seen`), or by whoever answers this question of theirs."""
    waited_ns = now_ns - since_ns
    if not has_seen(since_ns):
        return waited_ns < LOOK_NS
    return question is not None and waited_ns < ASKED_NS


def may_come(view: TableView, has_seen: Callable[[int], bool], since_ns: int, now_ns: int, asked: int | None) -> bool:
    """Whether a call made at `since_ns` has to wait for that at `now_ns`. `asked` is the question that stood there
    before, by its id, which holds up nobody."""
    if view.timer is not None and view.timer.running:
        left_ms = view.timer.remaining_ms - (now_ns // MS_NS - view.timer.as_of_ms)
        if left_ms < LAST_MS:
            return False
    question = open_question(view.question)
    return is_awaited(has_seen, None if question == asked else question, since_ns, now_ns)


def open_question(question: Question | None) -> int | None:
    """The id of this question where the eyes ask which card lies there: what a card is meant for, its player says in
    time."""
    return question.id if question is not None and question.asks == "card" else None
