"""Disorder of the Villains clause by clause, when a trait may, must and cannot be used (V6–V10)."""

from __future__ import annotations

import pytest

from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, minted, now, opening, play, table, timed, trait, turn

EMPTY_HAND = """
    Bob draw -> drawn V4
    Bob play Bat2 -> played V4
    let resolve -> resolved V15
    Bob play Bee2 -> played V15
    let resolve -> resolved V15
    Bob play Boa2 -> played V15
    """


# ——— V6: four timings ———


@pytest.mark.parametrize("given", [now("draw"), trait("constant", "draw"), trait("constant", "shield")])
def test_v6_immediate_and_constant_traits_cannot_be_triggered(given: dict[str, str]) -> None:
    match = table({"Ape": given})
    play(match, opening())
    play(match, "Ann draw -> drawn V4\nAnn trigger Ape -> wrong_timing V6")


def test_v6_a_card_without_a_trait_cannot_be_triggered() -> None:
    play(table(), "Ann trigger Oz -> wrong_timing V6")


def test_v6_a_minted_trait_waits_for_its_villain_to_be_minted() -> None:
    match = table({"Oz": minted("draw")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann trigger Oz -> wrong_timing V6
        Ann mint Oz -> minted V13 Ann+1
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann trigger Oz -> trait_used V8
        """,
    )
    assert result["hand"]["Ann"] == 3


# ——— V7: immediate traits ———


@pytest.mark.parametrize("effect", ["bounce", "burn", "flip"])
def test_v7_an_immediate_trait_must_have_its_target(effect: str) -> None:
    match = table(bob={"Bat2": now(effect)})
    play(
        match,
        bobs_play("Bat2 -> not_a_target V7")
        + """
        Bob play Bat2 target=Unicorn -> not_a_target V7
        Bob play Bat2 target=Bat2 -> not_a_target V7
        Bob play Bat2 target=Bob:Ape -> not_a_target V7
        Bob play Bat2 target=Ape -> played V4
        """,
    )


@pytest.mark.parametrize(
    ("effect", "in_play", "discard"),
    [("burn", {}, ["Bat2"]), ("bounce", {}, []), ("flip", {"Bat2": False}, [])],
)
def test_v7_the_card_itself_is_the_target_when_there_is_no_other(
    effect: str, in_play: dict[str, bool], discard: list[str]
) -> None:
    match = table({"Oz": timed("bounce"), "Ape": timed("bounce")}, {"Oz2": timed("bounce"), "Bat2": now(effect)})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Ann trigger Ape target=Ape -> triggered V11
        Bob trigger Oz2 target=Oz -> triggered V10
        Ann trigger Oz target=Oz2 -> triggered V11
        let resolve -> resolved V15
        resolve -> resolved V15
        resolve -> resolved V15
        Bob play Bat2 -> not_a_target V7
        Bob play Bat2 target=Bat2 -> played V4
        let resolve -> resolved V15
        """,
    )
    assert result["in_play"] == {"Ann": {}, "Bob": in_play}
    assert result["discard"]["Bob"] == discard


def test_v7_nothing_to_copy_at_all_so_nothing_waits() -> None:
    result = play(
        table(bob={"Bat2": now("copy")}),
        bobs_play("Bat2 target=Ape -> not_a_target V7") + "\nBob play Bat2 -> played V4\nresolve -> not_now V11",
    )
    assert result["in_play"]["Bob"] == {"Oz2": False, "Bat2": True}


def test_v7_the_trait_is_required_and_does_not_wait_for_the_player_to_trigger_it() -> None:
    play(table(bob={"Bat2": now("draw")}), bobs_play("Bat2 -> played V4") + "\nBob end_turn -> not_now V11")


@pytest.mark.parametrize("effect", ["drop", "play"])
def test_v7_drop_and_play_with_an_empty_hand_do_nothing(effect: str) -> None:
    match = table(bob={"Bat2": now("play"), "Bee2": now("play"), "Boa2": now(effect)})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + EMPTY_HAND
        + """
        let resolve -> resolved V15
        Bob drop Cat2 -> not_now V15
        Bob end_turn -> turn_ended V4
        """,
    )
    assert result["hand"]["Bob"] == 0
    assert result["in_play"]["Bob"]["Boa2"] is True


def test_v7_a_hand_emptied_while_a_drop_waits_opens_nothing() -> None:
    match = table(bob={"Bat2": now("drop"), "Oz2": timed("drop", "own"), "Alien2": timed("play", "own")})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + turn("Bob", "Alien2")
        + turn("Ann", "Ant")
        + """
        Bob draw -> drawn V4
        Bob play Bat2 -> played V4
        Bob trigger Oz2 -> triggered V10
        Bob trigger Alien2 -> triggered V10
        let resolve -> resolved V15
        Bob play Cat2 -> played V15
        let resolve -> resolved V15
        Bob drop Cod2 -> played V15
        resolve -> resolved V15
        Bob drop Cow2 -> not_now V15
        Bob end_turn -> turn_ended V4
        """,
    )
    assert result["hand"]["Bob"] == 0


# ——— V8, V9, V10: once, not at once, on whose turn ———


def test_v8_sideways_from_the_moment_it_is_played_or_triggered() -> None:
    match = table({"Ape": timed("draw")}, {"Bat2": now("burn")})
    result = play(match, bobs_play("Bat2 target=Ape -> played V4") + "\nAnn trigger Ape -> triggered V11")
    assert result["in_play"] == {"Ann": {"Oz": False, "Ape": True}, "Bob": {"Oz2": False, "Bat2": True}}
    play(match, "Ann trigger Ape -> trait_used V8")


def test_v8_flip_makes_it_fresh_and_so_does_coming_back() -> None:
    match = table({"Ape": timed("draw", "own"), "Oz": timed("flip", "own"), "Bat": now("bounce")})
    play(match, opening())
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Ape -> triggered V10
        let resolve -> resolved V15
        Ann trigger Ape -> trait_used V8
        Ann trigger Oz target=Ape -> triggered V10
        let resolve -> resolved V15
        Ann trigger Ape -> triggered V10
        let resolve -> resolved V15
        Ann play Bat target=Ape -> played V4
        let resolve -> resolved V15
        Ann end_turn -> turn_ended V4
        """
        + turn("Bob", "Ant2")
        + turn("Ann", "Ape")
        + turn("Bob", "Asp2")
        + """
        Ann trigger Ape -> triggered V10
        """,
    )


def test_v8_flip_turns_an_upright_card_sideways_and_its_trait_counts_as_used() -> None:
    match = table({"Ape": timed("draw", "own")}, {"Bat2": now("flip")})
    play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        let resolve -> resolved V15
        Bob end_turn -> turn_ended V4
        Ann draw -> drawn V4
        Ann trigger Ape -> trait_used V8
        """,
    )


def test_v8_a_dropped_card_with_an_immediate_trait_is_upright() -> None:
    match = table({"Oz": timed("drop", "own"), "Bat": now("draw")})
    play(match, opening())
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann drop Bat -> played V15
        resolve -> not_now V11
        """,
    )
    assert result["in_play"]["Ann"]["Bat"] is False


def test_v9_not_in_the_turn_in_which_the_card_came() -> None:
    match = table({"Ape": timed("draw")})
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Ape -> played V3
        Ann trigger Ape -> too_soon V9
        Ann end_turn -> turn_ended V4
        Ann trigger Ape -> triggered V11
        """,
    )


def test_v9_a_villain_played_and_minted_in_one_turn_waits_another_turn() -> None:
    match = table({"Alien": minted("draw")})
    play(match, BOARD_OF_FOUR.replace("Ann play Cat", "Ann play Bee").replace("Ann play Dodo", "Ann play Ant"))
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Alien -> played V4
        Bob decline -> declined V12
        Ann mint Alien -> minted V13 Ann+1
        Ann trigger Alien -> too_soon V9
        Ann end_turn -> turn_ended V4
        """
        + turn("Bob", "Witch2")
        + "Ann trigger Alien -> triggered V10",
    )


def test_v9_a_starting_villain_was_there_before_the_first_turn() -> None:
    play(table({"Oz": timed("draw", "own")}), "Ann trigger Oz -> triggered V10")


@pytest.mark.parametrize(
    ("when", "on_own", "on_other"),
    [
        ("own", "triggered V10", "wrong_timing V10"),
        ("opponent", "wrong_timing V10", "triggered V11"),
        ("any", "triggered V10", "triggered V11"),
    ],
)
def test_v10_a_timed_trait_follows_its_own_text(when: str, on_own: str, on_other: str) -> None:
    play(table({"Oz": timed("draw", when)}), f"Ann trigger Oz -> {on_own}")
    play(table({"Oz": timed("draw", when)}), turn("Ann", "Ape", "V3") + f"Ann trigger Oz -> {on_other}")


def test_v10_a_minted_trait_is_used_on_one_s_own_turn_only() -> None:
    match = table({"Oz": minted("draw")})
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\n" + turn("Ann", "Bat").replace("Bat", "Bee"))
    play(match, "Ann trigger Oz -> wrong_timing V10")


def test_v10_only_one_s_own_cards_that_are_in_play() -> None:
    match = table({"Oz": timed("draw"), "Ape": timed("draw")})
    play(
        match,
        """
        Bob trigger Oz -> no_such_card V10
        Ann trigger Ape -> no_such_card V10
        Ann trigger Oz2 -> no_such_card V10
        """,
    )
