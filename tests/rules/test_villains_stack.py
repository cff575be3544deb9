"""Disorder of the Villains clause by clause: effects that wait, and the order in which they are carried out (V11)."""

from __future__ import annotations

from tests.rules.villains_table import bobs_play, now, play, table, timed


def test_v11_the_newest_effect_comes_first_and_cancels_nothing() -> None:
    match = table({"Oz": timed("draw"), "Ape": timed("flip")}, {"Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Ape target=Bat2 -> triggered V11
        Ann trigger Oz -> triggered V11
        Bob end_turn -> not_now V11
        let resolve -> resolved V15
        resolve -> resolved V15
        resolve -> resolved V15
        resolve -> not_now V11
        Bob end_turn -> turn_ended V4
        """,
    )
    assert result["in_play"]["Bob"]["Bat2"] is False
    assert result["discard"]["Ann"] == ["Ape"]
    assert result["hand"]["Ann"] == 3


def test_v11_a_target_that_left_play_meanwhile_is_left_alone() -> None:
    match = table({"Oz": timed("bounce")}, {"Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz target=Ape -> triggered V11
        let resolve -> resolved V15
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == []
    assert result["hand"]["Ann"] == 3


def test_v11_drawing_and_playing_do_not_wait_for_the_stack_only_the_end_of_the_turn_does() -> None:
    match = table({"Oz": timed("draw", "own")})
    result = play(
        match,
        """
        Ann trigger Oz -> triggered V10
        Ann draw -> drawn V4
        Ann play Ape -> played V3
        Ann end_turn -> not_now V11
        let resolve -> resolved V15
        Ann end_turn -> turn_ended V4
        """,
    )
    assert result["hand"]["Ann"] == 3
