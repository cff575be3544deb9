"""WORDCARD clause by clause, from the cards to contests: each test is named after the clause it pins down."""

from __future__ import annotations

import pytest

from companion.errors import BadInput
from tests.rules.wordcard_table import TRAIN, play, reason, table

A5 = "A/X A/X A/X A/X A/X"  # XXXXX: no word; claims itself; 5 points


# ——— W1–W5: players, cards, aims, types ———


@pytest.mark.parametrize("hand", [8, 13])
def test_w1_hands_of_eight_to_thirteen_cards(hand):
    assert table(hand=hand).result()["hand"] == {"Ann": hand, "Bob": hand}


@pytest.mark.parametrize("hand", [7, 14, 0, -1, True, 10.0, "ten"])
def test_w1_no_other_hands(hand):
    with pytest.raises(BadInput):
        table(hand=hand)


def test_w1_one_to_eight_players():
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
def test_w1_partners_are_pairs_of_players(partners):
    with pytest.raises(BadInput):
        table("Ann Bob Cy Di", partners=partners)


def test_w1_more_cards_than_the_hand_holds():
    match = table(hand=8)
    play(match, f"Ann lay {TRAIN} | A/X A/X A/X A/X -> no_such_card W1\nAnn lay {TRAIN} -> laid W6 Ann+101")
    play(match, "Ann tag 1 back=A/S,A/S,A/S,A/S -> no_such_card W1")


@pytest.mark.parametrize(
    ("rank", "points"), [("7", 7), ("8", 8), ("9", 9), ("10", 10), ("J", 10), ("Q", 10), ("K", 10), ("A", 1)]
)
def test_w2_the_value_of_a_rank(rank, points):
    play(table(words=("xy",)), f"Ann lay A/X A/Y A/X A/Y {rank}/X {rank}/Y words= -> laid W6 Ann+{4 + 2 * points}")


def test_w2_values_may_be_agreed_otherwise():
    match = table(words=("xy",), values={"A": 11, "K": 0})
    play(match, "Ann lay A/X A/Y K/X K/Y Q/X Q/Y words= -> laid W6 Ann+42")


@pytest.mark.parametrize("values", [{"2": 3}, {"A": -1}, {"A": True}, {"A": "1"}, [1]])
def test_w2_values_that_cannot_be_used(values):
    with pytest.raises(BadInput):
        table(values=values)


@pytest.mark.parametrize(
    "card", ["Q/r", "11/A", "q/A", "Q", "Q/", "/A", "Q/AB", "*", "*=/", "*=", "*Q/R", "", 3, None, "*=11/A"]
)
def test_w2_a_card_is_written_rank_and_letter(card):
    ruling = table().apply({"event": "lay", "player": "Ann", "lines": [[card, "7/A"]]})
    assert ruling.verdict == "malformed"
    assert "“lines.1.1”" in ruling.reason


def test_w3_a_wild_counts_25_for_the_most_and_nothing_for_the_fewest():
    play(table(), "Ann lay 7/T *=8/R 9/A 10/I J/N -> laid W6 Ann+135")  # 61 + 54 + 20
    match = table(aim="fewest", open_points=37)
    play(match, "Ann lay 7/T *=8/R 9/A 10/I J/N -> too_few_cards W6\nAnn lay 7/T 8/R 9/A 10/I J/N -> laid W6")
    assert "= 36 points" in match.rulings[0].reason


def test_w3_a_wild_may_stand_for_one_part_only():
    play(table(), "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135")
    play(table(type="cardplay"), "Ann lay Q/A Q/B *=Q/ Q/C Q/D -> laid W6 Ann+65")
    play(table(type="cardplay"), "Ann lay Q/A Q/B *=/R Q/C Q/D -> not_a_combination W13")
    play(table(), "Ann lay 7/T *=8/ 9/A 10/I J/N -> not_a_word W10")
    play(table(type="wordplay_plus"), "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+164")  # 135 + 9 10 J
    play(table(type="wordplay_plus"), "Ann lay 7/T *=8/R 9/A 10/I J/N -> laid W6 Ann+196")  # 135 + all five 61


def test_w4_for_the_fewest_a_laydown_scores_nothing_and_bonuses_are_deducted():
    match = table(aim="fewest", hand=8)
    play(match, f"Ann lay {TRAIN} -> laid W6\nAnn lay 7/T 7/O 7/N -> out W18 Ann-50")
    assert match.result()["bonuses"] == {"Ann": 50, "Bob": 0}


def test_w4_for_the_most_every_laydown_and_tag_on_scores():
    play(table(), f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn tag 1 back=7/S -> tagged W7 Ann+51")


@pytest.mark.parametrize("options", [{"aim": "least"}, {"type": "poker"}, {"type": None, "aim": 3}, {"stakes": 5}])
def test_w4_w5_unknown_aims_types_and_options(options):
    with pytest.raises(BadInput):
        table(**options)


def test_w5_in_the_wild_game_the_dealer_leads_and_chooses_before_anything_else():
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
        """,
    )


def choose(options, **document):
    match = table(type="wild", **document)
    ruling = match.apply({"event": "dealer_chooses", "player": "Ann", "type": "cardplay", "options": options})
    return match, ruling


def test_w5_the_dealer_may_set_any_option_but_cards_and_lexicon():
    match, ruling = choose({"aim": "fewest", "hand": 8, "open_cards": 3, "values": {"A": 11}, "grid": True})
    assert ruling.verdict == "chosen"
    assert match.result()["hand"] == {"Ann": 8, "Bob": 8}
    play(match, "Ann cells 0,0:7/A 1,0:8/B 2,0:9/C -> laid W9")


@pytest.mark.parametrize(
    "options",
    [
        {"cards": ["A/A"] * 8}, {"lexicon": "en"}, {"type": "wordplay"}, {"hand": 20}, {"colour": "red"},
        {"aim": "none"}, {"declared_only": True}, {"partners": [["Ann", "Zed"]]}, 3, [],
    ],
)  # fmt: skip
def test_w5_what_the_dealer_cannot_set_is_malformed(options):
    match, ruling = choose(options)
    assert ruling.verdict == "malformed"
    assert "“options" in ruling.reason
    assert match.result()["awaiting"] == "dealer_chooses"


def test_w5_claimed_words_only_must_suit_what_the_dealer_chooses():
    match, ruling = choose({}, declared_only=True)
    assert ruling.verdict == "malformed"
    play(match, "Ann dealer_chooses wordcard -> chosen W5")


def test_w5_nobody_chooses_in_a_game_that_is_not_wild():
    play(table(), "Ann dealer_chooses wordplay -> not_now W5\nBob dealer_chooses wordplay -> not_your_turn W5")


@pytest.mark.parametrize(
    ("options", "leads"),
    [
        ({}, "Ann"),
        ({"dealer": "Bob"}, "Bob"),
        ({"starter": "Bob"}, "Bob"),
        ({"dealer": "Ann", "starter": "Bob"}, "Bob"),
    ],
)
def test_w5_the_dealer_leads_unless_a_starter_is_agreed(options, leads):
    assert table(**options).result()["turn"] == leads


# ——— W6–W9: laying, tagging, replacing, the grid ———


def test_w6_the_first_laydown_needs_five_cards_in_all():
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


def test_w6_another_number_of_cards_may_be_agreed():
    play(table(open_cards=2), "Ann lay 7/O 7/N -> laid W6 Ann+14")
    play(table(open_cards=6), f"Ann lay {TRAIN} -> too_few_cards W6\nAnn lay {TRAIN} 7/S -> laid W6 Ann+152")


def test_w6_or_a_value_of_the_cards_which_counts_instead():
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


def test_w6_a_wild_counts_25_towards_it_when_playing_for_the_most():
    play(table(open_points=32), "Ann lay *=/O 7/N -> laid W6 Ann+32")


def down_to(cards: int, **options):
    """A match in which Ann has only so many cards left and has not opened."""
    match = table(hand=8, **options)
    for _ in range(8 - cards):
        play(match, "Ann discard A/X -> discarded W25\nAnn end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17")
    return match


def test_w6_no_minimum_when_it_empties_the_hand():
    match = down_to(3)
    play(match, "Ann lay 7/O 7/N -> too_few_cards W6\nAnn lay 7/I 7/O 7/N -> out W18 Ann+85")  # ION 21 + ON 14 + 50


def test_w6_the_first_laydown_is_each_player_s_own():
    play(
        table(),
        f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn end_turn -> turn_ended W17\nBob lay 7/O 7/N -> too_few_cards W6",
    )


def test_w7_later_laydowns_need_two_cards_and_tags_one():
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


def test_w7_nothing_laid_is_too_few_cards():
    play(table(), "Ann lay -> too_few_cards W6")
    assert table().apply({"event": "lay", "player": "Ann", "lines": []}).verdict == "too_few_cards"


def test_w7_front_and_back_are_read_left_to_right():
    result = play(
        table(),
        """
        Ann lay A/R A/A A/I A/N | A/O A/N -> laid W6 Ann+8
        Ann tag 2 front=A/A,A/C words= -> not_a_word W10
        Ann tag 1 front=A/T back=A/S -> tagged W7 Ann+11
        """,
    )
    assert result["lines"] == [["A/T", "A/R", "A/A", "A/I", "A/N", "A/S"], ["A/O", "A/N"]]


def test_w7_anyone_s_lines_unless_agreed_otherwise():
    script = f"""
        Ann lay {TRAIN} -> laid W6 Ann+101
        Ann end_turn -> turn_ended W17
        Bob lay 7/C 7/A 7/T 7/O 7/N -> laid W6 Bob+70
        """
    play(table(), script + "Bob tag 1 back=7/S -> tagged W7 Bob+51")
    match = table(tag_on="own")
    play(match, script + "Bob tag 1 back=7/S -> not_enabled W7\nBob tag 9 back=7/S -> no_such_line W7")
    play(match, "Ann tag 2 back=7/E -> not_your_turn W7\nBob tag 2 back=7/E -> tagged W7 Bob+49")


def test_w7_before_opening_another_s_line_is_not_enabled_first():
    match = table(tag_on="own")
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn end_turn -> turn_ended W17")
    play(match, "Bob tag 1 back=7/S -> not_enabled W7\nBob tag 2 back=7/S -> not_now W7")


def test_w8_a_wild_is_replaced_by_the_real_card_it_stands_for():
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
def test_w8_both_parts_must_agree_where_both_were_needed(wild, real, verdict):
    play(table(), f"Ann lay 7/T {wild} 9/A 10/I J/N -> laid W6 Ann+135\nAnn replace_wild 1 2 {real} -> {verdict}")


def test_w8_where_only_the_rank_was_needed_any_letter_will_do():
    match = table(type="cardplay")
    play(match, "Ann lay Q/A Q/B *=Q/ Q/C Q/D -> laid W6 Ann+65\nAnn replace_wild 1 3 Q/Z -> replaced W8")


def test_w8_replacing_pays_nothing_and_a_later_tag_pays_by_the_real_card():
    match = table()
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135\nAnn replace_wild 1 2 8/R -> replaced W8")
    play(match, "Ann tag 1 back=7/S -> tagged W7 Ann+51")


def test_w8_replacing_closes_the_chance_to_contest():
    match = table()
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135\nAnn replace_wild 1 2 8/R -> replaced W8")
    play(match, "contest Bob train -> not_now W16")


GRID_TRAIN = "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 3,0:10/I 4,0:J/N -> laid W9 Ann+101\n"


def test_w9_lines_cross_on_the_grid_and_every_new_run_counts():
    match = table(grid=True)
    result = play(
        match,
        GRID_TRAIN
        + """
        Ann cells 4,-1:7/O 4,1:7/E -> laid W9 Ann+41
        """,
    )  # down: ONE 7 + 10 + 7 = 24 and ON 17; the row is as it was
    assert result["lines"] == [["7/T", "8/R", "9/A", "10/I", "J/N"], ["7/O", "J/N", "7/E"]]


def test_w9_the_points_of_a_crossing_line_are_its_own():
    match = table(grid=True)
    play(match, GRID_TRAIN + "Ann cells 4,-1:7/O -> laid W9 Ann+17")


def test_w9_a_card_that_touches_a_line_may_come_alone_others_need_two():
    match = table(grid=True)
    play(
        match,
        """
        Ann cells 0,0:7/O 1,0:7/N -> too_few_cards W6
        """
        + GRID_TRAIN
        + """
        Ann cells 9,9:7/O -> too_few_cards W7
        Ann cells 9,9:7/O 8,8:7/N -> not_a_word W10
        Ann cells 9,9:7/O 10,9:7/N 12,12:A/A -> not_a_word W10
        Ann cells 5,0:7/S -> laid W9 Ann+51
        Ann cells 9,9:7/O 10,9:7/N -> laid W9 Ann+14
        """,
    )
    assert "12" not in str(match.result()["lines"])


def test_w9_a_lonely_card_in_a_game_of_combinations():
    match = table(grid=True, type="cardplay")
    play(match, "Ann cells 0,0:7/T 1,0:7/R 2,0:7/A 3,0:7/I 9,9:7/N -> not_a_combination W13")


def test_w9_a_card_may_join_two_lines_and_pays_what_is_new():
    match = table(grid=True)
    result = play(
        match,
        """
        Ann cells 0,0:A/O 1,0:A/N 3,0:A/I 4,0:A/T 0,5:A/O 1,5:A/N -> laid W9 Ann+6
        Ann cells 2,0:A/E words=one,it -> laid W9 Ann+3
        """,
    )
    assert result["lines"] == [["A/O", "A/N", "A/E", "A/I", "A/T"], ["A/O", "A/N"]]


def test_w9_words_claimed_in_a_run_go_on_counting_when_it_grows():
    match = table(grid=True, words=("on",))
    play(
        match,
        """
        Ann cells 0,0:A/Q 1,0:A/Z 0,4:A/O 1,4:A/N 2,4:A/O 3,4:A/N words=qz,on -> laid W9 Ann+6
        Ann cells 2,0:A/Q words= -> not_a_word W10
        Ann cells 2,0:A/Q 3,0:A/Z words= -> laid W9 Ann+2
        """,
    )


def test_w9_runs_are_listed_across_first_in_reading_order():
    match = table(grid=True, words=("on", "no", "oo", "nn"))
    result = play(
        match,
        "Ann cells 1,1:A/N 0,1:A/O 0,0:A/O 1,0:A/N 3,0:A/O 4,0:A/N 0,-3:A/N 0,-2:A/O -> laid W9 Ann+12",
    )
    across = [["A/O", "A/N"], ["A/O", "A/N"], ["A/O", "A/N"]]
    down = [["A/N", "A/O"], ["A/O", "A/O"], ["A/N", "A/N"]]
    assert result["lines"] == across + down


def test_w9_places_that_are_taken():
    match = table(grid=True)
    play(
        match,
        GRID_TRAIN
        + """
        Ann cells 0,0:7/X 0,1:7/E -> no_such_card W8
        Ann cells 5,0:7/S 5,0:8/S -> no_such_card W8
        Ann cells 5,0:7/S 6,0:7/S 7,0:7/S 8,0:7/S 9,0:7/S 10,0:7/S -> no_such_card W1
        """,
    )


def test_w9_on_the_grid_there_are_no_tags_and_no_replacing():
    match = table(grid=True)
    play(
        match,
        """
        Ann tag 1 back=7/S -> not_enabled W9
        Bob tag 1 back=7/S -> not_enabled W9
        Ann replace_wild 1 1 7/S -> not_enabled W9
        """,
    )


def test_w9_lines_and_cells_each_in_their_own_game():
    cells = [{"x": 0, "y": 0, "card": "7/T"}]
    ruling = table().apply({"event": "lay", "player": "Ann", "cells": cells})
    assert (ruling.verdict, "“lines”" in ruling.reason) == ("malformed", True)
    ruling = table(grid=True).apply({"event": "lay", "player": "Ann", "lines": [["7/T"]]})
    assert (ruling.verdict, "“cells”" in ruling.reason) == ("malformed", True)
    assert table(grid=True).apply({"event": "lay", "player": "Ann", "cells": []}).verdict == "too_few_cards"


@pytest.mark.parametrize(
    "cell", [{"x": 0, "y": 0}, {"x": 0.0, "y": 0, "card": "7/T"}, {"x": True, "y": 0, "card": "7/T"}, 3]
)
def test_w9_malformed_cells(cell):
    assert table(grid=True).apply({"event": "lay", "player": "Ann", "cells": [cell]}).verdict == "malformed"


def test_w9_one_s_own_lines_only_on_the_grid_too():
    match = table(grid=True, tag_on="own", open_cards=2)
    play(match, GRID_TRAIN + "Ann cells 5,0:7/S -> laid W9 Ann+51\nAnn end_turn -> turn_ended W17")
    play(match, "Bob cells 4,-1:7/O 4,1:7/E -> not_enabled W7\nBob cells 4,-3:7/O 5,-3:7/N -> laid W9 Bob+14")


# ——— W10–W15: words and combinations ———


def test_w10_every_card_belongs_to_a_word_standing_in_the_line():
    match = table()
    play(match, "Ann lay A/S A/T A/O A/R A/M A/Y words=storm,my -> laid W6 Ann+13")  # STORM STORMY MY
    assert reason(match) == "Ann lays 6 cards: STORM 5 + STORMY 6 + MY 2 = 13 points."
    play(table(words=("storm", "my")), "Ann lay A/S A/T A/O A/R A/M A/Y -> laid W6 Ann+7")
    play(table(), "Ann lay A/T A/R A/A A/I A/N A/X words=train -> not_a_word W10")
    play(table(), "Ann lay A/X A/T A/R A/A A/I A/N words=train -> not_a_word W10")
    play(table(), "Ann lay A/O A/N A/X A/O A/N words= -> not_a_word W10")


def test_w10_a_word_has_two_letters():
    match = table(words=("a", "i", "on"))
    play(
        match,
        "Ann lay A/A A/I A/O A/N A/A words= -> not_a_word W10\nAnn lay A/A A/O A/N A/O A/N words=a -> not_a_word W16",
    )
    play(match, "Ann lay A/O A/N A/O A/N | A/A -> not_a_word W10")


def test_w11_words_in_words_all_count_at_every_place():
    play(table(), "Ann lay A/A A/D A/M A/I A/R A/A A/T A/I A/O A/N -> out W18 Ann+130")
    # AD 2 + ADMIRATION 10 + MI 2 + RAT 3 + RATION 6 + AT 2 + ION 3 + ON 2 = 30, 50 for ten letters, 50 for all at once
    play(table(), "Ann lay A/O A/N A/O A/N A/O A/N -> laid W6 Ann+10")  # ON three times, NO twice


def test_w11_the_rulebook_s_admiration():
    match = table(words=("admiration", "ration", "rat", "ion"), hand=11)
    play(match, "Ann lay A/A A/D A/M A/I A/R A/A A/T A/I A/O A/N -> laid W6 Ann+72")
    told = "ADMIRATION 10 + RAT 3 + RATION 6 + ION 3 = 22 points; ADMIRATION = 50 bonus points added."
    assert reason(match) == f"Ann lays 10 cards: {told}"


def test_w11_with_declared_only_just_the_claimed_words_count():
    match = table(declared_only=True)
    play(match, f"Ann lay {TRAIN} words=train,rain -> laid W6 Ann+81\nAnn lay 7/O 7/N -> laid W7 Ann+14")
    play(match, "Ann tag 1 back=7/S -> tagged W7 Ann+51")  # the line claims itself: TRAINS


def test_w11_a_tag_on_pays_only_what_is_new():
    match = table()
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+101\nAnn tag 1 back=7/S -> tagged W7 Ann+51")
    assert reason(match) == ("Ann lays 1 card: TRAIN 44 + TRAINS 51 + RAIN 37 + IN 20 − already paid 101 = 51 points.")


def test_w12_names_are_no_words():
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
def test_w13_combinations(cards, points):
    row = " ".join(f"{rank}/X" for rank in cards.split())
    play(table(type="cardplay"), f"Ann lay {row} -> laid W6 Ann+{points}")


@pytest.mark.parametrize(
    "cards", ["7 8 9 10 Q", "K A 7 8 9", "7 8 8 9 10 J Q", "7 9 J K A", "Q Q K K A", "7 8 A A A", "A 7 7 7 7"]
)
def test_w13_lines_that_are_no_combinations(cards):
    row = " ".join(f"{rank}/X" for rank in cards.split())
    play(table(type="cardplay"), f"Ann lay {row} -> not_a_combination W13")


def test_w13_ace_does_not_meet_seven():
    play(table(type="cardplay"), "Ann lay Q/X K/X A/X 7/X 8/X -> not_a_combination W13")
    play(table(type="cardplay"), "Ann lay A/X 7/X 8/X 9/X 10/X -> not_a_combination W13")


def test_w13_letters_do_not_matter_and_words_are_ignored():
    match = table(type="cardplay")
    play(match, "Ann lay Q/X Q/X Q/X Q/X Q/X words=zebra -> laid W6 Ann+50\ncontest Bob zebra -> not_a_word W16")


def test_w14_wordplay_plus_pays_combinations_too():
    match = table(type="wordplay_plus")
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+145\nAnn lay 7/O Q/N -> laid W7 Ann+17")
    play(match, "Ann lay Q/X Q/Q words= -> not_a_word W10")


def test_w14_cardplay_plus_pays_words_too():
    match = table(type="cardplay_plus")
    play(match, f"Ann lay {TRAIN} -> laid W6 Ann+145\nAnn lay 7/O Q/N -> not_a_combination W13")
    play(match, "Ann lay 7/X 7/Q -> laid W7 Ann+14\ncontest Bob xq -> not_a_word W16")


def test_w15_one_word_and_one_combination_over_the_full_length():
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


def test_w15_each_line_claims_itself_even_with_words_claimed():
    match = table(type="wordcard")
    play(match, "Ann lay 7/X 8/O 9/N 10/X J/X words=on -> laid W6 Ann+210\ncontest Bob xonxx -> word_fails W16 Ann-210")
    match = table(type="wordcard")
    play(match, "Ann lay 7/X 8/O 9/N 10/X J/X words= -> laid W6 Ann+210\ncontest Bob on -> not_a_word W16")
    play(table(type="wordcard", strict=True), "Ann lay 7/X 8/O 9/N 10/X J/X -> not_a_word W12")
