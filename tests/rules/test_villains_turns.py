"""Disorder of the Villains clause by clause, setting up, turns and the room on the table (V2–V5)."""

from __future__ import annotations

import pytest

from companion.errors import BadInput
from tests.rules.villains_table import BOARD_OF_FOUR, now, opening, play, table, timed, turn

# ——— V2–V4: setting up and turns ———


def test_v2_setup_one_villain_two_cards_in_hand_seventeen_in_the_deck() -> None:
    result = table().result()
    assert result["in_play"] == {"Ann": {"Oz": False}, "Bob": {"Oz2": False}}
    assert result["hand"] == {"Ann": 2, "Bob": 2}
    assert result["deck"] == {"Ann": 17, "Bob": 17}
    assert (result["turn"], result["awaiting"]) == ("Ann", "draw")


def test_v2_the_starter_may_be_agreed() -> None:
    result = play(table(starter="Bob"), "Ann draw -> not_your_turn V4\n" + turn("Bob", "Ape2", "V3"))
    assert result["turn"] == "Ann"


@pytest.mark.parametrize("name", ["Ape", "Oz2", "Unicorn"])
def test_v2_the_starting_card_must_be_a_villain_of_the_deck(name: str) -> None:
    with pytest.raises(BadInput, match=f"Ann cannot start with “{name}”"):
        table(starting={"Ann": name, "Bob": "Oz2"})


def test_v2_a_starting_villain_is_in_play_and_cannot_be_played_again() -> None:
    play(table(), "Ann draw -> drawn V4\nAnn play Oz -> no_such_card V4")


def test_v3_the_first_turn_triggers_nothing() -> None:
    result = play(
        table({"Ape": now("draw")}),
        """
        Ann draw -> drawn V4
        Ann play Ape -> played V3
        resolve -> not_now V11
        Ann end_turn -> turn_ended V4
        """,
    )
    assert result["in_play"]["Ann"] == {"Oz": False, "Ape": False}


def test_v3_not_even_through_a_play_effect() -> None:
    result = play(
        table({"Oz": timed("play"), "Bat": now("draw")}),
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann play Bat -> played V15
        resolve -> not_now V11
        Ann play Ape -> played V3
        """,
    )
    assert result["in_play"]["Ann"]["Bat"] is False


def test_v3_the_second_player_s_first_turn_is_an_ordinary_one() -> None:
    play(
        table(bob={"Bat2": now("draw")}),
        turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4\nBob play Bat2 -> played V4\nlet resolve -> resolved V15",
    )


def test_v4_draw_then_play_both_required() -> None:
    play(
        table(),
        """
        Bob draw -> not_your_turn V4
        Ann play Ape -> draw_first V4
        Ann end_turn -> draw_first V4
        Ann draw -> drawn V4
        Ann draw -> not_now V4
        Ann end_turn -> must_play V4
        Bob play Ape2 -> not_your_turn V4
        Bob end_turn -> not_your_turn V4
        Ann play Ape -> played V3
        Ann play Ant -> already_played V4
        Ann draw -> not_now V4
        Ann end_turn -> turn_ended V4
        """,
    )


def test_v4_an_empty_deck_gives_nothing_and_the_card_must_still_be_played() -> None:
    result = play(
        table(bob={"Ape2": now("draw", 30)}),
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Bob play Ape2 -> played V4
        let resolve -> resolved V15
        Bob end_turn -> turn_ended V4
        """
        + turn("Ann", "Ant")
        + """
        Bob draw -> nothing_to_draw V4
        Bob draw -> not_now V4
        Bob end_turn -> must_play V4
        """,
    )
    assert (result["hand"]["Bob"], result["deck"]["Bob"]) == (18, 0)


def test_v4_with_an_empty_hand_the_turn_may_end() -> None:
    """A timed PLAY and DROP empty the hand before the turn's own card."""
    match = table({"Oz": timed("play", "own"), "Ape": timed("drop", "own"), "Bat": timed("drop", "own")})
    play(match, opening() + turn("Ann", "Bat") + turn("Bob", "Bat2"))
    script = """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann play Bee -> played V15
        Ann trigger Ape -> triggered V10
        let resolve -> resolved V15
        Ann drop Cat discard=Bee -> malformed —
        Ann drop Cat -> played V15
        Ann trigger Bat -> triggered V10
        let resolve -> resolved V15
        Ann drop Alien -> played V15
        """
    result = play(match, script)
    assert result["hand"]["Ann"] == 0
    assert result["awaiting"] == "end_turn"
    play(match, "Ann play Dog -> no_such_card V4\nAnn end_turn -> turn_ended V4")


@pytest.mark.parametrize("card", ["Ape2", "Unicorn", "Oz", "ape"])
def test_v4_only_cards_of_one_s_own_deck_that_are_not_on_the_table_can_be_played(card: str) -> None:
    play(table(), f"Ann draw -> drawn V4\nAnn play {card} -> no_such_card V4")


def test_v4_a_discarded_or_minted_card_is_not_in_the_hand() -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat -> played V4
        Ann end_turn -> turn_ended V4
        Bob draw -> drawn V4
        Bob mint Golem2 -> no_such_card V13
        Bob play Golem2 -> played V4
        Ann decline -> declined V12
        Bob mint Golem2 -> minted V13 Bob+1
        Bob end_turn -> turn_ended V4
        Ann draw -> drawn V4
        Ann play Bat discard=Ape -> no_such_card V4
        Ann play Boa discard=Ape -> played V4
        Ann end_turn -> turn_ended V4
        Bob draw -> drawn V4
        Bob play Golem2 -> no_such_card V4
        """,
    )


# ——— V5: room ———


def test_v5_a_fifth_monster_must_name_one_to_discard() -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bee -> board_full V5
        Ann play Bee discard=Oz -> malformed —
        Ann play Bee discard=Bee -> malformed —
        Ann play Bee discard=Ape2 -> malformed —
        Ann play Bee discard=Unicorn -> malformed —
        Ann play Alien discard=Ape -> malformed —
        Ann play Alien -> played V4
        Ann end_turn -> turn_ended V4
        """
        + turn("Bob", "Alien2")
        + """
        Ann draw -> drawn V4
        Ann play Bee discard=Cat -> played V4
        """,
    )
    assert result["discard"]["Ann"] == ["Cat"]
    assert list(result["in_play"]["Ann"]) == ["Oz", "Ape", "Bat", "Dodo", "Alien", "Bee"]
    assert all("“discard”" in ruling.reason for ruling in match.rulings if ruling.verdict == "malformed")


def test_v5_a_discard_that_is_not_needed_is_malformed_but_only_on_one_s_turn() -> None:
    play(
        table(),
        """
        Ann play Bee discard=Ape -> malformed —
        Bob play Bee2 discard=Ape2 -> not_your_turn V4
        Ann play Unicorn discard=Ape -> draw_first V4
        """,
    )


def test_v5_a_drop_needs_room_too() -> None:
    match = table({"Oz": timed("drop", "own")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann drop Bee -> board_full V5
        Ann drop Bee discard=Oz -> malformed —
        Ann drop Bee discard=Dodo -> played V15
        """,
    )
    assert result["discard"]["Ann"] == ["Dodo"]


def test_v5_all_four_villains_may_be_in_play() -> None:
    match = table()
    play(match, turn("Ann", "Alien", "V3") + turn("Bob", "Ape2") + turn("Ann", "Witch") + turn("Bob", "Ant2"))
    result = play(match, turn("Ann", "Golem"))
    assert list(result["in_play"]["Ann"]) == ["Oz", "Alien", "Witch", "Golem"]


def test_v5_the_discarded_card_is_gone_before_the_trait_looks_for_its_target() -> None:
    match = table({"Bee": now("burn")})
    play(match, BOARD_OF_FOUR)
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bee discard=Cat target=Cat -> not_a_target V7
        Ann play Bee discard=Cat target=Bat -> played V4
        """,
    )
