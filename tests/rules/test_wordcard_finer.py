"""WORDCARD: what a small mistake would change where no other test looks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from companion.errors import BadInput
from companion.games.wordcard import ending, hindsight, windows
from companion.games.wordcard import events as e
from companion.games.wordcard.calls import pressed_own
from companion.games.wordcard.grid import neighbours, place_in, runs_through
from companion.games.wordcard.notation import stands_for
from companion.games.wordcard.readings import readings
from companion.games.wordcard.state import Line
from companion.games.wordcard.whole_turn import CouldHave
from companion.solvers.search import Best
from tests.rules.play import NoWords, begin
from tests.rules.wordcard_table import CARDS, HAND, LAID, OUT, TRAIN, group, play, reason, table

if TYPE_CHECKING:
    from companion.games.core import Words


def test_w5_what_is_played_where_nothing_is_agreed() -> None:
    assert begin("wordcard", ("Ann", "Bob")).state.options == e.Options()
    said = e.Options()
    assert (said.type, said.aim, said.hand, said.open_cards, said.group_type) == (
        "wordplay", "most", 10, 5, "wordplay_plus",
    )  # fmt: skip
    assert (said.tag_on, said.cards, said.open_points, said.partners, said.values) == ("any", None, None, (), {})
    switches = (said.grid, said.declared_only, said.explanations, said.strict, said.pick_any)
    assert switches == (False,) * 5
    (first, *others) = next(each for each in readings(("wordplay",)) if each.name == "open_cards").options
    assert [first.value, *(other.value for other in others)] == [5, 1, 2, 3, 4, *range(6, 14)]


def test_w5_the_wild_game_s_dealer_leads_whoever_was_to_start() -> None:
    assert table(type="wild", dealer="Bob", starter="Ann").view().turn == "Bob"


def test_w1_thirteen_open_cards_can_be_dealt_and_not_fourteen() -> None:
    assert group(cards=["7/A"] * 13).state.options.cards is not None
    with pytest.raises(BadInput):
        group(cards=["7/A"] * 14)


@pytest.mark.parametrize(
    ("options", "about", "sentence"),
    [
        ({"partners": [["Ann"]]}, "partners", "must be pairs of players"),
        ({"type": "cardplay", "declared_only": True}, "declared_only", "declared_only"),
        ({"cards": CARDS}, "cards", "the group game"),
        ({"type": "group", "cards": ["7/A"] * 7}, "cards", "8 to 13 open cards"),
        ({"hand": 7}, "hand", "8 to 13 cards"),
    ],
)
def test_an_option_that_cannot_be_used_is_the_one_that_is_blamed(
    options: dict[str, Any], about: str, sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence) as refused:
        table(**options)
    assert refused.value.about.key == about


def _line(count: int, at: tuple[int, int], *, down: bool = False) -> Line:
    return Line(("7/A",) * count, owner=None, at=at, down=down)


def test_w9_runs_are_read_like_a_page_and_a_place_is_found_in_its_own_direction_only() -> None:
    lying = {(6, 0): "A", (5, 0): "B", (1, 1): "C", (0, 1): "D", (1, 2): "E", (9, 1): "F", (8, 1): "G"}
    assert [(line.at, line.down, "".join(line.cards)) for line in runs_through(lying, lying)] == [
        ((5, 0), False, "BA"), ((0, 1), False, "DC"), ((8, 1), False, "GF"), ((1, 1), True, "CE"),
    ]  # fmt: skip
    across, down = _line(3, (0, 0)), _line(3, (1, 0), down=True)
    assert place_in(_line(2, (1, 0)), across) == 1
    assert place_in(down, across) is None
    assert place_in(_line(2, (3, 0)), across) is None
    assert set(neighbours((4, 7))) == {(3, 7), (5, 7), (4, 6), (4, 8)}
    assert len(neighbours((4, 7))) == 4


def test_w3_a_wild_where_lines_cross_is_one_wild() -> None:
    first = {
        (0, 0): "*=7/T",
        (1, 0): "*=8/R",
        (2, 0): "9/A",
        (3, 0): "10/I",
        (4, 0): "J/N",
        (0, 1): "7/O",
        (0, 2): "7/N",
    }
    match = table(grid=True)
    for cells in (first, {(4, 1): "*=7/O", (4, 2): "*=7/T"}):
        laid = [{"x": x, "y": y, "card": card} for (x, y), card in cells.items()]
        assert match.apply({"event": "lay", "player": "Ann", "cells": laid}).accepted


def test_w8_a_wild_of_the_second_line_is_replaced_there() -> None:
    match = table()
    play(match, f"Ann lay {TRAIN} | *=7/O 7/N -> laid W6 Ann+133\nAnn replace_wild 2 1 7/O -> replaced W8")
    assert [line.cards[0] for line in match.state.lines] == ["7/T", "7/O"]
    assert not stands_for("7/O", "7/O")


def test_w13_wilds_without_a_rank_are_no_combination() -> None:
    play(table(type="cardplay"), "Ann lay *=/R *=/A 7/T 7/O 7/N -> not_a_combination W13")


def test_w16_of_two_words_claimed_no_button_can_say_which() -> None:
    match = table()
    play(match, f"Ann lay {TRAIN} | 7/T 7/O 7/N words=train,ton -> laid W6 Ann+136")
    assert pressed_own(match.state, "Bob") is None


def test_w16_a_contest_is_whose_word_it_is_and_ends_with_a_discard_and_with_the_game() -> None:
    match = table()
    play(match, f"Ann draw deck -> drawn W25\n{LAID}")
    assert match.view().holders == {"contest": "Ann"}
    play(match, "Ann discard 7/A -> discarded W25\ncontest Bob train -> not_now W16")
    match = table(hand=8)
    play(match, f"{OUT}hands Bob={HAND} -> final W22 Ann+23")
    assert match.state.doubtful is None


def test_w16_what_the_table_decided_on_an_explanation_must_be_said() -> None:
    match = table(explanations=True)
    play(match, LAID)
    match.apply({"event": "contest", "players": ["Bob"], "word": "train", "about": "explanation"})
    assert "“upheld”" in reason(match)
    assert "Only in the wild game" not in reason(match)


def test_w17_notice_runs_under_its_own_name() -> None:
    match = table()
    assert windows.timed(match.state) is None
    play(match, "Ann notice -> noticed W17")
    timed = windows.timed(match.state)
    assert timed is not None
    assert timed.label == "notice"


def test_w19_a_long_word_that_overlaps_one_paid_before_is_paid() -> None:
    match = table(words=("abcdefgh", "xabcdefg"))
    play(match, "Ann lay 7/A 7/B 7/C 7/D 7/E 7/F 7/G 7/H -> laid W6 Ann+106\nAnn tag 1 front=7/X -> tagged W7 Ann+106")


def test_w21_who_plays_alone_for_the_fewest_ends_with_nothing() -> None:
    match = table("Ann", aim="fewest", hand=8)
    play(match, f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann-50")
    match.apply({"event": "hands", "hands": {}})
    assert match.state.hands[0].score == 0
    assert "−50 becomes 0" in reason(match)


def test_w24_all_open_cards_in_a_solution_are_paid_and_said() -> None:
    match = group(cards=["A/T", "A/R", "A/A", "A/I", "A/N", "A/I", "A/T", "A/S"])
    play(match, "Ann solution A/T A/R A/A A/I A/N | A/I A/T A/S -> solved W24 Ann+66")
    assert "all cards" in reason(match)


def test_w24_a_solution_without_lines_is_none() -> None:
    match = group()
    ruling = match.apply({"event": "solution", "player": "Ann", "lines": []})
    assert ruling.verdict == "too_few_cards"


def test_w24_without_a_dictionary_that_can_be_searched_no_best_solution_is_shown() -> None:
    state = replace(group().state, words=cast("Words", NoWords()))
    after, ruling = ending.close(state, e.Close())
    assert (ruling.verdict, ruling.clause and ruling.clause.number, ruling.exhibit) == ("final", "W24", None)
    assert after.winners == (0, 1)
    assert hindsight.hints(state, e.Hands({"Ann": ("7/A",)})) == {}


@pytest.mark.parametrize(
    ("exhaustive", "at_most", "shown"), [(True, 9, {}), (False, None, {}), (False, 9, {"at_most": 9})]
)
def test_how_much_there_may_have_been_is_said_where_it_is_not_known(
    exhaustive: bool, at_most: int | None, shown: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    best = Best((("7/A", "7/T"),), 14, exhaustive, at_most)
    monkeypatch.setattr(hindsight, "best_turns", lambda *_args, **_options: [CouldHave(best, None)])
    (hint,) = hindsight.hints(table().state, e.Hands({"Bob": ("7/A", "7/T")}))["best_laydowns"]
    assert hint == {"player": "Bob", "lines": [["7/A", "7/T"]], "points": 14, "exhaustive": exhaustive} | shown


def test_w25_the_dealer_may_leave_the_first_card_of_the_pile_unplayed() -> None:
    match = table(pick_any=True)
    play(match, "Ann draw pile cards=Q/R -> drawn W25\nAnn end_turn -> turn_ended W17")


def test_w25_what_was_laid_of_several_cards_taken_stays_and_the_rest_goes_back() -> None:
    """Of two cards that are alike the one that was not laid goes back as well."""
    match = table(pick_any=True, open_cards=2)
    play(
        match,
        """
        Ann draw deck -> drawn W25
        Ann discard 9/C -> discarded W25
        Ann end_turn -> turn_ended W17
        Bob draw deck -> drawn W25
        Bob discard 7/A -> discarded W25
        Bob end_turn -> turn_ended W17
        Ann draw deck -> drawn W25
        Ann discard 7/A -> discarded W25
        Ann end_turn -> turn_ended W17
        Bob draw pile cards=9/C,7/A,7/A -> drawn W25
        Bob lay 7/A 7/T -> laid W6 Bob+14
        Bob notice -> noticed W17
        Bob timeout -> turn_lost W17
        """,
    )
    assert match.state.pile == (None, "9/C", "7/A")
