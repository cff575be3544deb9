"""Disorder of the Villains clause by clause, effects that wait and the chance to interrupt (V11, V12)."""

from __future__ import annotations

import pytest

from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, now, play, table, timed, turn

# ——— V11: the stack ———


def test_v11_the_newest_effect_comes_first_and_cancels_nothing():
    match = table({"Oz": timed("draw"), "Ape": timed("flip")}, {"Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Ape target=Bat2 -> triggered V11
        Ann trigger Oz -> triggered V11
        Bob end_turn -> not_now V11
        resolve -> resolved V15
        resolve -> resolved V15
        resolve -> resolved V15
        resolve -> not_now V11
        Bob end_turn -> turn_ended V4
        """,
    )
    assert result["in_play"]["Bob"]["Bat2"] is False
    assert result["discard"]["Ann"] == ["Ape"]
    assert result["hand"]["Ann"] == 3


def test_v11_a_target_that_left_play_meanwhile_is_left_alone():
    match = table({"Oz": timed("bounce")}, {"Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz target=Ape -> triggered V11
        resolve -> resolved V15
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == []
    assert result["hand"]["Ann"] == 3


def test_v11_drawing_and_playing_do_not_wait_for_the_stack_only_the_end_of_the_turn_does():
    match = table({"Oz": timed("draw", "own")})
    result = play(
        match,
        """
        Ann trigger Oz -> triggered V10
        Ann draw -> drawn V4
        Ann play Ape -> played V3
        Ann end_turn -> not_now V11
        resolve -> resolved V15
        Ann end_turn -> turn_ended V4
        """,
    )
    assert result["hand"]["Ann"] == 3


# ——— V12: the chance to interrupt ———


def test_v12_the_opponent_declines_once_after_each_play():
    play(
        table(),
        """
        Bob decline -> not_now V12
        Ann decline -> not_your_turn V12
        Ann timeout -> not_your_turn V12
        Ann draw -> drawn V4
        Ann play Ape -> played V3
        Ann timeout -> not_your_turn V12
        Bob timeout -> declined V12
        Bob decline -> not_now V12
        Bob timeout -> not_now V12
        Ann end_turn -> turn_ended V4
        """,
    )


def test_v12_the_chance_ends_with_the_turn():
    match = table()
    play(match, turn("Ann", "Ape", "V3") + "Bob decline -> not_your_turn V12\nAnn decline -> not_now V12")


@pytest.mark.parametrize("chance", ["Bob decline -> declined V12", "Bob timeout -> declined V12"])
def test_v12_a_mint_waits_for_the_opponent(chance):
    match = table()
    play(match, BOARD_OF_FOUR)
    play(
        match,
        f"""
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Ann mint Oz -> interrupt_first V12
        {chance}
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v12_an_interruption_of_theirs_is_a_chance_had():
    match = table(bob={"Oz2": timed("draw")})
    play(match, BOARD_OF_FOUR)
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Bob trigger Oz2 -> triggered V11
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v12_an_interruption_before_the_play_is_not_one_after_it():
    match = table(bob={"Oz2": timed("draw")})
    play(match, BOARD_OF_FOUR)
    play(
        match,
        """
        Ann draw -> drawn V4
        Bob trigger Oz2 -> triggered V11
        Ann play Bee discard=Bat -> played V4
        Ann mint Oz -> interrupt_first V12
        """,
    )


def test_v12_one_s_own_interruption_is_no_chance_for_the_opponent():
    match = table({"Oz": timed("draw")})
    play(match, BOARD_OF_FOUR)
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Ann trigger Oz -> triggered V10
        Ann mint Oz -> interrupt_first V12
        """,
    )


def test_v12_a_drop_needs_no_chance_a_play_effect_needs_a_new_one():
    match = table({"Oz": timed("drop", "own"), "Alien": timed("play", "own")})
    four = BOARD_OF_FOUR.replace("Ann play Dodo", "Ann play Alien")
    play(match, four)
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
        Ann drop Dog -> played V15
        Bob decline -> not_now V12
        Ann trigger Alien -> triggered V10
        resolve -> resolved V15
        Ann play Doe discard=Dog -> played V15
        Ann mint Oz -> interrupt_first V12
        Bob decline -> declined V12
        Ann mint Oz -> minted V13 Ann+1
        """,
    )


def test_v12_resolving_does_not_wait_for_the_opponent():
    play(
        table(bob={"Bat2": now("draw")}),
        bobs_play("Bat2 -> played V4") + "\nresolve -> resolved V15\nBob end_turn -> turn_ended V4",
    )
