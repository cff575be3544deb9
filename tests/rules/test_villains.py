"""Disorder of the Villains clause by clause: each test is named after the clause it pins down."""

from __future__ import annotations

import pytest

from companion.errors import BadInput
from tests.rules.villains_table import deck, minted, now, opening, play, table, timed, trait, turn

BOARD_OF_FOUR = (
    opening()
    + turn("Ann", "Bat")
    + turn("Bob", "Ant2")
    + turn("Ann", "Cat")
    + turn("Bob", "Asp2")
    + (turn("Ann", "Dodo") + turn("Bob", "Auk2"))
)  # Ann: Ape Bat Cat Dodo (ABCD); Bob: Ape2 Ant2 Asp2 Auk2 (AAAA)


# ——— V2–V4: setting up and turns ———


def test_v2_setup_one_villain_two_cards_in_hand_seventeen_in_the_deck():
    result = table().result()
    assert result["in_play"] == {"Ann": {"Oz": False}, "Bob": {"Oz2": False}}
    assert result["hand"] == {"Ann": 2, "Bob": 2}
    assert result["deck"] == {"Ann": 17, "Bob": 17}
    assert (result["turn"], result["awaiting"]) == ("Ann", "draw")


def test_v2_the_starter_may_be_agreed():
    result = play(table(starter="Bob"), "Ann draw -> not_your_turn V4\n" + turn("Bob", "Ape2", "V3"))
    assert result["turn"] == "Ann"


@pytest.mark.parametrize("name", ["Ape", "Oz2", "Unicorn"])
def test_v2_the_starting_card_must_be_a_villain_of_the_deck(name):
    with pytest.raises(BadInput, match=f"Ann cannot start with “{name}”"):
        table(starting={"Ann": name, "Bob": "Oz2"})


def test_v2_a_starting_villain_is_in_play_and_cannot_be_played_again():
    play(table(), "Ann draw -> drawn V4\nAnn play Oz -> no_such_card V4")


def test_v3_the_first_turn_triggers_nothing():
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


def test_v3_not_even_through_a_play_effect():
    result = play(
        table({"Oz": timed("play"), "Bat": now("draw")}),
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
        Ann play Bat -> played V15
        resolve -> not_now V11
        Ann play Ape -> played V3
        """,
    )
    assert result["in_play"]["Ann"]["Bat"] is False


def test_v3_the_second_player_s_first_turn_is_an_ordinary_one():
    play(
        table(bob={"Bat2": now("draw")}),
        turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4\nBob play Bat2 -> played V4\nresolve -> resolved V15",
    )


def test_v4_draw_then_play_both_required():
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


def test_v4_an_empty_deck_gives_nothing_and_the_card_must_still_be_played():
    result = play(
        table(bob={"Ape2": now("draw", 30)}),
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Bob play Ape2 -> played V4
        resolve -> resolved V15
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


EMPTY_HAND = """
    Bob draw -> drawn V4
    Bob play Bat2 -> played V4
    resolve -> resolved V15
    Bob play Bee2 -> played V15
    resolve -> resolved V15
    Bob play Boa2 -> played V15
    """


def test_v4_with_an_empty_hand_the_turn_may_end():
    """A timed PLAY and DROP empty the hand before the turn's own card."""
    match = table({"Oz": timed("play", "own"), "Ape": timed("drop", "own"), "Bat": timed("drop", "own")})
    play(match, opening() + turn("Ann", "Bat") + turn("Bob", "Bat2"))
    script = """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
        Ann play Bee -> played V15
        Ann trigger Ape -> triggered V10
        resolve -> resolved V15
        Ann drop Cat discard=Bee -> malformed —
        Ann drop Cat -> played V15
        Ann trigger Bat -> triggered V10
        resolve -> resolved V15
        Ann drop Alien -> played V15
        """
    result = play(match, script)
    assert result["hand"]["Ann"] == 0
    assert result["awaiting"] == "end_turn"
    play(match, "Ann play Dog -> no_such_card V4\nAnn end_turn -> turn_ended V4")


@pytest.mark.parametrize("card", ["Ape2", "Unicorn", "Oz", "ape"])
def test_v4_only_cards_of_one_s_own_deck_that_are_not_on_the_table_can_be_played(card):
    play(table(), f"Ann draw -> drawn V4\nAnn play {card} -> no_such_card V4")


def test_v4_a_discarded_or_minted_card_is_not_in_the_hand():
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


def test_v5_a_fifth_monster_must_name_one_to_discard():
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


def test_v5_a_discard_that_is_not_needed_is_malformed_but_only_on_one_s_turn():
    play(
        table(),
        """
        Ann play Bee discard=Ape -> malformed —
        Bob play Bee2 discard=Ape2 -> not_your_turn V4
        Ann play Unicorn discard=Ape -> draw_first V4
        """,
    )


def test_v5_a_drop_needs_room_too():
    match = table({"Oz": timed("drop", "own")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
        Ann drop Bee -> board_full V5
        Ann drop Bee discard=Oz -> malformed —
        Ann drop Bee discard=Dodo -> played V15
        """,
    )
    assert result["discard"]["Ann"] == ["Dodo"]


def test_v5_all_four_villains_may_be_in_play():
    match = table()
    play(match, turn("Ann", "Alien", "V3") + turn("Bob", "Ape2") + turn("Ann", "Witch") + turn("Bob", "Ant2"))
    result = play(match, turn("Ann", "Golem"))
    assert list(result["in_play"]["Ann"]) == ["Oz", "Alien", "Witch", "Golem"]


def test_v5_the_discarded_card_is_gone_before_the_trait_looks_for_its_target():
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


# ——— V6: four timings ———


@pytest.mark.parametrize("timing", ["immediate", "constant"])
def test_v6_immediate_and_constant_traits_cannot_be_triggered(timing):
    match = table({"Ape": trait(timing, "draw")})
    play(match, opening())
    play(match, "Ann draw -> drawn V4\nAnn trigger Ape -> wrong_timing V6")


def test_v6_a_card_without_a_trait_cannot_be_triggered():
    play(table(), "Ann trigger Oz -> wrong_timing V6")


def test_v6_a_minted_trait_waits_for_its_villain_to_be_minted():
    match = table({"Oz": minted("draw")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann trigger Oz -> wrong_timing V6
        Ann mint Oz -> minted V13 Ann+1
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
        Ann trigger Oz -> trait_used V8
        """,
    )
    assert result["hand"]["Ann"] == 3


# ——— V7: immediate traits ———


def bobs_play(card: str = "Bat2") -> str:
    return turn("Ann", "Ape", "V3") + f"Bob draw -> drawn V4\nBob play {card}"


@pytest.mark.parametrize("effect", ["bounce", "burn", "flip"])
def test_v7_an_immediate_trait_must_have_its_target(effect):
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
def test_v7_the_card_itself_is_the_target_when_there_is_no_other(effect, in_play, discard):
    match = table({"Oz": timed("bounce"), "Ape": timed("bounce")}, {"Oz2": timed("bounce"), "Bat2": now(effect)})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Ann trigger Ape target=Ape -> triggered V11
        Bob trigger Oz2 target=Oz -> triggered V10
        Ann trigger Oz target=Oz2 -> triggered V11
        resolve -> resolved V15
        resolve -> resolved V15
        resolve -> resolved V15
        Bob play Bat2 -> not_a_target V7
        Bob play Bat2 target=Bat2 -> played V4
        resolve -> resolved V15
        """,
    )
    assert result["in_play"] == {"Ann": {}, "Bob": in_play}
    assert result["discard"]["Bob"] == discard


def test_v7_nothing_to_copy_at_all_so_nothing_waits():
    result = play(
        table(bob={"Bat2": now("copy")}),
        bobs_play("Bat2 target=Ape -> not_a_target V7") + "\nBob play Bat2 -> played V4\nresolve -> not_now V11",
    )
    assert result["in_play"]["Bob"] == {"Oz2": False, "Bat2": True}


def test_v7_the_trait_is_required_and_does_not_wait_for_the_player_to_trigger_it():
    play(table(bob={"Bat2": now("draw")}), bobs_play("Bat2 -> played V4") + "\nBob end_turn -> not_now V11")


@pytest.mark.parametrize("effect", ["drop", "play"])
def test_v7_drop_and_play_with_an_empty_hand_do_nothing(effect):
    match = table(bob={"Bat2": now("play"), "Bee2": now("play"), "Boa2": now(effect)})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + EMPTY_HAND
        + """
        resolve -> resolved V15
        Bob drop Cat2 -> not_now V15
        Bob end_turn -> turn_ended V4
        """,
    )
    assert result["hand"]["Bob"] == 0
    assert result["in_play"]["Bob"]["Boa2"] is True


def test_v7_a_hand_emptied_while_a_drop_waits_opens_nothing():
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
        resolve -> resolved V15
        Bob play Cat2 -> played V15
        resolve -> resolved V15
        Bob drop Cod2 -> played V15
        resolve -> resolved V15
        Bob drop Cow2 -> not_now V15
        Bob end_turn -> turn_ended V4
        """,
    )
    assert result["hand"]["Bob"] == 0


# ——— V8, V9, V10: once, not at once, on whose turn ———


def test_v8_sideways_from_the_moment_it_is_played_or_triggered():
    match = table({"Ape": timed("draw")}, {"Bat2": now("burn")})
    result = play(match, bobs_play("Bat2 target=Ape -> played V4") + "\nAnn trigger Ape -> triggered V11")
    assert result["in_play"] == {"Ann": {"Oz": False, "Ape": True}, "Bob": {"Oz2": False, "Bat2": True}}
    play(match, "Ann trigger Ape -> trait_used V8")


def test_v8_flip_makes_it_fresh_and_so_does_coming_back():
    match = table({"Ape": timed("draw", "own"), "Oz": timed("flip", "own"), "Bat": now("bounce")})
    play(match, opening())
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Ape -> triggered V10
        resolve -> resolved V15
        Ann trigger Ape -> trait_used V8
        Ann trigger Oz target=Ape -> triggered V10
        resolve -> resolved V15
        Ann trigger Ape -> triggered V10
        resolve -> resolved V15
        Ann play Bat target=Ape -> played V4
        resolve -> resolved V15
        Ann end_turn -> turn_ended V4
        """
        + turn("Bob", "Ant2")
        + turn("Ann", "Ape")
        + turn("Bob", "Asp2")
        + """
        Ann trigger Ape -> triggered V10
        """,
    )


def test_v8_flip_turns_an_upright_card_sideways_and_its_trait_counts_as_used():
    match = table({"Ape": timed("draw", "own")}, {"Bat2": now("flip")})
    play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        resolve -> resolved V15
        Bob end_turn -> turn_ended V4
        Ann draw -> drawn V4
        Ann trigger Ape -> trait_used V8
        """,
    )


def test_v8_a_dropped_card_with_an_immediate_trait_is_upright():
    match = table({"Oz": timed("drop", "own"), "Bat": now("draw")})
    play(match, opening())
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
        Ann drop Bat -> played V15
        resolve -> not_now V11
        """,
    )
    assert result["in_play"]["Ann"]["Bat"] is False


def test_v9_not_in_the_turn_in_which_the_card_came():
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


def test_v9_a_villain_played_and_minted_in_one_turn_waits_another_turn():
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


def test_v9_a_starting_villain_was_there_before_the_first_turn():
    play(table({"Oz": timed("draw", "own")}), "Ann trigger Oz -> triggered V10")


@pytest.mark.parametrize(
    ("when", "on_own", "on_other"),
    [
        ("own", "triggered V10", "wrong_timing V10"),
        ("opponent", "wrong_timing V10", "triggered V11"),
        ("any", "triggered V10", "triggered V11"),
    ],
)
def test_v10_a_timed_trait_follows_its_own_text(when, on_own, on_other):
    play(table({"Oz": timed("draw", when)}), f"Ann trigger Oz -> {on_own}")
    play(table({"Oz": timed("draw", when)}), turn("Ann", "Ape", "V3") + f"Ann trigger Oz -> {on_other}")


def test_v10_a_minted_trait_is_used_on_one_s_own_turn_only():
    match = table({"Oz": minted("draw")})
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\n" + turn("Ann", "Bat").replace("Bat", "Bee"))
    play(match, "Ann trigger Oz -> wrong_timing V10")


def test_v10_only_one_s_own_cards_that_are_in_play():
    match = table({"Oz": timed("draw"), "Ape": timed("draw")})
    play(
        match,
        """
        Bob trigger Oz -> no_such_card V10
        Ann trigger Ape -> no_such_card V10
        Ann trigger Oz2 -> no_such_card V10
        """,
    )


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


# ——— V13–V18: minting and the end ———


def test_v13_mint_on_one_s_own_turn_at_any_time_even_before_the_draw():
    match = table()
    play(match, BOARD_OF_FOUR)
    result = play(
        match, "Bob mint Golem2 -> not_your_turn V13\nAnn mint Oz -> minted V13 Ann+1\nAnn mint Oz -> no_such_card V13"
    )
    assert result["in_play"]["Ann"] == {}
    assert result["minted"]["Ann"] == ["Oz"]
    assert result["discard"]["Ann"] == ["Ape", "Bat", "Cat", "Dodo"]
    assert result["scores"] == {"Ann": 1, "Bob": 0}


@pytest.mark.parametrize("villain", ["Alien", "Oz2", "Ape", "Unicorn"])
def test_v13_the_villain_must_be_one_s_own_unminted_and_in_play(villain):
    match = table()
    play(match, BOARD_OF_FOUR)
    play(match, f"Ann mint {villain} -> no_such_card V13")


def test_v13_a_mint_takes_nothing_off_the_stack():
    match = table({"Ape": timed("draw", "own")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann trigger Ape -> triggered V10
        Ann mint Oz -> minted V13 Ann+1
        Ann end_turn -> not_now V11
        resolve -> resolved V15
        """,
    )
    assert result["hand"]["Ann"] == 3


def test_v13_a_mint_saves_the_monsters_from_a_burn_that_finds_no_target():
    match = table(bob={"Oz2": timed("burn", "opponent")})
    play(match, BOARD_OF_FOUR)
    result = play(
        match,
        """
        Ann draw -> drawn V4
        Bob trigger Oz2 target=Ape -> triggered V11
        Ann mint Oz -> minted V13 Ann+1
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == ["Ape", "Bat", "Cat", "Dodo"]


def test_v14_four_monsters_that_match_and_no_fewer():
    match = table()
    play(match, opening() + turn("Ann", "Bat") + turn("Bob", "Ant2") + turn("Ann", "Cat") + turn("Bob", "Asp2"))
    play(
        match,
        "Ann mint Oz -> no_match V14\n" + turn("Ann", "Cod") + turn("Bob", "Auk2") + "Ann mint Oz -> no_match V14",
    )


def test_v14_no_monsters_at_all():
    play(table(), "Ann mint Oz -> no_match V14")


def test_v15_draw_takes_no_more_than_is_there():
    match = table(bob={"Bat2": now("draw", 30)})
    result = play(match, bobs_play("Bat2 -> played V4") + "\nresolve -> resolved V15")
    assert (result["hand"]["Bob"], result["deck"]["Bob"]) == (18, 0)


def test_v15_draw_takes_one_card_unless_it_says_more():
    for amount, hand in ((None, 3), (1, 3), (2, 4)):
        match = table(bob={"Bat2": now("draw", amount)})
        assert play(match, bobs_play("Bat2 -> played V4") + "\nresolve -> resolved V15")["hand"]["Bob"] == hand


def test_v15_bounce_goes_to_the_owner_s_hand_and_the_card_may_be_played_again():
    match = table(bob={"Bat2": now("bounce")})
    result = play(
        match, bobs_play("Bat2 target=Ape -> played V4") + "\nresolve -> resolved V15\nBob end_turn -> turn_ended V4"
    )
    assert result["in_play"]["Ann"] == {"Oz": False}
    assert result["hand"] == {"Ann": 3, "Bob": 2}
    play(match, turn("Ann", "Ape"))


def test_v15_burn_goes_to_the_owner_s_discard():
    match = table(bob={"Bat2": now("burn")})
    result = play(match, bobs_play("Bat2 target=Ape -> played V4") + "\nresolve -> resolved V15")
    assert result["discard"] == {"Ann": ["Ape"], "Bob": []}


def test_v15_an_opened_drop_must_come_next():
    match = table({"Oz": timed("drop", "own"), "Ape": timed("draw")}, {"Oz2": timed("draw")})
    play(match, opening())
    play(
        match,
        """
        Ann drop Cat -> not_now V15
        Bob drop Cat2 -> not_your_turn V15
        Ann trigger Oz -> triggered V10
        resolve -> resolved V15
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


def test_v15_an_opened_play_must_come_next_and_is_not_the_turn_s_card():
    match = table({"Ape": timed("play", "own")})
    play(match, opening())
    play(
        match,
        """
        Ann draw -> drawn V4
        Ann trigger Ape -> triggered V10
        resolve -> resolved V15
        Ann drop Ant -> not_now V15
        Bob play Ant2 -> not_your_turn V4
        Ann play Ant -> played V15
        Ann end_turn -> must_play V4
        Ann play Asp -> played V4
        Ann play Auk -> already_played V4
        """,
    )


def test_v15_the_opponent_too_can_drop_and_play_through_an_interruption():
    match = table({"Oz": timed("drop", "opponent"), "Ape": timed("play", "opponent"), "Bat": now("burn")})
    result = play(
        match,
        turn("Ann", "Ape", "V3")
        + """
        Bob draw -> drawn V4
        Ann trigger Oz -> triggered V11
        resolve -> resolved V15
        Bob drop Cat2 -> not_your_turn V15
        Bob play Cat2 -> not_now V15
        Bob draw -> not_now V15
        Ann play Cat -> not_your_turn V4
        Ann drop Cat -> played V15
        Ann trigger Ape -> triggered V11
        resolve -> resolved V15
        Bob play Cat2 -> not_your_turn V4
        Ann play Bat target=Oz2 -> played V15
        Bob decline -> declined V12
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Bob"] == ["Oz2"]
    assert (result["turn"], result["awaiting"]) == ("Bob", "play")


def test_v15_a_card_that_came_by_play_triggers():
    match = table(bob={"Bat2": now("play"), "Bee2": now("draw", 2)})
    result = play(
        match,
        bobs_play("Bat2 -> played V4")
        + """
        resolve -> resolved V15
        Bob play Bee2 -> played V15
        resolve -> resolved V15
        """,
    )
    assert result["hand"]["Bob"] == 3


def test_v15_negate_removes_the_newest_waiting_effect_whose_card_stays_sideways():
    match = table({"Oz": timed("negate")}, {"Bat2": now("burn"), "Oz2": timed("negate")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz -> triggered V11
        Bob trigger Oz2 -> triggered V10
        resolve -> negated V15
        resolve -> resolved V15
        """,
    )
    assert result["discard"]["Ann"] == ["Ape"], "one may negate the opponent's NEGATE"
    assert result["in_play"]["Bob"] == {"Oz2": True, "Bat2": True}


def test_v15_negate_with_nothing_below_is_just_resolved():
    play(
        table({"Oz": timed("negate")}),
        "Ann trigger Oz -> triggered V10\nresolve -> resolved V15\nresolve -> not_now V11",
    )


def test_v15_copy_of_a_draw_and_of_a_negate():
    match = table(
        {"Oz": timed("copy"), "Ape": timed("negate")},
        {"Bat2": now("burn"), "Alien2": trait("constant", "draw", amount=2)},
    )
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + "\nAnn trigger Oz target=Ape -> triggered V11\nresolve -> negated V15",
    )
    assert result["discard"]["Ann"] == []
    drawing = table({"Ape": trait("constant", "draw", amount=2)}, {"Bat2": now("copy")})
    result = play(drawing, bobs_play("Bat2 target=Ape -> played V4") + "\nresolve -> resolved V15")
    assert result["hand"]["Bob"] == 4


def test_v15_copy_needs_a_card_with_an_effect_other_than_copy():
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


def test_v15_the_target_of_a_copied_effect_comes_with_resolve():
    match = table({"Ape": timed("bounce", "own")}, {"Bat2": now("copy")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        resolve -> not_a_target V15
        resolve target=Unicorn -> not_a_target V15
        resolve target=Bat2 -> not_a_target V15
        resolve target=Oz -> resolved V15
        """,
    )
    assert result["in_play"]["Ann"] == {"Ape": False}


def test_v15_a_triggered_copy_may_turn_its_own_card():
    match = table({"Oz": timed("copy"), "Ape": timed("flip")})
    play(match, opening())
    result = play(match, "Ann trigger Oz target=Ape -> triggered V10\nresolve target=Oz -> resolved V15")
    assert result["in_play"]["Ann"]["Oz"] is False


def test_v15_copy_of_a_copied_drop_opens_it():
    match = table({"Oz": timed("copy"), "Ape": timed("drop", "opponent")})
    play(match, opening())
    play(
        match,
        """
        Ann trigger Oz target=Ape -> triggered V10
        resolve -> resolved V15
        Ann drop Bat -> played V15
        """,
    )


def test_v15_a_copy_whose_card_has_left_play_does_nothing():
    match = table({"Oz": timed("bounce"), "Ape": timed("draw")}, {"Bat2": now("copy")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz target=Ape -> triggered V11
        resolve -> resolved V15
        resolve -> resolved V15
        """,
    )
    assert result["hand"]["Bob"] == 2


def test_v15_an_effect_is_carried_out_even_when_its_own_card_has_left_play():
    match = table({"Oz": timed("bounce", "opponent"), "Ape": timed("burn", "own")}, {"Bat2": now("copy")})
    result = play(
        match,
        bobs_play("Bat2 target=Ape -> played V4")
        + """
        Ann trigger Oz target=Bat2 -> triggered V11
        resolve -> resolved V15
        resolve target=Oz2 -> resolved V15
        """,
    )
    assert result["discard"]["Bob"] == ["Oz2"], "the effect of a card that left play is still carried out"


def test_v16_a_minted_villain_lies_aside_out_of_reach_with_its_trait_active():
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
        resolve -> resolved V15
        Ann play Bee -> played V4
        Ann end_turn -> turn_ended V4
        Bob draw -> drawn V4
        Bob play Bat2 target=Oz -> not_a_target V7
        Bob play Bat2 target=Ann:Oz -> not_a_target V7
        """,
    )
    assert result["minted"]["Ann"] == ["Oz"]


def test_v16_minted_traits_cannot_be_copied():
    match = table({"Oz": timed("draw"), "Bee": timed("draw")}, {"Oz2": timed("copy")})
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\nAnn draw -> drawn V4\nAnn play Bee -> played V4")
    play(match, "Bob trigger Oz2 target=Oz -> not_a_target V7\nBob trigger Oz2 target=Bee -> triggered V11")


def test_v17_the_second_minted_villain_wins_at_once():
    match = table()
    play(match, BOARD_OF_FOUR + "Ann mint Oz -> minted V13 Ann+1\n" + turn("Ann", "Alien") + turn("Bob", "Alien2"))
    bobs = ("Witch2", "Golem2", "Bat2 discard=Ape2", "Bee2 discard=Bat2")
    for ann, bob in zip(("Bee", "Boa", "Ant", "Asp"), bobs, strict=True):
        play(match, turn("Ann", ann) + turn("Bob", bob))
    result = play(match, "Ann mint Alien -> wins V17 Ann+1\nAnn draw -> game_over V17\nresolve -> game_over V17")
    assert (result["over"], result["winners"], result["turn"], result["awaiting"]) == (True, ["Ann"], None, None)
    assert result["scores"] == {"Ann": 2, "Bob": 0}


def all_cards_played(ann_mints: bool) -> dict[str, object]:
    """Both players play all their cards; Ann may mint Oz on the way."""
    match = table()
    order = {
        player: [f"{name}{suffix}" for names in zip(*_MONSTERS, strict=True) for name in names]
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
    return match.result()


_MONSTERS = (
    ("Ape", "Ant", "Asp", "Auk"),
    ("Bat", "Bee", "Boa", "Bug"),
    ("Cat", "Cod", "Cow", "Crab"),
    ("Dodo", "Dog", "Doe", "Duck"),
)


@pytest.mark.parametrize(("ann_mints", "winners"), [(False, ["Ann", "Bob"]), (True, ["Ann"])])
def test_v18_when_nobody_can_draw_or_play_more_minted_villains_win_else_it_is_shared(ann_mints, winners):
    result = all_cards_played(ann_mints)
    assert result["over"]
    assert result["winners"] == winners
    assert result["hand"] == result["deck"] | {"Ann": 0, "Bob": 0}


# ——— targets of the same name ———


def test_targets_a_bare_name_that_both_have_in_play_is_no_target():
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
        resolve -> resolved V15
        """,
    )
    assert result["discard"] == {"Ann": [], "Bob": ["Ape"]}


def test_targets_may_always_be_named_with_their_player():
    match = table(bob={"Bat2": now("burn")})
    play(match, bobs_play("Bat2 target=Ann:Ape -> played V4"))


def test_targets_one_s_own_copy_of_a_card_is_triggered():
    match = table({"Ape": timed("draw", "own")}, {"Ape": timed("draw", "own")}, same_names=True)
    play(match, opening("Ape", "Ape"))
    result = play(match, "Ann trigger Ape -> triggered V10")
    assert result["in_play"] == {"Ann": {"Oz": False, "Ape": True}, "Bob": {"Oz": False, "Ape": False}}


# ——— the form of events and options ———


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"event": "draw"}, "player"),
        ({"event": "draw", "player": "Zed"}, "player"),
        ({"event": "draw", "player": 1}, "player"),
        ({"event": "play", "player": "Ann"}, "card"),
        ({"event": "play", "player": "Ann", "card": 3}, "card"),
        ({"event": "play", "player": "Ann", "card": "Ape", "discard": 3}, "discard"),
        ({"event": "play", "player": "Ann", "card": "Ape", "target": 3}, "target"),
        ({"event": "play", "player": "Ann", "card": "Ape", "target": {"card": "Ape"}}, "target"),
        ({"event": "play", "player": "Ann", "card": "Ape", "target": {"player": "Zed", "card": "Ape"}}, "target"),
        ({"event": "resolve", "target": []}, "target"),
        ({"event": "mint", "player": "Ann"}, "villain"),
        ({"event": "trigger", "player": "Bob"}, "card"),
        ({"event": "place", "player": "Ann"}, "event"),
    ],
)
def test_malformed_events_name_their_field(event, field):
    ruling = table().apply(event)
    assert (ruling.verdict, ruling.clause) == ("malformed", None)
    assert f"“{field}" in ruling.reason


def test_malformed_comes_before_the_end_of_the_game_and_the_turn():
    match = table()
    assert match.apply({"event": "play", "player": "Bob", "card": 3}).verdict == "malformed"


def test_a_target_that_is_not_needed_and_null_fields_are_ignored():
    match = table()
    match.apply({"event": "draw", "player": "Ann"})
    event = {"event": "play", "player": "Ann", "card": "Ape", "target": "Unicorn", "discard": None, "mood": "good"}
    assert match.apply(event).verdict == "played"


@pytest.mark.parametrize(
    "options",
    [
        {"decks": {"Zed": "house"}},
        {"decks": {"Ann": "mansion"}},
        {"decks": "house"},
        {"starting": {"Zed": "Oz"}},
        {"interrupt_seconds": 0},
        {"interrupt_seconds": True},
        {"target": 3},
        {"starter": "Zed"},
    ],
)
def test_options_that_cannot_be_used(options):
    with pytest.raises(BadInput):
        table(**options)


def test_options_decks_may_be_left_to_the_house():
    match = table(decks={"Ann": deck()}, starting={"Ann": "Alien"})
    assert match.result()["in_play"] == {"Ann": {"Alien": False}, "Bob": {"Professor Muddle": False}}
