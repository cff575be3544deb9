"""How a game is played, for whoever has never seen it: a handful of short cards with pictures. Pure.

A game says it in a module `primer` of its folder: its `PRIMER`. A picture is the board of a small match whose events
the rules have judged, and what is said below it is their ruling: it cannot show what the game does not do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games import part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Clause


@dataclass(frozen=True, slots=True)
class Example:
    """A small match: its `events`, all of which are accepted, with the `words` that are all of its dictionary.

    The picture is the board after `pictured` of the events, or after all; the ruling told with it is that of the last.
    """

    events: tuple[Mapping[str, Any], ...]
    words: tuple[str, ...] = ()
    players: tuple[str, ...] = ("Ann", "Bob")
    options: Mapping[str, Any] = field(default_factory=dict)
    pictured: int | None = None

    def document(self, game: str) -> dict[str, Any]:
        """The transcript of the match."""
        options = {"lexicon": {"words": list(self.words)}, **self.options}
        return {"game": game, "players": list(self.players), "options": options, "events": list(self.events)}


@dataclass(frozen=True, slots=True)
class Lesson:
    """One card: a `title`, two or three sentences in our own words, the clauses they rest on, and a picture."""

    title: str
    text: str
    clauses: tuple[Clause, ...]
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class Primer:
    """All there is to know in five minutes: the `aim` in a sentence or two, the lessons in the order in which they are
    read, and `at_table`, what people do at this table in this game."""

    aim: str = ""
    lessons: tuple[Lesson, ...] = ()
    at_table: tuple[str, ...] = ()


def primer_of(game: str) -> Primer:
    """A game's primer; an empty one for a game that describes none."""
    found: Primer = getattr(part(game, "primer"), "PRIMER", Primer())
    return found
