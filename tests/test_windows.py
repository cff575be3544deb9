"""Who has how long, in all five games: only what the readings time is timed, to the millisecond, over restarts."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.display.showing import running
from companion.errors import BadInput
from companion.journal import Journal
from companion.referee import NOTE_EVERY_MS, Referee
from companion.tableview import Entry, Refusal, TableView
from companion.windows import Timing, Window, windows
from tests.views import PLAYERS, WORDS, placed, shipped, view_after

SPELLING = {"words": ["erase", "realize", "tea", "eat", "stone"], "names": []}
CHALLENGE = {"event": "challenge", "player": "Bob"}
LAST_SECONDS = [5, 4, 3, 2, 1, 0]


class Hourglass:
    """A match whose time passes only when told to, watched as the desk and the ticker watch it."""

    def __init__(self, folder: Path, game: str, players: list[str], **options: Any) -> None:
        self.path = folder / "journal.sqlite3"
        self.clock = FakeClock()
        self.beats: list[tuple[int, int]] = []  # when (ms of the clock), and the seconds left
        self._start()
        self.referee.begin({"game": game, "players": players, "options": {"lexicon": SPELLING, **options}})

    def _start(self) -> None:
        self.journal = Journal(self.path)
        self.referee = Referee(self.journal, self.clock, shipped)

    def play(self, *events: Mapping[str, Any]) -> None:
        for event in events:
            assert isinstance(self.referee.happen(event, source="host"), Entry), (event, self.view.refusal)

    def wait(self, duration_ms: int) -> None:
        """Let time pass, as long at a time as the desk or the ticker would sleep."""
        while duration_ms:
            due_ms, since_ms, countdown = self.referee.tick(), self.clock.now_ms(), running(self.view)
            beat_ms = countdown and countdown.next_beat_ms(since_ms)
            step_ms = min(duration_ms, due_ms or duration_ms, (beat_ms or since_ms + duration_ms) - since_ms)
            self.clock.advance(step_ms)
            if countdown is not None:
                self.beats += [(self.clock.now_ms(), s) for s in countdown.beats(since_ms, self.clock.now_ms())]
            duration_ms -= step_ms
        self.referee.tick()

    def stop(self, *, orderly: bool) -> None:
        if orderly:
            self.referee.leave_off()
        self.journal.close()

    def restart(self, *, orderly: bool = True) -> None:
        self.stop(orderly=orderly)
        self._start()

    @property
    def view(self) -> TableView:
        return self.referee.view

    @property
    def left_ms(self) -> int | None:
        """What is left of the open window now; None when none is open."""
        timer = self.view.timer
        if timer is None:
            return None
        countdown = running(self.view)
        return timer.remaining_ms if countdown is None else countdown.remaining_ms(self.clock.now_ms())

    @property
    def awaiting(self) -> str | None:
        match = self.view.match
        return match and match.awaiting

    @property
    def newest(self) -> tuple[str, str]:
        """The newest event's source and verdict."""
        ruling = self.view.ruling
        assert ruling is not None
        return ruling.source, ruling.ruling.verdict


@pytest.fixture
def hourglass(tmp_path: Path) -> Iterator[Callable[..., Hourglass]]:
    made: list[Hourglass] = []

    def make(game: str, players: list[str], **options: Any) -> Hourglass:
        made.append(Hourglass(tmp_path, game, players, **options))
        return made[-1]

    yield make
    for glass in made:
        glass.journal.close()


# ——— the five games, each up to the moment a window opens ———


def disorder(make: Callable[..., Hourglass]) -> Hourglass:
    glass = make("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.play(*placed("ZOO?"), CHALLENGE)
    return glass


def typo_revealed(make: Callable[..., Hourglass]) -> Hourglass:
    glass = make("typo", ["Ann", "Bob", "Cy"], rows=["R", "E", "N", "T"], always_timed=True)
    glass.play({"event": "reveal", "cards": {"Ann": "E", "Bob": "K", "Cy": "S"}})
    return glass


def typo(make: Callable[..., Hourglass]) -> Hourglass:
    glass = typo_revealed(make)
    glass.play(place_e("front", "erase"))  # now one row is the longest
    return glass


def villains(make: Callable[..., Hourglass]) -> Hourglass:
    glass = make("villains", ["Ann", "Bob"], decks={"Ann": "house", "Bob": "house"})
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"})
    return glass


def anagrascramble(make: Callable[..., Hourglass]) -> Hourglass:
    glass = make("anagrascramble", ["Ann", "Bob"], deck="green")
    glass.play({"event": "roll", "player": "Ann", "face": "5"}, {"event": "card", "jumble": "TUERNEV"})
    return glass


def wordcard(make: Callable[..., Hourglass]) -> Hourglass:
    glass = make("wordcard", ["Ann", "Bob"], hand=8)
    glass.play({"event": "notice", "player": "Ann"})
    return glass


GAMES = [
    pytest.param(disorder, 30_000, "challenged_loses", id="disorder"),
    pytest.param(typo, 30_000, "row_taken", id="typo"),
    pytest.param(villains, 5_000, "declined", id="villains"),
    pytest.param(anagrascramble, 30_000, "missed", id="anagrascramble"),
    pytest.param(wordcard, 60_000, "turn_lost", id="wordcard"),
]


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
def test_a_window_ends_at_its_millisecond_with_the_ruling_of_its_game(
    hourglass: Callable[..., Hourglass], opened: Callable[..., Hourglass], total_ms: int, verdict: str
) -> None:
    glass = opened(hourglass)
    timer = glass.view.timer
    assert timer is not None
    assert (timer.total_ms, timer.remaining_ms, timer.running) == (total_ms, total_ms, True)
    events = len(glass.view.protocol)
    glass.wait(total_ms - 1)
    assert (len(glass.view.protocol), glass.left_ms) == (events, 1)
    glass.wait(1)
    assert glass.newest == ("clock", verdict)
    assert len(glass.view.protocol) == events + 1


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
def test_the_last_five_seconds_tick_and_the_end_sounds(
    hourglass: Callable[..., Hourglass], opened: Callable[..., Hourglass], total_ms: int, verdict: str
) -> None:
    glass = opened(hourglass)
    opened_ms = glass.clock.now_ms()
    glass.wait(total_ms)
    heard = [left_s for left_s in LAST_SECONDS if left_s * 1000 < total_ms]  # five seconds do not tick as they begin
    due = [(opened_ms + total_ms - left_s * 1000, left_s) for left_s in heard]
    assert [beat for beat in glass.beats if beat[0] <= opened_ms + total_ms] == due


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
def test_a_pause_stops_it_and_it_goes_on_from_there(
    hourglass: Callable[..., Hourglass], opened: Callable[..., Hourglass], total_ms: int, verdict: str
) -> None:
    glass = opened(hourglass)
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


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
def test_after_a_restart_it_is_paused_with_what_was_left(
    hourglass: Callable[..., Hourglass], opened: Callable[..., Hourglass], total_ms: int, verdict: str
) -> None:
    glass = opened(hourglass)
    glass.wait(3_333)
    glass.restart()
    assert glass.view.paused
    assert glass.left_ms == total_ms - 3_333
    glass.wait(60_000)
    glass.referee.resume()
    glass.wait(total_ms - 3_333)
    assert glass.newest == ("clock", verdict)


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
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


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
def test_a_refused_event_does_not_touch_it(
    hourglass: Callable[..., Hourglass], opened: Callable[..., Hourglass], total_ms: int, verdict: str
) -> None:
    glass = opened(hourglass)
    glass.wait(2_000)
    glass.referee.happen({"event": "dance", "player": "Ann"}, source="host")
    assert glass.left_ms == total_ms - 2_000


@pytest.mark.parametrize(("opened", "total_ms", "verdict"), GAMES)
def test_a_match_left_and_taken_up_again_has_what_was_left(
    hourglass: Callable[..., Hourglass], opened: Callable[..., Hourglass], total_ms: int, verdict: str
) -> None:
    glass = opened(hourglass)
    glass.wait(2_500)
    glass.referee.close()
    assert glass.view.timer is None
    glass.wait(60_000)
    glass.referee.reopen(1)
    assert glass.left_ms == total_ms - 2_500


# ——— Disorder! ———


def test_disorder_has_no_timer_unless_the_table_asks_for_one() -> None:
    assert windows(view_after("ZOO?", CHALLENGE), {}) == ()


def test_d14_the_answer_is_timed_by_option() -> None:
    view = view_after("ZOO?", CHALLENGE, answer_seconds=30)
    assert windows(view, {"answer_seconds": 30}) == (Window("Ann", "name_word", 30_000, ("Z", "O", "O", "?")),)


def test_the_time_stops_while_an_objection_is_judged_and_goes_on_when_the_card_stands(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.play(*placed("XZ"))
    glass.wait(12_000)
    glass.play({"event": "object", "player": "Cy"})
    glass.wait(45_000)
    assert glass.view.timer is None
    glass.restart()  # what waits is not forgotten either
    glass.referee.resume()
    glass.play({"event": "stand", "player": "Bob"})
    assert glass.left_ms == 18_000
    glass.wait(18_000)
    assert glass.newest == ("clock", "conceded")


def test_a_card_taken_back_is_laid_anew_in_a_time_of_its_own(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.play(*placed("XZ"))
    glass.wait(12_000)
    glass.play({"event": "object", "player": "Cy"}, {"event": "withdraw", "player": "Bob"})
    assert glass.left_ms == 30_000


def test_each_word_and_each_proof_has_a_time_of_its_own(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.play(*placed("XZ"), {"event": "object", "player": "Cy"}, {"event": "stand", "player": "Bob"})
    glass.play(*({"event": "place", "player": player, "card": "A"} for player in ("Cy", "Ann", "Bob")))
    glass.wait(7_000)
    glass.play({"event": "challenge", "player": "Cy"})
    assert glass.left_ms == 30_000
    glass.wait(11_000)
    glass.play({"event": "name_word", "player": "Bob", "word": "cater"})
    assert (glass.awaiting, glass.left_ms) == ("prove", 30_000)


def test_a_time_that_ran_out_on_an_empty_board_begins_again(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.wait(30_000)
    assert glass.newest == ("clock", "warned")
    assert glass.left_ms == 30_000


# ——— TYPO ———


def place_e(side: str, word: str) -> dict[str, Any]:
    return {"event": "place", "player": "Ann", "row": 1, "side": side, "word": word}


def test_each_player_has_thirty_seconds_of_their_own(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo_revealed(hourglass)
    glass.wait(20_000)
    glass.play(place_e("front", "erase"))
    assert glass.left_ms == 30_000


def test_the_next_player_s_time_goes_on_after_a_doubt_that_changed_nothing(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = typo(hourglass)
    glass.wait(9_000)
    glass.play({"event": "doubt", "players": ["Bob", "Cy"]})
    assert glass.newest[1] == "word_stands"
    assert glass.left_ms == 21_000


def test_the_next_player_has_new_rows_and_new_time_when_a_word_fails(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo_revealed(hourglass)
    glass.play(place_e("front", "eraze"))
    glass.wait(9_000)
    glass.play({"event": "doubt", "players": ["Bob", "Cy"], "row": 1})
    assert glass.newest[1] == "word_fails"
    assert glass.left_ms == 30_000


def test_t6_the_holder_starts_the_timer_and_otherwise_nobody_is_timed(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", ["Ann", "Bob", "Cy"], rows=["R", "E", "N", "T"], timer_holder="Cy")
    with pytest.raises(BadInput, match="no timer to start"):
        glass.referee.start_timer()
    glass.play({"event": "reveal", "cards": {"Ann": "E", "Bob": "K", "Cy": "S"}})
    assert (glass.view.timer, glass.view.timer_holder) == (None, "Cy")
    glass.wait(600_000)
    assert glass.newest[1] == "revealed"
    glass.referee.start_timer()
    assert (glass.left_ms, glass.view.timer_holder) == (30_000, None)
    glass.wait(10_000)
    glass.restart()
    assert glass.left_ms == 20_000
    glass.referee.resume()
    glass.play(place_e("front", "erase"))
    assert (glass.view.timer, glass.view.timer_holder) == (None, "Cy")
    glass.referee.start_timer()
    glass.play({"event": "doubt", "players": ["Bob", "Cy"]})
    glass.wait(29_999)
    assert glass.left_ms == 1
    glass.wait(1)
    assert glass.newest[0] == "clock"


def test_t9_when_time_is_up_only_the_row_can_still_be_named(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo_revealed(hourglass)
    glass.wait(30_000)
    assert glass.view.refusal is not None
    assert glass.view.refusal.verdict == "choose_row"
    late = glass.referee.happen(place_e("front", "erase"), source="phone")
    assert isinstance(late, Refusal)
    assert (late.verdict, late.clause) == ("not_now", "T9")
    glass.restart()
    glass.referee.resume()
    glass.wait(1)
    assert glass.left_ms == 0
    glass.play({"event": "fail", "player": "Ann", "row": 2})
    assert glass.newest[1] == "row_taken"
    assert glass.left_ms == 30_000


# ——— Disorder of the Villains ———


def test_the_interrupt_window_runs_on_while_effects_are_carried_out(hourglass: Callable[..., Hourglass]) -> None:
    glass = villains(hourglass)
    glass.play({"event": "decline", "player": "Bob"}, {"event": "end_turn", "player": "Ann"})
    assert glass.view.timer is None
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Inkling"})
    glass.wait(2_000)
    glass.play({"event": "resolve"})
    assert glass.left_ms == 3_000


def test_a_second_play_gives_a_second_chance(hourglass: Callable[..., Hourglass]) -> None:
    glass = villains(hourglass)
    glass.play({"event": "decline", "player": "Bob"}, {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Ringleader"})
    glass.wait(2_000)
    glass.play({"event": "resolve"}, {"event": "play", "player": "Bob", "card": "Old Sock"})
    assert glass.left_ms == 5_000


def test_the_interrupt_window_is_as_long_as_the_table_wants(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("villains", ["Ann", "Bob"], decks={"Ann": "house", "Bob": "house"}, interrupt_seconds=12)
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"})
    assert glass.left_ms == 12_000


# ——— WORDCARD ———


def test_the_minute_of_a_notice_runs_on_whatever_the_player_does_in_it(hourglass: Callable[..., Hourglass]) -> None:
    glass = wordcard(hourglass)
    glass.wait(20_000)
    glass.play({"event": "draw", "player": "Ann", "from": "deck"})
    assert glass.left_ms == 40_000
    glass.wait(20_000)
    glass.play({"event": "discard", "player": "Ann", "card": "9/B"}, {"event": "undo"})
    assert glass.left_ms == 20_000
    glass.wait(20_000)
    assert glass.newest == ("clock", "turn_lost")
    assert glass.view.timer is None


def test_a_second_notice_gives_a_whole_minute(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("wordcard", ["Ann"], hand=8)
    glass.play({"event": "notice", "player": "Ann"})
    glass.wait(30_000)
    glass.play({"event": "end_turn", "player": "Ann"}, {"event": "notice", "player": "Ann"})
    assert glass.left_ms == 60_000


# ——— what is written down ———


@given(st.integers(1, 60_000), st.integers(0, 60_000), st.lists(st.text(max_size=3), max_size=4))
def test_a_note_says_what_was_left(total_ms: int, passed_ms: int, before: list[str]) -> None:
    window = Window("Ann", "place", total_ms, tuple(before))
    left_ms = max(0, total_ms - passed_ms)
    noted = Timing(aside=(window, left_ms)).to_json(0)
    view = view_after("XZ", {"event": "object", "player": "Cy"})
    assert Timing.restored(noted, view, {}) == Timing(aside=(window, left_ms))


def test_a_note_of_a_window_that_cannot_be_open_counts_for_nothing() -> None:
    view = view_after("ZOO?", CHALLENGE, answer_seconds=30)
    fresh = Timing.restored(None, view, {"answer_seconds": 30})
    other = {"player": "Cy", "label": "notice", "total_ms": 60_000, "before": [], "left_ms": 7}
    assert Timing.restored({"open": other, "aside": None}, view, {"answer_seconds": 30}) == fresh
    assert fresh.countdown is not None
    assert fresh.countdown.remaining_ms(0) == 30_000
