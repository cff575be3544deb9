"""What is shown later is shown that much later, however the hub's clock is set meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.hub.held_back import HeldBack

DELAY_MS = 600_000
SET = st.builds(datetime, st.integers(1970, 2100), st.just(1), st.just(1), tzinfo=st.just(UTC))


@given(st.lists(st.tuples(st.integers(0, 2 * DELAY_MS), st.none() | SET, st.booleans())))
def test_each_ruling_is_held_back_for_as_long(steps: list[tuple[int, datetime | None, bool]]) -> None:
    clock, heard = FakeClock(), list[int]()
    held_back = HeldBack(clock, DELAY_MS, 0)
    for passed_ms, wall, is_heard in steps:
        clock.advance(passed_ms)
        if wall is not None:
            clock.set_wall(wall)
        if is_heard:
            heard.append(clock.now_ms())
            held_back.hear(len(heard))
        held_back.hear(len(heard))  # what comes twice begins no delay anew
        assert held_back.shown() == sum(when_ms <= clock.now_ms() - DELAY_MS for when_ms in heard)


def test_without_a_delay_all_is_shown_at_once() -> None:
    clock = FakeClock()
    held_back = HeldBack(clock, 0, 3)
    assert held_back.shown() == 3
    clock.set_wall(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=1))
    held_back.hear(5)
    assert held_back.shown() == 5
