"""Matches that have been, for tests of what is told across nights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from companion.games.made import MadeWord
from companion.nights.past_match import PastMatch

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ["Ann", "ann", "Änn", "Anna", "Bob", "Cy", "Di", "a guest", "a guest 2"]
GAMES = ["disorder", "typo", "anagrascramble", "wordcard", "villains"]  # low wins in the first two

SOMEBODY = st.integers(0, 5)  # the number of one of the players; those who are too few are counted through again
# What does not hang on what was drawn before is made once: looking through a strategy takes longer than drawing by it.
PLAYERS = st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True)
WORDS = st.lists(
    st.tuples(SOMEBODY, st.sampled_from(["zoo", "tent", "stone"]), st.none() | st.integers(0, 50)), max_size=4
)
OF_TABLE = st.none() | SOMEBODY


def ended(
    number: int, places: Mapping[str, int], *, game: str = "typo", day: str = "2026-03-01", begun: str | None = None
) -> PastMatch:
    """A match that is over: everybody's score is their place."""
    return PastMatch(number, game, begun or f"{day}T20:00:00+00:00", dict(places), dict(places))


@st.composite
def past_matches(draw: st.DrawFn) -> list[PastMatch]:
    """Some matches, over and not, oldest first."""
    found = []
    for number in range(1, draw(st.integers(0, 8)) + 1):
        players = draw(PLAYERS)
        scores = {name: draw(st.integers(-20, 200)) for name in players}
        is_over = draw(st.booleans())
        ranking = sorted(scores.values(), reverse=True)
        places = {name: 1 + ranking.index(score) for name, score in scores.items()} if is_over else {}
        words = [MadeWord(players[at % len(players)], word, points) for at, word, points in draw(WORDS)]
        day = f"2026-0{draw(st.integers(1, 9))}-1{draw(st.integers(0, 9))}"
        game = draw(st.sampled_from(GAMES))
        at = draw(OF_TABLE)
        of_table = frozenset() if at is None else frozenset({players[at % len(players)]})
        words = [each for each in words if each.player not in of_table]
        begun = f"{day}T20:00:00+00:00"
        found.append(PastMatch(number, game, begun, scores, places, tuple(words), of_table=of_table))
    return found
