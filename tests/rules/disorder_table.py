"""Disorder! at a test table: boards laid, challenged and conceded."""

from collections.abc import Sequence
from typing import Any

from companion.referee.match import Match
from tests.rules.play import begin, event


def table(*said: dict[str, Any], players: Sequence[str] = ("Ann", "Bob", "Cy"), **options: Any) -> Match:
    match = begin("disorder", players, **options)
    for one in said:
        match.apply(one)
    return match


def cards(match: Match, letters: str) -> Match:
    """The players place these cards in turn, each at the right end."""
    for letter in letters:
        match.apply(event("place", match.view().turn, card=letter))
        assert match.rulings[-1].accepted, match.rulings[-1]
    return match


def challenged(letters: str, **options: Any) -> Match:
    """A board with a challenge on it: the last to place must name a word."""
    match = cards(table(**options), letters)
    match.apply(event("challenge", match.view().turn))
    return match


def conceded(match: Match, letters: str) -> Match:
    cards(match, letters)
    match.apply(event("concede", match.view().turn))
    return match
