"""Calls: the earliest edge wins however late it is handled, and a tie is said."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.clock import FakeClock
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from companion.referee.switchboard import Switchboard
from hardware.arbitration import Press, first_press
from tests.desks import StraightDesk
from tests.seen import row_on
from tests.tables import table
from tests.views import PLAYERS, WORDS, placed, shipped

PATIENCE_S = 60.0  # an hour is what the calls would wait


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def referee(tmp_path: Path, clock: FakeClock) -> Iterator[Referee]:
    journal = Journal(tmp_path / "journal.sqlite3")
    referee = Referee(journal, clock, shipped)
    referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
    for event in placed("XZ"):
        referee.happen(event, source=Source.HOST)
    yield referee
    journal.close()


@pytest.fixture
def calls(referee: Referee) -> Switchboard:
    desk: Any = StraightDesk(referee)
    return Switchboard(desk, first_press, gather_s=3600)  # the test decides when


def test_the_earliest_edge_wins_however_late_it_is_handled(referee: Referee, calls: Switchboard) -> None:
    for seat, at_ns in ((3, 9_000_000), (1, 2_000_000)):
        assert calls.pressed(Press(f"player{seat}", at_ns))
    calls.decide()
    ruling = referee.view.ruling
    assert ruling is not None
    assert ruling.event == {"event": "object", "player": "Ann"}
    assert not referee.view.tie


@pytest.mark.parametrize(("seats", "first"), [((1, 3), "Cy"), ((2, 3), "Cy"), ((2, 1), "Ann"), ((2, 1, 3), "Cy")])
def test_a_tie_goes_by_the_seats_from_the_player_in_turn_and_is_said(
    referee: Referee, calls: Switchboard, seats: tuple[int, ...], first: str
) -> None:
    for later, seat in enumerate(seats):
        calls.pressed(Press(f"player{seat}", 5_000_000 + 400_000 * later))
    calls.decide()
    ruling = referee.view.ruling
    assert ruling is not None
    assert ruling.event == {"event": "object", "player": first}
    assert referee.view.tie


class Eyes:
    """Eyes that have seen what they are said to have, and a switchboard that waits for them."""

    def __init__(self, referee: Referee, clock: FakeClock) -> None:
        desk: Any = StraightDesk(referee)
        self._referee, self.have_seen = referee, False
        self.calls = Switchboard(
            desk, first_press, gather_s=3600, has_seen=lambda _: self.have_seen, now_ns=clock.now_ns
        )

    def see(self, cards: str, *, doubtful: dict[int, str] | None = None) -> None:
        self._referee.see(table(cards, doubtful=doubtful), "f.jpg")
        self.have_seen = True

    def newest(self) -> dict[str, Any]:
        """The newest event, once what was called has been decided if it can be."""
        self.calls.decide()
        ruling = self._referee.view.ruling
        assert ruling is not None
        return dict(ruling.event)


@pytest.fixture
def eyes(referee: Referee, clock: FakeClock) -> Eyes:
    return Eyes(referee, clock)


OBJECTION = {"event": "object", "player": "Ann"}


def test_a_call_is_about_the_card_that_lay_there_though_the_camera_sees_it_later(eyes: Eyes, referee: Referee) -> None:
    assert eyes.calls.pressed(Press("player1", 0)), "it would be a call without the card, too"
    assert eyes.newest()["event"] == "place"
    eyes.see("XZO")
    assert eyes.newest() == OBJECTION
    assert [entry.event.get("card") for entry in referee.view.protocol] == ["X", "Z", "O", None]


def test_a_press_that_calls_something_once_the_card_is_seen_is_a_call(tmp_path: Path, clock: FakeClock) -> None:
    journal = Journal(tmp_path / "villains.sqlite3")
    referee = Referee(journal, clock, shipped)
    eyes = Eyes(referee, clock)
    referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}})
    for event in (
        {"event": "draw", "player": "Ann"},
        {"event": "play", "player": "Ann", "card": "Grumbler"},
        {"event": "end_turn", "player": "Ann"},
        {"event": "draw", "player": "Bob"},
    ):
        referee.happen(event, source=Source.HOST)
    assert not eyes.calls.pressed(Press("player1", 0)), "nothing has been played that could be interrupted"
    referee.happen({"event": "play", "player": "Bob", "card": "Inkling"}, source=Source.CAMERA)
    eyes.have_seen = True
    assert eyes.newest() == {"event": "trigger", "player": "Ann", "card": "Grumbler"}
    journal.close()


def test_a_call_that_waits_for_the_eyes_is_looked_at_again_by_itself(eyes: Eyes) -> None:
    before = set(threading.enumerate())
    eyes.calls.pressed(Press("player1", 0))
    for _ in range(2):
        assert eyes.newest()["event"] == "place"
        timers = [each for each in threading.enumerate() if each not in before and isinstance(each, threading.Timer)]
        (again,) = [each for each in timers if not each.finished.is_set()]
        assert again.interval == 3600, "not sooner than others could still press"
        assert again.daemon, "it keeps the program from ending"
    eyes.have_seen = True
    again.function()
    assert again.finished.is_set()
    assert eyes.newest() == OBJECTION


def test_calls_that_come_together_wait_for_what_lay_there_as_the_first_was_made(
    referee: Referee, clock: FakeClock
) -> None:
    desk: Any = StraightDesk(referee)
    calls = Switchboard(
        desk, first_press, gather_s=3600, has_seen=lambda at_ns: at_ns <= 5_000_000, now_ns=clock.now_ns
    )
    for seat, at_ns in ((2, 9_000_000), (1, 5_000_000)):
        calls.pressed(Press(f"player{seat}", at_ns))
    calls.decide()
    assert referee.view.ruling is not None
    assert referee.view.ruling.event == OBJECTION


def test_a_call_does_not_wait_for_eyes_that_never_come_to_rest(eyes: Eyes, clock: FakeClock) -> None:
    eyes.calls.pressed(Press("player1", 0))
    clock.advance(2_999)
    assert eyes.newest()["event"] == "place"
    clock.advance(1)
    assert eyes.newest() == OBJECTION


def test_a_call_waits_for_whoever_says_which_card_it_is_about(eyes: Eyes, referee: Referee, clock: FakeClock) -> None:
    eyes.calls.pressed(Press("player1", 0))
    eyes.see("XZO", doubtful={2: "Q"})
    clock.advance(19_999)
    assert eyes.newest()["event"] == "place"
    question = referee.view.question
    assert question is not None
    referee.answer(question.id, "Q", source=Source.HOST)
    assert eyes.newest() == OBJECTION


def test_what_was_asked_before_holds_up_no_call(eyes: Eyes) -> None:
    eyes.see("XZO", doubtful={2: "Q"})
    eyes.calls.pressed(Press("player1", 0))
    assert eyes.newest() == OBJECTION


def test_a_call_that_came_too_late_for_the_card_it_meant_is_refused_in_words(eyes: Eyes, referee: Referee) -> None:
    eyes.calls.pressed(Press("player1", 0))
    referee.happen({"event": "concede", "player": "Cy"}, source=Source.HOST)
    eyes.have_seen = True
    assert eyes.newest()["event"] == "concede"
    assert referee.view.refusal is not None
    assert referee.view.refusal.event["player"] == "Ann"


def test_a_call_in_one_match_is_none_in_the_next(eyes: Eyes, referee: Referee) -> None:
    eyes.calls.pressed(Press("player1", 0))
    referee.close()
    referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
    for event in placed("XZ"):
        referee.happen(event, source=Source.HOST)
    eyes.have_seen = True
    assert eyes.newest()["event"] == "place"
    assert referee.view.refusal is None


def test_no_call_waits_until_the_time_is_up(tmp_path: Path) -> None:
    journal, clock = Journal(tmp_path / "timed.sqlite3"), FakeClock()
    referee = Referee(journal, clock, shipped)
    options = {"lexicon": WORDS, "answer_seconds": 10}
    referee.begin({"game": "disorder", "players": PLAYERS, "options": options})
    for event in placed("XZ"):
        referee.happen(event, source=Source.HOST)
    eyes = Eyes(referee, clock)
    clock.advance(9_000)
    eyes.calls.pressed(Press("player1", clock.now_ns()))
    clock.advance(900)
    assert eyes.newest()["event"] == "place"
    clock.advance(1)
    assert eyes.newest() == OBJECTION
    journal.close()


def test_what_has_only_just_been_asked_is_not_answered(referee: Referee, calls: Switchboard, clock: FakeClock) -> None:
    clock.advance(5_000)
    referee.see(table("XZO", doubtful={2: "Q"}), "f.jpg")
    for after_ms in (-20, 0, 299):  # the first was on its way here when it was asked
        calls.pressed(Press("select", (5_000 + after_ms) * 1_000_000))
        assert referee.view.question is not None
    calls.pressed(Press("down", 5_000_000_000))
    calls.pressed(Press("select", 5_300_000_000))
    assert referee.view.question is None
    assert row_on(referee.view.board) == "XZQ"


def test_a_menu_that_somebody_opens_is_gone_through_as_fast_as_they_like(referee: Referee, calls: Switchboard) -> None:
    for button in ("select", "down", "select", "select"):  # the menu, its second line, and the first card there is
        calls.pressed(Press(button, 0))
    assert referee.view.dialog is not None
    assert referee.view.dialog.title == "Where"


def test_a_button_that_calls_nothing_is_no_call(referee: Referee, calls: Switchboard) -> None:
    assert not calls.pressed(Press("player8", 1))
    assert not calls.pressed(Press("select", 2))
    assert referee.view.dialog is not None, "select opened the menu"
    calls.decide()
    assert len(referee.view.protocol) == 2


def test_once_it_is_decided_nobody_waits_any_longer(referee: Referee, calls: Switchboard) -> None:
    before = set(threading.enumerate())
    calls.pressed(Press("player3", 1))
    (waiting,) = set(threading.enumerate()) - before
    calls.decide()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()


def test_of_two_who_contest_together_the_seats_decide_and_it_is_said(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "wordcard.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    options = {"hand": 12, "type": "wordplay", "lexicon": {"words": ["stone"]}}
    referee.begin({"game": "wordcard", "players": ["Ann", "Bob", "Cy"], "options": options})
    lines = [[f"7/{letter}" for letter in "STONZ"]]
    referee.happen({"event": "lay", "player": "Ann", "lines": lines}, source=Source.HOST)
    desk: Any = StraightDesk(referee)
    calls = Switchboard(desk, first_press, gather_s=3600)
    for seat, at_ns in ((3, 5_000_000), (2, 5_900_000)):
        assert calls.pressed(Press(f"player{seat}", at_ns))
    calls.decide()
    assert referee.view.ruling is not None
    assert referee.view.ruling.event == {"event": "contest", "players": ["Bob"], "word": "stonz"}
    assert referee.view.ruling.ruling.verdict == "word_fails"
    assert referee.view.tie
    journal.close()


def test_everybody_s_own_button_doubts_the_word_however_close_the_presses(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "typo.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    options = {"rows": ["R", "E", "N", "T"], "timer_holder": "Cy", "lexicon": {"words": ["erase"]}}
    referee.begin({"game": "typo", "players": ["Ann", "Bob", "Cy"], "options": options})
    place = {"event": "place", "player": "Ann", "row": 1, "side": "front", "word": "erase"}
    for event in ({"event": "reveal", "cards": {"Ann": "E", "Bob": "K", "Cy": "S"}}, place):
        referee.happen(event, source=Source.HOST)
    desk: Any = StraightDesk(referee)
    calls = Switchboard(desk, first_press, gather_s=3600)
    assert calls.pressed(Press("player3", 1))
    timer = referee.view.timer
    assert timer is None, "Cy holds the timer, and doubts all the same"
    assert referee.view.joiners == ("Cy",)
    assert calls.pressed(Press("player2", 2))
    assert referee.view.ruling is not None
    assert referee.view.ruling.event == {"event": "doubt", "players": ["Cy", "Bob"]}
    assert (referee.view.ruling.source, referee.view.ruling.ruling.verdict) == ("panel", "word_stands")
    assert calls.pressed(Press("player3", 3)), "the word is settled: the button starts the timer"
    assert referee.view.timer is not None
    journal.close()


def test_the_big_button_starts_the_timer_of_typo_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "typo.sqlite3")
    clock = FakeClock()
    referee = Referee(journal, clock, shipped)
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["erase"]}}
    referee.begin({"game": "typo", "players": ["Ann", "Bob"], "options": options})
    desk: Any = StraightDesk(referee)
    calls = Switchboard(desk, first_press, gather_s=3600)
    assert not calls.pressed(Press("challenge", 1)), "nothing has been revealed"
    referee.happen({"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}, source=Source.HOST)
    assert calls.pressed(Press("challenge", 2))
    clock.advance(1000)
    assert not calls.pressed(Press("challenge", 3)), "it runs already"
    timer = referee.view.timer
    assert timer is not None
    assert (timer.total_ms, timer.as_of_ms) == (30_000, 0)
    journal.close()


@pytest.mark.parametrize("button", ["challenge", "player2"])
def test_whoever_may_interrupt_has_the_time_wait_with_a_press(tmp_path: Path, button: str) -> None:
    journal = Journal(tmp_path / "villains.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    desk: Any = StraightDesk(referee)
    calls = Switchboard(desk, first_press, gather_s=3600)
    referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}})
    assert not calls.pressed(Press(button, 1)), "nobody has played anything"
    for player, card in (("Ann", "Magpie"), ("Bob", "Tanglefoot"), ("Ann", "Old Sock")):
        for event in ({"event": "draw"}, {"event": "play", "card": card}, {"event": "end_turn"}):
            if card != "Old Sock" or event["event"] != "end_turn":
                referee.happen({**event, "player": player}, source=Source.HOST)
    assert not calls.pressed(Press("player1", 2)), "it is Bob who may interrupt"
    assert calls.pressed(Press(button, 3)), "with what and whom, he says then"
    timer = referee.view.timer
    assert timer is not None
    assert not timer.running
    assert len(referee.view.protocol) == 8
    assert not calls.pressed(Press(button, 4)), "once is enough"
    journal.close()


def test_a_press_interrupts_with_the_one_trait_that_can(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "villains.sqlite3")
    referee = Referee(journal, FakeClock(), shipped)
    desk: Any = StraightDesk(referee)
    calls = Switchboard(desk, first_press, gather_s=3600)
    referee.begin({"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": WORDS}})
    for player, card in (("Ann", "Grumbler"), ("Bob", "Inkling")):
        for event in ({"event": "draw"}, {"event": "play", "card": card}):
            referee.happen({**event, "player": player}, source=Source.HOST)
        if player == "Ann":
            referee.happen({"event": "end_turn", "player": player}, source=Source.HOST)
    assert calls.pressed(Press("challenge", 1))
    calls.decide()
    assert referee.view.ruling is not None
    assert referee.view.ruling.event == {"event": "trigger", "player": "Ann", "card": "Grumbler"}
    assert referee.view.ruling.source == "panel"
    journal.close()
