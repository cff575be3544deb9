"""The almanac: everything that is told of many matches, as the journal and the notebook have it now. A value. Pure.

What it has found out once it keeps: hundreds of names in thousands of matches take a second.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.days import local_day
from companion.errors import BadInput
from companion.games import rulebooks
from companion.games.persons import person_of
from companion.nights.history import GameHistory, History, Met, histories
from companion.nights.people import People
from companion.nights.season_table import player_table, standing, team_table
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.nights.notebook import Notebook, Season
    from companion.nights.past_match import PastMatch

NEWEST = 20  # matches shown of somebody, or of two
FEWEST_WIN = message("fewest win")  # of a game that was also played for the most


@dataclass(frozen=True)
class Almanac:
    """`matches` are those read so far, oldest first; `unread` how many are still to be read, `unplayable` those that
    cannot be played again, with why."""

    matches: Sequence[PastMatch]
    notebook: Notebook
    unread: int = 0
    unplayable: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def people(self) -> People:
        """Who everybody is."""
        return People(self.matches, self.notebook)

    @cached_property
    def matches_of(self) -> Mapping[str, Sequence[PastMatch]]:
        """The matches each person was in, oldest first."""
        found: dict[str, list[PastMatch]] = {}
        for match in self.matches:
            for person in self.people.seats(match):
                found.setdefault(person, []).append(match)
        return found

    @cached_property
    def histories(self) -> Mapping[str, History]:
        """Everybody's history, by person."""
        return histories(self.matches, self.people)

    def called(self, person: str) -> str:
        """What a person is called."""
        return self.people.called(person)

    def person(self, name: str) -> str:
        """The person of this name. Raises BadInput when nobody has played by it."""
        person = self.people.of(name)
        if person not in self.histories:
            raise BadInput(told("nobody has played here as {name}", name=name))
        return person

    # ------------------------------------------------------------------ as pages and files have it

    def players(self) -> list[dict[str, Any]]:
        """Everybody, who has played most first."""
        return list(self._players)

    @cached_property
    def _players(self) -> list[dict[str, Any]]:
        in_order = sorted(self.histories.values(), key=lambda each: (-each.played, person_of(self.called(each.person))))
        return [self._line(each) for each in in_order]

    def player(self, name: str) -> dict[str, Any]:
        """One player in full. Raises BadInput as `person` does."""
        person = self.person(name)
        history = self.histories[person]
        met = sorted(history.met.items(), key=lambda each: (-each[1].matches, person_of(self.called(each[0]))))
        return {
            **self._line(history),
            "games": [_game(each, history) for each in history.games.values()],
            "met": [{"name": self.called(other), **_met(each)} for other, each in met],
            "words": history.words.to_json(),
            "newest": [self._match(each) for each in self.matches_of[person][: -NEWEST - 1 : -1]],
        }

    def pair(self, one: str, other: str) -> dict[str, Any]:
        """Two players against each other, as the first of them sees it. Raises BadInput as `person` does, and for one
        player twice."""
        persons = self.person(one), self.person(other)
        if persons[0] == persons[1]:
            raise BadInput(told("{one} and {other} are the same player", one=one, other=other))
        both = [each for each in self.matches_of[persons[0]] if persons[1] in self.people.seats(each)]
        games: dict[str, Met] = {}
        for match in both:
            seats = self.people.seats(match)
            if match.is_over:
                places = [match.places[seats[person]] for person in persons]
                games.setdefault(match.game, Met()).add(places[0], places[1])
        return {
            "one": self.called(persons[0]),
            "other": self.called(persons[1]),
            **_met(self.histories[persons[0]].met.get(persons[1], Met())),
            "games": [{"game": game, "title": rulebooks()[game].title, **_met(met)} for game, met in games.items()],
            "newest": [self._match(each) for each in both[: -NEWEST - 1 : -1]],
        }

    def season(self, season: Season | None) -> dict[str, Any]:
        """A season's table; of all matches where none is named."""
        if season not in self._tables:
            matches = [match for match in self.matches if season is None or season.has(match.day)]
            table = [line.to_json() for line in player_table(matches, self.people)]
            self._tables[season] = {**season_json(season), "matches": len(matches), "table": table}
        return self._tables[season]

    @cached_property
    def _tables(self) -> dict[Season | None, dict[str, Any]]:
        return {}

    def seasons(self) -> list[dict[str, Any]]:
        """All seasons with their tables."""
        return [self.season(each) for each in self.notebook.seasons]

    def teams(self) -> list[dict[str, Any]]:
        """The teams and how they stand, those that have not met others last."""
        return list(self._teams)

    @cached_property
    def _teams(self) -> list[dict[str, Any]]:
        lines = {line.who: line for line in team_table(self.matches, self.people, self.notebook.teams)}
        order = {name: at for at, name in enumerate(lines)}
        teams = sorted(self.notebook.teams, key=lambda each: order.get(each.name, len(order)))
        return [
            {
                "name": team.name,
                "players": [self.called(self.people.of(name)) for name in team.players],
                "line": lines[team.name].to_json() if team.name in lines else None,
            }
            for team in teams
        ]

    def to_json(self) -> dict[str, Any]:
        """Everything, as one document."""
        return {
            "format": 1,
            "players": [self.player(each["name"]) for each in self.players()],
            "seasons": self.seasons(),
            "teams": self.teams(),
            "notebook": self.notebook.to_json(),
            "matches": [each.to_json() for each in self.matches],
        }

    @cached_property
    def document(self) -> bytes:
        """Everything, as JSON (in UTF-8)."""
        return json.dumps(self.to_json(), ensure_ascii=False).encode()

    # ------------------------------------------------------------------ parts of it

    def _line(self, history: History) -> dict[str, Any]:
        return {
            "name": self.called(history.person),
            "names": list(self.people.spellings(history.person)),
            "group": list(self.people.group(history.person)),
            "played": history.played,
            "ended": history.ended,
            "won": history.won,
            "first": local_day(history.first),
            "last": local_day(history.newest),
            "first_begun": history.first,
            "last_begun": history.newest,
            "standing": float(round(100 * standing(history.share, history.counted), 1)),
        }

    def _match(self, match: PastMatch) -> dict[str, Any]:
        names = {name: self.called(person) for person, name in self.people.seats(match).items()}
        in_order = sorted(match.scores, key=lambda name: (match.places.get(name, 0), name))
        return {
            "id": match.id,
            "title": rulebooks()[match.game].title,
            "begun": match.begun,
            "over": match.is_over,
            "players": [
                {"name": names.get(name, name), "score": match.scores[name], "place": match.places.get(name)}
                for name in in_order
            ],
        }


def season_json(season: Season | None) -> dict[str, Any]:
    """A season without its table; nothing is said of the one that has all matches."""
    if season is None:
        return {"name": None, "first": None, "last": None}
    return {"name": season.name, "first": season.first, "last": season.last}


def _game(each: GameHistory, history: History) -> dict[str, Any]:
    """One line of a player's games; `aim` tells two of one game apart."""
    book = rulebooks()[each.game]
    return {
        "game": each.game,
        "title": book.title,
        "score_name": book.score_name,
        "played": each.played,
        "ended": each.ended,
        "won": each.won,
        "best": each.best,
        "worst": each.worst,
        "low_wins": each.low_wins,
        "aim": FEWEST_WIN if each.low_wins and (each.game, False) in history.games else "",
    }


def _met(met: Met) -> dict[str, int]:
    return {"matches": met.matches, "ahead": met.ahead, "level": met.level, "behind": met.behind}
