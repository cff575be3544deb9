"""WORDCARD clause by clause, words that are not believed (W16)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadInput
from tests.rules.wordcard_table import LAID, OUT, TRAIN, play, table


def test_w16_a_word_of_the_dictionary_stands_and_every_challenger_loses_a_turn() -> None:
    match = table("Ann Bob Cy")
    result = play(match, LAID + "contest Bob,Cy,Bob train -> word_stands W16\nAnn end_turn -> turn_ended W17")
    assert result["lost_turns"] == {"Ann": 0, "Bob": 0, "Cy": 0}
    assert result["turn"] == "Ann", "both turns were skipped as they came round"


def test_w16_turns_still_to_be_lost_are_counted_until_they_come_round() -> None:
    match = table("Ann Bob Cy")
    result = play(match, LAID + "contest Cy train -> word_stands W16")
    assert result["lost_turns"] == {"Ann": 0, "Bob": 0, "Cy": 1}
    result = play(match, "Ann end_turn -> turn_ended W17\nBob end_turn -> turn_ended W17")
    assert (result["turn"], result["lost_turns"]["Cy"]) == ("Ann", 0)


def test_w16_a_false_word_is_taken_back_with_points_bonuses_and_opening() -> None:
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


def test_w16_only_the_last_laydown_is_taken_back() -> None:
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


def test_w16_a_tag_on_is_taken_back_too() -> None:
    match = table()
    result = play(
        match, LAID + "Ann tag 1 back=A/X,A/Y -> tagged W7 Ann+46\ncontest Bob trainxy -> word_fails W16 Ann-46"
    )
    assert result["lines"] == [TRAIN.split()]


def test_w16_only_right_after_it_and_only_once() -> None:
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
    "between",
    [
        "Ann draw deck -> drawn W25",
        "Ann draw deck -> drawn W25\nAnn discard A/A -> discarded W25",
        "Ann notice -> noticed W17",
    ],
)
def test_w16_an_event_of_another_kind_ends_the_chance(between: str) -> None:
    play(table(), LAID + between + "\ncontest Bob train -> not_now W16")


def test_w16_refused_events_end_nothing() -> None:
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


def test_w16_without_words_a_line_claims_itself_if_it_is_a_word_or_not_covered() -> None:
    play(table(), LAID + "contest Bob rain -> not_a_word W16\ncontest Bob TRAIN -> word_stands W16")
    covered = "Ann lay A/C A/A A/T A/O A/N -> laid W6 Ann+10\n"
    play(table(), covered + "contest Bob caton -> not_a_word W16\ncontest Bob cat -> not_a_word W16")
    play(table(), "Ann lay A/C A/A A/T A/X A/N -> laid W6 Ann+10\ncontest Bob catxn -> word_fails W16 Ann-10")


def test_w16_claimed_words_must_stand_in_the_line() -> None:
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


def test_w16_a_claim_covers_and_counts_until_it_falls() -> None:
    match = table(words=("on",))
    play(match, "Ann lay A/Q A/Q A/O A/N A/Z words=qq,nz -> laid W6 Ann+6\ncontest Bob nz -> word_fails W16 Ann-6")


def test_w16_claiming_nothing() -> None:
    match = table()
    play(match, f"Ann lay {TRAIN} words= -> laid W6 Ann+101\ncontest Bob train -> not_a_word W16")


def test_w16_a_claim_belongs_to_the_lines_it_stands_in() -> None:
    match = table(words=("on",))
    play(
        match,
        """
        Ann lay A/Q A/Z A/O A/N | A/Q A/Z words=qz,on -> laid W6 Ann+6
        Ann tag 2 back=A/O,A/N words= -> tagged W7 Ann+2
        """,
    )


def test_w16_with_declared_only_every_line_claims_itself() -> None:
    match = table(declared_only=True)
    play(match, "Ann lay A/C A/A A/T A/O A/N -> laid W6 Ann+5\ncontest Bob caton -> word_fails W16 Ann-5")


@pytest.mark.parametrize("kind", ["cardplay", "cardplay_plus"])
def test_w16_games_of_combinations_have_no_claims(kind: str) -> None:
    match = table(type=kind)
    bobs = "contest Bob train -> not_a_word W16"
    play(match, f"Ann lay {TRAIN} words=train -> laid W6 Ann+{44 if kind == 'cardplay' else 145}\n{bobs}")
    with pytest.raises(BadInput, match="declared_only"):
        table(type=kind, declared_only=True)


def test_w16_strict_looks_everything_up_at_once() -> None:
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


EXPLAINED: dict[str, Any] = {"explanations": True}


@pytest.mark.parametrize(("said", "ruled"), [("good", "word_stands W16"), ("wrong", "word_fails W16 Ann-101")])
def test_w16_the_table_decides_about_explanations(said: str, ruled: str) -> None:
    play(table(**EXPLAINED), LAID + f"contest Bob train {said} -> {ruled}")


def test_w16_an_explanation_nobody_agreed_on_is_not_for_now_while_hands_are_awaited() -> None:
    play(table(hand=8), OUT + "contest Bob train good -> not_now W16\ncontest Bob train -> word_stands W16")


def test_w16_explanations_only_if_agreed() -> None:
    match = table()
    play(match, "contest Bob train good -> not_enabled W16\n" + LAID + "contest Bob train wrong -> not_enabled W16")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"about": "explanation"}, "upheld"),
        ({"about": "explanation", "upheld": "yes"}, "upheld"),
        ({"about": "spelling", "upheld": True}, "about"),
        ({"players": []}, "players"),
        ({"players": ["Zed"]}, "players, no. 1"),
        ({"players": "Bob"}, "players"),
        ({"word": 3}, "word"),
    ],
)
def test_w16_malformed_contests(fields: dict[str, Any], field: str) -> None:
    match = table(**EXPLAINED)
    play(match, LAID)
    ruling = match.apply({"event": "contest", "players": ["Bob"], "word": "train"} | fields)
    assert (ruling.verdict, f"“{field}”" in ruling.reason) == ("malformed", True)


def test_w16_the_finishing_laydown_can_be_contested() -> None:
    match = table(hand=8)
    result = play(match, OUT + "contest Bob train -> word_stands W16")
    assert (result["turn"], result["awaiting"]) == (None, "hands")
