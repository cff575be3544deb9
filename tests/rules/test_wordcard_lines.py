"""WORDCARD clause by clause, which words and combinations count in a line (W10–W15)."""

from __future__ import annotations

import pytest

from tests.rules.wordcard_table import TRAIN, play, reason, table


def test_w10_every_card_belongs_to_a_word_standing_in_the_line() -> None:
    match = table()
    play(match, "Ann lay A/S A/T A/O A/R A/M A/Y words=storm,my -> laid W6 Ann+13")  # STORM STORMY MY
    assert reason(match) == "Ann lays 6 cards: STORM 5 + STORMY 6 + MY 2 = 13 points."
    play(table(words=("storm", "my")), "Ann lay A/S A/T A/O A/R A/M A/Y -> laid W6 Ann+7")
    play(table(), "Ann lay A/T A/R A/A A/I A/N A/X words=train -> not_a_word W10")
    play(table(), "Ann lay A/X A/T A/R A/A A/I A/N words=train -> not_a_word W10")
    play(table(), "Ann lay A/O A/N A/X A/O A/N words= -> not_a_word W10")


def test_w10_a_word_has_two_letters() -> None:
    match = table(words=("a", "i", "on"))
    play(
        match,
        "Ann lay A/A A/I A/O A/N A/A words= -> not_a_word W10\nAnn lay A/A A/O A/N A/O A/N words=a -> not_a_word W16",
    )
    play(match, "Ann lay A/O A/N A/O A/N | A/A -> not_a_word W10")


def test_w11_words_in_words_all_count_at_every_place() -> None:
    play(table(), "Ann lay A/A A/D A/M A/I A/R A/A A/T A/I A/O A/N -> out W18 Ann+130")
    # AD 2 + ADMIRATION 10 + MI 2 + RAT 3 + RATION 6 + AT 2 + ION 3 + ON 2 = 30, 50 for ten letters, 50 for all at once
    play(table(), "Ann lay A/O A/N A/O A/N A/O A/N -> laid W6 Ann+10")  # ON three times, NO twice


def test_w11_the_rulebook_s_admiration() -> None:
    match = table(words=("admiration", "ration", "rat", "ion"), hand=11)
    play(match, "Ann lay A/A A/D A/M A/I A/R A/A A/T A/I A/O A/N -> laid W6 Ann+72")
    told = "ADMIRATION 10 + RAT 3 + RATION 6 + ION 3 = 22 points; ADMIRATION = 50 bonus points added."
    assert reason(match) == f"Ann lays 10 cards: {told}"


def test_w11_with_declared_only_just_the_claimed_words_count() -> None:
    match = table(declared_only=True)
    play(match, f"Ann lay {TRAIN} words=train,rain -> laid W6 Ann+81\nAnn lay 7/O 7/N -> laid W7 Ann+14")
    play(match, "Ann tag 1 back=7/S -> tagged W7 Ann+51")  # the line claims itself: TRAINS


def test_w11_a_tag_on_pays_only_what_is_new() -> None:
    match = table()
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn tag 1 back=7/S -> tagged W7 Ann+51")
    assert reason(match) == (
        "Ann lays 1 card: TRAIN 44 + TRAINS 51 + RAIN 37 + IN 20 − the line as it was 101 = 51 points."
    )


def test_w12_names_are_no_words() -> None:
    play(table(strict=True), "Ann lay A/A A/N A/N A/A A/A -> not_a_word W12")
    play(table(), "Ann lay A/A A/N A/N A/A | A/O A/N words= -> not_a_word W10")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Q Q Q Q Q", 50),
        ("7 8 9 10 J", 44),
        ("J 10 9 8 7", 44),
        ("A K Q J 10", 41),
        ("7 8 9 9 9", 24 + 27),  # the 9s share one card with the run
        ("7 8 9 8 7", 24 + 24),  # up and down again
        ("7 7 8 9 10", 14 + 34),
        ("7 7 9 9 9", 14 + 27),
        ("9 8 7 7 8 9", 24 + 14 + 24),
        ("7 8 9 10 9 8", 34 + 27),
    ],
)
def test_w13_combinations(cards: str, points: int) -> None:
    row = " ".join(f"{rank}/X" for rank in cards.split())
    play(table(type="cardplay"), f"Ann lay {row} -> laid W6 Ann+{points}")


@pytest.mark.parametrize(
    "cards", ["7 8 9 10 Q", "K A 7 8 9", "7 8 8 9 10 J Q", "7 9 J K A", "Q Q K K A", "7 8 A A A", "A 7 7 7 7"]
)
def test_w13_lines_that_are_no_combinations(cards: str) -> None:
    row = " ".join(f"{rank}/X" for rank in cards.split())
    play(table(type="cardplay"), f"Ann lay {row} -> not_a_combination W13")


def test_w13_ace_does_not_meet_seven() -> None:
    play(table(type="cardplay"), "Ann lay Q/X K/X A/X 7/X 8/X -> not_a_combination W13")
    play(table(type="cardplay"), "Ann lay A/X 7/X 8/X 9/X 10/X -> not_a_combination W13")


def test_w13_letters_do_not_matter_and_words_are_ignored() -> None:
    match = table(type="cardplay")
    play(match, "Ann lay Q/X Q/X Q/X Q/X Q/X words=zebra -> laid W6 Ann+50\ncontest Bob zebra -> not_a_word W16")


def test_w14_wordplay_plus_pays_combinations_too() -> None:
    match = table(type="wordplay_plus")
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+145\nAnn lay 7/O Q/N -> laid W7 Ann+17")
    play(match, "Ann lay Q/X Q/Q words= -> not_a_word W10")


def test_w14_cardplay_plus_pays_words_too() -> None:
    match = table(type="cardplay_plus")
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+145\nAnn lay 7/O Q/N -> not_a_combination W13")
    play(match, "Ann lay 7/X 7/Q -> laid W7 Ann+14\ncontest Bob xq -> not_a_word W16")


def test_w15_one_word_and_one_combination_over_the_full_length() -> None:
    match = table(type="wordcard", hand=12)
    play(
        match,
        """
        Ann lay 7/R 8/A 9/I 10/D J/E K/R -> not_a_combination W15
        Ann lay 7/R 8/A 9/I 9/D 9/E -> not_a_combination W15
        Ann lay 7/R *=/A 9/I 10/D J/E Q/R -> not_a_combination W15
        Ann lay 7/R *=8/ 9/I 10/D J/E Q/R -> not_a_word W15
        Ann lay 7/R 8/A 9/I 10/D J/E Q/R -> laid W6 Ann+412
        Ann lay 7/O 7/N -> laid W7 Ann+56
        """,
    )  # 2 × (RAIDER 54 + RAID 34 + AID 27 + AIDE 37 + the run 54) = 412; then 2 × (ON 14 + the pair 14)
    assert "RAID 68 + RAIDER 108 + AID 54 + AIDE 74 + 7 to Q 108 = 412 points" in match.rulings[4].reason


def test_w15_each_line_claims_itself_even_with_words_claimed() -> None:
    match = table(type="wordcard")
    play(match, "Ann lay 7/X 8/O 9/N 10/X J/X words=on -> laid W6 Ann+210\ncontest Bob xonxx -> word_fails W16 Ann-210")
    match = table(type="wordcard")
    play(match, "Ann lay 7/X 8/O 9/N 10/X J/X words= -> laid W6 Ann+210\ncontest Bob on -> not_a_word W16")
    play(table(type="wordcard", strict=True), "Ann lay 7/X 8/O 9/N 10/X J/X -> not_a_word W12")
