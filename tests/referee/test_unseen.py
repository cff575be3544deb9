"""How long what the eyes have not told yet is waited for: never for ever, and never past the end of a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.inquiry import Question
from companion.referee.tableview import TableView, Timer
from companion.referee.unseen import ASKED_NS, LAST_MS, LOOK_NS, is_awaited, may_come, open_question

MS_NS = 1_000_000
TIMES_NS = st.integers(0, 10**12)
LONGEST_MS = ASKED_NS // MS_NS + 1000


def asking(asks: str) -> Question:
    return Question(7, "?", ("O", "Q"), asks=asks)


def with_timer(left_ms: int, as_of_ms: int, *, running: bool = True, question: Question | None = None) -> TableView:
    timer = Timer("answer", 60_000, left_ms, running, as_of_ms)
    return TableView("server", 1, timer=timer, question=question)


@pytest.mark.parametrize("asks", ["wild", "word", "choice", "confirm"])
def test_only_which_card_it_is_is_asked_of_what_lies_there(asks: str) -> None:
    assert open_question(asking("card")) == 7
    assert open_question(asking(asks)) is None
    assert open_question(None) is None


@given(since_ns=TIMES_NS, waited_ms=st.integers(0, LONGEST_MS), has_seen=st.booleans(), is_asked=st.booleans())
def test_nothing_is_waited_for_longer_than_a_look_or_an_answer_takes(
    since_ns: int, waited_ms: int, has_seen: bool, is_asked: bool
) -> None:
    waited_ns = waited_ms * MS_NS
    most_ns = LOOK_NS if not has_seen else ASKED_NS if is_asked else 0
    awaited = is_awaited(
        lambda at_ns: has_seen and at_ns == since_ns, 7 if is_asked else None, since_ns, since_ns + waited_ns
    )
    assert awaited == (waited_ns < most_ns)


@given(
    began_ms=st.integers(0, 10**9),
    shown_ms=st.integers(0, 1000),
    passed_ms=st.integers(0, 2000),
    left_ms=st.integers(0, 3000),
    running=st.booleans(),
)
def test_no_call_waits_past_the_end_of_a_time_and_only_one_that_runs_ends(
    began_ms: int, shown_ms: int, passed_ms: int, left_ms: int, running: bool
) -> None:
    """The call is made as the view is shown, or up to a second after, before eyes that have seen nothing."""
    view = with_timer(left_ms, began_ms, running=running)
    called_ns, now_ns = ((began_ms + at_ms) * MS_NS for at_ms in (shown_ms, shown_ms + passed_ms))
    is_up = running and left_ms - (shown_ms + passed_ms) < LAST_MS
    assert may_come(view, lambda _: False, called_ns, now_ns, None) is not is_up


@pytest.mark.parametrize(
    ("question", "asked", "waits"),
    [
        (asking("card"), None, True),
        (asking("card"), 6, True),
        (asking("card"), 7, False),  # it stood there before
        (asking("confirm"), None, False),
        (None, None, False),
        (None, 7, False),
    ],
)
def test_a_call_waits_for_what_is_asked_about_since(question: Question | None, asked: int | None, waits: bool) -> None:
    view = with_timer(30_000, 0, question=question)
    assert may_come(view, lambda _: True, 0, 1000 * MS_NS, asked) is waits
