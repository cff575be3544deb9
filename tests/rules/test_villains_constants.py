"""Disorder of the Villains clause by clause: traits that work all the time, drawing more and shielding (V6)."""

from __future__ import annotations

import pytest

from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, minted, now, opening, play, table, timed, trait, turn

SHIELD = trait("constant", "shield")


def more(amount: int | None = None) -> dict[str, object]:
    return trait("constant", "draw", amount=amount)


# ——— draw ———


@pytest.mark.parametrize(("amount", "hand", "deck"), [(None, 2 + 1 - 1 + 2, 14), (1, 4, 14), (3, 6, 12), (40, 18, 0)])
def test_v6_a_constant_draw_adds_to_its_owner_s_draw_of_each_turn(amount: int | None, hand: int, deck: int) -> None:
    match = table({"Ape": more(amount)})
    result = play(match, opening() + "Ann draw -> drawn V4")
    assert result["hand"] == {"Ann": hand, "Bob": 2}
    assert result["deck"] == {"Ann": deck, "Bob": 16}


def test_v6_it_holds_from_the_first_turn_on() -> None:
    result = play(table({"Oz": more()}), "Ann draw -> drawn V4")
    assert (result["hand"]["Ann"], result["deck"]["Ann"]) == (4, 15)


def test_v6_it_does_not_hold_for_the_turn_whose_draw_is_over() -> None:
    result = play(table({"Ape": more()}), turn("Ann", "Ape", "V3"))
    assert (result["hand"]["Ann"], result["deck"]["Ann"]) == (2, 16)


def test_v6_several_add_up() -> None:
    result = play(table({"Oz": more(2), "Ape": more()}), opening() + "Ann draw -> drawn V4")
    assert result["hand"]["Ann"] == 2 + 3 - 1 + 4


def test_v6_the_keyword_draw_takes_no_more_for_it() -> None:
    result = play(table({"Oz": more(5), "Ape": now("draw")}), "Ann draw -> drawn V4\nAnn play Ape -> played V3")
    assert result["hand"]["Ann"] == 2 + 6 - 1
    match = table(bob={"Oz2": more(5), "Bat2": now("draw")})
    assert play(match, bobs_play("Bat2 -> played V4") + "\nlet resolve -> resolved V15")["hand"]["Bob"] == 2 + 6 - 1 + 1


def test_v6_an_empty_deck_still_gives_nothing() -> None:
    result = play(table({"Oz": more(40)}), turn("Ann", "Ape", "V3") + turn("Bob", "Ape2"))
    assert result["deck"]["Ann"] == 0
    play(table({"Oz": more(40)}), turn("Ann", "Ape", "V3") + turn("Bob", "Ape2") + "Ann draw -> nothing_to_draw V4")


def test_v6_it_ends_when_the_card_leaves_play() -> None:
    match = table({"Ape": more()}, {"Bat2": now("burn")})
    play(
        match,
        bobs_play("Bat2 target=Ape -> played V4") + "\nlet resolve -> resolved V15\nBob end_turn -> turn_ended V4",
    )
    assert play(match, "Ann draw -> drawn V4")["hand"]["Ann"] == 3


def test_v6_it_holds_for_a_minted_villain_and_no_longer_for_the_monsters_discarded() -> None:
    match = table({"Oz": more(), "Ape": more()})
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1")
    before = match.result()["hand"]["Ann"]
    assert play(match, "Ann draw -> drawn V4")["hand"]["Ann"] == before + 2


def test_v6_what_is_drawn_more_is_said_with_the_card_that_does_it() -> None:
    match = table({"Oz": more()})
    reason = match.apply({"event": "draw", "player": "Ann"}).reason
    assert reason == "Ann draws 2 cards, thanks to Oz, and holds 4."


# ——— a constant card lies upright ———


@pytest.mark.parametrize("given", [more(), SHIELD])
def test_v6_a_flip_of_a_constant_card_changes_nothing(given: dict[str, str]) -> None:
    match = table({"Ape": given}, {"Bat2": now("flip"), "Oz2": timed("flip", "own")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        let resolve -> resolved V15
        Bob trigger Oz2 target=Ape -> triggered V10
        let resolve -> resolved V15
        """,
    )
    assert result["in_play"]["Ann"]["Ape"] is False


# ——— shield ———


@pytest.mark.parametrize("effect", ["burn", "bounce", "flip", "copy"])
def test_v6_a_shield_keeps_the_other_cards_of_its_owner_from_the_opponent_s_effects(effect: str) -> None:
    match = table({"Ape": SHIELD, "Oz": timed("draw")}, {"Bat2": now(effect), "Oz2": timed("draw")})
    play(
        match,
        bobs_play("Bat2 target=Oz -> not_a_target V7")
        + """
        Bob play Bat2 target=Ann:Oz -> not_a_target V7
        Bob play Bat2 target=Oz2 -> played V4
        """,
    )


def test_v6_the_shield_itself_can_be_taken_and_then_the_others() -> None:
    match = table({"Ape": SHIELD}, {"Oz2": timed("burn"), "Bat2": now("burn")})
    refused = play(match, bobs_play("Bat2 target=Oz -> not_a_target V7"))
    assert "Oz of Ann is shielded by Ape" in refused["rulings"][-1]["reason"]
    result = play(
        match,
        """
        Bob play Bat2 target=Ape -> played V4
        let resolve -> resolved V15
        Bob trigger Oz2 target=Oz -> triggered V10
        let resolve -> resolved V15
        """,
    )
    assert result["in_play"]["Ann"] == {}


def test_v6_a_shield_cannot_be_copied_either() -> None:
    match = table({"Ape": SHIELD}, {"Bat2": now("copy"), "Oz2": timed("draw")})
    play(match, bobs_play("Bat2 target=Ape -> not_a_target V7") + "\nBob play Bat2 target=Oz2 -> played V4")


def test_v6_two_shields_shield_each_other() -> None:
    match = table({"Ape": SHIELD, "Ant": SHIELD}, {"Bat2": now("burn"), "Bee2": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + turn("Bob", "Ape2") + turn("Ann", "Ant") + "Bob draw -> drawn V4")
    for card in ("Ape", "Ant", "Oz"):
        play(match, f"Bob play Bat2 target={card} -> not_a_target V7")


def test_v6_where_all_is_shielded_the_card_just_played_is_the_target_and_a_copy_has_none() -> None:
    match = table(
        {"Oz": SHIELD, "Ape": SHIELD}, {"Oz2": timed("bounce", "own"), "Bat2": now("burn"), "Bee2": now("copy")}
    )
    play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Bob trigger Oz2 target=Ape -> not_a_target V7
        Bob trigger Oz2 target=Oz2 -> triggered V10
        let resolve -> resolved V15
        Bob play Bee2 target=Ape -> not_a_target V7
        Bob play Bat2 -> not_a_target V7
        Bob play Bat2 target=Bat2 -> played V4
        """,
    )
    match.apply({"event": "undo"})
    play(match, "Bob play Bee2 -> played V4\nAnn decline -> declined V12\nresolve -> not_now V11")


def test_v6_a_shield_does_not_hinder_its_owner() -> None:
    match = table({"Oz": timed("flip", "own"), "Ape": SHIELD, "Ant": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + turn("Bob", "Ape2"))
    play(match, "Ann draw -> drawn V4\nAnn trigger Oz target=Oz -> triggered V10\nAnn play Ant target=Oz -> played V4")


def test_v6_a_shield_works_while_its_card_is_in_play_also_dropped_and_on_the_first_turn() -> None:
    match = table({"Oz": timed("drop", "own"), "Ape": SHIELD}, {"Oz2": timed("burn", "opponent")})
    play(
        match,
        """
        Ann draw -> drawn V4
        Bob trigger Oz2 target=Oz -> triggered V11
        undo -> undone —
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann drop Ape -> played V15
        Bob trigger Oz2 target=Oz -> not_a_target V7
        Bob trigger Oz2 target=Ape -> triggered V11
        """,
    )


def test_v6_a_shield_is_looked_at_when_the_target_is_named_not_when_the_effect_is_carried_out() -> None:
    match = table({"Oz": timed("drop", "opponent"), "Ant": SHIELD}, {"Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz -> triggered V11
        let resolve -> resolved V15
        Ann drop Ant -> played V15
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == ["Ape"]


def test_v6_the_target_of_a_copied_effect_is_named_when_it_is_carried_out() -> None:
    match = table(
        {"Oz": timed("drop", "opponent"), "Ape": timed("burn"), "Ant": SHIELD},
        {"Bat2": now("copy"), "Oz2": minted("draw")},
    )
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz -> triggered V11
        let resolve -> resolved V15
        Ann drop Ant -> played V15
        resolve target=Ape -> not_a_target V15
        resolve target=Oz -> not_a_target V15
        resolve target=Ant -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == ["Ant"]


def test_v6_a_minted_villain_shields_on() -> None:
    match = table({"Oz": SHIELD}, {"Oz2": timed("burn", "opponent")})
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\nAnn draw -> drawn V4\nAnn play Bee -> played V4")
    play(match, "Bob trigger Oz2 target=Bee -> not_a_target V7\nBob trigger Oz2 target=Oz2 -> triggered V11")


def test_v6_a_shielded_card_keeps_its_name_so_a_bare_one_still_means_either() -> None:
    match = table({"Ape": SHIELD}, {"Bat": now("burn")}, same_names=True)
    play(
        match,
        bobs_play("Bat target=Oz -> not_a_target V7").replace("Bat2", "Bat")
        + """
        Bob play Bat target=Ann:Oz -> not_a_target V7
        Bob play Bat target=Bob:Oz -> played V4
        """,
    )
