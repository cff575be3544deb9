"""Disorder of the Villains clause by clause: the chance to interrupt, whose it is and what waits for it (V12, V13)."""

from __future__ import annotations

import pytest

from companion.games.board import Asked
from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, minted, now, opening, play, table, timed, trait, turn
from tests.seen import seen

# ——— V12: who gets it, and from what ———


def test_v12_the_opponent_declines_once_after_each_play() -> None:
    play(
        table(),
        """
        Bob decline -> not_now V12
        Ann decline -> not_now V12
        Ann timeout -> not_now V12
        Ann draw -> drawn V4
        Bob decline -> not_now V12
        Ann play Ape -> played V3
        Ann decline -> not_your_turn V12
        Ann timeout -> not_your_turn V12
        Bob timeout -> declined V12
        Bob decline -> not_now V12
        Bob timeout -> not_now V12
        Ann timeout -> not_now V12
        Ann end_turn -> turn_ended V4
        """,
    )


def test_v12_a_trigger_that_makes_an_effect_wait_gives_it_to_the_other() -> None:
    match = table({"Oz": timed("draw")})
    play(match, "Ann trigger Oz -> triggered V10\nAnn decline -> not_your_turn V12\nresolve -> interrupt_first V12")
    assert seen(match).asked == Asked("Bob", "Interrupt Oz?")
    play(match, "Bob decline -> declined V12\nresolve -> resolved V15")


def test_v12_after_each_interruption_it_is_the_other_s_until_one_lets_it_go() -> None:
    match = table({"Oz": timed("negate"), "Ape": timed("negate")}, {"Oz2": timed("negate"), "Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Bob decline -> not_your_turn V12
        Ann trigger Oz -> triggered V11
        Ann decline -> not_your_turn V12
        resolve -> interrupt_first V12
        Bob trigger Oz2 -> triggered V10
        Bob timeout -> not_your_turn V12
        resolve -> interrupt_first V12
        Ann trigger Ape -> triggered V11
        resolve -> interrupt_first V12
        Bob timeout -> declined V12
        Ann decline -> not_now V12
        resolve -> negated V15
        resolve -> negated V15
        resolve -> not_now V11
        """,
    )
    assert result["discard"]["Ann"] == [], "Ann's second NEGATE took Bob's, so that her first took the BURN"


def test_v12_what_was_below_on_the_stack_needs_no_new_chance() -> None:
    match = table({"Oz": timed("draw")}, {"Bat2": now("burn")})
    play(match, bobs_play("Bat2 target=Ape -> played V4") + "\nAnn trigger Oz -> triggered V11")
    play(match, "Bob decline -> declined V12\nresolve -> resolved V15\nAnn decline -> not_now V12")
    assert play(match, "resolve -> resolved V15")["discard"]["Ann"] == ["Ape"]


def test_v12_a_trigger_without_an_effect_ends_one_s_own_chance_and_gives_none() -> None:
    match = table({"Oz": timed("copy")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4\nBob play Ape2 -> played V4")
    play(match, "Ann trigger Oz -> triggered V11\nAnn decline -> not_now V12\nBob decline -> not_now V12")


def test_v12_a_trigger_without_an_effect_leaves_the_other_theirs() -> None:
    match = table(bob={"Oz2": timed("copy", "own"), "Bat2": trait("constant", "draw")})
    play(match, bobs_play("Bat2 -> played V4") + "\nBob trigger Oz2 -> triggered V10\nAnn decline -> declined V12")


def test_v12_whoever_has_it_not_may_still_trigger_and_play() -> None:
    match = table({"Oz": timed("draw"), "Ape": timed("flip")}, {"Oz2": timed("draw", "own"), "Bat2": now("draw")})
    play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Bob trigger Oz2 -> triggered V10
        Bob play Bat2 -> played V4
        Bob decline -> not_your_turn V12
        Ann trigger Oz -> triggered V11
        Ann trigger Ape target=Oz -> triggered V11
        Ann decline -> not_your_turn V12
        Bob decline -> declined V12
        """,
    )


def test_v12_a_play_of_one_s_own_gives_it_away_whoever_had_it() -> None:
    """There is one chance and it goes to and fro; playing the turn's card hands it over like an interruption does."""
    match = table(bob={"Oz2": timed("draw")})
    play(
        match,
        """
        Ann draw -> drawn V4
        Bob trigger Oz2 -> triggered V11
        Ann play Ape -> played V3
        Ann decline -> not_your_turn V12
        Bob decline -> declined V12
        resolve -> resolved V15
        """,
    )


def test_v12_a_drop_a_resolve_and_a_mint_give_none() -> None:
    match = table({"Oz": timed("drop", "own")})
    four = BOARD_OF_FOUR.replace("Ann play Dodo", "Ann play Cod")
    play(
        match,
        four
        + """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Bob decline -> not_now V15
        Ann drop Dog discard=Cod -> played V15
        Bob decline -> not_now V12
        Ann decline -> not_now V12
        Ann mint Oz -> minted V13 Ann+1
        Bob decline -> not_now V12
        """,
    )


def test_v12_a_play_of_the_opponent_gives_it_only_when_an_effect_waits() -> None:
    match = table({"Oz": timed("play", "opponent"), "Ape": timed("play", "opponent"), "Bat": now("draw")})
    play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Ann trigger Oz -> triggered V11
        let resolve -> resolved V15
        Ann play Ant -> played V15
        Bob decline -> not_now V12
        Ann trigger Ape -> triggered V11
        let resolve -> resolved V15
        Ann play Bat -> played V15
        resolve -> interrupt_first V12
        Ann decline -> not_your_turn V12
        Bob decline -> declined V12
        resolve -> resolved V15
        """,
    )


def test_v12_the_end_of_the_turn_waits_for_no_chance_and_ends_it() -> None:
    play(table(), turn("Ann", "Ape", "V3") + "Bob decline -> not_now V12\nAnn decline -> not_now V12")


def test_v12_a_refused_interruption_closes_no_chance() -> None:
    match = table({"Oz": timed("burn", "own")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4\nBob play Ape2 -> played V4")
    play(match, "Ann trigger Oz target=Ape2 -> wrong_timing V10\nAnn decline -> declined V12")


def test_v12_the_chance_undone_is_there_again() -> None:
    match = table()
    play(match, "Ann draw -> drawn V4\nAnn play Ape -> played V3\nBob decline -> declined V12")
    match.apply({"event": "undo"})
    play(match, "Ann timeout -> not_your_turn V12\nBob timeout -> declined V12")


def test_awaited_is_the_answer_to_a_waiting_effect_and_never_to_a_play_without_one() -> None:
    match = table({"Oz": timed("draw")}, {"Bat2": now("draw")})
    play(match, "Ann draw -> drawn V4\nAnn play Ape -> played V3")
    assert (match.view().awaiting, match.view().actor) == ("end_turn", "Ann")
    play(match, "Ann end_turn -> turn_ended V4\nBob draw -> drawn V4\nBob play Bat2 -> played V4")
    view = match.view()
    assert (view.turn, view.awaiting, view.actor) == ("Bob", "decline", "Ann")
    play(match, "Ann trigger Oz -> triggered V11")
    assert (match.view().awaiting, match.view().actor) == ("decline", "Bob")
    play(match, "Bob decline -> declined V12")
    assert (match.view().awaiting, match.view().actor) == ("resolve", "Bob")


def test_awaited_of_the_opponent_whose_drop_was_opened() -> None:
    match = table({"Oz": timed("drop", "opponent")})
    play(match, turn("Ann", "Ape", "V3") + "Ann trigger Oz -> triggered V11\nlet resolve -> resolved V15")
    view = match.view()
    assert (view.turn, view.awaiting, view.actor) == ("Bob", "drop", "Ann")


# ——— V13: what a MINT waits for ———


@pytest.mark.parametrize("chance", ["Bob decline -> declined V12", "Bob timeout -> declined V12"])
def test_v13_a_mint_waits_until_the_newest_play_is_answered(chance: str) -> None:
    play(
        table(),
        BOARD_OF_FOUR
        + f"""
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Ann mint Oz -> interrupt_first V13
        {chance}
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v13_an_interruption_answers_the_play_but_must_itself_be_carried_out_first() -> None:
    match = table(bob={"Oz2": timed("draw")})
    play(
        match,
        BOARD_OF_FOUR
        + """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Bob trigger Oz2 -> triggered V11
        Ann mint Oz -> interrupt_first V13
        Ann decline -> declined V12
        Ann mint Oz -> interrupt_first V13
        resolve -> resolved V15
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v13_an_interruption_that_does_nothing_answers_the_play_too() -> None:
    match = table(bob={"Oz2": timed("copy")})
    play(match, BOARD_OF_FOUR + "Ann draw -> drawn V4\nAnn play Bee discard=Bat -> played V4")
    play(match, "Bob trigger Oz2 -> triggered V11\nAnn mint Oz -> minted V13 Ann+1")


def test_v13_an_interruption_that_was_negated_hinders_no_longer() -> None:
    match = table({"Oz": timed("negate")}, {"Oz2": timed("bounce")})
    play(
        match,
        BOARD_OF_FOUR
        + """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Bob trigger Oz2 target=Bee -> triggered V11
        Ann trigger Oz -> triggered V10
        Ann mint Oz -> interrupt_first V13
        let resolve -> negated V15
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v13_the_counter_comes_in_time_and_the_mint_too_late() -> None:
    match = table(bob={"Oz2": timed("bounce", "opponent")})
    play(
        match,
        opening()
        + (turn("Ann", "Bat") + turn("Bob", "Ant2") + turn("Ann", "Cat") + turn("Bob", "Asp2"))
        + """
        Ann draw -> drawn V4
        Ann play Dodo -> played V4
        Bob trigger Oz2 target=Dodo -> triggered V11
        let resolve -> resolved V15
        Ann mint Oz -> no_match V14
        """,
    )


def test_v13_an_interruption_before_the_play_is_no_answer_to_it() -> None:
    match = table(bob={"Oz2": timed("draw")})
    play(
        match,
        BOARD_OF_FOUR
        + """
        Ann draw -> drawn V4
        Bob trigger Oz2 -> triggered V11
        let resolve -> resolved V15
        Ann play Bee discard=Bat -> played V4
        Ann mint Oz -> interrupt_first V13
        """,
    )


def test_v13_one_s_own_trigger_is_no_answer_to_one_s_own_play() -> None:
    match = table({"Oz": timed("draw")})
    play(
        match,
        BOARD_OF_FOUR
        + """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Ann trigger Oz -> triggered V10
        Ann mint Oz -> interrupt_first V13
        Bob decline -> declined V12
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v13_neither_one_s_own_waiting_effects_nor_the_chance_they_gave_hinder_a_mint() -> None:
    match = table({"Oz": timed("draw"), "Bee": now("flip")})
    play(
        match,
        BOARD_OF_FOUR
        + """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat target=Oz2 -> played V4
        Bob decline -> declined V12
        Ann trigger Oz -> triggered V10
        Ann mint Oz -> minted V13 Ann+1
        resolve -> interrupt_first V12
        Bob decline -> declined V12
        resolve -> resolved V15
        resolve -> resolved V15
        """,
    )


def test_v13_each_play_must_be_answered_and_a_drop_need_not() -> None:
    match = table({"Oz": timed("drop", "own"), "Alien": timed("play", "own")})
    four = BOARD_OF_FOUR.replace("Ann play Dodo", "Ann play Alien")
    play(
        match,
        four
        + """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann drop Dog -> played V15
        Bob decline -> not_now V12
        Ann trigger Alien -> triggered V10
        let resolve -> resolved V15
        Ann play Doe discard=Dog -> played V15
        Ann mint Oz -> interrupt_first V13
        Bob decline -> declined V12
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v13_a_mint_is_possible_before_the_turn_s_own_play() -> None:
    play(table({"Oz": minted("draw")}), BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1")
