"""What several say together: kept secret, checked when it is handed in, timed by the table's own clock."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import BadInput, NotNow, NotYours
from companion.referee.source import Source
from tests.hourglass import Hourglass
from tests.tables import lines

TIED = ["Ann", "Bob"]
EVERYBODY = ["Ann", "Bob", "Cy"]


@pytest.fixture
def tied(hourglass: Callable[..., Hourglass]) -> Hourglass:
    """AnagraScramble with Ann and Bob tied for first, Cy behind."""
    glass = hourglass("anagrascramble", EVERYBODY, rolls=1, lexicon={"words": ["event", "never", "ever"]})
    for player in EVERYBODY:
        written = [] if player == "Cy" else ["ever"]
        glass.play(
            {"event": "roll", "player": player, "face": "4"},
            {"event": "card", "jumble": "TUERNEV"},
            {"event": "words", "player": player, "words": written},
        )
    return glass


def turn(glass: Hourglass, phones: Any = TIED) -> None:
    glass.referee.open_gathering("TUERNEV", None, phones)


def write(glass: Hourglass, player: str, *words: str) -> Any:
    return glass.referee.gather(player, {"words": list(words)}, source=Source.PHONES)


def test_a13_the_showdown_has_thirty_seconds_of_the_table_s_own_clock(tied: Hourglass) -> None:
    before = tied.view.timer
    assert before is None
    turn(tied)
    timer = tied.view.timer
    assert timer is not None
    assert (timer.label, timer.total_ms, timer.running) == ("showdown", 30_000, True)
    tied.wait(29_999)
    assert (tied.awaiting, tied.left_ms) == ("showdown", 1)
    assert [left_s for _, left_s in tied.beats] == [5, 4, 3, 2, 1]


def test_what_was_handed_in_when_time_is_up_counts(tied: Hourglass) -> None:
    turn(tied)
    assert write(tied, "Ann", "event", "ever") is None
    tied.wait(30_000)
    assert tied.newest == ("phones", "showdown")
    newest = tied.view.ruling
    assert newest is not None
    assert newest.event["words"] == {"Ann": ["event", "ever"], "Bob": []}
    assert tied.view.match is not None
    assert tied.view.match.winners == ("Ann",)


def test_nothing_is_taken_from_phones_once_time_is_up(tied: Hourglass) -> None:
    turn(tied, phones=["Ann"])  # Bob writes on paper
    tied.wait(30_000)
    assert (tied.awaiting, tied.view.timer) == ("showdown", None)
    with pytest.raises(BadInput, match="time is up"):
        write(tied, "Ann", "event")
    tied.wait(600_000)
    with pytest.raises(BadInput, match="time is up"):
        write(tied, "Ann", "event")
    tied.play({"event": "showdown", "jumble": "TUERNEV", "words": {"Ann": ["ever"], "Bob": ["ever", "never"]}})
    assert tied.view.match is not None
    assert tied.view.match.winners == ("Bob",)


def test_what_was_written_on_paper_is_said_when_the_time_is_up(tied: Hourglass) -> None:
    turn(tied, phones=["Ann"])
    write(tied, "Ann", "ever", "event")
    tied.wait(30_000)
    assert tied.view.gathering.shown()["chosen"] == ["Ann"]
    tied.restart()
    tied.referee.resume()
    entry = write(tied, "Bob", "ever", "event", "never")
    assert entry.event["words"] == {"Ann": ["ever", "event"], "Bob": ["ever", "event", "never"]}
    assert tied.view.match is not None
    assert tied.view.match.winners == ("Bob",)


def test_whose_phone_hands_in_nothing_has_written_nothing_when_paper_is_waited_for(tied: Hourglass) -> None:
    tied.referee.hear_of_phones(lambda: ["Ann"])  # it came after the card was turned
    turn(tied, phones=[])
    tied.wait(30_000)
    entry = write(tied, "Bob", "ever")
    assert entry.event["words"] == {"Ann": [], "Bob": ["ever"]}


def test_a_pause_stops_it(tied: Hourglass) -> None:
    turn(tied)
    tied.wait(10_000)
    tied.referee.pause()
    tied.wait(3_600_000)
    assert tied.left_ms == 20_000
    tied.referee.resume()
    tied.wait(19_999)
    assert tied.awaiting == "showdown"
    tied.wait(1)
    assert tied.newest == ("phones", "showdown")


def test_a_restart_takes_nothing_that_was_handed_in(tied: Hourglass) -> None:
    turn(tied)
    write(tied, "Ann", "ever")
    tied.wait(10_000)
    before = tied.view.gathering.shown()
    tied.restart()
    assert tied.view.gathering.shown() == before
    assert before == {"chosen": ["Ann"], "opened": "TUERNEV", "said_by": {}, "closed": False}
    assert (tied.left_ms, tied.view.paused) == (20_000, True)
    tied.referee.resume()
    write(tied, "Bob", "ever", "event")
    assert tied.newest == ("phones", "showdown")


def test_a_power_cut_leaves_a_secret_card_chosen(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", EVERYBODY, rows=["R", "E", "N", "T"])
    glass.referee.gather("Ann", {"card": "Q"}, source=Source.PHONES)
    glass.restart(orderly=False)
    assert glass.view.gathering.shown()["chosen"] == ["Ann"]
    for player, card in (("Bob", "B"), ("Cy", "C")):
        glass.referee.gather(player, {"card": card}, source=Source.PHONES)
    assert glass.view.ruling is not None
    assert glass.view.ruling.event["cards"] == {"Ann": "Q", "Bob": "B", "Cy": "C"}


def test_both_in_time_end_it_at_once(tied: Hourglass) -> None:
    turn(tied)
    write(tied, "Ann", "event")
    write(tied, "Bob", "event", "ever")
    assert tied.newest == ("phones", "showdown")
    assert tied.view.timer is None


def test_before_the_card_is_turned_nobody_hands_anything_in(tied: Hourglass) -> None:
    with pytest.raises(NotNow, match="no cards are being chosen"):
        write(tied, "Ann", "ever")
    turn(tied)
    write(tied, "Ann", "ever")
    assert tied.view.gathering.shown()["chosen"] == ["Ann"]


@pytest.mark.parametrize("orderly", [True, False])
def test_a_card_that_was_turned_stays_so_over_a_restart_and_so_does_what_one_phone_has_said_of_it(
    tied: Hourglass, *, orderly: bool
) -> None:
    tied.referee.open_gathering("TUERNEV", "Ann", TIED)
    tied.restart(orderly=orderly)
    assert tied.view.gathering.shown()["said_by"] == {"Ann": "TUERNEV"}
    tied.referee.open_gathering("TUERNEV", "Cy", TIED)
    assert tied.view.gathering.shown()["said_by"] == {"Ann": "TUERNEV", "Cy": "TUERNEV"}
    tied.restart(orderly=orderly)
    assert (tied.view.gathering.opened, tied.left_ms) == ("TUERNEV", 30_000)


def test_a_card_that_the_host_has_turned_stays_so_over_a_restart(tied: Hourglass) -> None:
    turn(tied)
    tied.restart()
    assert (tied.view.gathering.opened, tied.left_ms) == ("TUERNEV", 30_000)


def test_a_part_is_checked_when_it_is_handed_in(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", EVERYBODY, rows=["R", "E", "N", "T"])
    for wrong in ({}, {"card": "ab"}, {"card": 7}, {"cards": "A"}):
        with pytest.raises(BadInput, match="“card”"):
            glass.referee.gather("Ann", wrong, source=Source.PHONES)
    assert glass.view.gathering.shown()["chosen"] == []
    glass.referee.gather("Ann", {"card": "Q"}, source=Source.PHONES)
    glass.referee.gather("Ann", {"card": "A"}, source=Source.PHONES)  # a change of mind
    assert glass.view.gathering.shown() == {"chosen": ["Ann"], "opened": None, "said_by": {}, "closed": False}
    with pytest.raises(BadInput, match="no cards are being chosen"):
        glass.referee.gather("Zoe", {"card": "Q"}, source=Source.PHONES)


def test_two_phones_that_turn_the_same_card_open_it_for_all_and_one_alone_does_not(tied: Hourglass) -> None:
    tied.referee.open_gathering("TUERNEV", "Ann", TIED)
    assert (tied.view.gathering.opened, tied.view.timer) == (None, None)
    tied.referee.open_gathering("TUERNEV", "Cy", TIED)
    assert tied.view.gathering.opened == "TUERNEV"


def test_where_nothing_is_turned_over_for_all_nobody_opens_anything(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", EVERYBODY, rows=["R", "E", "N", "T"])
    with pytest.raises(NotNow, match="nothing is to be turned over"):
        glass.referee.open_gathering("TUERNEV", None, EVERYBODY)


def test_w18_a_hand_of_another_size_is_told_to_whoever_shows_it_and_stops_nobody(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("wordcard", EVERYBODY, hand=8, lexicon={"words": ["caterers"]})
    line = ["Q/C", "7/A", "8/T", "9/E", "10/R", "K/E", "J/R", "A/S"]
    glass.play({"event": "lay", "player": "Ann", "lines": [line]})
    with pytest.raises(BadInput, match="Cards left in your hand: 8, and these are 2"):
        glass.referee.gather("Bob", {"cards": ["Q/C", "7/A"]}, source=Source.PHONES)
    assert glass.view.gathering.shown()["chosen"] == []
    assert glass.referee.gather("Cy", {"cards": line}, source=Source.PHONES) is None
    assert glass.referee.gather("Bob", {"cards": line}, source=Source.PHONES) is not None
    assert glass.newest[0] == "phones"


def test_a13_the_card_that_the_camera_reads_is_turned_for_all_and_their_time_runs(tied: Hourglass) -> None:
    tied.referee.hear_of_phones(lambda: TIED)
    tied.referee.see(lines(["TUERNEV"]))  # still there from the turns before
    before = tied.view
    assert before.timer is None
    tied.referee.see(lines(["ALERTED"]))
    after = tied.view
    assert (after.gathering.opened, after.difference) == ("ALERTED", None)
    assert after.timer is not None
    assert after.timer.remaining_ms == 30_000
    tied.wait(1_000)
    tied.referee.see(lines(["ALERTED"]))  # seen again it is the same card
    assert tied.left_ms == 29_000
    write(tied, "Ann", "alert")
    tied.wait(29_000)
    assert tied.newest == ("phones", "showdown")


def test_whoever_only_looks_on_turns_no_card_for_those_who_play(tied: Hourglass) -> None:
    for onlooker in ("Xeno", "Yves"):
        with pytest.raises(NotYours, match=f"{onlooker} does not play"):
            tied.referee.open_gathering("QQQQQQQ", onlooker, [*TIED, "Xeno", "Yves"])
    before = tied.view.timer
    assert before is None
    for player in TIED:
        tied.referee.open_gathering("TUERNEV", player, TIED)
    assert tied.view.timer is not None
