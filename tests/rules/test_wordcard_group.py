"""WORDCARD clause by clause, the group game, and no stakes in any (W24, W26)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadInput
from companion.games.board import Lines
from companion.referee.match import Match
from tests.rules.play import no_words
from tests.rules.wordcard_table import CARDS, group, play, reason, table
from tests.seen import labels, seen


def test_w24_each_player_hands_in_lines_made_of_the_open_cards() -> None:
    match = group()
    result = play(
        match,
        """
        Ann solution A/T A/R A/A A/I A/N | A/O A/N -> no_such_card W24
        Ann solution A/S A/T A/A A/T -> not_a_word W12
        Ann solution A/T A/A -> not_a_word W12
        Ann solution -> too_few_cards W24
        Ann solution A/T A/R A/A A/I A/N A/S | *=/A A/T -> solved W24 Ann+93
        Ann solution A/A A/T -> not_now W24
        """,
    )  # TRAINS 6, TRAIN 5, RAIN 4, IN 2; AT 26; all eight cards 50
    assert result["bonuses"]["Ann"] == 50
    assert (result["turn"], result["awaiting"], result["lines"]) == (None, "solution", [])
    result = play(match, "Bob solution A/A A/T -> solved W24 Bob+2")
    assert result["awaiting"] == "close"
    assert play(match, "close -> final W24")["winners"] == ["Ann"]
    play(match, "close -> game_over W18\nBob solution A/A A/T -> game_over W18")


def test_w24_the_referee_shows_the_best_solution_and_says_whether_there_may_be_a_better_one() -> None:
    match = group(cards=["A/T", "A/R", "A/A", "A/I", "A/N", "A/X", "A/X", "A/Q"])
    play(match, "Ann solution A/A A/T -> solved W24 Ann+2\nclose -> final W24")
    best = {"lines": [["A/T", "A/R", "A/A", "A/I", "A/N"]], "exhaustive": True}
    assert match.record[-1].to_json()["best"] == best | {"points": 11}
    (shown,) = [part for part in seen(match).outcome if isinstance(part, Lines)]
    assert shown.title == "Best solution: 11 points"
    assert [labels(line.cards) for line in shown.lines] == best["lines"]
    assert reason(match) == (
        "Ann wins with 2 points. The best solution found is A/T A/R A/A A/I A/N, for 11 points; no better one exists."
    )
    many = group(cards=[*CARDS, "*", "*", "*", "9/E", "9/S"])
    play(many, "close -> final W24")
    assert "no better one exists" in reason(many)
    claimed = group(cards=[*CARDS, "*", "*", "*", "9/E", "9/S"], declared_only=True)
    play(claimed, "close -> final W24")
    assert "the search was not exhaustive" in reason(claimed)
    none = group(cards=["A/X", "A/Q"] * 4)
    play(none, "close -> final W24")
    assert "no line at all, for 0 points" in reason(none)


def test_w24_no_best_solution_with_a_lexicon_that_knows_no_beginnings() -> None:
    document = {"game": "wordcard", "players": ["Ann"], "options": {"type": "group", "cards": CARDS}}
    match = Match.begin(document, no_words)
    assert match.apply({"event": "close"}).exhibit is None


def test_w24_a_line_without_cards() -> None:
    ruling = group().apply({"event": "solution", "player": "Ann", "lines": [["A/A", "A/T"], []]})
    assert ruling.verdict == "too_few_cards"


def test_w24_the_group_game_may_be_closed_before_all_have_handed_in() -> None:
    match = group()
    result = play(match, "Bob solution A/A A/T -> solved W24 Bob+2\nclose -> final W24")
    assert result["scores"] == {"Ann": 0, "Bob": 2}
    assert result["winners"] == ["Bob"]


def test_w24_nothing_else_happens_in_the_group_game() -> None:
    match = group()
    play(
        match,
        """
        Ann lay A/A A/T -> not_now W6
        Ann draw deck -> not_now W25
        Ann end_turn -> not_now W18
        contest Bob at -> not_now W16
        hands Bob= -> not_now W18
        Ann dealer_chooses wordplay -> not_now W5
        """,
    )


def test_w24_the_others_know_no_solutions() -> None:
    play(
        table(),
        "Ann solution A/A A/T -> not_enabled W24\nBob solution A/A A/T -> not_enabled W24\nclose -> not_enabled W24",
    )


def test_w24_scored_as_wordplay_plus_unless_chosen_otherwise() -> None:
    match = table("Ann", type="group", cards=CARDS)
    play(match, "Ann solution A/T A/R A/A A/I A/N -> solved W24 Ann+16")  # 11 + five aces
    assert play(match, "close -> final W24")["scores"] == {"Ann": 16}
    cards = group(group_type="cardplay")
    play(cards, "Ann solution A/T A/R *=K/ -> not_a_combination W13\nAnn solution A/T A/R *=A/ -> solved W24 Ann+27")


def test_w24_partners_share_their_points_here_too() -> None:
    match = group("Ann Bob Cy", partners=[["Ann", "Bob"]])
    play(match, "Ann solution A/A A/T -> solved W24 Ann+2\nCy solution A/I A/N -> solved W24 Cy+2")
    result = play(match, "close -> final W24 Bob+2")
    assert result["winners"] == ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize(
    "options",
    [
        {"cards": None}, {"cards": ["A/A"] * 7}, {"cards": ["A/A"] * 14}, {"cards": ["A/A"] * 7 + ["*=Q/R"]},
        {"group_type": "group"}, {"group_type": "wild"}, {"group_type": "cardplay", "declared_only": True},
    ],
)  # fmt: skip
def test_w24_unusable_group_games(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        group(**options)


def test_w24_open_cards_belong_to_the_group_game() -> None:
    with pytest.raises(BadInput, match="group game"):
        table(cards=CARDS)


def test_w26_the_product_has_no_stakes() -> None:
    """There is nothing to bet with: no option, no event and no word of money anywhere in the game's vocabulary."""
    match = table()
    for option in ("stake", "stakes", "bet", "payout", "tokens"):
        options: dict[str, Any] = {option: 1}
        with pytest.raises(BadInput):
            table(**options)
    for event in ("bet", "stake", "pay"):
        assert match.apply({"event": event, "player": "Ann", "amount": 1}).verdict == "malformed"
    assert match.view().score_name == "points"
