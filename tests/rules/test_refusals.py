"""What is refused is refused in words: wrong events of every kind, sent to every game all through saved matches."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fuzz_values import altered
from companion.games import RULEBOOKS
from companion.games.events import Malformed, read_event
from companion.games.field_names import NAMES, field_name
from companion.games.schema import event_schema
from companion.language import LANGUAGES, messages
from companion.referee.match import Match
from tests.rules.play import no_lexicon
from tests.rules.saying import MOST, TRANSLATED, in_language, saved_matches, templates, unelided, untranslated

WRONG = 12  # events for each that is right
OTHERS = ("A", "?", "Q/R", "*=Q/R", "*", 0, 1, 2, 99, True)  # in the place of what is right
UNKNOWN = "must be one of {names}"  # the kinds of event, as only whoever writes a transcript sends them
INTERNAL = re.compile(r"\w\.\w|\w_\w|\*=|[{}\[\]]|\bNone\b")


@cache
def refusals(game: str) -> frozenset[str]:
    """The reasons of everything refused."""
    found = set()
    for name, document in saved_matches(game):
        chance, match = Random(name), Match.begin(document, no_lexicon)
        for event in document["events"][:60]:
            for wrong in _wrong(document, event, chance):
                ruling = match.judge(wrong).ruling
                found |= set() if ruling.accepted else {ruling.reason}
            match.apply(event)
    return frozenset(found)


def _wrong(document: Any, event: Any, chance: Random) -> Iterator[Any]:
    """Events that are not what comes next: this one otherwise than it is, and others of the match at the wrong time."""
    others = [*document["players"], *OTHERS]
    for _ in range(WRONG):
        yield altered(event if chance.random() < 0.6 else chance.choice(document["events"]), chance, others)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_refusal_is_in_words_and_in_every_language(game: str) -> None:
    assert len(refusals(game)) > 30
    for language in TRANSLATED:
        assert not untranslated(refusals(game), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_refusal_is_a_short_sentence(game: str, language: str) -> None:
    for text, said in in_language(refusals(game), language):
        assert len(said) <= MOST or UNKNOWN in templates(text), said
        assert said[0] == said[0].upper(), said


@pytest.mark.parametrize("game", RULEBOOKS)
def test_no_refusal_is_left_unelided_in_french(game: str) -> None:
    assert not unelided(refusals(game))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_no_refusal_names_a_thing_by_its_name_in_the_program(game: str) -> None:
    for text in refusals(game):
        words = [re.sub(r"\{\w+\}", "", template) for template in templates(text)]
        assert not [each for each in words if INTERNAL.search(each)], text


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_field_of_an_event_has_a_name_people_use_which_begins_as_in_transcripts(game: str) -> None:
    for kind in RULEBOOKS[game].events.values():
        for field in event_schema(kind)["properties"]:
            assert NAMES[field].startswith(field)
            for language in TRANSLATED:
                assert messages(language)[NAMES[field]]


PATHS = st.lists(st.sampled_from(["Ann", "card", "x", 1, 2]), max_size=2)


@given(st.sampled_from(sorted(NAMES)), PATHS)
def test_a_part_of_a_field_is_named_in_words(name: str, inner: list[str | int]) -> None:
    said = field_name((name, *inner))
    assert not INTERNAL.search(said)
    for part in inner:
        assert NAMES.get(str(part), str(part)) in said
    assert field_name(("to", "card")) == field_name(("card",))  # of what is corrected


@pytest.mark.parametrize(
    ("game", "event", "sentence"),
    [
        ("typo", {"event": "reveal", "cards": {"Ann": "e", "Bob": "R"}},
         "the field “cards: Ann” must be one capital letter A–Z"),
        ("wordcard", {"event": "lay", "player": "Ann", "lines": [["Q/R", "Z"]]},
         "the field “lines, no. 1, no. 2” must be a card like Q/R, or a wild with what it stands for"),
        ("wordcard", {"event": "lay", "player": "Ann", "cells": [{"x": "1", "y": 0, "card": "Q/R"}]},
         "the field “cells, no. 1: x (across)” must be a whole number"),
        ("anagrascramble", {"event": "roll", "player": "Ann", "face": "star", "pick": "four"},
         "the field “picked number” must be a whole number"),
        ("anagrascramble", {"event": "roll", "player": "Ann", "face": "8"},
         "the field “face of the die” must be “4”, “5”, “6”, “7”, “pass” or “star”"),
        ("villains", {"event": "resolve", "target": {"player": "Cy", "card": "Bat"}},
         "the field “target: player” must be one of the players"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_where_it_is(game: str, event: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        read_event(RULEBOOKS[game].events, event, ("Ann", "Bob"))
    assert fault.value.sentence == sentence
