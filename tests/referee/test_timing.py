"""Who has how long, in all five games: only what the readings time is timed, to the millisecond, over restarts."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.window import Window
from companion.referee.ledger import NOTE_EVERY_MS
from companion.referee.source import Source
from companion.referee.timing import Timing
from tests.hourglass import CHALLENGE, GAMES, Hourglass
from tests.views import PLAYERS, WORDS, match_after, placed

LAST_SECONDS = [5, 4, 3, 2, 1, 0]

Timed = tuple[Hourglass, int, str]


@pytest.fixture(params=list(GAMES.values()), ids=list(GAMES))
def timed(request: pytest.FixtureRequest, hourglass: Callable[..., Hourglass]) -> Timed:
    """A window of each game that has just opened: its match, its length (ms), and the verdict when it runs out."""
    opened, total_ms, verdict = request.param
    return opened(hourglass), total_ms, verdict


def test_a_window_ends_at_its_millisecond_with_the_ruling_of_its_game(timed: Timed) -> None:
    glass, total_ms, verdict = timed
    timer = glass.view.timer
    assert timer is not None
    assert (timer.total_ms, timer.remaining_ms, timer.running) == (total_ms, total_ms, True)
    events = len(glass.view.protocol)
    glass.wait(total_ms - 1)
    assert (len(glass.view.protocol), glass.left_ms) == (events, 1)
    glass.wait(1)
    assert glass.newest == ("clock", verdict)
    assert len(glass.view.protocol) == events + 1


def test_the_last_five_seconds_tick_and_the_end_sounds(timed: Timed) -> None:
    glass, total_ms, _ = timed
    opened_ms = glass.clock.now_ms()
    glass.wait(total_ms)
    heard = [left_s for left_s in LAST_SECONDS if left_s * 1000 < total_ms]  # five seconds do not tick as they begin
    due = [(opened_ms + total_ms - left_s * 1000, left_s) for left_s in heard]
    assert [beat for beat in glass.beats if beat[0] <= opened_ms + total_ms] == due


def test_a_pause_stops_it_and_it_goes_on_from_there(timed: Timed) -> None:
    glass, total_ms, verdict = timed
    glass.wait(3_000)
    glass.referee.pause()
    heard = list(glass.beats)
    glass.wait(3_600_000)
    assert glass.left_ms == total_ms - 3_000
    assert glass.beats == heard
    glass.referee.resume()
    glass.wait(total_ms - 3_001)
    assert glass.left_ms == 1
    glass.wait(1)
    assert glass.newest == ("clock", verdict)


def test_after_a_restart_it_is_paused_with_what_was_left(timed: Timed) -> None:
    glass, total_ms, verdict = timed
    glass.wait(3_333)
    glass.restart()
    assert glass.view.paused
    assert glass.left_ms == total_ms - 3_333
    glass.wait(60_000)
    glass.referee.resume()
    glass.wait(total_ms - 3_333)
    assert glass.newest == ("clock", verdict)


def test_a_power_cut_gives_little_back_of_the_very_first_time(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.wait(29_000)
    glass.restart(orderly=False)
    assert glass.left_ms is not None
    assert 0 <= glass.left_ms - 1_000 < NOTE_EVERY_MS


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES.values(), ids=GAMES)
@settings(max_examples=12)
@given(passed_ms=st.integers(0, 59_000))
def test_a_power_cut_takes_nothing_away_and_gives_little_back(
    tmp_path_factory: pytest.TempPathFactory,
    opened: Callable[..., Hourglass],
    total_ms: int,
    verdict: str,
    passed_ms: int,
) -> None:
    passed_ms %= total_ms
    glass = opened(lambda *match, **options: Hourglass(tmp_path_factory.mktemp("glass"), *match, **options))
    glass.wait(passed_ms)
    glass.restart(orderly=False)
    assert glass.left_ms is not None
    assert 0 <= glass.left_ms - (total_ms - passed_ms) < NOTE_EVERY_MS
    glass.journal.close()


def test_a_refused_event_does_not_touch_it(timed: Timed) -> None:
    glass, total_ms, _ = timed
    glass.wait(2_000)
    glass.referee.happen({"event": "dance", "player": "Ann"}, source=Source.HOST)
    assert glass.left_ms == total_ms - 2_000


def test_a_match_left_and_taken_up_again_has_what_was_left(timed: Timed) -> None:
    glass, total_ms, _ = timed
    glass.wait(2_500)
    glass.referee.close()
    assert glass.view.timer is None
    glass.wait(60_000)
    glass.referee.reopen(1)
    assert glass.left_ms == total_ms - 2_500


def test_it_runs_on_to_its_end_while_the_disk_is_full(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    connection = glass.journal._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    glass.play(*placed("Z" * 120))
    assert any("make room" in notice for notice in glass.view.notices)
    glass.wait(29_999)
    assert glass.left_ms == 1
    glass.wait(1)
    assert glass.newest == ("clock", "conceded")
    connection.execute("PRAGMA max_page_count = 100000")
    glass.wait(1)
    assert glass.view.notices == ()
    assert [event.number for event in glass.journal.events(1)] == list(range(1, 122))


# ——— what is written down ———


@given(st.integers(1, 60_000), st.integers(0, 60_000), st.lists(st.text(max_size=3), max_size=4))
def test_a_note_says_what_was_left(total_ms: int, passed_ms: int, before: list[str]) -> None:
    window = Window("Ann", "place", total_ms, tuple(before))
    left_ms = max(0, total_ms - passed_ms)
    noted = Timing(aside=(window, left_ms)).to_json(0)
    match = match_after("XZ", {"event": "object", "player": "Cy"})
    assert Timing.restored(noted, match.view(), match.state) == Timing(aside=(window, left_ms))


def test_a_note_of_a_window_that_cannot_be_open_counts_for_nothing() -> None:
    match = match_after("ZOO?", CHALLENGE, answer_seconds=30)
    fresh = Timing.restored(None, match.view(), match.state)
    other = {"player": "Cy", "label": "notice", "total_ms": 60_000, "before": [], "left_ms": 7}
    assert Timing.restored({"open": other, "aside": None}, match.view(), match.state) == fresh
    assert fresh.countdown is not None
    assert fresh.countdown.remaining_ms(0) == 30_000
