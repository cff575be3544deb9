"""WORDCARD clause by clause, from contests to final scores: each test is named after the clause it pins down."""

from __future__ import annotations

import pytest

from companion.errors import BadInput
from companion.match import Match
from tests.rules.villains_table import NoWords
from tests.rules.wordcard_table import TRAIN, play, reason, table

ROUND = "Ann end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17\n"
LAID = f"Ann lay {TRAIN} -> laid W6 Ann+101\n"
OUT = f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann+186\n"  # 101 + TON 21 + TO… ON 14 + 50
HAND = "7/A,K/B,A/C,A/D,A/E,A/F,A/G,A/H"  # 7 + 10 + 6 = 23


# ——— W16: contests ———


def test_w16_a_word_of_the_dictionary_stands_and_every_challenger_loses_a_turn():
    match = table("Ann Bob Cy")
    result = play(match, LAID + "contest Bob,Cy,Bob train -> word_stands W16\nAnn end_turn -> turn_ended W17")
    assert result["lost_turns"] == {"Ann": 0, "Bob": 0, "Cy": 0}
    assert result["turn"] == "Ann", "both turns were skipped as they came round"


def test_w16_turns_still_to_be_lost_are_counted_until_they_come_round():
    match = table("Ann Bob Cy")
    result = play(match, LAID + "contest Cy train -> word_stands W16")
    assert result["lost_turns"] == {"Ann": 0, "Bob": 0, "Cy": 1}
    result = play(match, "Ann end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17")
    assert (result["turn"], result["lost_turns"]["Cy"]) == ("Ann", 0)


def test_w16_a_false_word_is_taken_back_with_points_bonuses_and_opening():
    match = table("Ann Bob Cy Di", hand=8)
    result = play(
        match,
        """
        Ann lay A/X A/X A/X A/X A/X A/X A/X A/X -> out W18 Ann+108
        contest Bob,Cy,Di xxxxxxxx -> word_fails W16 Ann-108
        """,
    )
    assert result["turn"] == "Bob"
    assert result["hand"]["Ann"] == 8
    assert result["bonuses"]["Ann"] == 0
    assert result["lines"] == []
    assert result["lost_turns"]["Ann"] == 2, "three challengers, the broken-off turn being the first"
    others = "".join(f"{name} end_turn -> turn_ended W17\n" for name in ("Bob", "Cy", "Di"))
    assert play(match, others)["turn"] == "Bob", "the second turn lost"
    assert play(match, others)["turn"] == "Bob", "the third"
    assert play(match, others)["turn"] == "Ann"
    play(match, "Ann lay 7/O 7/N -> too_few_cards W6")


def test_w16_only_the_last_laydown_is_taken_back():
    match = table()
    result = play(
        match,
        LAID
        + """
        Ann lay A/Q A/Z -> laid W7 Ann+2
        contest Bob train -> not_a_word W16
        contest Bob qz -> word_fails W16 Ann-2
        """,
    )
    assert result["hand"]["Ann"] == 5
    assert result["lines"] == [TRAIN.split()]


def test_w16_a_tag_on_is_taken_back_too():
    match = table()
    result = play(
        match, LAID + "Ann tag 1 back=A/X,A/Y -> tagged W7 Ann+46\ncontest Bob trainxy -> word_fails W16 Ann-46"
    )
    assert result["lines"] == [TRAIN.split()]


def test_w16_only_right_after_it_and_only_once():
    match = table("Ann Bob Cy")
    play(
        match,
        "contest Bob train -> not_now W16\n"
        + LAID
        + "contest Bob train -> word_stands W16\ncontest Cy train -> not_now W16",
    )
    later = table("Ann Bob Cy")
    play(later, LAID + "Ann end_turn -> turn_ended W17\ncontest Bob train -> not_now W16")


@pytest.mark.parametrize(
    "between", ["Ann draw deck -> drawn W25", "Ann discard A/A -> discarded W25", "Ann notice -> noticed W17"]
)
def test_w16_an_event_of_another_kind_ends_the_chance(between):
    play(table(), LAID + between + "\ncontest Bob train -> not_now W16")


def test_w16_refused_events_end_nothing():
    match = table("Ann Bob Cy")
    play(
        match,
        """
        Ann lay A/X A/X A/X A/X A/X -> laid W6 Ann+5
        Ann tag 9 back=A/S -> no_such_line W7
        contest Ann,Bob xxxxx -> malformed —
        contest Bob zzz -> not_a_word W16
        Bob end_turn -> not_your_turn W18
        contest Cy xxxxx -> word_fails W16 Ann-5
        """,
    )


def test_w16_without_words_a_line_claims_itself_if_it_is_a_word_or_not_covered():
    play(table(), LAID + "contest Bob rain -> not_a_word W16\ncontest Bob TRAIN -> word_stands W16")
    covered = "Ann lay A/C A/A A/T A/O A/N -> laid W6 Ann+10\n"
    play(table(), covered + "contest Bob caton -> not_a_word W16\ncontest Bob cat -> not_a_word W16")
    play(table(), "Ann lay A/C A/A A/T A/X A/N -> laid W6 Ann+10\ncontest Bob catxn -> word_fails W16 Ann-10")


def test_w16_claimed_words_must_stand_in_the_line():
    match = table()
    play(
        match,
        f"""
        Ann lay {TRAIN} words=storm -> not_a_word W16
        Ann lay {TRAIN} words=train,tra-in -> not_a_word W16
        Ann lay {TRAIN} words=t -> not_a_word W16
        Ann lay {TRAIN} words=Train,RÄIN -> laid W6 Ann+101
        contest Bob räin -> word_stands W16
        """,
    )


def test_w16_a_claim_covers_and_counts_until_it_falls():
    match = table(words=("on",))
    play(match, "Ann lay A/Q A/Q A/O A/N A/Z words=qq,nz -> laid W6 Ann+6\ncontest Bob nz -> word_fails W16 Ann-6")


def test_w16_claiming_nothing():
    match = table()
    play(match, f"Ann lay {TRAIN} words= -> laid W6 Ann+101\ncontest Bob train -> not_a_word W16")


def test_w16_a_claim_belongs_to_the_lines_it_stands_in():
    match = table(words=("on",))
    play(
        match,
        """
        Ann lay A/Q A/Z A/O A/N | A/Q A/Z words=qz,on -> laid W6 Ann+6
        Ann tag 2 back=A/O,A/N words= -> tagged W7 Ann+2
        """,
    )


def test_w16_with_declared_only_every_line_claims_itself():
    match = table(declared_only=True)
    play(match, "Ann lay A/C A/A A/T A/O A/N -> laid W6 Ann+5\ncontest Bob caton -> word_fails W16 Ann-5")


@pytest.mark.parametrize("kind", ["cardplay", "cardplay_plus"])
def test_w16_games_of_combinations_have_no_claims(kind):
    match = table(type=kind)
    bobs = "contest Bob train -> not_a_word W16"
    play(match, f"Ann lay {TRAIN} words=train -> laid W6 Ann+{44 if kind == 'cardplay' else 145}\n{bobs}")
    with pytest.raises(BadInput, match="declared_only"):
        table(type=kind, declared_only=True)


def test_w16_strict_looks_everything_up_at_once():
    match = table(strict=True)
    play(
        match,
        f"""
        Ann lay A/X A/X A/X A/X A/X -> not_a_word W12
        Ann lay {TRAIN} words=trai -> not_a_word W12
        Ann lay {TRAIN} -> laid W6 Ann+101
        contest Bob train -> word_stands W16
        """,
    )


EXPLAINED = {"explanations": True}


@pytest.mark.parametrize(("said", "ruled"), [("good", "word_stands W16"), ("wrong", "word_fails W16 Ann-101")])
def test_w16_the_table_decides_about_explanations(said, ruled):
    play(table(**EXPLAINED), LAID + f"contest Bob train {said} -> {ruled}")


def test_w16_explanations_only_if_agreed():
    match = table()
    play(match, "contest Bob train good -> not_enabled W16\n" + LAID + "contest Bob train wrong -> not_enabled W16")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"about": "explanation"}, "upheld"),
        ({"about": "explanation", "upheld": "yes"}, "upheld"),
        ({"about": "spelling", "upheld": True}, "about"),
        ({"players": []}, "players"),
        ({"players": ["Zed"]}, "players.1"),
        ({"players": "Bob"}, "players"),
        ({"word": 3}, "word"),
    ],
)
def test_w16_malformed_contests(fields, field):
    match = table(**EXPLAINED)
    play(match, LAID)
    ruling = match.apply({"event": "contest", "players": ["Bob"], "word": "train"} | fields)
    assert (ruling.verdict, f"“{field}”" in ruling.reason) == ("malformed", True)


def test_w16_the_finishing_laydown_can_be_contested():
    match = table(hand=8)
    result = play(match, OUT + "contest Bob train -> word_stands W16")
    assert (result["turn"], result["awaiting"]) == (None, "hands")


# ——— W17, W25: turns and exchanges ———


def test_w17_a_timeout_after_notice_loses_the_turn():
    match = table()
    play(
        match,
        """
        Bob notice -> not_your_turn W17
        Ann timeout -> not_now W17
        Ann notice -> noticed W17
        Ann notice -> not_now W17
        Bob timeout -> not_your_turn W17
        Ann timeout -> turn_lost W17
        Bob timeout -> not_now W17
        """,
    )
    assert match.result()["turn"] == "Bob"


def test_w17_a_notice_is_for_this_turn_only():
    play(table(), "Ann notice -> noticed W17\nAnn end_turn -> turn_ended W17\nBob timeout -> not_now W17")


def test_w17_a_turn_may_end_without_a_laydown_and_hold_several():
    play(
        table(),
        "Ann end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17\n" + LAID + "Ann lay 7/O 7/N -> laid W7 Ann+14",
    )


def test_w25_one_draw_and_one_discard_a_turn_the_draw_first():
    match = table()
    result = play(
        match,
        """
        Ann draw deck -> drawn W25
        Ann draw deck -> not_now W25
        Ann draw pile -> not_now W25
        Ann discard K/S -> discarded W25
        Ann discard K/S -> not_now W25
        Ann end_turn -> turn_ended W17
        Bob discard * -> discarded W25
        Bob draw deck -> not_now W25
        Ann discard A/A -> not_your_turn W25
        """,
    )
    assert result["hand"] == {"Ann": 10, "Bob": 9}


def test_w25_a_card_from_the_open_pile_must_be_played():
    match = table()
    play(
        match,
        """
        Ann discard Q/S -> discarded W25
        Ann end_turn -> turn_ended W17
        Bob draw pile -> drawn W25
        Bob end_turn -> must_play_picked_card W25
        Bob discard Q/S -> must_play_picked_card W25
        Bob lay 7/T 8/R 9/A 10/I J/N -> laid W6 Bob+101
        Bob end_turn -> must_play_picked_card W25
        Bob tag 1 back=Q/S -> tagged W7 Bob+54
        Bob end_turn -> turn_ended W17
        """,
    )


def test_w25_a_contested_card_from_the_pile_goes_back_and_the_turn_is_over():
    match = table()
    play(match, "Ann discard Q/S -> discarded W25\nAnn end_turn -> turn_ended W17\nBob draw pile -> drawn W25")
    result = play(match, "Bob lay Q/S A/X A/X A/X A/X -> laid W6 Bob+14\ncontest Ann sxxxx -> word_fails W16 Bob-14")
    assert result["turn"] == "Ann"
    assert result["hand"]["Bob"] == 11


def test_w25_replacing_a_wild_plays_the_card_too():
    match = table()
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135\nAnn discard 8/R -> discarded W25")
    play(match, "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25\nBob replace_wild 1 2 8/R -> replaced W8")
    play(match, "Bob end_turn -> turn_ended W17")


def test_w25_a_wild_from_the_pile_is_played_as_whatever_it_stands_for():
    match = table()
    play(match, "Ann discard * -> discarded W25\nAnn end_turn -> turn_ended W17\nBob draw pile -> drawn W25")
    play(match, "Bob end_turn -> must_play_picked_card W25\nBob lay 7/T *=/R 9/A 10/I J/N -> laid W6 Bob+135")
    play(match, "Bob end_turn -> turn_ended W17")


def test_w25_the_dealer_at_the_start_need_not_play_it_and_nobody_knows_the_first_card():
    match = table()
    play(match, "Ann draw pile -> drawn W25\nAnn discard Q/S -> discarded W25\nAnn end_turn -> turn_ended W17")
    play(match, "Bob draw pile -> drawn W25\nBob end_turn -> must_play_picked_card W25")
    unknown = table("Ann Bob Cy")
    play(unknown, "Ann end_turn -> turn_ended W17\nBob draw pile -> drawn W25\nBob end_turn -> turn_ended W17")
    play(unknown, "Cy draw pile -> no_such_card W25")


def test_w25_whoever_starts_instead_of_the_dealer_must_play_it():
    match = table(starter="Bob", pick_any=True)
    play(match, "Bob draw pile cards=Q/S -> drawn W25\nBob end_turn -> must_play_picked_card W25")


def test_w25_the_last_card_is_laid_or_tagged_never_discarded():
    match = table(hand=8)
    play(
        match,
        LAID
        + "Ann lay 7/O 7/N -> laid W7 Ann+14\nAnn discard A/A -> not_now W25\nAnn tag 2 back=7/E -> out W18 Ann+71",
    )


def test_w25_lost_time_loses_the_duty_to_play_it():
    match = table()
    play(match, "Ann discard Q/S -> discarded W25\nAnn end_turn -> turn_ended W17\nBob draw pile -> drawn W25")
    play(match, "Bob notice -> noticed W17\nBob timeout -> turn_lost W17\nAnn end_turn -> turn_ended W17")
    play(match, "Bob end_turn -> turn_ended W17")


def deep_pile(**options):
    """A pile of the first card, A/S, 9/S and Q/S, and Ann's turn."""
    match = table(**({"pick_any": True} | options))
    cards = ("A/S", "9/S", "Q/S", "*")
    for player, card in zip(("Ann", "Bob") * 2, cards, strict=True):
        play(match, f"{player} discard {card} -> discarded W25\n{player} end_turn -> turn_ended W17")
    return match


def test_w25_any_open_card_with_all_that_lie_on_it():
    match = deep_pile()
    result = play(
        match,
        """
        Ann draw pile cards=Q/S -> no_such_card W25
        Ann draw pile cards=9/S,* -> no_such_card W25
        Ann draw pile cards=A/A,B/B -> malformed —
        Ann draw pile cards=8/X,7/X,A/S,9/S,Q/S,* -> no_such_card W25
        Ann draw pile cards=9/S,Q/S,* -> drawn W25
        Ann end_turn -> must_play_picked_card W25
        Ann discard Q/S -> discarded W25
        Ann lay 7/T 8/R 9/A 10/I J/N 9/S -> laid W6 Ann+154
        Ann end_turn -> turn_ended W17
        """,
    )
    assert result["hand"]["Ann"] == 8 + 3 - 1 - 6


def test_w25_down_to_the_first_card_which_nobody_has_seen():
    match = deep_pile()
    play(match, "Ann draw pile cards=8/X,A/S,9/S,Q/S,* -> drawn W25\nAnn end_turn -> must_play_picked_card W25")


def test_w25_taking_no_cards_is_no_draw():
    ruling = deep_pile().apply({"event": "draw", "player": "Ann", "from": "pile", "cards": []})
    assert ruling.verdict == "no_such_card"


def test_w25_deep_draws_only_if_agreed_and_only_for_the_most():
    for match in (deep_pile(pick_any=False), deep_pile(aim="fewest")):
        play(match, "Ann draw pile cards=Q/S,* -> not_enabled W25\nBob draw pile cards=Q/S,* -> not_enabled W25")
        play(match, "Ann draw pile -> drawn W25")
    play(deep_pile(pick_any=False), "Ann draw deck cards=Q/S -> drawn W25")


# ——— W18–W23: the end ———


def test_w18_the_hands_are_shown_when_somebody_is_out():
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
def test_w19_finishing_in_one_turn_or_later(script, bonus):
    match = table(aim="fewest", hand=8)
    assert play(match, script)["bonuses"] == {"Ann": bonus, "Bob": 0}


ADMIRING = "A/A A/D A/M A/I A/R A/I A/N A/G"


def test_w19_a_word_of_eight_letters_pays_once_however_it_grows():
    match = table(aim="fewest", hand=13)
    result = play(
        match,
        f"""
        Ann lay {ADMIRING} -> laid W6 Ann-50
        Ann tag 1 back=A/S -> tagged W7
        """,
    )
    assert result["bonuses"]["Ann"] == 50


def test_w19_every_long_word_laid_pays():
    match = table("Ann", aim="fewest", hand=13, words=("admiring", "admirings", "stormiest"))
    play(match, f"Ann lay {ADMIRING} A/S -> laid W6 Ann-50")  # the shorter one is inside the longer
    two = table(aim="fewest", hand=13, words=("aaaabbbb", "bbbbcccc"))
    play(two, "Ann lay A/A A/A A/A A/A A/B A/B A/B A/B A/C A/C A/C A/C -> laid W6 Ann-100")


def test_w19_a_tag_on_that_makes_a_long_word_earns_it():
    match = table(aim="fewest", hand=13)
    play(match, f"Ann lay {ADMIRING.removesuffix(' A/G')} -> laid W6\nAnn tag 1 back=A/G -> tagged W7 Ann-50")


def test_w19_only_words_that_count():
    match = table(aim="fewest", hand=13, declared_only=True)
    play(
        match, f"Ann lay {ADMIRING} words=ad,mi,ring,king -> not_a_word W16\nAnn lay {ADMIRING} words=ad,mi -> laid W6"
    )
    play(match, "Ann tag 1 back=A/S words=admiring -> tagged W7 Ann-50")
    cards = table(type="cardplay", aim="fewest", hand=13)
    play(cards, f"Ann lay {ADMIRING} A/S -> laid W6 Ann-50")  # nine aces, not the word


def test_w19_eight_of_a_rank_or_a_run_of_eight():
    match = table(type="cardplay", aim="fewest", hand=13)
    play(match, "Ann lay 7/A 8/A 9/A 10/A J/A Q/A K/A A/A -> laid W6 Ann-50\nAnn tag 1 back=A/B -> tagged W7")
    match = table(type="cardplay", aim="fewest", hand=13)
    play(match, "Ann lay K/A K/A K/A K/A K/A K/A K/A -> laid W6\nAnn tag 1 front=K/B -> tagged W7 Ann-50")
    play(match, "Ann tag 1 front=K/B -> tagged W7")


def test_w19_bonuses_add_up():
    match = table(type="wordcard", hand=8)
    play(match, "Ann lay 7/A 8/D 9/M 10/I J/R Q/I K/N A/G words= -> out W18 Ann+580")
    assert reason(match).endswith(
        "ADMIRING 50 + 7 to A 50 + last card 50 = 150 bonus points added. Ann has no cards left."
    )


def test_w19_wordplay_plus_pays_for_both():
    match = table(type="wordplay_plus", aim="fewest", hand=13)
    play(match, f"Ann lay {ADMIRING} -> laid W6 Ann-100")


def test_w19_what_a_replaced_wild_makes_is_not_paid_by_a_later_tag_that_does_not_make_it():
    match = table(type="wordplay_plus", aim="fewest", hand=13)
    play(match, f"Ann lay {ADMIRING.replace('A/G', '*=/G')} -> laid W6 Ann-50\nAnn replace_wild 1 8 A/G -> replaced W8")
    play(match, "Ann tag 1 back=7/S -> tagged W7")


def test_w19_on_the_grid_a_joined_word_pays_and_a_grown_one_does_not():
    match = table(grid=True, aim="fewest", hand=13)
    cells = " ".join(f"{x},0:A/{letter}" for x, letter in enumerate("ADMIRIN"))
    play(match, f"Ann cells {cells} -> laid W9\nAnn cells 7,0:A/G -> laid W9 Ann-50\nAnn cells 8,0:A/S -> laid W9")


@pytest.mark.parametrize(("kind", "left"), [("wordplay", 23 - 1 + 50), ("wordcard", 2 * (23 - 1 + 50))])
def test_w20_cards_in_hand_count_and_a_wild_fifty(kind, left):
    match = table(type=kind, aim="fewest", hand=8)
    play(match, "Ann lay 7/R 8/A 9/I 10/D J/E Q/R | 7/O 7/N -> out W18 Ann-50")
    result = play(match, f"hands Bob={HAND.replace('A/H', '*')} -> final W21 Ann+50 Bob+{left + 50}")
    assert result["scores"] == {"Ann": 0, "Bob": left + 50}


def test_w20_said_with_the_arithmetic():
    match = table(hand=8)
    play(match, OUT + f"hands Bob={HAND.replace('A/H', '*')} -> final W22 Ann+72")
    assert "Bob has 7/A 7 + K/B 10 + A/C 1 + A/D 1 + A/E 1 + A/F 1 + A/G 1 + wild 50 = 72 points left" in reason(match)


def test_w21_the_winner_comes_to_nothing_and_what_it_was_below_is_added():
    match = table("Ann Bob Cy", aim="fewest", hand=8)
    play(match, f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann-50")
    play(match, f"hands Bob={HAND} Cy={HAND} -> final W21 Ann+50 Bob+73 Cy+73")


def test_w21_the_fewest_need_not_be_who_is_out():
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


def test_w21_a_winning_team_above_nothing_comes_to_nothing_and_adds_nothing():
    match = table("Ann Bob Cy Di", aim="fewest", hand=8, partners=[["Ann", "Cy"], ["Bob", "Di"]])
    play(match, f"Ann lay {TRAIN} | 7/T 7/O 7/N -> out W18 Ann-50")
    tens = ",".join(["K/K"] * 8)
    result = play(match, f"hands Bob={tens} Cy={tens} Di={tens} -> final W21 Ann+50 Bob+160 Di+160")
    assert result["scores"] == {"Ann": 0, "Bob": 160, "Cy": 0, "Di": 160}
    assert result["winners"] == ["Ann", "Cy"]
    assert "The winner's 30 becomes 0." in reason(match)


def test_w22_the_lowest_total_is_taken_off_every_total():
    match = table("Ann Bob Cy", hand=8)
    aces = ",".join(["A/A"] * 8)
    play(match, OUT + f"hands Bob={HAND} Cy={aces} -> final W22 Ann+23 Cy+15")


def test_w22_partners_are_given_the_sum_of_the_two():
    match = table("Ann Bob Cy Di", hand=8, partners=[["Ann", "Cy"], ["Bob", "Di"]])
    result = play(match, OUT + f"hands Bob={HAND} Cy={HAND} Di={HAND} -> final W22 Ann+23 Cy+209")
    assert result["scores"] == {"Ann": 209, "Bob": 0, "Cy": 209, "Di": 0}
    assert result["winners"] == ["Ann", "Cy"]


def test_w22_somebody_may_be_without_a_partner():
    match = table("Ann Bob Cy", hand=8, partners=[["Ann", "Bob"]])
    result = play(match, OUT + f"hands Bob={HAND} Cy={HAND} -> final W22 Bob+186")
    assert result["winners"] == ["Ann", "Bob"]


def test_w22_playing_alone():
    match = table("Ann", hand=8)
    play(match, OUT)
    ruling = match.apply({"event": "hands", "hands": {}})
    assert ruling.verdict == "final"
    assert match.result()["scores"] == {"Ann": 0}


def test_w23_equal_totals_share():
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


# ——— W24, W26 ———

CARDS = ["A/T", "A/R", "A/A", "A/I", "A/N", "A/S", "A/T", "*"]


def group(players="Ann Bob", **options):
    return table(players, **({"type": "group", "cards": CARDS, "group_type": "wordplay"} | options))


def test_w24_each_player_hands_in_lines_made_of_the_open_cards():
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


def test_w24_the_referee_shows_the_best_solution_and_says_whether_there_may_be_a_better_one():
    match = group(cards=["A/T", "A/R", "A/A", "A/I", "A/N", "A/X", "A/X", "A/Q"])
    play(match, "Ann solution A/A A/T -> solved W24 Ann+2\nclose -> final W24")
    best = {"lines": [["A/T", "A/R", "A/A", "A/I", "A/N"]], "exhaustive": True}
    assert match.record[-1].to_json()["best"] == best | {"points": 11}
    assert match.view().board["best"] == best | {"gain": 11}
    assert reason(match) == (
        "Ann wins with 2 points. The best solution found is A/T A/R A/A A/I A/N, for 11 points; no better one exists."
    )
    many = group(cards=[*CARDS, "*", "*", "*", "9/E", "9/S"])
    play(many, "close -> final W24")
    assert "the search was not exhaustive" in reason(many)
    none = group(cards=["A/X", "A/Q"] * 4)
    play(none, "close -> final W24")
    assert "no line at all, for 0 points" in reason(none)


def test_w24_no_best_solution_with_a_lexicon_that_knows_no_beginnings():
    document = {"game": "wordcard", "players": ["Ann"], "options": {"type": "group", "cards": CARDS}}
    match = Match.begin(document, lambda _name: NoWords())
    assert match.apply({"event": "close"}).extra == {}


def test_w24_a_line_without_cards():
    ruling = group().apply({"event": "solution", "player": "Ann", "lines": [["A/A", "A/T"], []]})
    assert ruling.verdict == "too_few_cards"


def test_w24_the_group_game_may_be_closed_before_all_have_handed_in():
    match = group()
    result = play(match, "Bob solution A/A A/T -> solved W24 Bob+2\nclose -> final W24")
    assert result["scores"] == {"Ann": 0, "Bob": 2}
    assert result["winners"] == ["Bob"]


def test_w24_nothing_else_happens_in_the_group_game():
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


def test_w24_the_others_know_no_solutions():
    play(table(), "Ann solution A/A A/T -> not_now W24\nBob solution A/A A/T -> not_now W24\nclose -> not_now W24")


def test_w24_scored_as_wordplay_plus_unless_chosen_otherwise():
    match = table("Ann", type="group", cards=CARDS)
    play(match, "Ann solution A/T A/R A/A A/I A/N -> solved W24 Ann+16")  # 11 + five aces
    assert play(match, "close -> final W24")["scores"] == {"Ann": 16}
    cards = group(group_type="cardplay")
    play(cards, "Ann solution A/T A/R *=K/ -> not_a_combination W13\nAnn solution A/T A/R *=A/ -> solved W24 Ann+27")


def test_w24_partners_share_their_points_here_too():
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
def test_w24_unusable_group_games(options):
    with pytest.raises(BadInput):
        group(**options)


def test_w24_open_cards_belong_to_the_group_game():
    with pytest.raises(BadInput, match="group game"):
        table(cards=CARDS)


def test_w26_the_product_has_no_stakes():
    """There is nothing to bet with: no option, no event and no word of money anywhere in the game's vocabulary."""
    match = table()
    for option in ("stake", "stakes", "bet", "payout", "tokens"):
        with pytest.raises(BadInput):
            table(**{option: 1})
    for event in ("bet", "stake", "pay"):
        assert match.apply({"event": event, "player": "Ann", "amount": 1}).verdict == "malformed"
    assert match.view().score_name == "points"


# ——— the view ———


def test_the_view_offers_what_may_be_done():
    match = table("Ann Bob Cy")
    assert match.view().may["Ann"] == ("draw", "lay", "discard", "end_turn", "notice")
    play(match, "Ann lay 7/T *=/R 9/A 10/I J/N -> laid W6 Ann+135")
    view = match.view()
    assert view.may["Ann"] == ("draw", "lay", "tag", "replace_wild", "discard", "end_turn", "notice")
    assert view.may["Bob"] == ("contest",)
    assert view.board["contestable"] == {"player": "Ann", "words": ["train"]}
    assert view.board["lines"] == [
        {"cards": ["7/T", "*=/R", "9/A", "10/I", "J/N"], "player": "Ann", "claimed": ["train"]}
    ]
    play(match, "Ann notice -> noticed W17")
    assert match.view().may["Bob"] == ()
    assert "timeout" in match.view().may["Ann"]


def test_the_view_of_the_end():
    match = table(hand=8)
    play(match, OUT)
    assert match.view().may == {"Ann": ("hands",), "Bob": ("contest", "hands")}
    play(match, f"hands Bob={HAND} -> final W22 Ann+23")
    assert match.view().may == {"Ann": (), "Bob": ()}


def test_the_view_of_the_wild_and_the_group_game():
    assert table(type="wild").view().may == {"Ann": ("dealer_chooses",), "Bob": ()}
    match = group()
    assert match.view().may["Ann"] == ("solution", "close")
    play(match, "Ann solution A/A A/T -> solved W24 Ann+2")
    assert match.view().may["Ann"] == ("close",)
    assert match.view().board["solved"] == ["Ann"]
    grid = table(grid=True)
    play(grid, "Ann cells 0,0:7/T 1,0:8/R 2,0:9/A 3,0:10/I 4,0:J/N -> laid W9 Ann+101")
    assert grid.view().board["grid"][1] == {"x": 1, "y": 0, "card": "8/R"}
    assert grid.view().board["lines"][0]["player"] is None
