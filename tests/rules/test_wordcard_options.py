"""WORDCARD clause by clause, players, cards, aims and types (W1–W5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.errors import BadInput
from companion.games.wordcard.state import State
from tests.rules.play import last
from tests.rules.wordcard_table import TRAIN, play, table

if TYPE_CHECKING:
    from companion.games.core import Ruling
    from companion.referee.match import Match


@pytest.mark.parametrize("hand", [8, 13])
def test_w1_hands_of_eight_to_thirteen_cards(hand: int) -> None:
    assert table(hand=hand).result()["hand"] == {"Ann": hand, "Bob": hand}


@pytest.mark.parametrize("hand", [7, 14, 0, -1, True, 10.0, "ten"])
def test_w1_no_other_hands(hand: int) -> None:
    with pytest.raises(BadInput):
        table(hand=hand)


def test_w1_one_to_eight_players() -> None:
    assert table("Ann").result()["turn"] == "Ann"
    assert len(table("A B C D E F G H").result()["hand"]) == 8
    for players in ("", "A B C D E F G H I"):
        with pytest.raises(BadInput):
            table(players)


@pytest.mark.parametrize(
    "partners",
    [
        [["Ann"]],
        [["Ann", "Bob", "Cy"]],
        [["Ann", "Zed"]],
        [["Ann", "Ann"]],
        [["Ann", "Bob"], ["Bob", "Cy"]],
        ["Ann", "Bob"],
        "Ann",
    ],
)
def test_w1_partners_are_pairs_of_players(partners: list[list[str]]) -> None:
    with pytest.raises(BadInput):
        table("Ann Bob Cy Di", partners=partners)


def test_w1_more_cards_than_the_hand_holds() -> None:
    match = table(hand=8)
    play(match, f"Ann lay {TRAIN} | A/X A/X A/X A/X -> no_such_card W1\nAnn lay {TRAIN} -> laid W6 Ann+101")
    play(match, "Ann tag 1 back=A/S,A/S,A/S,A/S -> no_such_card W1")


@pytest.mark.parametrize(
    ("rank", "points"), [("7", 7), ("8", 8), ("9", 9), ("10", 10), ("J", 10), ("Q", 10), ("K", 10), ("A", 1)]
)
def test_w2_the_value_of_a_rank(rank: str, points: int) -> None:
    play(table(words=("xy",)), f"Ann lay A/X A/Y A/X A/Y {rank}/X {rank}/Y words= -> laid W6 Ann+{4 + 2 * points}")


def test_w2_values_may_be_agreed_otherwise() -> None:
    match = table(words=("xy",), values={"A": 11, "K": 0})
    play(match, "Ann lay A/X A/Y K/X K/Y Q/X Q/Y words= -> laid W6 Ann+42")


@pytest.mark.parametrize("values", [{"2": 3}, {"A": -1}, {"A": True}, {"A": "1"}, [1]])
def test_w2_values_that_cannot_be_used(values: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        table(values=values)


@pytest.mark.parametrize(
    "card", ["Q/r", "11/A", "q/A", "Q", "Q/", "/A", "Q/AB", "*", "*=/", "*=", "*Q/R", "", 3, None, "*=11/A"]
)
def test_w2_a_card_is_written_rank_and_letter(card: str) -> None:
    ruling = table().apply({"event": "lay", "player": "Ann", "lines": [[card, "7/A"]]})
    assert ruling.verdict == "malformed"
    assert "“lines, no. 1, no. 1”" in ruling.reason


def test_w3_a_wild_counts_25_for_the_most_and_nothing_for_the_fewest() -> None:
    play(table(), "Ann lay 7/T *=8/R 9/A 10/I J/N -> laid W6 Ann+135")  # 61 + 54 + 20
    match = table(aim="fewest", open_points=37)
    play(match, "Ann lay 7/T *=8/R 9/A 10/I J/N -> too_few_cards W6\nAnn lay 7/T 8/R 9/A 10/I J/N -> laid W6")
    assert "= 36 points" in match.rulings[0].reason


def test_w3_a_wild_may_stand_for_one_part_only() -> None:
    play(table(), "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135")
    play(table(type="cardplay"), "Ann lay Q/A Q/B *=Q/ Q/C Q/D -> laid W6 Ann+65")
    play(table(type="cardplay"), "Ann lay Q/A Q/B *=/R Q/C Q/D -> not_a_combination W13")
    play(table(), "Ann lay 7/T *=8/ 9/A 10/I J/N -> not_a_word W10")
    play(table(type="wordplay_plus"), "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+164")  # 135 + 9 10 J
    play(table(type="wordplay_plus"), "Ann lay 7/T *=8/R 9/A 10/I J/N -> laid W6 Ann+196")  # 135 + all five 61


def test_w4_for_the_fewest_a_laydown_scores_nothing_and_bonuses_are_deducted() -> None:
    match = table(aim="fewest", hand=8)
    play(match, f"Ann lay {TRAIN} -> laid W6\nAnn lay 7/T 7/O 7/N -> out W18 Ann-50")
    assert match.result()["bonuses"] == {"Ann": 50, "Bob": 0}


def test_w4_for_the_most_every_laydown_and_tag_on_scores() -> None:
    play(table(), f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn tag 1 back=7/S -> tagged W7 Ann+51")


@pytest.mark.parametrize("options", [{"aim": "least"}, {"type": "poker"}, {"type": None, "aim": 3}, {"stakes": 5}])
def test_w4_w5_unknown_aims_types_and_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        table(**options)


def test_w5_in_the_wild_game_the_dealer_leads_and_chooses_before_anything_else() -> None:
    match = table("Ann Bob Cy", type="wild", dealer="Bob")
    assert (match.result()["turn"], match.result()["awaiting"]) == ("Bob", "dealer_chooses")
    play(
        match,
        f"""
        Ann dealer_chooses wordplay -> not_your_turn W5
        Bob lay {TRAIN} -> not_now W5
        Bob end_turn -> not_now W5
        Bob draw deck -> not_now W5
        contest Ann train -> not_now W5
        Bob dealer_chooses group -> malformed —
        Bob dealer_chooses wild -> malformed —
        Bob dealer_chooses cardplay -> chosen W5
        Bob dealer_chooses wordplay -> not_now W5
        Bob lay {TRAIN} -> laid W6 Bob+44
        Bob end_turn -> turn_ended W17
        Cy dealer_chooses wordplay -> not_your_turn W5
        """,
    )
    assert last(match)["reason"] == "Bob is the dealer."


def choose(options: dict[str, Any], **document: Any) -> tuple[Match, Ruling]:
    match = table(type="wild", **document)
    ruling = match.apply({"event": "dealer_chooses", "player": "Ann", "type": "cardplay", "options": options})
    return match, ruling


def test_w5_the_dealer_may_set_any_option_but_cards_and_lexicon() -> None:
    match, ruling = choose({"aim": "fewest", "hand": 8, "open_cards": 3, "values": {"A": 11}, "grid": True})
    assert ruling.verdict == "chosen"
    assert match.result()["hand"] == {"Ann": 8, "Bob": 8}
    play(match, "Ann cells 0,0:7/A 1,0:8/B 2,0:9/C -> laid W9")


@pytest.mark.parametrize(
    "options",
    [
        {"cards": ["A/A"] * 8}, {"lexicon": "en"}, {"type": "wordplay"}, {"hand": 20}, {"colour": "red"},
        {"aim": "none"}, {"partners": [["Ann", "Zed"]]}, 3, [],
    ],
)  # fmt: skip
def test_w5_what_the_dealer_cannot_set_is_malformed(options: dict[str, Any]) -> None:
    match, ruling = choose(options)
    assert ruling.verdict == "malformed"
    assert "“options" in ruling.reason
    assert match.result()["awaiting"] == "dealer_chooses"


@pytest.mark.parametrize("options", [{"cards": ["A/A"] * 8}, {"lexicon": "en"}, {"type": "wordplay"}])
def test_w5_what_is_not_the_dealer_s_to_set_is_said(options: dict[str, Any]) -> None:
    (name,) = options
    said = choose(options)[1].reason
    assert said == f"The field “options” cannot be used: the dealer cannot set the option “{name}”."


@pytest.mark.parametrize("kind", ["wordplay", "wordplay_plus", "wordcard"])
def test_w11_claimed_words_only_can_be_agreed_where_lines_are_words(kind: str) -> None:
    assert table(type=kind, declared_only=True).state.scheme.declared_only


@pytest.mark.parametrize(("set_by_dealer", "options"), [({}, {"declared_only": True}), ({"declared_only": True}, {})])
def test_w5_claimed_words_only_are_not_in_force_where_nothing_is_claimed(
    set_by_dealer: dict[str, bool], options: dict[str, bool]
) -> None:
    match, ruling = choose(set_by_dealer, **options)
    assert ruling.verdict == "chosen"
    assert not match.state.scheme.declared_only


def test_w5_nobody_chooses_in_a_game_that_is_not_wild() -> None:
    play(table(), "Ann dealer_chooses wordplay -> not_enabled W5\nBob dealer_chooses wordplay -> not_enabled W5")


@pytest.mark.parametrize(
    ("options", "leads"),
    [
        ({}, "Ann"),
        ({"dealer": "Bob"}, "Bob"),
        ({"starter": "Bob"}, "Bob"),
        ({"dealer": "Ann", "starter": "Bob"}, "Bob"),
    ],
)
def test_w5_the_dealer_leads_unless_a_starter_is_agreed(options: dict[str, Any], leads: str) -> None:
    assert table(**options).result()["turn"] == leads


@pytest.mark.parametrize(
    ("choice", "field"),
    [
        ({"type": "group"}, "type"),
        ({"type": "group", "options": {}}, "type"),
        ({"type": "group", "options": {"aim": "most"}}, "type"),
        ({"type": "wordplay", "options": {"hand": 99}}, "options: hand"),
        ({"type": "wordplay", "options": {"partners": [["Ann", "Ann"]]}}, "options: partners"),
        ({"type": "wordplay", "options": {"stakes": 5}}, "options"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_for_the_field_that_was_sent(choice: dict[str, Any], field: str) -> None:
    match = table("Ann Bob Cy", type="wild", dealer="Bob")
    ruling = match.apply({"event": "dealer_chooses", "player": "Bob"} | choice)
    assert ruling.verdict == "malformed"
    assert f"“{field}”" in ruling.reason


def test_w5_before_the_dealer_has_chosen_lines_would_be_judged_as_wordplay() -> None:
    state = table(type="wild").state
    assert isinstance(state, State)
    assert state.scheme.type == "wordplay"
