"""Disorder of the Villains clause by clause, minting and the end (V13, V14, V16–V18)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.villains.legal import could_mint
from tests.rules.villains_table import BOARD_OF_FOUR, MONSTERS, now, opening, play, table, timed, turn


def test_v13_mint_on_one_s_own_turn_at_any_time_even_before_the_draw() -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    result = play(
        match, "Bob mint Golem2 -> not_your_turn V13\nAnn mint Oz -> minted V13 Ann+1\nAnn mint Oz -> no_such_card V13"
    )
    assert result["in_play"]["Ann"] == {}
    assert result["minted"]["Ann"] == ["Oz"]
    assert result["discard"]["Ann"] == ["Ape", "Bat", "Cat", "Dodo"]
    assert result["scores"] == {"Ann": 1, "Bob": 0}


def test_v13_what_can_be_minted_as_things_stand_waits_for_the_other_s_chance() -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    assert could_mint(match.state) == ("Oz",)
    play(match, "Ann draw -> drawn V4\nAnn play Alien -> played V4")
    assert could_mint(match.state) == ()
    play(match, "Bob decline -> declined V12")
    assert could_mint(match.state) == ("Oz",)


@pytest.mark.parametrize("villain", ["Alien", "Oz2", "Ape", "Unicorn"])
def test_v13_the_villain_must_be_one_s_own_unminted_and_in_play(villain: str) -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    play(match, f"Ann mint {villain} -> no_such_card V13")


def test_v13_a_mint_takes_nothing_off_the_stack() -> None:
    match = table({"Ape": timed("draw", "own")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann trigger Ape -> triggered V10
        Ann mint Oz -> minted V13 Ann+1
        Ann end_turn -> not_now V11
        let resolve -> resolved V15
        """,
    )
    assert result["hand"]["Ann"] == 3


@pytest.mark.parametrize("effect", ["burn", "bounce", "flip"])
def test_v13_a_mint_saves_the_monsters_from_an_effect_of_one_s_own_that_finds_no_target(effect: str) -> None:
    match = table({"Bee": now(effect)})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bee discard=Bat target=Ape -> played V4
        Bob decline -> declined V12
        Ann mint Oz -> minted V13 Ann+1
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == ["Ape", "Bat", "Bee", "Cat", "Dodo"]
    assert result["hand"]["Ann"] == 2


def test_v13_a_chance_after_one_s_own_traits_hinders_no_mint() -> None:
    match = table({"Ape": timed("draw"), "Bat": timed("draw")})
    play(match, BOARD_OF_FOUR + "Ann trigger Ape -> triggered V10\nAnn trigger Bat -> triggered V10")
    play(match, "Ann mint Oz -> minted V13 Ann+1")


def test_v13_nor_does_one_s_own_chance_after_the_opponent_has_answered_a_play() -> None:
    match = table({}, {"Oz2": timed("draw")})
    play(match, BOARD_OF_FOUR + "Ann draw -> drawn V4\nAnn play Alien -> played V4\nBob trigger Oz2 -> triggered V11")
    play(match, "Ann mint Oz -> interrupt_first V13\nAnn decline -> declined V12\nresolve -> resolved V15")
    play(match, "Ann mint Oz -> minted V13 Ann+1")


def test_v13_once_a_play_is_answered_it_is_the_answer_that_hinders_a_mint() -> None:
    match = table({"Bat": timed("draw")}, {"Oz2": timed("draw")})
    play(match, BOARD_OF_FOUR + "Ann draw -> drawn V4\nAnn play Alien -> played V4\nBob trigger Oz2 -> triggered V11")
    play(match, "Ann trigger Bat -> triggered V10\nAnn mint Oz -> interrupt_first V13")
    assert match.rulings[-1].reason.startswith("The DRAW of Bob's Oz2 still waits")


def test_v13_the_villain_aimed_at_and_minted_meanwhile_is_out_of_reach() -> None:
    match = table({"Ape": timed("burn", "own")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann trigger Ape target=Oz -> triggered V10
        Ann mint Oz -> minted V13 Ann+1
        let resolve -> resolved V15
        """,
    )
    assert (result["minted"]["Ann"], "Oz" in result["discard"]["Ann"]) == (["Oz"], False)


def test_v14_four_monsters_that_match_and_no_fewer() -> None:
    match = table()
    play(match, opening() + turn("Ann", "Bat") + turn("Bob", "Ant2") + turn("Ann", "Cat") + turn("Bob", "Asp2"))
    play(
        match,
        "Ann mint Oz -> no_match V14\n" + turn("Ann", "Cod") + turn("Bob", "Auk2") + "Ann mint Oz -> no_match V14",
    )


def test_v14_no_monsters_at_all() -> None:
    play(table(), "Ann mint Oz -> no_match V14")


def test_v16_a_minted_villain_lies_aside_out_of_reach_with_its_trait_active() -> None:
    match = table({"Oz": timed("draw", "own")}, {"Bat2": now("burn"), "Oz2": timed("copy")})
    play(match, BOARD_OF_FOUR.replace("Bob play Auk2", "Bob play Alien2"))
    result = play(
        match,
        """
        Ann mint Oz -> minted V13 Ann+1
        Bob trigger Oz2 target=Oz -> not_a_target V7
        Bob trigger Oz2 -> triggered V11
        resolve -> not_now V11
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann play Bee -> played V4
        Ann end_turn -> turn_ended V4
        Bob draw -> drawn V4
        Bob play Bat2 target=Oz -> not_a_target V7
        Bob play Bat2 target=Ann:Oz -> not_a_target V7
        """,
    )
    assert result["minted"]["Ann"] == ["Oz"]


def test_v16_minted_traits_cannot_be_copied() -> None:
    match = table({"Oz": timed("draw"), "Bee": timed("draw")}, {"Oz2": timed("copy")})
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\nAnn draw -> drawn V4\nAnn play Bee -> played V4")
    play(match, "Bob trigger Oz2 target=Oz -> not_a_target V7\nBob trigger Oz2 target=Bee -> triggered V11")


def test_v16_a_used_trait_of_a_minted_villain_stays_used() -> None:
    match = table({"Oz": timed("draw", "own")})
    play(match, BOARD_OF_FOUR + "Ann trigger Oz -> triggered V10\nlet resolve -> resolved V15")
    play(match, "Ann mint Oz -> minted V13 Ann+1\nAnn trigger Oz -> trait_used V8")


def test_v16_of_two_cards_of_a_name_the_minted_one_is_not_meant() -> None:
    """Even when it is one's own."""
    match = table({"Bug": now("burn")}, same_names=True)
    for round_ in (("Ape", "Alien"), ("Bat", "Witch"), ("Cat", "Golem")):
        play(match, turn("Ann", round_[0], "V3" if round_[0] == "Ape" else "V4") + turn("Bob", round_[1]))
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Dodo -> played V4
        Bob decline -> declined V12
        Ann mint Oz -> minted V13 Ann+1
        Ann end_turn -> turn_ended V4
        """
        + turn("Bob", "Ape")
        + """
        Ann draw -> drawn V4
        Ann play Bug target=Ann:Oz -> not_a_target V7
        Ann play Bug target=Oz -> played V4
        let resolve -> resolved V15
        """,
    )
    assert (result["discard"]["Bob"], result["minted"]["Ann"]) == (["Oz"], ["Oz"])


def test_v17_the_second_minted_villain_wins_at_once() -> None:
    match = table()
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\n" + turn("Ann", "Alien") + turn("Bob", "Alien2"))
    bobs = ("Witch2", "Golem2", "Bat2 discard=Ape2", "Bee2 discard=Bat2")
    for ann, bob in zip(("Bee", "Boa", "Ant", "Asp"), bobs, strict=True):
        play(match, turn("Ann", ann) + turn("Bob", bob))
    over = "Bob decline -> game_over V17\nAnn draw -> game_over V17\nresolve -> game_over V17"
    result = play(
        match,
        "Ann mint Alien -> wins V17 Ann+1\n" + over,
    )
    assert (result["over"], result["winners"], result["turn"], result["awaiting"]) == (True, ["Ann"], None, None)
    assert result["scores"] == {"Ann": 2, "Bob": 0}


def all_cards_played(ann_mints: bool) -> dict[str, Any]:
    """Both players play all their cards; Ann may mint Oz on the way."""
    match = table()
    order = {
        player: [f"{name}{suffix}" for names in zip(*MONSTERS.values(), strict=True) for name in names]
        + [f"{name}{suffix}" for name in ("Alien", "Witch", "Golem")]
        for player, suffix in (("Ann", ""), ("Bob", "2"))
    }
    for number in range(19):
        for player, cards in order.items():
            on_table = [
                name
                for name in match.result()["in_play"][player]
                if name.rstrip("2") not in ("Oz", "Alien", "Witch", "Golem")
            ]
            discard = f" discard={on_table[0]}" if len(on_table) == 4 and number < 16 else ""
            drawn = "drawn" if number < 17 else "nothing_to_draw"
            clause = "V3" if number == 0 and player == "Ann" else "V4"
            play(match, f"{player} draw -> {drawn} V4\n{player} play {cards[number]}{discard} -> played {clause}")
            if ann_mints and player == "Ann" and number == 3:
                play(match, "Bob decline -> declined V12\nAnn mint Oz -> minted V13 Ann+1")
            last = number == 18 and player == "Bob"
            play(match, f"{player} end_turn -> turn_ended {'V18' if last else 'V4'}")
    assert match.state.chance is None
    assert ("Ann wins" in match.rulings[-1].reason) == ann_mints
    play(match, "Ann draw -> game_over V18\nresolve -> game_over V18")
    return match.result()


@pytest.mark.parametrize(("ann_mints", "winners"), [(False, ["Ann", "Bob"]), (True, ["Ann"])])
def test_v18_when_nobody_can_draw_or_play_more_minted_villains_win_else_it_is_shared(
    ann_mints: bool, winners: list[str]
) -> None:
    result = all_cards_played(ann_mints)
    assert result["over"]
    assert result["winners"] == winners
    assert (result["turn"], result["awaiting"]) == (None, None)
    assert result["hand"] == result["deck"] | {"Ann": 0, "Bob": 0}
