"""House rules: each has its clause and a sentence on each choice, is remembered, and is said beside the clause."""

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import rulebook, rulebooks
from companion.games.form import setting_of
from companion.games.form_fields import ChoiceField, EachField, Option
from companion.games.house_rules import (
    as_last_chosen,
    chosen_rules,
    is_house_rule,
    newest_options,
    own_rules,
    readings_of,
)
from companion.games.wordcard.readings import VALUE_TO_OPEN
from companion.referee.match import Match, load_lexicon
from companion.sentences import is_told, told

RULES = {(game, field.name): field for game in rulebooks() for field in setting_of(game, ()) if is_house_rule(field)}

# What the forms before a match leave to what else is chosen there, by what says it.
SAID_ELSEWHERE = {
    "the seats": {("disorder", "starter"), ("typo", "starter"), ("anagrascramble", "starter"), ("villains", "starter"),
                  ("wordcard", "starter")},
    "the deck": {("disorder", "values"), ("anagrascramble", "deck"), ("villains", "decks"), ("wordcard", "values")},
}  # fmt: skip

OPEN_CARDS: dict[str, Any] = {"type": "group", "cards": ["7/C", "8/A", "9/T", "10/E", "J/R", "Q/S", "K/O", "*"]}
GOES_WITH = {"group_type": OPEN_CARDS}  # what a rule needs to be in force
NEEDED = {
    "typo": {"rows": ["R", "E", "N", "T"]},
}


@pytest.mark.parametrize("game", rulebooks())
def test_every_option_is_asked_before_a_match_or_said_by_something_else(game: str) -> None:
    asked = {field.name for field in setting_of(game, ("Ann", "Bob", "Cy"))}
    assert asked == {field.name for field in setting_of(game, ())}  # as the host's page asks, which has no players yet
    elsewhere = {name for left in SAID_ELSEWHERE.values() for of, name in left if of == game}
    assert asked | elsewhere == {option.name for option in fields(rulebook(game).options)}
    assert asked & elsewhere == set()


def test_the_options_that_stand_for_a_reading_are_house_rules() -> None:
    assert set(RULES) == {
        ("disorder", "names_allowed"), ("typo", "majority"), ("anagrascramble", "penalty"), ("wordcard", "tag_on"),
        ("wordcard", "grid"), ("wordcard", "declared_only"), ("wordcard", "strict"), ("wordcard", "explanations"),
        ("wordcard", "pick_any"), ("wordcard", "open_cards"), ("wordcard", "open_points"), ("wordcard", "group_type"),
    }  # fmt: skip


@pytest.mark.parametrize(("game", "name"), RULES)
def test_a_house_rule_has_its_clause_and_a_sentence_on_each_choice(game: str, name: str) -> None:
    field = RULES[game, name]
    assert field.clause in rulebook(game).clauses
    assert len(field.options) > 1
    for option in field.options:
        assert is_told(option.sentence)
        assert option.sentence.endswith(".")
    assert len({option.sentence for option in field.options}) == len(field.options)


@pytest.mark.parametrize(("game", "name"), RULES)
def test_its_first_choice_is_what_the_game_takes_by_itself(game: str, name: str) -> None:
    by_itself = {option.name: option.default for option in fields(rulebook(game).options)}
    assert RULES[game, name].options[0].value == by_itself[name]


@pytest.mark.parametrize(("game", "name"), RULES)
def test_every_choice_begins_a_match_and_is_said_beside_its_clause(game: str, name: str) -> None:
    field = RULES[game, name]
    for option in field.options:
        match = begun(game, {name: option.value, **GOES_WITH.get(name, {})})
        said = chosen_rules(game, match.state)[field.clause]
        assert option.sentence in said
        assert not {other.sentence for other in field.options if other is not option} & set(said)


def test_a_rule_that_does_not_belong_to_what_is_played_is_not_said() -> None:
    assert chosen_rules("wordcard", begun("wordcard", OPEN_CARDS).state) == {
        "W24": ["Lines score as in WORDPLAY PLUS."]
    }
    assert set(chosen_rules("wordcard", begun("wordcard", {"type": "cardplay"}).state)) == {"W6", "W7", "W9", "W25"}


def test_a_number_that_no_form_offers_is_said_and_offered_again() -> None:
    assert chosen_rules("wordcard", begun("wordcard", {"open_cards": 20, "open_points": 37}).state)["W6"] == [
        "A first laydown needs 20 or more cards, unless a value is agreed upon.",
        "A first laydown must be worth 37 or more, of however many cards.",
    ]
    offered = as_last_chosen(setting_of("wordcard", ()), {"open_points": 37})
    (worth,) = [field for field in offered if field.name == "open_points"]
    assert isinstance(worth, ChoiceField)
    assert (worth.chosen, worth.options[-1]) == (37, Option(37, "37", told(VALUE_TO_OPEN, value=37)))


def test_w1_who_plays_with_whom_and_w5_who_deals_is_said_beside_the_clauses() -> None:
    said = chosen_rules("wordcard", begun("wordcard", {"partners": [["Ann", "Bob"]], "dealer": "Bob"}).state)
    assert said["W5"] == ["Bob deals."]
    assert said["W1"] == said["W21"] == ["Partners, whose points are added at the end: Ann and Bob."]
    alone = chosen_rules("wordcard", begun("wordcard", {}).state)
    assert {"W1", "W5"} & set(alone) == set()


def test_what_the_dealer_chose_is_said_once_it_is_chosen() -> None:
    match = begun("wordcard", {"type": "wild"})
    before = chosen_rules("wordcard", match.state)["W7"]
    assert match.apply(
        {"event": "dealer_chooses", "player": "Ann", "type": "wordplay", "options": {"tag_on": "own"}}
    ).accepted
    assert before == ["Cards are tagged on to anyone's lines."]
    assert chosen_rules("wordcard", match.state)["W7"] == ["Cards are tagged on to one's own lines only."]


@given(st.data(), st.sampled_from(list(rulebooks())))
def test_what_was_chosen_last_is_offered_first_and_given_to_who_does_not_choose(data: st.DataObject, game: str) -> None:
    """Whatever the newest match was played with, a match begun as usual is played with the same house rules."""
    rules = {name: field for (of, name), field in RULES.items() if of == game}
    last = {name: data.draw(st.sampled_from([each.value for each in field.options])) for name, field in rules.items()}
    before = [{"game": game, "options": {name: field.options[-1].value for name, field in rules.items()}}]
    setups = [*before, {"game": game, "options": last}, {"game": "another", "options": {}}]
    setting = as_last_chosen(setting_of(game, ()), newest_options(setups, game))
    offered = {field.name: field.chosen for field in setting if is_house_rule(field)}
    assert offered == last
    in_a_group = {"group_type"} & set(rules)
    for said, asked in (({}, set(rules) - in_a_group), *((OPEN_CARDS, {name}) for name in in_a_group)):
        usual = begun(game, own_rules(setting, said) | said).state.options
        assert {name: getattr(usual, name) for name in asked} == {name: last[name] for name in asked}


@pytest.mark.parametrize("game", rulebooks())
def test_each_clause_has_the_ways_to_read_it_the_game_s_own_first(game: str) -> None:
    rules = {name: field for (of, name), field in RULES.items() if of == game}
    found = readings_of(game)
    ways = [way for clause in found.values() for way in clause]
    assert {way.option for way in ways} == set(rules)
    for name, field in rules.items():
        assert field.clause in rulebook(game).clauses
        own, *_others = [way for way in found[field.clause] if way.option == name]
        assert own.value == getattr(begun(game, {}).state.options, name)
    assert all(way.sentence for way in ways)


def test_what_is_no_choice_any_more_is_not_offered() -> None:
    setting = setting_of("typo", ())
    assert as_last_chosen(setting, {"majority": "most", "always_timed": True}) == setting
    assert as_last_chosen(setting, newest_options([], "typo")) == setting


def begun(game: str, options: dict[str, Any]) -> Match:
    """A match of the game with these options."""
    seats = ["Ann", "Bob"]
    needed: dict[str, Any] = NEEDED.get(game, {})
    return Match.begin(
        {"game": game, "players": seats, "options": {**needed, **options, "lexicon": {"words": []}}}, load_lexicon
    )


def test_each_field_of_a_player_is_left_as_it_is() -> None:
    starting = [field for field in setting_of("villains", ("Ann", "Bob")) if isinstance(field, EachField)]
    assert as_last_chosen(starting, {"starting": {"Ann": "Zoe"}}) == tuple(starting)
