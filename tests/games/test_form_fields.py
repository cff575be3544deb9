"""Whatever a person may hand in has a form in words: each field of each event is asked for, and takes what it says."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast

import pytest

from companion.dialog.fields import event_script
from companion.dialog.prompts import Deed, play
from companion.games import RULEBOOKS
from companion.games.events import json_key
from companion.games.form import NOT_FOR_PEOPLE, Form, forms_now, forms_of, setting_of
from companion.games.form_fields import ChoiceField, SettingField
from tests.rules import villains_table, wordcard_table
from tests.rules.play import begin, event
from tests.rules.villains_table import BOARD_OF_FOUR, bobs_play, now, timed

if TYPE_CHECKING:
    from companion.referee.match import Match

# What an event can say and nobody is asked, with why.
SAID_BEFORE = {("anagrascramble", "card", "colour"): "It was shown, and said, with the roll."}


def ready(game: str) -> list[Match]:
    """Matches of the game that stand so that, together, everything is asked for."""
    if game == "disorder":
        match = begin("disorder", ("Ann", "Bob"))
        match.apply(event("place", "Ann", card="?"))
        return [match]
    if game == "typo":
        return [begin("typo", ("Ann", "Bob"), rows=list("RENT"))]
    if game == "anagrascramble":
        return [begin("anagrascramble", ("Ann", "Bob"), deck="both")]
    if game == "villains":
        full, copied = villains_table.table(), villains_table.table({"Ape": timed("burn")}, {"Bat2": now("copy")})
        villains_table.play(full, BOARD_OF_FOUR)
        villains_table.play(copied, bobs_play("Bat2 target=Ape -> played V4"))
        return [full, copied, villains_table.table({"Oz": timed("burn"), "Ape": now("burn")})]
    deep = wordcard_table.table(pick_any=True, explanations=True)
    wordcard_table.play(
        deep, "Ann draw deck -> drawn W25\nAnn discard 7/A -> discarded W25\nAnn end_turn -> turn_ended W17"
    )
    wordcard_table.play(deep, "Bob draw deck -> drawn W25\nBob discard 8/A -> discarded W25")
    return [deep, wordcard_table.table(grid=True)]


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_field_of_every_event_for_people_is_asked_for(game: str) -> None:
    matches = ready(game)
    for name in RULEBOOKS[game].events.keys() - NOT_FOR_PEOPLE:
        forms = [forms_of(game).form(match.state, name, match.players[0]) for match in matches]
        asked = {key for form in forms for key in form.said({field.name: None for field in form.fields})} - {"event"}
        known = {field for of, event_name, field in SAID_BEFORE if (of, event_name) == (game, name)}
        assert asked | known == {json_key(field.name) for field in fields(cast("Any", RULEBOOKS[game].events[name]))}, (
            name
        )


# ——— what else the dealer sets (W5) ———


def dealers_form(**options: Any) -> tuple[Form, SettingField]:
    form = forms_of("wordcard").form(
        wordcard_table.table("Ann Bob Cy", type="wild", **options).state, "dealer_chooses", "Ann"
    )
    setting = form.fields[-1]
    assert isinstance(setting, SettingField)
    return form, setting


def test_w5_the_dealer_is_asked_all_that_is_chosen_before_a_match_but_the_cards() -> None:
    _, setting = dealers_form()
    assert [field.name for field in setting.fields] == [
        "aim", "hand", "partners", "open_cards", "open_points", "tag_on", "grid", "declared_only", "strict",
        "explanations", "pick_any",
    ]  # fmt: skip
    assert {field.name: field.only for field in setting.fields if field.only} == {"pick_any": ("aim", ("most",))}


def test_w5_what_was_agreed_before_is_offered_first_and_only_what_is_changed_is_said() -> None:
    _, setting = dealers_form(hand=12, open_points=37, strict=True)
    standing = dict(setting.standing)
    assert standing == {field.name: getattr(field, "chosen", ()) for field in setting.fields}
    assert (standing["hand"], standing["open_points"], standing["strict"], standing["grid"]) == (12, 37, True, False)
    assert setting.changed(standing) is None
    changed = {"open_points": None, "strict": False, "hand": 8}
    assert setting.changed(standing | changed) == changed
    points = next(field for field in setting.fields if field.name == "open_points")
    assert isinstance(points, ChoiceField)
    assert 37 in [option.value for option in points.options]


def test_w5_a_choice_that_is_corrected_is_said_with_all_that_it_sets() -> None:
    match = wordcard_table.table("Ann Bob Cy", type="wild")
    match.apply(event("dealer_chooses", "Ann", type="cardplay", options={"grid": True}))
    setting = forms_of("wordcard").form(match.state, "dealer_chooses", "Ann").fields[-1]
    assert isinstance(setting, SettingField)
    chosen = {field.name: getattr(field, "chosen", None) for field in setting.fields}
    assert chosen["grid"]
    assert setting.changed(chosen) == chosen


def test_w5_with_three_buttons_whoever_wants_to_choose_is_asked_one_after_the_other() -> None:
    form, setting = dealers_form()
    assert play(event_script(form), ["wordcard", False]) == Deed(
        "event", {"event": "dealer_chooses", "player": "Ann", "type": "wordcard"}
    )
    standing = [getattr(field, "chosen", None) for field in setting.fields]
    answers = ["wordcard", True, *standing]
    answers[2 + [field.name for field in setting.fields].index("grid")] = True
    chosen = play(event_script(form), answers)
    assert isinstance(chosen, Deed)
    assert chosen.value["options"] == {"grid": True}
    match = wordcard_table.table("Ann Bob Cy", type="wild")
    assert match.apply(chosen.value).verdict == "chosen"
    assert match.state.options.grid


def test_w16_what_is_about_claims_is_chosen_before_the_wild_game_too_and_not_where_nothing_is_claimed() -> None:
    asked = {
        kind: {field.name for field in setting_of("wordcard", ("Ann", "Bob")) if field.is_asked({"type": kind})}
        for kind in ("wordplay", "wordplay_plus", "wordcard", "wild", "cardplay", "cardplay_plus")
    }
    about_claims = {"declared_only", "strict", "explanations"}
    assert [about_claims & names for names in asked.values()] == [about_claims] * 4 + [set()] * 2


def test_w6_the_values_to_open_with_are_offered_in_tens_after_none() -> None:
    field = next(each for each in setting_of("wordcard", ("Ann", "Bob")) if each.name == "open_points")
    assert isinstance(field, ChoiceField)
    assert [option.value for option in field.options] == [None, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]


# ——— which line is tagged on to (W7) ———


@pytest.mark.parametrize(("agreed", "offered"), [("any", [1, 2]), ("own", [2])])
def test_w7_where_that_was_agreed_only_one_s_own_lines_are_tagged_on_to(agreed: str, offered: list[int]) -> None:
    match = wordcard_table.table(tag_on=agreed)
    anns, bobs = (f"{player} end_turn -> turn_ended W17\n" for player in ("Ann", "Bob"))
    laid = f"Bob lay {wordcard_table.TRAIN} -> laid W6 Bob+101\n"
    wordcard_table.play(match, wordcard_table.LAID + anns + laid + bobs + anns)
    forms = (form for form in forms_now(match.view(), match.state) if form.event == "tag")
    (line,) = (form.fields[0] for form in forms)
    assert isinstance(line, ChoiceField)
    assert [option.value for option in line.options] == offered


def test_w7_without_a_line_of_one_s_own_a_correction_names_any() -> None:
    match = wordcard_table.table(tag_on="own")
    wordcard_table.play(match, wordcard_table.LAID)
    line = forms_of("wordcard").form(match.state, "tag", "Bob").fields[0]
    assert isinstance(line, ChoiceField)
    assert [option.value for option in line.options] == [1]


# ——— what is declared (A4, A5) ———


def declarations(*events: dict[str, Any]) -> dict[str, list[Any]]:
    match = begin("anagrascramble", ("Ann", "Bob"))
    for one in events:
        assert match.apply(one).accepted
    (form,) = (form for form in forms_now(match.view(), match.state) if form.event == "declare")
    return {each.name: [one.value for one in each.options] for each in form.fields if isinstance(each, ChoiceField)}


def test_a4_raised_is_only_what_can_be_higher() -> None:
    five, seven = (declarations(event("roll", "Ann", face=face)) for face in ("5", "7"))
    assert five == {"move": ["raise", "pass_on", "double", "triple"], "to": [6, 7]}
    assert seven == {"move": ["pass_on", "double", "triple"]}


def test_a5_what_was_passed_on_is_not_passed_on_again() -> None:
    passed = declarations(event("roll", "Ann", face="6"), event("declare", "Ann", move="pass_on"))
    assert passed == {"move": ["raise", "double", "triple"], "to": [7]}


# ——— which Villain is minted (V14) ———


@pytest.mark.parametrize(("starting", "mintable"), [("Oz", ["Oz"]), ("Golem", [])])
def test_v14_a_mint_is_offered_where_a_villain_matches_and_names_those_that_do(
    starting: str, mintable: list[str]
) -> None:
    match = villains_table.table(starting={"Ann": starting, "Bob": "Oz2"})
    villains_table.play(match, BOARD_OF_FOUR)
    offered = [form.fields[0] for form in forms_now(match.view(), match.state) if form.event == "mint"]
    assert [field.name for field in offered] == ["villain"] * bool(mintable)
    assert [one.value for field in offered if isinstance(field, ChoiceField) for one in field.options] == mintable
