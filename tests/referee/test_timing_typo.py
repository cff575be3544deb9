"""What is timed in TYPO: thirty seconds for a card, doubts that have them wait, and the word that has won."""

from collections.abc import Callable

import pytest

from companion.errors import BadInput, NotNow
from companion.games.typo.windows import HOLD_S
from companion.referee.source import Source
from companion.referee.tableview import Refusal
from tests.hourglass import Hourglass, place_e, typo, typo_revealed
from tests.rules.test_typo import almost_out
from tests.tables import lines
from tests.views import PLAYERS, WORDS


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


def test_the_camera_s_question_goes_with_the_time_for_its_answer(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo_revealed(hourglass)
    laid = lines("ER", "E", "N", "T", "KS")
    glass.referee.see(laid)
    question = glass.view.question
    assert question is not None
    assert question.text == "Ann puts E in front of R: which word?"
    glass.wait(30_000)
    assert (glass.view.late, glass.view.question) == ("Ann", None)
    assert glass.view.dialog is not None
    assert glass.view.dialog.items[:4] == ("1: R", "2: E", "3: N", "4: T")  # only a longest row can still be said
    version = glass.view.version
    glass.referee.see(laid)
    assert glass.view.version == version


def test_while_doubts_are_gathered_the_next_player_s_time_waits_for_them(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo(hourglass)
    glass.wait(9_000)
    assert glass.referee.join_in("Cy", 2, source=Source.PHONES) is None
    assert [*glass.view.joiners] == ["Cy"]
    assert glass.view.timer is not None
    assert not glass.view.timer.running
    assert not glass.view.paused
    beats = list(glass.beats)
    glass.wait(HOLD_S * 1000 - 1)
    assert (glass.left_ms, glass.beats) == (21_000, beats)
    glass.referee.join_in("Bob", 2, source=Source.PANEL)
    assert glass.newest == ("panel", "word_stands")
    assert glass.view.joiners == ()
    glass.wait(20_999)
    assert glass.left_ms == 1
    glass.wait(1)
    assert glass.newest == ("clock", "row_taken")


def test_doubts_that_nobody_joins_hold_the_time_no_longer_than_their_own(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("typo", ["Ann", "Bob", "Cy", "Dee", "Eve"], rows=["R", "E", "N", "T"], always_timed=True)
    glass.play({"event": "reveal", "cards": dict.fromkeys(["Ann", "Bob", "Cy", "Dee", "Eve"], "E")})
    glass.play(place_e("front", "erase"))
    glass.wait(9_000)
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    glass.wait(10_000)
    glass.referee.join_in("Cy", 2, source=Source.PHONES)  # twice is once
    glass.referee.join_in("Dee", 2, source=Source.PANEL)
    assert glass.view.joiners == ("Cy", "Dee")
    glass.wait(HOLD_S * 1000 - 1)
    assert glass.view.timer is not None
    assert not glass.view.timer.running
    glass.wait(1)
    assert glass.left_ms == 21_000
    glass.wait(6_000)
    assert glass.left_ms == 15_000
    assert (glass.newest[1], "doubt" in glass.may("Eve")) == ("placed", True), "it can still be doubted"
    glass.referee.join_in("Eve", 2, source=Source.PANEL)
    assert glass.newest[1] == "word_stands"


def test_after_a_wait_the_time_that_is_left_ends_at_its_millisecond(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo(hourglass)
    glass.wait(29_700)
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    assert glass.referee.tick() == HOLD_S * 1000
    glass.clock.advance(HOLD_S * 1000)
    assert glass.referee.tick() == 300, "as long may the desk sleep"
    assert glass.left_ms == 300


def test_a_card_placed_a_pause_and_a_restart_end_the_waiting(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo(hourglass)
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    glass.play({"event": "place", "player": "Bob", "row": 2, "side": "front", "word": "kettle"})
    assert glass.left_ms == 30_000
    glass.wait(1_000)
    assert glass.left_ms == 29_000
    glass.referee.join_in("Ann", 3, source=Source.PHONES)
    glass.referee.pause()
    glass.wait(60_000)
    glass.referee.resume()
    glass.wait(1_000)
    assert glass.left_ms == 28_000
    glass.referee.join_in("Ann", 3, source=Source.PHONES)
    glass.restart()
    glass.referee.resume()
    glass.wait(1_000)
    assert glass.left_ms == 27_000


@pytest.mark.parametrize("orderly", [True, False])
def test_a_doubt_is_not_lost_when_the_table_stops_and_starts_again(
    hourglass: Callable[..., Hourglass], *, orderly: bool
) -> None:
    glass = typo(hourglass)
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    glass.restart(orderly=orderly)
    assert (glass.view.joiners, glass.view.paused) == (("Cy",), True)
    glass.referee.resume()
    glass.restart(orderly=orderly)
    glass.referee.join_in("Bob", 2, source=Source.PHONES)
    assert (glass.newest, glass.view.joiners) == (("phones", "word_stands"), ())
    glass.restart(orderly=orderly)
    assert glass.view.joiners == ()


def test_doubts_about_what_is_past_hold_nothing_nor_do_they_start_a_timer(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo(hourglass)
    glass.referee.join_in("Cy", 1, source=Source.PHONES)
    glass.referee.join_in("Ann", 2, source=Source.PHONES)  # her own word
    assert glass.view.timer is not None
    assert glass.view.timer.running
    assert glass.view.joiners == ()
    glass.restart()  # after which no time runs
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    glass.wait(60_000)
    assert glass.left_ms == 30_000
    glass.referee.close()
    version = glass.view.version
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    assert glass.view.version == version
    glass.referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
    glass.referee.join_in(PLAYERS[0], 0, source=Source.PHONES)
    assert glass.view.timer is None


def test_t9_while_the_row_is_chosen_the_time_waits_and_all_may_see_who_doubts(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = typo_revealed(hourglass)
    glass.play(place_e("front", "eraze"))
    glass.wait(9_000)
    glass.referee.join_in("Cy", 2, source=Source.PHONES)
    ruled = glass.referee.join_in("Bob", 2, source=Source.PHONES)
    assert isinstance(ruled, Refusal)
    assert ruled.verdict == "choose_row"
    assert glass.view.to_json()["joint_choices"] == [1, 2, 3, 4]
    assert [*glass.view.joiners] == ["Cy", "Bob"]
    glass.wait(14_000)
    assert glass.left_ms == 21_000
    glass.play({"event": "doubt", "players": ["Cy", "Bob"], "row": 3})
    assert glass.newest[1] == "word_fails"
    assert (glass.view.joiners, glass.left_ms) == ((), 30_000)


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


def test_t6_the_timer_that_is_started_after_a_restart_runs_but_not_in_a_pause(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("typo", ["Ann", "Bob", "Cy"], rows=["R", "E", "N", "T"])
    glass.play({"event": "reveal", "cards": {"Ann": "E", "Bob": "K", "Cy": "S"}})
    glass.restart(orderly=False)
    glass.referee.start_timer()
    assert not glass.view.paused, "people are there"
    glass.wait(4_000)
    assert glass.left_ms == 26_000
    glass.play(place_e("front", "erase"))
    glass.referee.pause()
    with pytest.raises(NotNow, match="paused"):
        glass.referee.start_timer("Ann")
    glass.referee.start_timer()  # as the host may: it runs when the match goes on
    glass.wait(4_000)
    assert (glass.left_ms, glass.view.paused) == (30_000, True)
    glass.referee.resume()
    glass.wait(4_000)
    assert glass.left_ms == 26_000


def test_t9_when_time_is_up_only_the_row_can_still_be_named(hourglass: Callable[..., Hourglass]) -> None:
    glass = typo_revealed(hourglass)
    glass.wait(30_000)
    view = glass.view.to_json()
    assert (glass.newest[1], view["refusal"], view["match"]["awaiting"]) == ("revealed", None, "fail")
    assert "which of the longest rows" in view["match"]["awaiting_said"]
    assert view["for_phones"]["Ann"] == ["fail"]
    assert [(form["event"], form["player"], form["is_asked"]) for form in view["forms"]] == [("fail", "Ann", True)]
    late = glass.referee.happen(place_e("front", "erase"), source=Source.PHONE)
    assert isinstance(late, Refusal)
    assert (late.verdict, late.clause) == ("not_now", "T9")
    glass.restart()
    glass.referee.resume()
    glass.wait(1)
    assert glass.left_ms == 0
    glass.play({"event": "fail", "player": "Ann", "row": 2})
    assert glass.newest[1] == "row_taken"
    assert glass.left_ms == 30_000


def won(make: Callable[..., Hourglass]) -> Hourglass:
    """Ann has won with a word that is none, and one row is the longest."""
    before = almost_out()
    glass = make("typo", list(before.players), rows=list("RENT"), lexicon={"words": ["ee", "xx"]})
    glass.play(*before.events, {"event": "place", "player": "Ann", "row": 2, "side": "back", "word": "e" * 15 + "y"})
    assert glass.view.match is not None
    assert glass.view.match.over
    return glass


DOUBT_IT = {"event": "doubt", "players": ["Bob"], "row": 2}


def test_t11_the_word_that_has_won_can_be_doubted_for_half_a_minute_and_then_counts_for_good(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = won(hourglass)
    assert (glass.left_ms, glass.view.says_no_more) == (30_000, False)
    glass.wait(12_000)
    glass.restart()
    assert (glass.left_ms, glass.view.paused) == (18_000, False), "nobody would let it go on"
    glass.wait(17_999)
    assert [form.event for form in glass.view.forms] == ["doubt"]
    glass.wait(1)
    events = len(glass.view.protocol)
    assert (glass.left_ms, glass.view.says_no_more, glass.view.forms) == (None, True, ())
    late = glass.referee.happen(DOUBT_IT, source=Source.PHONE)
    assert isinstance(late, Refusal)
    assert (late.verdict, late.clause, len(glass.view.protocol)) == ("not_now", "T11", events)
    glass.restart()
    assert glass.view.says_no_more
    glass.play({"event": "undo"})
    assert (glass.view.says_no_more, glass.left_ms) == (False, None)
    glass.play({"event": "redo"})
    assert (glass.view.says_no_more, glass.left_ms) == (False, 30_000)


def test_t11_a_word_that_wins_by_a_correction_can_be_doubted_anew(hourglass: Callable[..., Hourglass]) -> None:
    glass = won(hourglass)
    number = len(glass.view.protocol)
    glass.wait(30_000)
    said = glass.view.protocol[-1].event
    glass.play({"event": "correct", "number": number, "to": said})
    assert glass.view.says_no_more, "it is the word that counts for good"
    glass.play({"event": "correct", "number": number, "to": {**said, "word": said["word"] + "z"}})
    assert (glass.view.says_no_more, glass.left_ms) == (False, 30_000)
    glass.play(DOUBT_IT)
    assert glass.newest[1] == "word_fails"


def test_t11_a_doubt_in_its_time_ends_it(hourglass: Callable[..., Hourglass]) -> None:
    glass = won(hourglass)
    glass.wait(29_999)
    glass.play(DOUBT_IT)
    assert (glass.newest[1], glass.view.says_no_more, glass.left_ms) == ("word_fails", False, None)
