"""A match of the journal boiled down to what counts across nights: who, when, how it ended, which words. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.days import local_day
from companion.games.made import MadeWord, made_words
from companion.games.placing import Placing, placing_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from companion.referee.match import Match


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One match. `begun` is ISO 8601 in UTC. `scores` are the totals of everybody who was in it; `places`, 1 for the
    first, are there once it is over. `low_wins` says that a low score was a good one. `words` are those made in it.
    `of_table` are the players whom the table played: nobody."""

    id: int
    game: str
    begun: str
    scores: Mapping[str, int]
    places: Mapping[str, int]
    words: tuple[MadeWord, ...] = ()
    low_wins: bool = False
    of_table: frozenset[str] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether it has come to an end."""
        return bool(self.places)

    @property
    def counts(self) -> bool:
        """Whether it counts in a table: over, of several players, and all of them people."""
        return len(self.places) > 1 and not self.of_table

    def share(self, name: str) -> Fraction:
        """What a player has of the point of a match that is over: of the others, the part left behind."""
        return Placing(self.places).share(name)

    @property
    def day(self) -> str:
        """The day on which it began where the table stands, ISO 8601."""
        return local_day(self.begun)

    def to_json(self) -> dict[str, Any]:
        """As it is kept; `from_json` makes it again."""
        return {
            "id": self.id,
            "game": self.game,
            "begun": self.begun,
            "scores": dict(self.scores),
            "places": dict(self.places),
            "low_wins": self.low_wins,
            "of_table": sorted(self.of_table),
            "words": [[each.player, each.word, each.points] for each in self.words],
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> PastMatch:
        """Raises ValueError, KeyError or TypeError for what `to_json` did not make."""
        words = tuple(MadeWord(player, word, points) for player, word, points in kept["words"])
        scores, places = dict(kept["scores"]), dict(kept["places"])
        low_wins, of_table = bool(kept["low_wins"]), frozenset(kept["of_table"])
        return cls(kept["id"], kept["game"], kept["begun"], scores, places, words, low_wins, of_table)


def boiled_down(match_id: int, begun: str, match: Match, of_table: frozenset[str] = frozenset()) -> PastMatch:
    """A match of the journal, played again to its newest event."""
    view, game = match.view(), match.book.game
    words = tuple(made_words(game, match.course()))
    places = dict(placing_of(view).places) if view.over else {}
    return PastMatch(match_id, game, begun, dict(view.scores), places, words, bool(view.low_wins), of_table)
