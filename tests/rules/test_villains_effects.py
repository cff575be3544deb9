"""Disorder of the Villains clause by clause, what each effect does, and to which card (V15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, minted, now, opening, play, table, timed, trait, turn

if TYPE_CHECKING:
    from companion.referee.match import Match

# ——— V15: what each effect does ———


def test_v15_draw_takes_no_more_than_is_there() -> None:
    match = table(bob={"Bat2": now("draw", 30)})
    result = play(match, bobs_play("Bat2 -> played V4") + "\nlet resolve -> resolved V15")
    assert (result["hand"]["Bob"], result["deck"]["Bob"]) == (18, 0)


def test_v15_draw_takes_one_card_unless_it_says_more() -> None:
    for amount, hand in ((None, 3), (1, 3), (2, 4)):
        match = table(bob={"Bat2": now("draw", amount)})
        assert play(match, bobs_play("Bat2 -> played V4") + "\nlet resolve -> resolved V15")["hand"]["Bob"] == hand


def test_v15_bounce_goes_to_the_owner_s_hand_and_the_card_may_be_played_again() -> None:
    match = table(bob={"Bat2": now("bounce")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4") + "\nlet resolve -> resolved V15\nBob end_turn -> turn_ended V4",
    )
    assert result["in_play"]["Ann"] == {"Oz": False}
    assert result["hand"] == {"Ann": 3, "Bob": 2}
    play(match, turn("Ann", "Ape"))


def test_v15_burn_goes_to_the_owner_s_discard() -> None:
    match = table(bob={"Bat2": now("burn")})
    result = play(match, bobs_play("Bat2 target=Ape -> played V4") + "\nlet resolve -> resolved V15")
    assert result["discard"] == {"Ann": ["Ape"], "Bob": []}


def test_v15_an_opened_drop_must_come_next() -> None:
    match = table({"Oz": timed("drop", "own"), "Ape": timed("draw")}, {"Oz2": timed("draw")})
    play(match, opening())
    play(
        match,
        """
        Ann drop Cat -> not_now V15
        Bob drop Cat2 -> not_your_turn V15
        Ann trigger Oz -> triggered V10
        let resolve -> resolved V15
        Ann draw -> not_now V15
        Ann play Cat -> not_now V15
        Ann trigger Ape -> not_now V15
        Bob trigger Oz2 -> not_now V15
        Bob decline -> not_now V15
        Bob drop Cat2 -> not_your_turn V15
        Bob draw -> not_your_turn V4
        resolve -> not_now V15
        Ann mint Oz -> not_now V15
        Ann end_turn -> not_now V15
        Ann drop Oz -> no_such_card V4
        Ann drop Cat -> played V15
        Ann drop Cod -> not_now V15
        """,
    )
    assert match.view().awaiting == "draw"


def test_v15_an_opened_play_must_come_next_and_is_not_the_turn_s_card() -> None:
    match = table({"Ape": timed("play", "own")})
    play(match, opening())
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Ape -> triggered V10
        let resolve -> resolved V15
        Ann drop Ant -> not_now V15
        Bob play Ant2 -> not_your_turn V4
        Ann play Ant -> played V15
        Ann end_turn -> must_play V4
        Ann play Asp -> played V4
        Ann play Auk -> already_played V4
        """,
    )


def test_v15_the_opponent_too_can_drop_and_play_through_an_interruption() -> None:
    match = table({"Oz": timed("drop", "opponent"), "Ape": timed("play", "opponent"), "Bat": now("burn")})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Ann trigger Oz -> triggered V11
        let resolve -> resolved V15
        Bob drop Cat2 -> not_your_turn V15
        Bob play Cat2 -> not_now V15
        Bob draw -> not_now V15
        Ann play Cat -> not_your_turn V4
        Ann drop Cat -> played V15
        Ann trigger Ape -> triggered V11
        let resolve -> resolved V15
        Bob play Cat2 -> not_your_turn V4
        Ann play Bat target=Oz2 -> played V15
        Bob decline -> declined V12
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Bob"] == ["Oz2"]
    assert (result["turn"], result["awaiting"]) == ("Bob", "play")


def test_v15_a_card_that_came_by_play_triggers() -> None:
    match = table(bob={"Bat2": now("play"), "Bee2": now("draw", 2)})
    result = play(
        match,
        bobs_play("Bat2 -> played V4")
        + """
        let resolve -> resolved V15
        Bob play Bee2 -> played V15
        let resolve -> resolved V15
        """,
    )
    assert result["hand"]["Bob"] == 3


def test_v15_negate_removes_the_newest_waiting_effect_whose_card_stays_sideways() -> None:
    match = table({"Oz": timed("negate")}, {"Bat2": now("burn"), "Oz2": timed("negate")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz -> triggered V11
        Bob trigger Oz2 -> triggered V10
        let resolve -> negated V15
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == ["Ape"], "one may negate the opponent's NEGATE"
    assert result["in_play"]["Bob"] == {"Oz2": True, "Bat2": True}


def test_v15_negate_with_nothing_below_is_just_resolved() -> None:
    play(
        table({"Oz": timed("negate")}),
        "Ann trigger Oz -> triggered V10\nlet resolve -> resolved V15\nresolve -> not_now V11",
    )


def test_v15_copy_of_a_draw_and_of_a_negate() -> None:
    match = table({"Oz": timed("copy"), "Ape": timed("negate")}, {"Bat2": now("burn")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + "\nAnn trigger Oz target=Ape -> triggered V11\nlet resolve -> negated V15",
    )
    assert result["discard"]["Ann"] == []
    drawing = table({"Ape": timed("draw", amount=2)}, {"Bat2": now("copy")})
    result = play(drawing, bobs_play("Bat2 target=Ape -> played V4") + "\nlet resolve -> resolved V15")
    assert result["hand"]["Bob"] == 4


def test_v15_copy_needs_a_card_with_an_effect_other_than_copy() -> None:
    match = table({"Oz": timed("flip"), "Ape": timed("copy")}, {"Bat2": now("copy")})
    play(
        match,
        bobs_play("Bat2 -> not_a_target V7")
        + """
        Bob play Bat2 target=Ape -> not_a_target V7
        Bob play Bat2 target=Oz2 -> not_a_target V7
        Bob play Bat2 target=Bat2 -> not_a_target V7
        Bob play Bat2 target=Oz -> played V4
        """,
    )


@pytest.mark.parametrize("given", [minted("burn"), trait("constant", "draw"), None])
def test_v15_only_an_immediate_or_timed_trait_can_be_copied(given: dict[str, str] | None) -> None:
    match = table({"Oz": given or now("copy"), "Ape": now("draw")}, {"Bat2": now("copy")})
    play(match, bobs_play("Bat2 target=Oz -> not_a_target V7") + "\nBob play Bat2 -> not_a_target V7")
    result = play(match, "Bob play Bat2 target=Ape -> played V4\nlet resolve -> resolved V15")
    assert result["hand"]["Bob"] == 3


def test_v15_a_copy_of_a_villain_minted_meanwhile_does_nothing() -> None:
    """It is in play no more, and no other card's trait was named."""
    match = table({"Oz": timed("draw"), "Ape": timed("copy", "own")})
    play(match, BOARD_OF_FOUR + "Ann trigger Ape target=Oz -> triggered V10\nAnn mint Oz -> minted V13 Ann+1")
    assert play(match, "let resolve -> resolved V15")["hand"]["Ann"] == 2


def test_v15_the_target_of_a_copied_effect_comes_with_resolve() -> None:
    match = table({"Ape": timed("bounce", "own")}, {"Bat2": now("copy")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        let resolve -> not_a_target V15
        resolve target=Unicorn -> not_a_target V15
        resolve target=Bat2 -> not_a_target V15
        resolve target=Oz -> resolved V15
        """,
    )
    assert result["in_play"]["Ann"] == {"Ape": False}


def test_v15_a_triggered_copy_may_turn_its_own_card() -> None:
    match = table({"Oz": timed("copy"), "Ape": timed("flip")})
    play(match, opening())
    result = play(match, "Ann trigger Oz target=Ape -> triggered V10\nlet resolve target=Oz -> resolved V15")
    assert result["in_play"]["Ann"]["Oz"] is False


def test_v15_copy_of_a_copied_drop_opens_it() -> None:
    match = table({"Oz": timed("copy"), "Ape": timed("drop", "opponent")})
    play(match, opening())
    play(
        match,
        """
        Ann trigger Oz target=Ape -> triggered V10
        let resolve -> resolved V15
        Ann drop Bat -> played V15
        """,
    )


def test_v15_a_copy_whose_card_has_left_play_does_nothing() -> None:
    match = table({"Oz": timed("bounce"), "Ape": timed("draw")}, {"Bat2": now("copy")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz target=Ape -> triggered V11
        let resolve -> resolved V15
        resolve -> resolved V15
        """,
    )
    assert result["hand"]["Bob"] == 2


def test_v15_an_effect_is_carried_out_even_when_its_own_card_has_left_play() -> None:
    match = table({"Oz": timed("bounce", "opponent"), "Ape": timed("burn", "own")}, {"Bat2": now("copy")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz target=Bat2 -> triggered V11
        let resolve -> resolved V15
        resolve target=Oz2 -> resolved V15
        """,
    )
    assert result["discard"]["Bob"] == ["Oz2"], "the effect of a card that left play is still carried out"


# ——— targets of the same name ———


def test_targets_a_bare_name_that_both_have_in_play_is_no_target() -> None:
    match = table({"Bat": now("burn")}, same_names=True)
    play(match, opening("Ape", "Ape"))
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann play Bat target=Ape -> not_a_target V7
        Ann play Bat target=Oz -> not_a_target V7
        Ann play Bat target=Bob:Bat -> not_a_target V7
        Ann play Bat target=Bob:Ape -> played V4
        let resolve -> resolved V15
        """,
    )
    assert result["discard"] == {"Ann": [], "Bob": ["Ape"]}


def test_targets_may_always_be_named_with_their_player() -> None:
    match = table(bob={"Bat2": now("burn")})
    play(match, bobs_play("Bat2 target=Ann:Ape -> played V4"))


def test_targets_one_s_own_copy_of_a_card_is_triggered() -> None:
    match = table({"Ape": timed("draw", "own")}, {"Ape": timed("draw", "own")}, same_names=True)
    play(match, opening("Ape", "Ape"))
    result = play(match, "Ann trigger Ape -> triggered V10")
    assert result["in_play"] == {"Ann": {"Oz": False, "Ape": True}, "Bob": {"Oz": False, "Ape": False}}


def test_targets_why_a_card_is_none_is_said() -> None:
    match = table({"Oz": timed("flip")}, same_names=True)
    play(match, BOARD_OF_FOUR.replace("2", "") + "Ann draw -> drawn V4")
    assert "both players have Ape in play, so say whose it is" in reason(match, "Ape")
    assert "nobody has Unicorn in play" in reason(match, "Unicorn")
    assert "Bob has no Cat in play" in reason(match, {"player": "Bob", "card": "Cat"})
    play(match, "Ann mint Oz -> minted V13 Ann+1")
    assert "Oz is minted and can be no target" in reason(match, {"player": "Ann", "card": "Oz"})


def reason(match: Match, target: dict[str, str] | str) -> str:
    """Why Ann's Oz cannot flip this."""
    ruling = match.apply({"event": "trigger", "player": "Ann", "card": "Oz", "target": target})
    assert ruling.verdict == "not_a_target"
    return ruling.reason
