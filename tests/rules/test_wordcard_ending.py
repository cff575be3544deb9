"""WORDCARD clause by clause, bonuses, hands and final scores (W18–W23)."""

from __future__ import annotations

import pytest

from tests.rules.wordcard_table import HAND, OUT, TRAIN, play, reason, table

ROUND = "Ann end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17\n"


def test_w18_the_hands_are_shown_when_somebody_is_out() -> None:
    match = table("Ann Bob Cy", hand=8)
    play(match, f"hands Bob={HAND} Cy={HAND} -> not_now W18\n" + OUT)
    result = play(
        match,
        f"""
        Bob end_turn -> not_now W18
        Ann end_turn -> not_now W18
        Ann tag 1 back=7/S -> not_now W7
        hands Bob={HAND} -> malformed —
        hands Bob={HAND} Cy={HAND} Ann= -> malformed —
        hands Bob={HAND} Cy=A/A -> malformed —
        hands Bob={HAND} Cy={HAND},A/A -> malformed —
        hands Bob={HAND} Zed={HAND} -> malformed —
        hands Bob={HAND} Cy={HAND.replace("7/A", "*=Q/R")} -> malformed —
        hands Bob={HAND} Cy={HAND} -> final W22 Ann+23
        """,
    )
    assert (result["over"], result["winners"], result["awaiting"]) == (True, ["Ann"], None)
    assert result["scores"] == {"Ann": 209, "Bob": 0, "Cy": 0}
    play(
        match,
        f"""
        Bob end_turn -> game_over W18
        hands Bob={HAND} Cy={HAND} -> game_over W18
        contest Bob train -> game_over W18
        """,
    )


@pytest.mark.parametrize(
    ("script", "bonus"),
    [
        ("Ann lay 7/T 8/R 9/A 10/I J/N | 7/T 7/O 7/N -> out W18 Ann-50", 50),
        ("Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6\nAnn lay 7/T 7/O 7/N -> out W18 Ann-50", 50),
        (f"Ann lay 7/T 8/R 9/A 10/I J/N -> laid W6\n{ROUND}Ann lay 7/T 7/O 7/N -> out W18 Ann-25", 25),
        (f"Ann lay 7/T 8/R 9/A 10/I J/N | 7/O 7/N -> laid W6\n{ROUND}Ann tag 2 back=7/E -> out W18 Ann-25", 25),
    ],
)
def test_w19_finishing_in_one_turn_or_later(script: str, bonus: int) -> None:
    match = table(aim="fewest", hand=8)
    assert play(match, script)["bonuses"] == {"Ann": bonus, "Bob": 0}


ADMIRING = "A/A A/D A/M A/I A/R A/I A/N A/G"


def test_w19_a_word_of_eight_letters_pays_once_however_it_grows() -> None:
    match = table(aim="fewest", hand=13)
    result = play(
        match,
        f"""
        Ann lay {ADMIRING} -> laid W6 Ann-50
        Ann tag 1 back=A/S -> tagged W7
        """,
    )
    assert result["bonuses"]["Ann"] == 50


def test_w19_a_paid_word_that_grows_at_both_ends_pays_once_in_whatever_order() -> None:
    words = ("admiring", "admirings", "readmiring")
    match = table("Ann", aim="fewest", hand=13, words=words)
    play(match, f"Ann lay {ADMIRING} -> laid W6 Ann-50\nAnn tag 1 back=A/S -> tagged W7")
    play(match, "Ann tag 1 front=A/R,A/E -> tagged W7")
    play(match, "Ann tag 1 back=A/X -> tagged W7")
    never_paid = table("Ann", aim="fewest", hand=13, words=words)
    play(never_paid, f"Ann lay {ADMIRING} A/S -> laid W6 Ann-50\nAnn tag 1 front=A/R,A/E -> tagged W7 Ann-50")
    grid = table("Ann", grid=True, aim="fewest", hand=13, words=words)
    cells = " ".join(f"{x},0:A/{letter}" for x, letter in enumerate("ADMIRING"))
    play(grid, f"Ann cells {cells} -> laid W9 Ann-50\nAnn cells 8,0:A/S -> laid W9")
    play(grid, "Ann cells -1,0:A/E -2,0:A/R -> laid W9")


def test_w19_every_long_word_laid_pays() -> None:
    match = table("Ann", aim="fewest", hand=13, words=("admiring", "admirings", "stormiest"))
    play(match, f"Ann lay {ADMIRING} A/S -> laid W6 Ann-50")  # the shorter one is inside the longer
    two = table(aim="fewest", hand=13, words=("aaaabbbb", "bbbbcccc"))
    play(two, "Ann lay A/A A/A A/A A/A A/B A/B A/B A/B A/C A/C A/C A/C -> laid W6 Ann-100")


def test_w19_a_tag_on_that_makes_a_long_word_earns_it() -> None:
    match = table(aim="fewest", hand=13)
    play(match, f"Ann lay {ADMIRING.removesuffix(' A/G')} -> laid W6\nAnn tag 1 back=A/G -> tagged W7 Ann-50")


def test_w19_only_words_that_count() -> None:
    match = table(aim="fewest", hand=13, declared_only=True)
    play(
        match, f"Ann lay {ADMIRING} words=ad,mi,ring,king -> not_a_word W16\nAnn lay {ADMIRING} words=ad,mi -> laid W6"
    )
    play(match, "Ann tag 1 back=A/S words=admiring -> tagged W7 Ann-50")
    cards = table(type="cardplay", aim="fewest", hand=13)
    play(cards, f"Ann lay {ADMIRING} A/S -> laid W6 Ann-50")  # nine aces, not the word


def test_w19_eight_of_a_rank_or_a_run_of_eight() -> None:
    match = table(type="cardplay", aim="fewest", hand=13)
    play(match, "Ann lay 7/A 8/A 9/A 10/A J/A Q/A K/A A/A -> laid W6 Ann-50\nAnn tag 1 back=A/B -> tagged W7")
    match = table(type="cardplay", aim="fewest", hand=13)
    play(match, "Ann lay K/A K/A K/A K/A K/A K/A K/A -> laid W6\nAnn tag 1 front=K/B -> tagged W7 Ann-50")
    play(match, "Ann tag 1 front=K/B -> tagged W7")


def test_w19_bonuses_add_up() -> None:
    match = table(type="wordcard", hand=8)
    play(match, "Ann lay 7/A 8/D 9/M 10/I J/R Q/I K/N A/G words= -> out W18 Ann+580")
    assert reason(match).endswith(
        "ADMIRING 50 + 7 to A 50 + last card 50 = 150 bonus points added. Ann has no cards left."
    )


def test_w19_wordplay_plus_pays_for_both() -> None:
    match = table(type="wordplay_plus", aim="fewest", hand=13)
    play(match, f"Ann lay {ADMIRING} -> laid W6 Ann-100")


def test_w19_what_a_replaced_wild_makes_is_not_paid_by_a_later_tag_that_does_not_make_it() -> None:
    match = table(type="wordplay_plus", aim="fewest", hand=13)
    play(match, f"Ann lay {ADMIRING.replace('A/G', '*=/G')} -> laid W6 Ann-50\nAnn replace_wild 1 8 A/G -> replaced W8")
    play(match, "Ann tag 1 back=7/S -> tagged W7")


def test_w19_on_the_grid_a_joined_word_pays_and_a_grown_one_does_not() -> None:
    match = table(grid=True, aim="fewest", hand=13)
    cells = " ".join(f"{x},0:A/{letter}" for x, letter in enumerate("ADMIRIN"))
    play(match, f"Ann cells {cells} -> laid W9\nAnn cells 7,0:A/G -> laid W9 Ann-50\nAnn cells 8,0:A/S -> laid W9")


@pytest.mark.parametrize(("kind", "left"), [("wordplay", 23 - 1 + 50), ("wordcard", 2 * (23 - 1 + 50))])
def test_w20_cards_in_hand_count_and_a_wild_fifty(kind: str, left: int) -> None:
    match = table(type=kind, aim="fewest", hand=8)
    play(match, "Ann lay 7/R 8/A 9/I 10/D J/E Q/R | 7/O 7/N -> out W18 Ann-50")
    result = play(match, f"hands Bob={HAND.replace('A/H', '*')} -> final W21 Ann+50 Bob+{left + 50}")
    assert result["scores"] == {"Ann": 0, "Bob": left + 50}


def test_w20_said_with_the_arithmetic() -> None:
    match = table(hand=8)
    play(match, OUT + f"hands Bob={HAND.replace('A/H', '*')} -> final W22 Ann+72")
    assert "Bob: 7/A 7 + K/B 10 + A/C 1 + A/D 1 + A/E 1 + A/F 1 + A/G 1 + wild 50 = 72 points" in reason(match)


def test_w21_the_winner_comes_to_nothing_and_what_it_was_below_is_added() -> None:
    match = table("Ann Bob Cy", aim="fewest", hand=8)
    play(match, f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann-50")
    play(match, f"hands Bob={HAND} Cy={HAND} -> final W21 Ann+50 Bob+73 Cy+73")


def test_w21_the_fewest_need_not_be_who_is_out() -> None:
    match = table(aim="fewest", hand=13, type="cardplay")
    eight = "A/X A/X A/X A/X A/X A/X A/X A/X"
    play(
        match,
        f"""
        Ann lay A/X A/X A/X A/X A/X -> laid W6
        Ann end_turn -> turn_ended W17
        Bob lay {eight} -> laid W6 Bob-50
        Bob end_turn -> turn_ended W17
        Ann lay {eight} -> out W18 Ann-75
        hands Bob=A/A,A/A,A/A,A/A,A/A -> final W21 Ann+75 Bob+80
        """,
    )  # Ann −75 wins; Bob is at −50 + 5 + 75 = 30
    assert match.result()["winners"] == ["Ann"]


def test_w21_a_winning_team_above_nothing_comes_to_nothing_and_adds_nothing() -> None:
    match = table("Ann Bob Cy Di", aim="fewest", hand=8, partners=[["Ann", "Cy"], ["Bob", "Di"]])
    play(match, f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann-50")
    tens = ",".join(["K/K"] * 8)
    result = play(match, f"hands Bob={tens} Cy={tens} Di={tens} -> final W21 Ann+50 Bob+160 Di+160")
    assert result["scores"] == {"Ann": 0, "Bob": 160, "Cy": 0, "Di": 160}
    assert result["winners"] == ["Ann", "Cy"]
    assert "The winner's 30 becomes 0." in reason(match)


def test_w22_the_lowest_total_is_taken_off_every_total() -> None:
    match = table("Ann Bob Cy", hand=8)
    aces = ",".join(["A/A"] * 8)
    play(match, OUT + f"hands Bob={HAND} Cy={aces} -> final W22 Ann+23 Cy+15")


def test_w22_partners_are_given_the_sum_of_the_two() -> None:
    match = table("Ann Bob Cy Di", hand=8, partners=[["Ann", "Cy"], ["Bob", "Di"]])
    result = play(match, OUT + f"hands Bob={HAND} Cy={HAND} Di={HAND} -> final W22 Ann+23 Cy+209")
    assert result["scores"] == {"Ann": 209, "Bob": 0, "Cy": 209, "Di": 0}
    assert result["winners"] == ["Ann", "Cy"]


def test_w22_somebody_may_be_without_a_partner() -> None:
    match = table("Ann Bob Cy", hand=8, partners=[["Ann", "Bob"]])
    result = play(match, OUT + f"hands Bob={HAND} Cy={HAND} -> final W22 Bob+186")
    assert result["winners"] == ["Ann", "Bob"]


def test_w22_playing_alone_or_all_in_one_team_the_points_stay() -> None:
    match = table("Ann", hand=8)
    play(match, OUT)
    ruling = match.apply({"event": "hands", "hands": {}})
    assert ruling.verdict == "final"
    assert match.result()["scores"] == {"Ann": 186}
    together = table("Ann Bob", hand=8, partners=[["Ann", "Bob"]])
    result = play(together, OUT + f"hands Bob={HAND} -> final W22 Ann-23 Bob+163")
    assert result["winners"] == ["Ann", "Bob"]


def test_w23_equal_totals_share() -> None:
    match = table("Ann Bob Cy", aim="fewest", hand=8, type="cardplay", values={"A": 0})
    result = play(
        match,
        """
        Ann draw deck -> drawn W25
        Ann draw deck -> not_now W25
        Ann lay K/X K/X K/X K/X K/X K/X K/X K/X -> laid W6 Ann-50
        Ann end_turn -> turn_ended W17
        Bob lay K/X K/X K/X K/X K/X -> laid W6
        Bob lay K/X K/X K/X -> out W18 Bob-50
        hands Ann=A/X Cy=K/A,A/A,A/A,A/A,A/A,A/A,A/A,A/A -> final W21 Ann+50 Bob+50 Cy+60
        """,
    )
    assert result["winners"] == ["Ann", "Bob"]
    tie = table("Ann Bob", type="group", cards=["A/O", "A/N"] * 4, group_type="wordplay")
    play(tie, "Ann solution A/O A/N -> solved W24 Ann+2\nBob solution A/O A/N -> solved W24 Bob+2")
    assert play(tie, "close -> final W24")["winners"] == ["Ann", "Bob"]
