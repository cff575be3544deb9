"""Disorder of the Villains: the form of its events and options."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadInput
from tests.rules.villains_table import deck, table


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
def test_malformed_events_name_their_field(event: dict[str, Any], field: str) -> None:
    ruling = table().apply(event)
    assert (ruling.verdict, ruling.clause) == ("malformed", None)
    assert f"“{field}" in ruling.reason


def test_malformed_comes_before_the_end_of_the_game_and_the_turn() -> None:
    match = table()
    assert match.apply({"event": "play", "player": "Bob", "card": 3}).verdict == "malformed"


def test_a_target_that_is_not_needed_and_null_fields_are_ignored() -> None:
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
def test_options_that_cannot_be_used(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        table(**options)


def test_options_decks_may_be_left_to_the_house() -> None:
    match = table(decks={"Ann": deck()}, starting={"Ann": "Alien"})
    assert match.result()["in_play"] == {"Ann": {"Alien": False}, "Bob": {"Professor Muddle": False}}
