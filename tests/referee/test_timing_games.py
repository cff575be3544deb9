"""What is timed in each game but TYPO, and what lets the time run on, stop or begin again."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.errors import NotNow
from companion.games.villains.windows import HOLD_S as HOLD_TO_INTERRUPT_S
from companion.games.window import Window, windows
from companion.referee.source import Source
from companion.vision.sighting import Table
from tests.hourglass import CHALLENGE, Hourglass, villains, wordcard
from tests.tables import card_at
from tests.views import PLAYERS, WORDS, match_after, placed

OBJECT_BY_ANN = {"event": "object", "player": "Ann"}
STAND_BY_BOB = {"event": "stand", "player": "Bob"}

# ——— Disorder! ———


def test_disorder_has_no_timer_unless_the_table_asks_for_one() -> None:
    match = match_after("ZOO?", CHALLENGE)
    assert windows(match.view(), match.state) == ()


def test_d14_the_answer_is_timed_by_option() -> None:
    match = match_after("ZOO?", CHALLENGE, answer_seconds=30)
    assert windows(match.view(), match.state) == (Window("Ann", "name_word", 30_000, ("Z", "O", "O", "?")),)


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


def test_d6_of_two_proofs_one_player_owes_each_has_its_own_time(hourglass: Callable[..., Hourglass]) -> None:
    words = {"words": ["xzation", "xzabcd", "cater"], "names": []}
    glass = hourglass("disorder", ["Ann", "Bob"], lexicon=words, answer_seconds=30, action_cards=True)
    glass.play(*placed("XZ", players=["Ann", "Bob"]), OBJECT_BY_ANN, STAND_BY_BOB, {"event": "pass", "player": "Ann"})
    glass.play({"event": "place", "player": "Bob", "card": "A"}, OBJECT_BY_ANN, STAND_BY_BOB)
    glass.play(*placed("TE", players=["Ann", "Bob"]), {"event": "challenge", "player": "Ann"})
    glass.play({"event": "name_word", "player": "Bob", "word": "cater"})
    glass.wait(12_000)
    glass.play({"event": "prove", "player": "Bob", "word": "xzation"})
    assert (glass.newest[1], glass.awaiting, glass.left_ms) == ("proven", "prove", 30_000)
    glass.wait(12_000)
    glass.restart()
    glass.referee.resume()
    assert glass.left_ms == 18_000


def test_d14_a_time_that_runs_out_on_an_empty_board_reminds_once_and_is_no_event(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = hourglass("disorder", PLAYERS, lexicon=WORDS, answer_seconds=30)
    glass.wait(30_000)
    version = glass.view.version
    glass.wait(600_000)
    assert (glass.view.protocol, glass.left_ms, glass.view.version) == ((), 0, version)
    assert [left_s for _, left_s in glass.beats] == [5, 4, 3, 2, 1, 0]
    glass.restart()
    glass.referee.resume()
    glass.wait(60_000)
    assert glass.view.protocol == ()
    glass.play(*placed("Z"))
    assert glass.left_ms == 30_000
    glass.wait(30_000)
    assert glass.newest == ("clock", "conceded")


# ——— Disorder of the Villains ———


def declined(glass: Hourglass, player: str) -> dict[str, str]:
    board = glass.view.board
    assert board is not None
    assert board.asked is not None
    assert board.asked.player == player
    return {"event": "decline", "player": player}


def test_v12_the_interrupt_window_is_that_of_whoever_has_the_chance(hourglass: Callable[..., Hourglass]) -> None:
    glass = villains(hourglass)
    glass.play(declined(glass, "Bob"), {"event": "end_turn", "player": "Ann"})
    assert glass.view.timer is None
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Magpie"})
    glass.play(declined(glass, "Ann"), {"event": "end_turn", "player": "Bob"})
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Inkling"})
    glass.wait(5_000)
    assert glass.newest == ("clock", "declined")
    assert glass.view.timer is None
    glass.play({"event": "resolve"}, {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "trigger", "player": "Bob", "card": "Magpie"})
    assert (declined(glass, "Ann")["player"], glass.left_ms) == ("Ann", 5_000)


def test_v12_the_interrupt_window_runs_on_while_nothing_new_can_be_interrupted(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = villains(hourglass)
    glass.play(declined(glass, "Bob"), {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Magpie"})
    glass.play(declined(glass, "Ann"), {"event": "end_turn", "player": "Bob"})
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Grumbler"})
    glass.play({"event": "end_turn", "player": "Ann"}, {"event": "trigger", "player": "Bob", "card": "Magpie"})
    glass.wait(2_000)
    glass.play({"event": "draw", "player": "Bob"})
    assert glass.left_ms == 3_000
    glass.wait(3_000)
    assert glass.newest == ("clock", "declined")


def test_v12_an_interruption_gives_the_other_player_a_whole_window(hourglass: Callable[..., Hourglass]) -> None:
    glass = villains(hourglass)
    glass.play(declined(glass, "Bob"), {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Grumbler"})
    glass.play({"event": "end_turn", "player": "Bob"}, {"event": "draw", "player": "Ann"})
    glass.play({"event": "play", "player": "Ann", "card": "Inkling"})
    glass.wait(2_000)
    glass.play({"event": "trigger", "player": "Bob", "card": "Grumbler"})
    assert (declined(glass, "Ann")["player"], glass.left_ms) == ("Ann", 5_000)


def test_v12_a_second_play_gives_a_second_chance(hourglass: Callable[..., Hourglass]) -> None:
    """Also one that comes while the chance that a trigger gave is still open."""
    glass = villains(hourglass)
    glass.play(declined(glass, "Bob"), {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Magpie"})
    glass.play({"event": "end_turn", "player": "Bob"}, {"event": "draw", "player": "Ann"})
    glass.play({"event": "play", "player": "Ann", "card": "Lurker"}, {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "trigger", "player": "Bob", "card": "Magpie"})
    glass.wait(2_000)
    glass.play({"event": "play", "player": "Bob", "card": "Old Sock"})
    assert glass.left_ms == 5_000


def test_the_interrupt_window_is_as_long_as_the_table_wants(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("villains", ["Ann", "Bob"], decks={"Ann": "house", "Bob": "house"}, interrupt_seconds=12)
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"})
    assert glass.left_ms == 12_000


def interruptible(make: Callable[..., Hourglass], *cards: str) -> Hourglass:
    """It is Ann's turn, and she has just played Old Sock; these cards of Bob's lie there."""
    glass = make("villains", ["Ann", "Bob"])
    for mine, theirs in zip(("Magpie", "Lurker"), cards, strict=False):
        for player, card in (("Ann", mine), ("Bob", theirs)):
            events = ({"event": "draw"}, {"event": "play", "card": card}, {"event": "decline"}, {"event": "end_turn"})
            who = {"decline": "Bob" if player == "Ann" else "Ann"}
            glass.play(*({**event, "player": who.get(event["event"], player)} for event in events))
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Old Sock"})
    return glass


def test_v12_whoever_may_interrupt_has_the_time_wait_once_to_say_with_what(hourglass: Callable[..., Hourglass]) -> None:
    glass = interruptible(hourglass, "Tanglefoot")
    glass.wait(3_000)
    assert [glass.view.may_hold] == ["Bob"]
    with pytest.raises(NotNow, match="does not wait for Ann"):
        glass.referee.hold("Ann")
    glass.referee.hold("Bob")
    dialog = glass.view.dialog
    assert dialog is not None
    assert (dialog.title, dialog.items[:2]) == ("Bob", ("Use a trait", "Let it happen"))
    glass.wait(HOLD_TO_INTERRUPT_S * 1000 - 1)
    assert (glass.left_ms, glass.view.may_hold) == (2_000, None)
    glass.wait(1_001)
    assert (glass.left_ms, glass.view.dialog) == (1_000, None)
    with pytest.raises(NotNow):
        glass.referee.hold("Bob")
    glass.wait(1_000)
    assert glass.newest == ("clock", "declined")


def test_v12_what_was_said_in_the_meantime_ends_the_wait_and_a_new_window_may_wait_anew(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = interruptible(hourglass, "Snuffer", "Tanglefoot")
    glass.referee.hold("Bob")
    glass.play({"event": "trigger", "player": "Bob", "card": "Tanglefoot", "target": "Old Sock"})
    assert (declined(glass, "Ann")["player"], glass.left_ms) == ("Ann", 5_000)
    glass.wait(4_000)
    assert glass.left_ms == 1_000
    glass.play(declined(glass, "Ann"), {"event": "resolve"}, {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Inkling"})
    assert glass.view.may_hold is None  # Ann has nothing to interrupt with
    glass.play(declined(glass, "Ann"), {"event": "resolve"}, {"event": "end_turn", "player": "Bob"})
    glass.play({"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Inkling"})
    assert glass.view.may_hold == "Bob"


def test_v12_a_pause_goes_before_the_wait(hourglass: Callable[..., Hourglass]) -> None:
    glass = interruptible(hourglass, "Tanglefoot")
    glass.referee.hold("Bob")
    glass.referee.pause()
    glass.wait(HOLD_TO_INTERRUPT_S * 1000)
    assert glass.left_ms == 5_000
    assert glass.view.timer is not None
    assert not glass.view.timer.running
    glass.referee.resume()
    glass.wait(4_000)
    assert (glass.left_ms, glass.view.may_hold) == (1_000, None)


def test_v12_buttons_that_begin_to_answer_and_the_camera_s_question_have_the_time_wait(
    hourglass: Callable[..., Hourglass],
) -> None:
    glass = interruptible(hourglass, "Tanglefoot")
    glass.play(declined(glass, "Bob"), {"event": "end_turn", "player": "Ann"})
    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Snuffer"})
    glass.play({"event": "end_turn", "player": "Bob"}, {"event": "draw", "player": "Ann"})
    glass.play({"event": "play", "player": "Ann", "card": "Cinder", "target": "Snuffer"})
    glass.wait(4_000)
    glass.referee.buttons.press("select")  # Bob's answer: he uses a trait
    glass.wait(5_000)
    assert glass.left_ms == 1_000
    shown = glass.view.dialog
    assert shown is not None
    assert {"Tanglefoot", "Snuffer"} <= set(shown.items)
    glass.play(declined(glass, "Bob"), {"event": "resolve"}, {"event": "end_turn", "player": "Ann"})

    glass.play({"event": "draw", "player": "Bob"}, {"event": "play", "player": "Bob", "card": "Dust Bunny"})
    glass.play({"event": "end_turn", "player": "Bob"}, {"event": "draw", "player": "Ann"})
    glass.play({"event": "play", "player": "Ann", "card": "Lurker"})
    glass.wait(4_000)
    lying = [(card, 550.0, False) for card in ("Professor Muddle", "Magpie", "Old Sock")]
    lying += [("Cinder", 550.0, True), ("Lurker", 550.0, False), ("Professor Muddle", 150.0, False)]
    lying += [("Tanglefoot", 150.0, True), ("Dust Bunny", 150.0, False)]
    cards = [card_at(name, 100 + 90.0 * at, y, sideways=turned) for at, (name, y, turned) in enumerate(lying)]
    glass.referee.see(Table(tuple(replace(card, kind="monster") for card in cards), ()))
    assert glass.view.question is not None
    assert glass.view.question.text == "Tanglefoot does BOUNCE: to which card?"
    glass.wait(5_000)
    assert glass.left_ms == 1_000
    glass.referee.answer(glass.view.question.id, "Lurker (Ann)", source=Source.HOST)
    assert glass.newest == ("host", "triggered")


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


def test_what_the_host_enters_in_a_pause_has_no_time_run(hourglass: Callable[..., Hourglass]) -> None:
    glass = wordcard(hourglass)
    glass.wait(20_000)
    glass.referee.pause()
    glass.play({"event": "draw", "player": "Ann", "from": "deck"})
    glass.wait(60_000)
    assert (glass.newest[0], glass.left_ms, glass.view.paused) == ("host", 40_000, True)
    glass.referee.resume()
    glass.wait(40_000)
    assert glass.newest == ("clock", "turn_lost")


def test_a_second_notice_gives_a_whole_minute(hourglass: Callable[..., Hourglass]) -> None:
    glass = hourglass("wordcard", ["Ann"], hand=8)
    glass.play({"event": "notice", "player": "Ann"})
    glass.wait(30_000)
    glass.play({"event": "end_turn", "player": "Ann"}, {"event": "notice", "player": "Ann"})
    assert glass.left_ms == 60_000


@pytest.mark.parametrize("orderly", [True, False])
def test_v12_a_restart_does_not_make_the_time_wait_twice(hourglass: Callable[..., Hourglass], orderly: bool) -> None:
    glass = interruptible(hourglass, "Tanglefoot")
    glass.wait(3_000)
    glass.referee.hold("Bob")
    glass.restart(orderly=orderly)
    glass.referee.resume()
    assert (glass.left_ms, glass.view.may_hold) == (2_000, None)
    glass.wait(2_000)
    assert glass.newest == ("clock", "declined")
