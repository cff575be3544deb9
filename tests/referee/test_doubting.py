"""Doubts said one by one, held against what the rules make of the event that comes out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import calls
from companion.referee.doubting import Doubts, doubted, may_doubt, rows_to_choose
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
    rows = list(match.view().board["rows"])
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
        assert (doubted(match.view(), match.state, players) is None) == (ruling.verdict == "too_few_doubters")


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from(["front", "back"])), min_size=1, max_size=6))
def test_the_rows_to_choose_from_are_those_the_rules_take(placed: list[tuple[int, str]]) -> None:
    match = said(6, *placed)
    view, state = match.view(), match.state
    doubters = tuple(name for name in view.players if may_doubt(view, state, name))
    chosen = rows_to_choose(view, state, doubters)
    assert rows_to_choose(view, state, doubters[:2]) == (), "two of five are too few"
    refused = match.judge(doubted(view, state, doubters)).ruling
    assert (refused.verdict == "choose_row") == bool(chosen)
    taken = [row for row in range(1, 5) if match.judge(doubted(view, state, doubters, row)).ruling.accepted]
    joint = calls.joint("typo", state)
    assert joint is not None
    assert taken == list(joint.choices)
    assert taken == list(chosen) or len(taken) == 1


def test_nobody_doubts_their_own_word_nor_one_that_was_not_said() -> None:
    match = said(3, (1, "front"))
    view, state = match.view(), match.state
    assert [may_doubt(view, state, name) for name in NAMES] == [False, True, True, False, False, False]
    assert not may_doubt(None, None, "Ann")
    assert doubted(view, state, ("Ann", "Bob")) is None
    assert doubted(None, None, ()) is None
    assert rows_to_choose(None, None, ("Bob",)) == ()
    assert rows_to_choose(said(3).view(), said(3).state, ("Bob", "Cy")) == ()


def test_a_doubt_said_twice_is_one_and_belongs_to_its_word() -> None:
    doubts = Doubts(4).joined("Bob").joined("Cy").joined("Bob")
    assert doubts.players == ("Bob", "Cy")
    assert doubts.of(4) is doubts
    assert doubts.of(5) == Doubts(5)
