"""The words on an own deck's card are put into the event that names the card, and into no other."""

from typing import Any

import pytest

from companion.games import rulebook, rulebooks
from companion.games.listed import listed_on, with_listed
from companion.games.parties import keys_of

CARDS = {"TUERNEV": ("event", "never"), "RETAINS": ("retina",)}
EVENTS = rulebook("anagrascramble").events


@pytest.mark.parametrize("event", ["card", "showdown"])
def test_a_card_s_words_come_with_it_unless_somebody_says_others(event: str) -> None:
    said: dict[str, Any] = {"event": event, "jumble": "TUERNEV"}
    assert with_listed(EVENTS[event], said, CARDS) == {**said, "answers": ["event", "never"]}
    assert with_listed(EVENTS[event], {**said, "answers": None}, CARDS)["answers"] == ["event", "never"]
    own = {**said, "answers": ["tureen"]}
    assert with_listed(EVENTS[event], own, CARDS) is own


@pytest.mark.parametrize("jumble", ["QQQQQQQ", 7, None, ["TUERNEV"]])
def test_a_card_that_is_in_no_own_deck_brings_nothing(jumble: Any) -> None:
    said = {"event": "card", "jumble": jumble}
    assert with_listed(EVENTS["card"], said, CARDS) is said


def test_what_lists_nothing_and_what_nobody_knows_stay_as_they_are() -> None:
    said = {"event": "words", "player": "TUERNEV", "words": ["TUERNEV"]}
    assert with_listed(EVENTS["words"], said, CARDS) is said
    assert with_listed(None, said, CARDS) is said


@pytest.mark.parametrize("game", rulebooks())
def test_the_card_is_named_by_a_field_of_the_same_event(game: str) -> None:
    for kind in rulebook(game).events.values():
        assert {*listed_on(kind), *listed_on(kind).values()} <= keys_of(kind)
