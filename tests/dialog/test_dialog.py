"""The three navigation buttons: menus, wheels, letters; any answer to a question."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks.shelf import SHIPPED
from companion.dialog import BACK, DONE, LETTERS, LONGEST_WORD, Button, Deed, DialogState, Situation, about, step
from companion.dialog.fields import ask, event_script
from companion.dialog.prompts import NONE, Prompt, play
from companion.dialog.setup import NEW_NAME, THE_TABLE, known_names, new_match
from companion.games.events import Malformed, read_event
from companion.games.form import setting_of
from companion.games.match_events import read_match_event
from companion.referee.inquiry import Question
from companion.referee.journal import JournalMatch
from companion.referee.match import Match
from companion.referee.tableview import Entry
from tests.views import PLAYERS, WORDS, match_after, shipped

CHALLENGED = ({"event": "challenge", "player": "Bob"},)


def situation(match: Match) -> Situation:
    return Situation(match.view(), match.state)


def situation_after(cards: str, *events: Mapping[str, Any]) -> Situation:
    """Disorder! with these cards laid in turn, and what came then."""
    return situation(match_after(cards, *events))


def entry() -> DialogState:
    return about(situation_after("ZOO?", *CHALLENGED))


def spell(state: DialogState, sign: str) -> tuple[DialogState, Deed | None]:
    """Turn to a sign and take it."""
    return step(turned(state, sign), "select")


def line_of(state: DialogState) -> str:
    """The line that select would take."""
    shown = state.shown()
    assert shown is not None
    return shown.items[shown.cursor]


def turned(state: DialogState, label: str) -> DialogState:
    """The dialog with the cursor on the line or sign of that label."""
    shown = state.shown()
    assert shown is not None
    for _ in shown.items.index(label) * "x":
        state, _ = step(state, "down")
    return state


def test_the_challenged_player_spells_the_word_letter_by_letter() -> None:
    state = entry()
    assert state.prompt.title == "Ann"
    for letter in "ZOX":
        state, deed = spell(replace_cursor(state), letter)
        assert deed is None
    state, _ = spell(replace_cursor(state), BACK)
    state, _ = spell(replace_cursor(state), "O")
    assert state.letters == "ZOO"
    state, deed = spell(replace_cursor(state), DONE)
    assert deed == Deed("event", {"event": "name_word", "player": "Ann", "word": "zoo"})


def test_the_letters_a_word_is_made_of_come_first_on_the_wheel_and_all_others_after_them() -> None:
    shown = entry().shown()
    assert shown is not None
    assert shown.items[:3] == ("Z", "O", "A")  # the wild may be any
    assert sorted(shown.items[:-2]) == list(LETTERS)
    assert shown.items[-2:] == (DONE, BACK)


def replace_cursor(state: DialogState) -> DialogState:
    """The dialog with its cursor back on the first line."""
    while state.cursor:
        state, _ = step(state, "up")
    return state


def test_the_voice_is_made_louder_step_by_step_in_a_menu_that_stays() -> None:
    percent = 90
    state = about(replace(situation_after("Z"), loudness=lambda: percent))
    state, _ = step(state, "select")
    state, _ = step(turned(state, "voice"), "select")
    for pressed, steps in (("louder", [100, 100]), ("softer", [90, 80]), ("off", [0])):
        for wanted in steps:
            assert state.prompt.title == f"Voice: {percent} %"
            state, deed = step(turned(replace_cursor(state), pressed), "select")
            assert deed == Deed("speak", wanted)
            assert deed.goes_on
            percent = wanted
    assert "voice" not in [line.label for line in about(situation_after("Z")).prompt.lines]


def test_an_empty_word_is_not_handed_in() -> None:
    assert spell(entry(), DONE)[1] is None


@given(st.lists(st.sampled_from(["up", "down", "select"]), max_size=60))
def test_no_row_of_presses_leaves_the_ring_or_the_longest_word(buttons: list[Button]) -> None:
    state = entry()
    for button in buttons:
        state, _ = step(state, button)
        shown = state.shown()
        assert shown is None or 0 <= state.cursor < len(shown.items)
        assert len(state.letters) <= LONGEST_WORD


@given(st.sampled_from(["up", "down"]), st.integers(0, 40))
def test_up_undoes_down(first: Button, turns: int) -> None:
    state = entry()
    for _ in range(turns):
        state, _ = step(state, "down")
    other: Button = "up" if first == "down" else "down"
    assert step(step(state, first)[0], other)[0] == state


def test_a_question_takes_any_card_the_candidates_first() -> None:
    state = about(situation_after("ZO"), Question(9, "New card: O or Q?", ("O", "Q")))
    shown = state.shown()
    assert shown is not None
    assert shown.wheel
    assert shown.items[:2] == ("O", "Q")
    assert set(shown.items) == {*LETTERS, "?", "≡"}
    assert step(turned(state, "Q"), "select")[1] == Deed("answer", "Q")


def test_a_question_about_cards_of_several_signs_takes_any_card_of_the_game() -> None:
    villains = situation(begun("villains"))
    state = about(villains, Question(9, "New card?", ("Old Sock", "Cinder")))
    assert step(turned(state, "Cinder"), "select")[1] == Deed("answer", "Cinder")
    state, deed = step(turned(state, "another"), "select")
    assert deed is None
    assert step(turned(state, "Echo"), "select")[1] == Deed("answer", "Echo")
    wordcard = situation(begun("wordcard"))
    state, _ = step(turned(about(wordcard, Question(9, "New card?", ("Q/R", "Q/B"))), "another"), "select")
    state, _ = step(turned(state, "Q"), "select")
    assert step(turned(state, "P"), "select")[1] == Deed("answer", "Q/P")


@pytest.mark.parametrize(
    ("game", "asks", "candidates", "labels", "answer"),
    [
        ("villains", "confirm", ("yes", "no"), ["no"], "no"),
        ("wordcard", "wild", (), ["Q", "–"], "*=Q/"),
        ("typo", "word", (), ["C", "A", DONE], "ca"),
        ("typo", "choice", ("front", "back"), ["back"], "back"),
        ("typo", "choice", ("front", "back"), ["another", "A", DONE], "A"),
        ("anagrascramble", "card", ("EVENTNR", "EVENTNP"), ["another", *"EVENTNX", DONE], "EVENTNX"),
    ],
)
def test_every_kind_of_question_is_answered(
    game: str, asks: str, candidates: tuple[str, ...], labels: list[str], answer: str
) -> None:
    state = about(situation(begun(game)), Question(9, "What?", candidates, asks=asks))
    deed = None
    for label in labels:
        state, deed = step(turned(replace_cursor(state), label), "select")
    assert deed == Deed("answer", answer)


def test_an_objection_is_answered_by_stand_or_withdraw() -> None:
    state = about(situation_after("XZ", {"event": "object", "player": "Cy"}))
    assert step(state, "select")[1] == Deed("event", {"event": "stand", "player": "Bob"})
    withdrawn = step(turned(state, "Withdraw the card"), "select")[1]
    assert withdrawn == Deed("event", {"event": "withdraw", "player": "Bob"})


def test_select_opens_the_menu_of_the_player_in_turn_and_back_closes_it() -> None:
    state = about(situation_after("ZOO?"))
    assert state.shown() is None
    state, _ = step(state, "select")
    shown = state.shown()
    assert shown is not None
    assert shown.title == "Bob"
    assert shown.items == (
        "Challenge!", "Lay a card", "Concede the round", "pause", "undo", "redo", "who plays",
        "leave the match", "back",
    )  # fmt: skip
    state, deed = step(turned(state, "back"), "select")
    assert deed is None
    assert state.shown() is None


def test_a_jumble_with_a_letter_missing_keeps_its_letters() -> None:
    state, _ = step(about(situation(rolled())), "select")
    state, _ = step(turned(state, "Turn the card"), "select")
    for letter in "PLANET":
        state, _ = spell(replace_cursor(state), letter)
    state, deed = spell(replace_cursor(state), DONE)
    assert (state.letters, deed) == ("PLANET", None)
    state, _ = spell(replace_cursor(state), "S")
    state, _ = spell(replace_cursor(state), DONE)
    assert (state.prompt.title, line_of(state)) == ("Words on the card", NONE)
    assert step(state, "select")[1] == Deed("event", {"event": "card", "jumble": "PLANETS"})


def rolled() -> Match:
    match = Match.begin({"game": "anagrascramble", **SETUPS["anagrascramble"]}, shipped)
    assert match.apply({"event": "roll", "player": "Ann", "face": "5", "colour": "green"}).accepted
    return match


def test_an_arbiter_is_called_for_a_ruling_once_there_is_one() -> None:
    match = match_after("Z")
    before = replace(situation(match), has_arbiter=True)
    after = replace(before, protocol=[Entry(match.record[0], "host", "2026-12-24T18:00:00.000Z", game="disorder")])
    assert "call the arbiter" not in [line.label for line in about(before).prompt.lines]
    state, _ = step(about(after), "select")
    assert step(turned(state, "call the arbiter"), "select")[1] == Deed("arbiter")


def test_among_the_signs_of_a_wheel_the_last_one_leads_back() -> None:
    menu, _ = step(about(situation_after("ZO")), "select")
    state, _ = step(turned(menu, "Lay a card"), "select")
    shown = state.shown()
    assert shown is not None
    assert (shown.wheel, shown.items) == (True, (*LETTERS, "?", BACK))
    assert step(turned(state, BACK), "select")[0] == menu


def test_where_lines_have_become_fewer_the_last_one_is_taken() -> None:
    state, _ = step(about(situation_after("ZO")), "select")
    shown = replace(state, cursor=99).shown()
    assert shown is not None
    assert shown.cursor == len(shown.items) - 1
    assert step(replace(state, cursor=99), "select")[0] == step(turned(state, "back"), "select")[0]


def test_no_menu_has_two_lines_that_lead_back() -> None:
    over_what_is_asked, _ = step(turned(entry(), BACK), "select")
    of_another, _ = step(about(situation_after("ZO")), "select")
    of_another, _ = step(turned(of_another, "Ann"), "select")
    for state in (over_what_is_asked, of_another):
        shown = state.shown()
        assert shown is not None
        assert shown.items.count("back") == 1
        assert "≡" not in shown.items
    back, _ = step(turned(of_another, "back"), "select")
    assert back.prompt.title == "Cy", "one step back, to the menu it was opened from"


def test_who_and_which_row_s_card_is_asked_for_by_its_number() -> None:
    first, second = (play(new_match((), SHIPPED), ["typo", *names]) for names in ([], [NEW_NAME, "ANN"]))
    assert isinstance(first, Prompt)
    assert isinstance(second, Prompt)
    assert (first.title, second.title) == ("Player 1", "Player 2")
    rows = next(field for field in setting_of("typo", PLAYERS) if field.name == "rows")
    asked = next(ask(rows, ""))
    assert asked.title == "The four cards that start the rows: 1"


def test_the_table_is_no_name_of_somebody_who_played_before() -> None:
    played = JournalMatch(1, {"game": "disorder", "players": ["Ann", THE_TABLE]}, "2026-01-01")
    assert known_names([played]) == ["Ann"]


def test_the_menu_opens_over_what_is_asked_and_leaves_it_standing() -> None:
    state, _ = step(turned(entry(), BACK), "select")  # nothing to take back: out to the menu
    shown = state.shown()
    assert shown is not None
    assert "undo" in shown.items
    state, _ = step(turned(state, "back"), "select")
    assert state.prompt.kind == "word"


# ——— every event of every game can be handed in with three buttons ———

SETUPS: Mapping[str, dict[str, Any]] = {
    "disorder": {"players": PLAYERS, "options": {"lexicon": WORDS, "action_cards": True}},
    "typo": {"players": PLAYERS, "options": {"lexicon": WORDS, "rows": ["R", "E", "N", "T"]}},
    "villains": {"players": PLAYERS[:2], "options": {"lexicon": WORDS}},
    "anagrascramble": {"players": PLAYERS, "options": {"lexicon": WORDS, "deck": "both"}},
    "wordcard": {"players": PLAYERS, "options": {"lexicon": WORDS}},
    "wordcard grid": {"players": PLAYERS, "options": {"lexicon": WORDS, "grid": True}},
}


@cache
def begun(name: str) -> Match:
    return Match.begin({"game": name.split(maxsplit=1)[0], **SETUPS[name]}, shipped)


@pytest.mark.parametrize("name", SETUPS)
@given(data=st.data())
def test_every_event_is_asked_for_until_the_rules_can_read_it(name: str, data: st.DataObject) -> None:
    match = begun(name)
    event = data.draw(st.sampled_from([event for event in match.book.events if event != "timeout"]))
    script = event_script(situation(match).form(event, match.players[0]))
    answers: list[Any] = []
    while isinstance(asked := play(script, answers), Prompt):
        assert asked.lines
        if asked.kind == "word":
            answers.append(data.draw(st.text("ABC", max_size=7) if len(answers) < 6 else st.just("ABCDEFG")))
        else:
            ends = [line for line in asked.lines if line.label == DONE]
            answers.append(data.draw(st.sampled_from(ends if ends and len(answers) > 9 else asked.lines)).value)
        if len(answers) > 40:
            return  # a row of answers that goes on for ever is no event
    if asked.act == "shut":  # nobody wants what is costly after all
        return
    assert asked.act == "event"
    try:
        read_event(match.book.events, asked.value, match.players)
    except Malformed as fault:  # only words that nobody has said yet may be missing
        raise AssertionError((asked.value, str(fault))) from fault


def test_w9_a_line_that_crosses_another_is_laid_around_the_card_that_lies_there() -> None:
    match = Match.begin({"game": "wordcard", **SETUPS["wordcard grid"]}, shipped)
    across = [{"x": at, "y": 0, "card": card} for at, card in enumerate(("7/C", "8/A", "9/T", "10/E", "J/R"))]
    drawn = {"event": "draw", "player": "Ann", "from": "deck"}
    for said in (drawn, {"event": "lay", "player": "Ann", "cells": across}):
        assert match.apply(said).accepted, match.rulings[-1]
    script = event_script(situation(match).form("lay", "Ann"))
    deed = play(script, [1, -1, (0, 1), "7", "S", "9", "T", DONE, False])
    down = [{"x": 1, "y": -1, "card": "7/S"}, {"x": 1, "y": 1, "card": "9/T"}]
    assert deed == Deed("event", {"event": "lay", "player": "Ann", "cells": down})
    assert isinstance(deed, Deed)
    assert match.apply(deed.value).accepted, match.rulings[-1]


def test_w11_where_only_claimed_words_count_they_are_claimed_with_the_buttons_and_none_at_one_press() -> None:
    setup = {**SETUPS["wordcard"], "options": {**SETUPS["wordcard"]["options"], "declared_only": True}}
    script = event_script(situation(Match.begin({"game": "wordcard", **setup}, shipped)).form("lay", "Ann"))
    laid = ["7", "C", "8", "A", "9", "T", DONE]
    asked = play(script, laid)
    assert isinstance(asked, Prompt)
    assert (asked.title, [line.label for line in asked.lines[:4]]) == ("Words claimed: 1", [DONE, "C", "A", "T"])
    said = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/A", "9/T"]]}
    assert play(script, [*laid, ""]) == Deed("event", said)
    assert play(script, [*laid, "CAT", ""]) == Deed("event", {**said, "words": ["cat"]})


@pytest.mark.parametrize(
    ("word", "offered"),
    [("BANANA", [("B", "B"), ("N", "N")]), ("NANANANA", []), ("BANAL", []), ("ZOO", [])],
)
def test_d8_which_letters_the_wilds_are_is_asked_where_the_word_holds_the_row_in_several_ways(
    word: str, offered: list[tuple[str, str]]
) -> None:
    script = event_script(situation_after("?ANA", *CHALLENGED).form("name_word", "Ann"))
    said = {"event": "name_word", "player": "Ann", "word": word.lower()}
    asked = play(script, [word])
    if not offered:  # nobody loses time over what can be meant in one way only
        assert asked == Deed("event", said)
        return
    assert isinstance(asked, Prompt)
    assert asked.title == "The wilds stand for"
    assert [(line.label, line.value) for line in asked.lines] == [(NONE, None), *offered]
    assert play(script, [word, None]) == Deed("event", said)
    assert play(script, [word, "N"]) == Deed("event", {**said, "wilds": "N"})


def test_what_a_card_lists_and_how_a_word_is_spelled_is_said_by_whoever_wants_to() -> None:
    card = event_script(situation(rolled()).form("card", "Ann"))
    said = {"event": "card", "jumble": "PLANETS"}
    assert play(card, ["PLANETS", False]) == Deed("event", said)
    assert play(card, ["PLANETS", True, "PLANET", "LATE", ""]) == Deed("event", {**said, "answers": ["planet", "late"]})
    typo = Match.begin({"game": "typo", **SETUPS["typo"]}, shipped)
    revealed = {"event": "reveal", "cards": {"Ann": "A", "Bob": "B", "Cy": "C"}}
    for event in (revealed, {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "raam"}):
        assert typo.apply(event).accepted
    doubt = event_script(situation(typo).form("doubt", "Bob"))
    asked = play(doubt, ["Bob", "Cy"])
    assert isinstance(asked, Prompt)
    assert [(line.label, line.note) for line in asked.lines] == [
        (NONE, ""),
        ("say it", "if otherwise than it was said"),
    ]
    doubted = {"event": "doubt", "players": ["Bob", "Cy"], "row": 1}
    assert play(doubt, ["Bob", "Cy", False, 1]) == Deed("event", doubted)
    assert play(doubt, ["Bob", "Cy", True, "RAEM", 1]) == Deed("event", {**doubted, "spelling": "raem"})


@pytest.mark.parametrize("kind", ["wordplay", "cardplay"])
def test_w16_words_are_claimed_with_the_buttons_where_lines_must_be_words(kind: str) -> None:
    setup = {**SETUPS["wordcard"], "options": {**SETUPS["wordcard"]["options"], "type": kind}}
    script = event_script(situation(Match.begin({"game": "wordcard", **setup}, shipped)).form("lay", "Ann"))
    laid = ["7", "C", "8", "A", "9", "T", DONE]
    said = {"event": "lay", "player": "Ann", "lines": [["7/C", "8/A", "9/T"]]}
    if kind == "cardplay":
        assert play(script, laid) == Deed("event", said)
        return
    assert play(script, [*laid, False]) == Deed("event", said)
    assert play(script, [*laid, True, "CAT", ""]) == Deed("event", {**said, "words": ["cat"]})


def test_what_is_costly_is_asked_once_more_and_no_comes_first() -> None:
    state, _ = step(about(situation_after("ZOO?")), "select")
    state, _ = step(turned(state, "Concede the round"), "select")
    assert (state.prompt.title, line_of(state)) == ("Concede the round", "no")
    assert state.prompt.lines[1].note == "You take 15 chips and begin the next round."
    dismissed, deed = step(state, "select")
    assert (dismissed.shown(), deed) == (None, None)
    assert step(turned(state, "yes"), "select")[1] == Deed("event", {"event": "concede", "player": "Bob"})


def test_two_quick_presses_never_say_what_is_costly() -> None:
    match = Match.begin({"game": "typo", "players": PLAYERS, "options": {"lexicon": WORDS, "rows": [*"CATS"]}}, shipped)
    placed = {"event": "place", "player": "Ann", "row": 1, "side": "back", "word": "cat"}
    for event in ({"event": "reveal", "cards": {"Ann": "A", "Bob": "B", "Cy": "C"}}, placed):
        assert match.apply(event).accepted
    state, _ = step(about(situation(match)), "select")  # one row is the longest: nothing more is to be said to fail
    assert [line.label for line in state.prompt.lines][:3] == ["Play a card", "Doubt the word", "I cannot place it"]
    state, deed = step(turned(state, "I cannot place it"), "select")
    assert (line_of(state), deed) == ("no", None)


def test_what_is_ticked_before_a_match_is_not_ticked_by_whoever_only_presses_on() -> None:
    tick = next(field for field in setting_of("typo", PLAYERS) if field.name == "always_timed")
    asked = next(ask(tick, ""))
    assert [(line.label, line.value) for line in asked.lines] == [("no", False), ("yes", True)]


@pytest.mark.parametrize("name", SETUPS)
@given(data=st.data())
def test_whatever_is_pressed_in_any_menu_is_an_event_or_a_deed_of_the_table(name: str, data: st.DataObject) -> None:
    match = begun(name)
    state = about(situation(match))
    presses: list[Button] = ["down", "down", "select", "select", "up"]
    for button in data.draw(st.lists(st.sampled_from(presses), max_size=40)):
        state, deed = step(state, button)
        if deed is None:
            continue
        if deed.act == "event" and read_match_event(deed.value, match.players) is None:
            read_event(match.book.events, deed.value, match.players)
        return
