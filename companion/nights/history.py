"""What somebody has played: matches by game, who was met, which words were made. Folds of many matches. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.made import MadeWord
    from companion.nights.past_match import PastMatch
    from companion.nights.people import People

FAVOURITES = 10


@dataclass(slots=True)
class GameHistory:
    """A person's matches of one game that count alike (low is best where `low_wins`): `played` at all, `ended` those
    that were, `won` first places; `best` and `worst` are totals of those that ended."""

    game: str
    low_wins: bool
    played: int = 0
    ended: int = 0
    won: int = 0
    best: int | None = None
    worst: int | None = None

    def add(self, match: PastMatch, name: str) -> None:
        """One match more."""
        self.played += 1
        if not match.is_over:
            return
        score = match.scores[name]
        better, worse = (min, max) if self.low_wins else (max, min)
        self.ended += 1
        self.won += match.places[name] == 1
        self.best = score if self.best is None else better(self.best, score)
        self.worst = score if self.worst is None else worse(self.worst, score)


@dataclass(slots=True)
class Met:
    """How a person stands against another: matches that ended with both in them, and in how many of these ahead, level
    and behind."""

    matches: int = 0
    ahead: int = 0
    level: int = 0
    behind: int = 0

    def add(self, own: int, other: int) -> None:
        """One match more, in which they came in at these places."""
        self.matches += 1
        self.ahead += own < other
        self.level += own == other
        self.behind += own > other


@dataclass(slots=True)
class WordHistory:
    """The words a person made: how often each, and what single ones counted at most (`best`: points and game)."""

    times: Counter[str] = field(default_factory=Counter)
    best: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, made: MadeWord, game: str) -> None:
        """One word more."""
        self.times[made.word] += 1
        if made.points is not None:
            self.best[made.word] = max(self.best.get(made.word, (made.points, game)), (made.points, game))

    @property
    def made(self) -> int:
        """How many words were made, each time counted."""
        return self.times.total()

    @property
    def favourites(self) -> list[tuple[str, int]]:
        """The words made most often, and how often; the longer first of those made as often."""
        in_order = sorted(self.times.items(), key=lambda each: (-each[1], -len(each[0]), each[0]))
        return in_order[:FAVOURITES]

    @property
    def longest(self) -> str | None:
        """The longest of them, the first by the alphabet."""
        return min(self.times, key=lambda word: (-len(word), word), default=None)

    @property
    def dearest(self) -> tuple[str, int, str] | None:
        """The word that counted most at once: word, points, game."""
        if not self.best:
            return None
        word = min(self.best, key=lambda each: (-self.best[each][0], each))
        return (word, *self.best[word])

    def to_json(self) -> dict[str, Any]:
        """As pages and files have it."""
        return {
            "made": self.made,
            "different": len(self.times),
            "favourites": [{"word": word, "times": times} for word, times in self.favourites],
            "longest": self.longest,
            "best": None if self.dearest is None else dict(zip(("word", "points", "game"), self.dearest, strict=True)),
        }


@dataclass(slots=True)
class History:
    """All of one person. `first` and `newest` are when matches began, `games` by name and whether low wins, `share` the
    sum of what they had of each match's point, of those `counted` that ended with somebody else in them."""

    person: str
    first: str
    newest: str
    games: dict[tuple[str, bool], GameHistory] = field(default_factory=dict)
    met: dict[str, Met] = field(default_factory=dict)
    words: WordHistory = field(default_factory=WordHistory)
    counted: int = 0
    share: Fraction = Fraction(0)

    @property
    def played(self) -> int:
        """All matches."""
        return sum(each.played for each in self.games.values())

    @property
    def ended(self) -> int:
        """Those that came to an end."""
        return sum(each.ended for each in self.games.values())

    @property
    def won(self) -> int:
        """First places, shared ones too."""
        return sum(each.won for each in self.games.values())


def histories(matches: Iterable[PastMatch], people: People) -> Mapping[str, History]:
    """Everybody who is in one of these matches (oldest first), by person."""
    found: dict[str, History] = {}
    for match in matches:
        seats = people.seats(match)
        for person, name in seats.items():
            own = found.setdefault(person, History(person, match.begun, match.begun))
            own.newest = match.begun
            kind = match.game, match.low_wins
            own.games.setdefault(kind, GameHistory(*kind)).add(match, name)
            if match.is_over:
                _add_ending(own, match, person, seats)
        for made in match.words:
            person = people.of(made.player)
            if seats.get(person) == made.player:
                found[person].words.add(made, match.game)
    return found


def _add_ending(own: History, match: PastMatch, person: str, seats: Mapping[str, str]) -> None:
    name = seats[person]
    if match.counts:
        own.counted += 1
        own.share += match.share(name)
    for other, their_name in seats.items():
        if other != person:
            own.met.setdefault(other, Met()).add(match.places[name], match.places[their_name])
