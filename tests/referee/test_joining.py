"""What is said one by one (doubts of a word), held against what the rules make of the event that comes out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import calls
from companion.games.form import forms_of
from companion.games.form_fields import ChoiceField
from companion.referee.joining import Joiners, joint_choices, joint_event, may_join
from companion.referee.match import Match
from tests.views import shipped

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]


def said(count: int, *placed: tuple[int, str]) -> Match:
    """A game of so many in which Ann, Bob … place an A in these rows and at these ends, with words nobody knows."""
    players = NAMES[:count]
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["ant"]}}
    match = Match.begin({"game": "typo", "players": players, "options": options}, shipped)
    events: list[dict[str, Any]] = [{"event": "reveal", "cards": dict.fromkeys(players, "A")}]
    for player, (row, side) in zip(players, placed, strict=False):
        letters = match_rows(match, events)[row - 1]
        word = f"A{letters}xq" if side == "front" else f"{letters}Axq"
        events.append({"event": "place", "player": player, "row": row, "side": side, "word": word})
    for event in events:
        assert match.apply(event).accepted, event
    return match


def match_rows(match: Match, events: list[dict[str, Any]]) -> list[str]:
    """The rows once these events have happened."""
    rows = list(match.state.rows)
    for event in events[1:]:
        row = event["row"] - 1
        rows[row] = f"A{rows[row]}" if event["side"] == "front" else f"{rows[row]}A"
    return rows


@pytest.mark.parametrize("count", range(2, 7))
def test_doubts_are_enough_when_the_rules_do_not_find_them_too_few(count: int) -> None:
    match = said(count, (1, "front"))
    for doubters in range(1, count):
        players = tuple(NAMES[1 : 1 + doubters])
        ruling = said(count, (1, "front")).apply({"event": "doubt", "players": list(players), "row": 1})
        assert (joint_event(match.view(), match.state, players) is None) == (ruling.verdict == "too_few_doubters")


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["front", "back"])), min_size=1, max_size=6))
def test_the_joint_choices_from_are_those_the_rules_take(placed: list[tuple[int, str]]) -> None:
    match = said(6, *placed)
    view, state = match.view(), match.state
    doubters = tuple(name for name in view.players if may_join(view, state, name))
    chosen = joint_choices(view, state, doubters)
    assert joint_choices(view, state, doubters[:2]) == (), "two of five are too few"
    refused = match.judge(joint_event(view, state, doubters)).ruling
    assert (refused.verdict == "choose_row") == bool(chosen)
    taken = [row for row in range(1, 5) if match.judge(joint_event(view, state, doubters, row)).ruling.accepted]
    joint = calls.joint("typo", state)
    assert joint is not None
    assert taken == list(joint.choices)
    assert taken == list(chosen) or len(taken) == 1
    fields = forms_of("typo").form(state, "doubt", "").fields
    options = [option.value for field in fields if isinstance(field, ChoiceField) for option in field.options]
    assert options == list(chosen), "pages draw the choice from the form"


def test_nobody_doubts_their_own_word_nor_one_that_was_not_said() -> None:
    match = said(3, (1, "front"))
    view, state = match.view(), match.state
    assert [may_join(view, state, name) for name in NAMES] == [False, True, True, False, False, False]
    assert not may_join(None, None, "Ann")
    assert joint_event(view, state, ("Ann", "Bob")) is None
    assert joint_event(None, None, ()) is None
    assert joint_choices(None, None, ("Bob",)) == ()
    assert joint_choices(said(3).view(), said(3).state, ("Bob", "Cy")) == ()


def test_a_doubt_said_twice_is_one_and_belongs_to_its_word() -> None:
    joiners = Joiners(4).and_also("Bob").and_also("Cy").and_also("Bob")
    assert joiners.players == ("Bob", "Cy")
    assert joiners.of(4) is joiners
    assert joiners.of(5) == Joiners(5)
