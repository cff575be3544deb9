"""The countdown is a value, and setting the wall clock changes nothing."""

import threading
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import Countdown, FakeClock, SystemClock, Ticker, iso

MOMENTS = st.integers(0, 10**6)
TOTALS = st.integers(0, 120_000)


def test_a_countdown_is_made_paused_and_full() -> None:
    countdown = Countdown(30_000)
    assert (countdown.running, countdown.ends_ms) == (False, None)
    assert countdown.remaining_ms(10**9) == 30_000


def test_it_counts_from_the_moment_it_was_resumed() -> None:
    countdown = Countdown(30_000).resume(1000)
    assert countdown.ends_ms == 31_000
    assert countdown.remaining_ms(1000) == 30_000
    assert countdown.remaining_ms(30_999) == 1
    assert countdown.remaining_ms(31_000) == 0
    assert countdown.remaining_ms(99_000) == 0


def test_time_stands_still_while_it_is_paused() -> None:
    countdown = Countdown(30_000).resume(0).pause(12_345)
    assert countdown.remaining_ms(10**7) == 17_655
    assert countdown.resume(10**7).remaining_ms(10**7 + 17_655) == 0


def test_pausing_and_resuming_twice_is_once() -> None:
    countdown = Countdown(5000).resume(100)
    assert countdown.resume(4000) is countdown
    paused = countdown.pause(2100)
    assert paused.pause(3000) is paused


def test_time_can_be_added_and_taken() -> None:
    running = Countdown(30_000).resume(0)
    assert running.add(10_000, 5000).ends_ms == 40_000
    assert running.add(-26_000, 5000).remaining_ms(5000) == 0
    assert running.pause(5000).add(1000, 99_999) == Countdown(30_000, 26_000)


def test_a_negative_window_is_refused() -> None:
    with pytest.raises(ValueError, match="a countdown of -1 ms"):
        Countdown(-1)


@given(TOTALS, st.lists(st.tuples(st.sampled_from(["pause", "resume", "look"]), st.integers(0, 20_000)), max_size=20))
def test_what_is_left_is_what_was_there_less_the_time_it_ran(total_ms: int, steps: list[tuple[str, int]]) -> None:
    countdown, now_ms, ran_ms = Countdown(total_ms), 0, 0
    for what, passed_ms in steps:
        now_ms += passed_ms
        ran_ms += passed_ms if countdown.running else 0
        if what != "look":
            countdown = getattr(countdown, what)(now_ms)
        assert countdown.remaining_ms(now_ms) == max(0, total_ms - ran_ms)


@given(TOTALS, st.lists(st.integers(1, 3000), min_size=1, max_size=60))
def test_every_beat_is_heard_once_however_late_somebody_looks(total_ms: int, passes: list[int]) -> None:
    countdown = Countdown(total_ms).resume(0)
    moments, looks = [0], 0
    for passed_ms in passes:
        moments.append(moments[-1] + passed_ms)
    heard = [beat for since_ms, now_ms in pairwise(moments) for beat in countdown.beats(since_ms, now_ms)]
    looks = moments[-1]
    due = [second for second in (5, 4, 3, 2, 1) if second * 1000 < total_ms and total_ms - second * 1000 <= looks]
    assert heard == due + [0] * (0 < total_ms <= looks)


@given(st.integers(1, 120_000))
def test_going_from_beat_to_beat_hears_them_all_and_ends_at_the_end(total_ms: int) -> None:
    countdown, now_ms = Countdown(total_ms).resume(77), 77
    heard: list[int] = []
    while (next_ms := countdown.next_beat_ms(now_ms)) is not None:
        heard += countdown.beats(now_ms, next_ms)
        now_ms = next_ms
    assert heard == [second for second in (5, 4, 3, 2, 1) if second * 1000 < total_ms] + [0]
    assert now_ms == total_ms + 77


def test_a_paused_countdown_has_no_beats() -> None:
    countdown = Countdown(6000).resume(0).pause(10)
    assert (countdown.beats(0, 10**6), countdown.next_beat_ms(0)) == ((), None)


def test_a_jump_of_the_wall_clock_changes_nothing() -> None:
    clock = FakeClock()
    countdown = Countdown(30_000).resume(clock.now_ms())
    clock.advance(10_000)
    clock.set_wall(datetime(1999, 1, 1, tzinfo=UTC))
    assert countdown.remaining_ms(clock.now_ms()) == 20_000
    assert clock.wall() == "1999-01-01T00:00:00.000Z"
    clock.advance(1)
    assert clock.wall() == "1999-01-01T00:00:00.001Z"
    assert clock.now_ns() == 10_001 * 10**6


def test_the_fake_clock_never_goes_back() -> None:
    with pytest.raises(ValueError, match="only goes forward"):
        FakeClock().advance(-1)


def test_the_system_clock_goes_forward_and_its_two_readings_agree() -> None:
    clock = SystemClock()
    before_ms, now_ns, after_ms = clock.now_ms(), clock.now_ns(), clock.now_ms()
    assert before_ms <= now_ns // 10**6 <= after_ms
    written = datetime.fromisoformat(clock.wall())
    assert abs((datetime.now(UTC) - written).total_seconds()) < 60


def test_wall_times_are_written_in_utc() -> None:
    assert iso(datetime.fromisoformat("2026-11-21T21:15:00.5+01:00")) == "2026-11-21T20:15:00.500Z"


class Beats:
    """What a ticker beat, and a way to wait for the next."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.more = threading.Semaphore(0)

    def __call__(self, left_s: int) -> None:
        self.heard.append(left_s)
        self.more.release()


def test_the_ticker_beats_as_its_clock_says_and_stops_when_told() -> None:
    clock, beats = FakeClock(), Beats()
    ticker = Ticker(clock, beats)
    countdown = Countdown(2500).resume(clock.now_ms())
    clock.advance(500)
    ticker.watch(countdown)
    assert beats.more.acquire(timeout=60)
    assert beats.heard == [2]
    ticker.watch(None)
    clock.advance(60_000)
    ticker.close()
    assert beats.heard == [2]


def test_the_ticker_wakes_for_each_beat_in_real_time() -> None:
    clock, beats = SystemClock(), Beats()
    ticker = Ticker(clock, beats)
    ticker.watch(Countdown(30_000, 20, clock.now_ms()))
    assert beats.more.acquire(timeout=60)
    ticker.close()
    assert beats.heard == [0]


@given(TOTALS.filter(lambda total_ms: total_ms > 10_000))
def test_as_many_of_the_last_seconds_are_told_as_are_asked_for(total_ms: int) -> None:
    countdown = Countdown(total_ms).resume(0)
    assert countdown.beats(0, total_ms, 10) == tuple(range(10, -1, -1))
    assert countdown.beats(0, total_ms) == tuple(range(5, -1, -1))
    assert countdown.next_beat_ms(0, 10) == total_ms - 10_000
