"""Views of a match, for tests of what reads them: made by the real rules from the events given."""

from collections.abc import Mapping
from typing import Any

from companion.games.core import View, Words
from companion.referee.match import Match

WORDS = {"words": ["zoo", "zookeeper", "lice", "license", "licorice", "cat", "cater"], "names": []}
PLAYERS = ["Ann", "Bob", "Cy"]


def shipped(name: str) -> Words:
    """Tests of the table bring their own words: no dictionary is ever loaded."""
    raise AssertionError(f"dictionary {name} was asked for")


def disorder(*events: Mapping[str, Any], players: list[str] | None = None, **options: Any) -> Match:
    """A match of Disorder! after `events`, every one of which must be accepted."""
    setup = {"game": "disorder", "players": players or PLAYERS, "options": {"lexicon": WORDS, **options}}
    match = Match.begin(setup, shipped)
    for event in events:
        ruling = match.apply(event)
        assert ruling.accepted, ruling
    return match


def placed(cards: str, players: list[str] | None = None) -> list[dict[str, Any]]:
    """One placement at the right end per card, turn by turn."""
    seats = players or PLAYERS
    return [{"event": "place", "player": seats[turn % len(seats)], "card": card} for turn, card in enumerate(cards)]


def match_after(cards: str, *events: Mapping[str, Any], **options: Any) -> Match:
    """Disorder! once `cards` have been placed and `events` handed in."""
    return disorder(*placed(cards), *events, **options)


def view_after(cards: str, *events: Mapping[str, Any], **options: Any) -> View:
    """The view of it."""
    return match_after(cards, *events, **options).view()


def shipped_nothing() -> Any:
    """A dictionary for what asks none."""
    from companion.lexicon import Lexicon

    return Lexicon.from_words((), ())
