"""Whose the events are, as the readings and a table of people would say: what each says of itself is held to it."""

from __future__ import annotations

import pytest

from companion.games import RULEBOOKS
from companion.games.match_events import MATCH_EVENTS
from companion.games.parties import fields_of
from companion.games.whose import By

SEEN = By.HOLDER | By.CAMERA  # what a player does with cards that the camera sees
WHOSE: dict[str, dict[By, str]] = {
    "disorder": {
        SEEN: "place squeeze exchange switch pass",
        By.HOLDER: "object withdraw stand challenge name_word prove concede",
        By.CLOCK: "timeout",
    },
    "typo": {
        SEEN: "place fail", By.TOGETHER: "doubt", By.TOGETHER | By.CAMERA: "reveal", By.CLOCK: "timeout",
    },
    "anagrascramble": {
        SEEN: "card", By.HOLDER: "roll declare words", By.TOGETHER: "showdown", By.CLOCK: "timeout",
    },
    "villains": {
        SEEN: "play drop trigger mint", By.HOLDER: "draw decline end_turn",
        By.HOLDER | By.OPPONENT | By.CAMERA: "resolve", By.CLOCK: "timeout",
    },
    "wordcard": {
        SEEN: "draw discard lay tag replace_wild", By.HOLDER: "dealer_chooses end_turn solution",
        By.OPPONENT: "contest notice", By.TOGETHER | By.CAMERA: "hands", By.HOST: "close", By.CLOCK: "timeout",
    },
}  # fmt: skip
FIELDS = {
    ("anagrascramble", "card"): {"answers": By.HOST},
    ("anagrascramble", "showdown"): {"jumble": By.TOGETHER, "words": By.TOGETHER, "answers": By.HOST},
    ("typo", "reveal"): {"cards": By.TOGETHER | By.CAMERA},
    ("typo", "doubt"): {"row": By.HOLDER, "spelling": By.HOLDER},
    ("villains", "resolve"): {"target": By.HOLDER},
    ("wordcard", "contest"): {"about": By.TOGETHER, "upheld": By.TOGETHER},
    ("wordcard", "hands"): {"hands": By.TOGETHER | By.CAMERA},
}


@pytest.mark.parametrize("game", RULEBOOKS)
def test_whose_the_events_are_is_what_the_readings_say(game: str) -> None:
    said = {name: by for by, names in WHOSE[game].items() for name in names.split()}
    assert {name: kind.by for name, kind in RULEBOOKS[game].events.items()} == said
    described = {name: dict(fields_of(kind)) for name, kind in RULEBOOKS[game].events.items()}
    assert described == {name: FIELDS.get((game, name), {}) for name in said}
    theirs = {name: kind.by for name, kind in MATCH_EVENTS.items() if kind.by != By.HOST}
    assert theirs == {"leave": By.HOLDER, "sit_out": By.HOLDER}
