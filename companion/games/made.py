"""The words that players made in a match: which, whose, and what they counted. Described by each game. Pure.

A game says it in a module `made` of its folder, as `Made` describes; in a game without it nobody makes words. Only
words that its dictionary has are made: what was merely claimed, and what lost a challenge, is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of, part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class MadeWord:
    """A word (folded, a–z) that a player laid, wrote or named; `points` is what it counted, None where the game counts
    no single word."""

    player: str
    word: str
    points: int | None = None


class Made(Protocol):
    """A game's module `made`."""

    def words_of(self, before: Any, event: Any, after: Any) -> Iterable[MadeWord]:
        """The words made by an event that stands; the states before and after it."""
        ...


def made_words(game: str, course: Iterable[tuple[Any, Any, Any]]) -> Iterator[MadeWord]:
    """The words made in a match, from each event that stands with the states before and after it."""
    if part(game, "made") is None:
        return
    words_of = function_of(game, "made", "words_of")
    for before, event, after in course:
        yield from words_of(before, event, after)
