"""WORDCARD clause by clause, laying down, tagging on, replacing a wild (W6–W8)."""

from __future__ import annotations

import pytest

from tests.rules.wordcard_table import OUT, TRAIN, play, table


def test_w6_the_first_laydown_needs_five_cards_in_all() -> None:
    play(
        table(),
        f"""
        Ann lay 8/R 9/A 10/I J/N -> too_few_cards W6
        Ann lay 7/O 7/N | 7/O 7/N -> too_few_cards W6
        Ann lay 7/O 7/N | 7/I 7/O 7/N -> laid W6 Ann+49
        Ann lay 7/O 7/N -> laid W7 Ann+14
        Bob lay {TRAIN} -> not_your_turn W6
        """,
    )


def test_w6_another_number_of_cards_may_be_agreed() -> None:
    play(table(open_cards=2), "Ann lay 7/O 7/N -> laid W6 Ann+14")
    play(table(open_cards=6), f"Ann lay {TRAIN} -> too_few_cards W6\nAnn lay {TRAIN} 7/S -> laid W6 Ann+152")


def test_w6_or_a_value_of_the_cards_which_counts_instead() -> None:
    match = table(open_points=30)
    play(
        match,
        """
        Ann lay A/T A/R A/A A/I A/N -> too_few_cards W6
        Ann lay 7/O 7/N -> too_few_cards W6
        Ann lay 10/O 9/N | A/O 9/N -> too_few_cards W6
        Ann lay 10/O 10/N | A/O 9/N -> laid W6 Ann+30
        """,
    )
    assert "10/O 10 + 9/N 9 + A/O 1 + 9/N 9 = 29 points" in match.rulings[2].reason


def test_w6_a_wild_counts_25_towards_it_when_playing_for_the_most() -> None:
    play(table(open_points=32), "Ann lay *=/O 7/N -> laid W6 Ann+32")


def test_w6_no_minimum_when_it_empties_the_hand() -> None:
    match = table(hand=8, open_cards=9)
    play(match, "Ann lay 7/O 7/N -> too_few_cards W6\n" + OUT)


def test_w6_the_first_laydown_is_each_player_s_own() -> None:
    play(
        table(),
        f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn end_turn -> turn_ended W17\nBob lay 7/O 7/N -> too_few_cards W6",
    )


def test_w7_later_laydowns_need_two_cards_and_tags_one() -> None:
    play(
        table(),
        f"""
        Ann tag 1 back=7/S -> not_now W7
        Ann lay {TRAIN} -> laid W6 Ann+101
        Ann lay 7/O -> too_few_cards W7
        Ann lay 7/O 7/N | -> too_few_cards W7
        Ann tag 1 -> too_few_cards W7
        Ann tag 2 back=7/S -> no_such_line W7
        Ann tag 0 back=7/S -> no_such_line W7
        Ann tag -1 back=7/S -> no_such_line W7
        Bob tag 1 back=7/S -> not_your_turn W7
        Ann tag 1 back=7/S -> tagged W7 Ann+51
        """,
    )


def test_w7_nothing_laid_is_too_few_cards() -> None:
    play(table(), "Ann lay -> too_few_cards W6")
    assert table().apply({"event": "lay", "player": "Ann", "lines": []}).verdict == "too_few_cards"


def test_w7_front_and_back_are_read_left_to_right() -> None:
    result = play(
        table(),
        """
        Ann lay A/R A/A A/I A/N | A/O A/N -> laid W6 Ann+8
        Ann tag 2 front=A/A,A/C words= -> not_a_word W10
        Ann tag 1 front=A/T back=A/S -> tagged W7 Ann+11
        """,
    )
    assert result["lines"] == [["A/T", "A/R", "A/A", "A/I", "A/N", "A/S"], ["A/O", "A/N"]]


def test_w7_anyone_s_lines_unless_agreed_otherwise() -> None:
    script = f"""
        Ann lay {TRAIN} -> laid W6 Ann+101
        Ann end_turn -> turn_ended W17
        Bob lay 7/C 7/A 7/T 7/O 7/N -> laid W6 Bob+70
        """
    play(table(), script + "Bob tag 1 back=7/S -> tagged W7 Bob+51")
    match = table(tag_on="own")
    play(match, script + "Bob tag 1 back=7/S -> not_enabled W7\nBob tag 9 back=7/S -> no_such_line W7")
    play(
        match,
        "Ann tag 2 back=7/E -> not_enabled W7\n"
        "Ann tag 1 back=7/S -> not_your_turn W7\nBob tag 2 back=7/E -> tagged W7 Bob+49",
    )


def test_w7_before_opening_another_s_line_is_not_enabled_first() -> None:
    match = table(tag_on="own")
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn end_turn -> turn_ended W17")
    play(match, "Bob tag 1 back=7/S -> not_enabled W7\nBob tag 2 back=7/S -> not_now W7")


def test_w8_a_wild_is_replaced_by_the_real_card_it_stands_for() -> None:
    match = table()
    play(
        match,
        """
        Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135
        Ann replace_wild 2 1 8/R -> no_such_line W8
        Ann replace_wild 0 1 8/R -> no_such_line W8
        Ann replace_wild 1 0 8/R -> no_such_card W8
        Ann replace_wild 1 6 8/R -> no_such_card W8
        Ann replace_wild 1 1 7/T -> no_such_card W8
        Ann replace_wild 1 2 8/S -> no_such_card W8
        Ann replace_wild 1 2 * -> malformed —
        Bob replace_wild 1 2 8/R -> not_your_turn W8
        Ann end_turn -> turn_ended W17
        Bob replace_wild 1 2 8/R -> replaced W8
        Bob replace_wild 1 2 8/R -> no_such_card W8
        """,
    )
    assert match.result()["lines"] == [["7/T", "8/R", "9/A", "10/I", "J/N"]]
    assert match.result()["hand"] == {"Ann": 5, "Bob": 10}


@pytest.mark.parametrize(
    ("wild", "real", "verdict"),
    [
        ("*=Q/R", "Q/R", "replaced W8"),
        ("*=Q/R", "Q/S", "no_such_card W8"),
        ("*=Q/R", "K/R", "no_such_card W8"),
        ("*=/R", "A/R", "replaced W8"),
    ],
)
def test_w8_both_parts_must_agree_where_both_were_needed(wild: str, real: str, verdict: str) -> None:
    play(table(), f"Ann lay 7/T {wild} 9/A 10/I J/N -> laid W6 Ann+135\nAnn replace_wild 1 2 {real} -> {verdict}")


def test_w8_where_only_the_rank_was_needed_any_letter_will_do() -> None:
    match = table(type="cardplay")
    play(match, "Ann lay Q/A Q/B *=Q/ Q/C Q/D -> laid W6 Ann+65\nAnn replace_wild 1 3 Q/Z -> replaced W8")


def test_w8_replacing_pays_nothing_and_a_later_tag_pays_by_the_real_card() -> None:
    match = table()
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135\nAnn replace_wild 1 2 8/R -> replaced W8")
    play(match, "Ann tag 1 back=7/S -> tagged W7 Ann+51")


def test_w8_replacing_closes_the_chance_to_contest() -> None:
    match = table()
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135\nAnn replace_wild 1 2 8/R -> replaced W8")
    play(match, "contest Bob train -> not_now W16")


def test_w3_there_are_four_wilds() -> None:
    match = table()
    play(
        match, "Ann lay *=/T *=/R *=/A *=/I *=/N -> no_such_card W3\nAnn lay *=/T *=/R *=/A *=/I 7/N -> laid W6 Ann+221"
    )
    play(match, "Ann tag 1 back=*=/S -> no_such_card W3")
    cells = [{"x": at, "y": 0, "card": f"*=/{letter}"} for at, letter in enumerate("TRAIN")]
    on_grid = table(grid=True).apply({"event": "lay", "player": "Ann", "cells": cells})
    assert on_grid.verdict == "no_such_card"
