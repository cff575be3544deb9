"""What may be said in Disorder of the Villains: forms that ask for what this moment needs, and for no more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.form import forms_now
from companion.games.form_fields import ChoiceField
from companion.games.villains.forms import form
from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, minted, now, play, table, timed, trait, turn

if TYPE_CHECKING:
    from companion.referee.match import Match


def asked(match: Match, event: str, player: str, **said: Any) -> dict[str, list[Any]]:
    """The fields asked once so much is said, with their options."""
    fields = form(match.state, event, player).fields
    choices = [field for field in fields if field.is_asked(said)]
    assert all(isinstance(field, ChoiceField) for field in choices)
    return {field.name: [one.value for one in field.options] for field in choices if isinstance(field, ChoiceField)}


def test_only_a_card_whose_trait_aims_at_another_is_asked_its_target() -> None:
    match = table({"Ape": now("burn"), "Ant": now("draw"), "Asp": timed("flip"), "Oz": timed("bounce")})
    for card, aims in (("Ape", True), ("Ant", False), ("Asp", False), ("Auk", False)):
        assert ("target" in asked(match, "play", "Ann", card=card)) == aims, card
    assert "target" in asked(match, "trigger", "Ann", card="Oz")
    assert list(asked(table(), "play", "Ann", card="Ape")) == ["card"]


def test_only_traits_that_are_used_by_saying_so_are_offered_also_minted_ones() -> None:
    match = table({"Oz": timed("draw"), "Ape": now("draw"), "Bat": trait("constant", "shield"), "Cat": timed("draw")})
    play(match, BOARD_OF_FOUR)
    assert asked(match, "trigger", "Ann")["card"] == ["Oz", "Cat"]
    play(match, "Ann mint Oz -> minted V13 Ann+1")
    assert asked(match, "trigger", "Ann")["card"] == ["Oz"]


def test_v5_a_fifth_monster_is_asked_which_goes_and_a_villain_is_not() -> None:
    match = table()
    play(match, BOARD_OF_FOUR)
    assert asked(match, "play", "Ann", card="Bee")["discard"] == ["Ape", "Bat", "Cat", "Dodo"]
    assert "discard" not in asked(match, "play", "Ann", card="Alien")
    assert "discard" not in asked(table(), "play", "Ann", card="Bee")


def test_v12_whoever_has_the_chance_may_let_it_go_and_nothing_is_carried_out_before() -> None:
    match = table({"Oz": timed("negate")}, {"Bat2": now("burn")})
    play(match, bobs_play("Bat2 target=Ape -> played V4"))

    def offered() -> set[tuple[str, str | None]]:
        return {(each.event, each.player) for each in forms_now(match.view(), match.state)}

    assert offered() == {("trigger", "Ann"), ("decline", "Ann")}
    play(match, "Ann trigger Oz -> triggered V11")
    assert offered() == {("decline", "Bob")}
    play(match, "Bob decline -> declined V12")
    assert offered() == {("resolve", None)}


def test_v15_a_copy_that_is_carried_out_is_asked_its_target() -> None:
    match = table({"Ape": timed("burn")}, {"Bat2": now("copy")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4")
    assert asked(match, "resolve", "Bob") == {}
    play(match, "Bob play Bat2 target=Ape -> played V4")
    assert len(asked(match, "resolve", "Bob")["target"]) == 4


def test_v10_of_the_traits_only_those_that_can_be_used_now_are_offered_and_one_alone_is_chosen_already() -> None:
    match = table({"Oz": minted("draw"), "Ape": timed("draw"), "Bat": timed("burn", "opponent")})
    play(match, BOARD_OF_FOUR)
    card = form(match.state, "trigger", "Ann").fields[0]
    assert isinstance(card, ChoiceField)
    assert ([one.value for one in card.options], card.chosen) == (["Ape"], "Ape")
    play(match, "Ann trigger Ape -> triggered V10")
    assert asked(match, "trigger", "Ann")["card"] == ["Oz", "Ape", "Bat"]  # as an earlier event is corrected


def test_v7_a_trait_is_aimed_only_at_what_it_can_be_aimed_at() -> None:
    match = table({"Oz": trait("constant", "shield"), "Cat": now("burn")}, {"Bat2": now("burn"), "Cat2": now("copy")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4")
    shielded = {"player": "Ann", "card": "Oz"}, {"player": "Bob", "card": "Oz2"}
    assert asked(match, "play", "Bob", card="Bat2")["target"] == [*shielded]
    assert list(asked(match, "play", "Bob", card="Cat2")) == ["card"]  # there is nothing to copy


def test_v7_a_card_that_finds_no_other_target_is_its_own() -> None:
    match = table({"Oz": now("draw")}, {"Oz2": now("draw"), "Bat2": now("burn")})
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4")
    state = replace(match.state, sides=tuple(replace(side, in_play=()) for side in match.state.sides))
    (_, target) = form(state, "play", "Bob").fields
    assert isinstance(target, ChoiceField)
    assert [one.value for one in target.options] == [{"player": "Bob", "card": "Bat2"}]


def targets(match: Match, event: str, player: str, **said: Any) -> ChoiceField:
    """The one field of targets that is asked once so much is said."""
    (field,) = (one for one in form(match.state, event, player).fields if one.name == "target" and one.is_asked(said))
    assert isinstance(field, ChoiceField)
    return field


def test_v7_a_target_that_there_is_must_be_named() -> None:
    match = table({"Ape": now("burn"), "Oz": timed("bounce")}, {"Bat2": now("copy"), "Cat2": now("burn")})
    assert not targets(match, "trigger", "Ann", card="Oz").optional
    play(match, turn("Ann", "Ape", "V3") + "Bob draw -> drawn V4")
    assert not targets(match, "play", "Bob", card="Bat2").optional
    play(match, "Bob play Bat2 target=Ape -> played V4\nAnn decline -> declined V12")
    assert not targets(match, "resolve", "Bob").optional
    assert targets(match, "play", "Bob", card="Cat2").optional  # corrected, of what lies there now


def test_v5_what_makes_room_is_no_target_any_more_nor_shields_another() -> None:
    match = table({"Bee": now("burn")}, {"Bat2": trait("constant", "shield")})
    play(match, turn("Ann", "Ape", "V3") + turn("Bob", "Bat2"))
    play(
        match, turn("Ann", "Bat") + turn("Bob", "Ape2") + turn("Ann", "Cat") + turn("Bob", "Cat2") + turn("Ann", "Dodo")
    )
    play(match, turn("Bob", "Dodo2") + "Ann draw -> drawn V4")
    four = ["Ape", "Bat", "Cat", "Dodo"]
    assert asked(match, "play", "Ann", card="Bee")["discard"] == four
    for gone in four:
        named = [one.value["card"] for one in targets(match, "play", "Ann", card="Bee", discard=gone).options]
        assert named == ["Oz", *(name for name in four if name != gone), "Bat2"]
        for name in named:
            owner = "Bob" if name == "Bat2" else "Ann"
            target = {"player": owner, "card": name}
            event = {"event": "play", "player": "Ann", "card": "Bee", "discard": gone, "target": target}
            assert match.judge(event).entry.ruling.accepted, event


def test_a_target_written_by_its_name_alone_is_known_where_no_other_has_it() -> None:
    match = table({"Oz": timed("bounce")})
    spellings = {one.value["player"]: one.spellings for one in targets(match, "trigger", "Ann", card="Oz").options}
    assert spellings == {"Ann": ("Oz",), "Bob": ("Oz2",)}
