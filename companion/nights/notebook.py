"""The notebook: what people say of their nights that no match says. A value: who is who, seasons, teams."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from companion.errors import BadInput
from companion.games.persons import is_guest, person_of
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_Any = TypeVar("_Any")
_Named = TypeVar("_Named", "Season", "Team")

LONGEST_TITLE = 40  # characters of a season's or a team's name
MOST_OF_A_KIND = 200  # groups, seasons, teams


@dataclass(frozen=True, slots=True)
class Season:
    """The matches begun from the day `first` to the day `last` (as 2026-01-31, both included), where the table is."""

    name: str
    first: str
    last: str

    def has(self, day: str) -> bool:
        """Whether a day is in it."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Team:
    """Players who count together, by name."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notebook:
    """`same` are the names that are one person, each group called by its first."""

    same: tuple[tuple[str, ...], ...] = ()
    seasons: tuple[Season, ...] = ()
    teams: tuple[Team, ...] = ()

    # ------------------------------------------------------------------ who is who

    def group(self, name: str) -> tuple[str, ...]:
        """The names that are the same person as this one, itself among them; the one they are called by first."""
        person = person_of(name)
        return next((group for group in self.same if person in map(person_of, group)), (name,))

    def with_same(self, names: Sequence[str]) -> Notebook:
        """These names are one person, called by the first of them. Raises BadInput for fewer than two persons."""
        together = _distinct([each for name in names for each in (name, *self.group(name))])
        if len(_distinct(names)) < 2:
            raise BadInput(told("to say who is the same takes two different names"))
        _must_be_known(names)
        others = tuple(group for group in self.same if not _persons(group) & _persons(together))
        return replace(self, same=_few((*others, together)))

    def apart(self, name: str) -> Notebook:
        """This name is a person of its own again. Raises BadInput when it is one."""
        person, group = person_of(name), self.group(name)
        if len(group) < 2:
            raise BadInput(told("{name} is no second name of anybody", name=name))
        rest = tuple(each for each in group if person_of(each) != person)
        groups = (rest if each == group else each for each in self.same)
        return replace(self, same=tuple(each for each in groups if len(each) > 1))

    # ------------------------------------------------------------------ seasons and teams

    def season(self, name: str) -> Season:
        """The season of this name. Raises BadInput when there is none."""
        return _named(self.seasons, name, told("there is no season {name}", name=name))

    def with_season(self, season: Season) -> Notebook:
        """With this season, in the place of one of its name. Its days are kept as `Season` has them, whichever form of
        ISO 8601 they come in: as texts they are compared. Raises BadInput for days that are none."""
        _must_be_title(season.name)
        first, last = _day(season.first), _day(season.last)
        if first > last:
            raise BadInput(told("a season ends no earlier than it begins: {first} to {last}", first=first, last=last))
        others = [each for each in self.seasons if person_of(each.name) != person_of(season.name)]
        changed = Season(season.name, first, last)
        return replace(self, seasons=_few(sorted((*others, changed), key=lambda each: (each.first, each.name))))

    def without_season(self, name: str) -> Notebook:
        """Without it; its matches stay. Raises BadInput when there is none of this name."""
        gone = self.season(name)
        return replace(self, seasons=tuple(each for each in self.seasons if each != gone))

    def team(self, name: str) -> Team:
        """The team of this name. Raises BadInput when there is none."""
        return _named(self.teams, name, told("there is no team {name}", name=name))

    def with_team(self, team: Team) -> Notebook:
        """With this team, in the place of one of its name. Raises BadInput for one without players."""
        _must_be_title(team.name)
        if not team.players:
            raise BadInput(told("a team needs players"))
        _must_be_known(team.players)
        others = [each for each in self.teams if person_of(each.name) != person_of(team.name)]
        changed = Team(team.name, _distinct(team.players))
        return replace(self, teams=_few(sorted((*others, changed), key=lambda each: person_of(each.name))))

    def without_team(self, name: str) -> Notebook:
        """Without it. Raises BadInput when there is none of this name."""
        gone = self.team(name)
        return replace(self, teams=tuple(each for each in self.teams if each != gone))

    # ------------------------------------------------------------------ nobody any more, and as a document

    def without_person(self, persons: Collection[str]) -> Notebook:
        """Without these persons (`person_of`): they are in no group and no team."""

        def left(names: Sequence[str]) -> tuple[str, ...]:
            return tuple(name for name in names if person_of(name) not in persons)

        teams = [replace(team, players=left(team.players)) for team in self.teams]
        return replace(
            self,
            same=tuple(group for group in map(left, self.same) if len(group) > 1),
            teams=tuple(team for team in teams if team.players),
        )

    def titles_with(self, persons: Collection[str]) -> tuple[str, ...]:
        """What seasons and teams are called that have the name of one of these persons (`person_of`) in it, as words of
        its own."""
        named = re.compile("|".join(rf"(?<!\w){re.escape(person)}(?!\w)" for person in persons))
        titles = (*(each.name for each in self.seasons), *(each.name for each in self.teams))
        return tuple(title for title in titles if persons and named.search(person_of(title)))

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "same": [list(group) for group in self.same],
            "seasons": [{"name": each.name, "first": each.first, "last": each.last} for each in self.seasons],
            "teams": [{"name": each.name, "players": list(each.players)} for each in self.teams],
        }

    @classmethod
    def from_json(cls, kept: Any) -> Notebook:
        """The notebook in a document. Raises BadInput, KeyError, TypeError or AttributeError for one that is none."""
        made = cls()
        for group in kept["same"]:
            made = made.with_same(_texts(group))
        for each in kept["seasons"]:
            made = made.with_season(Season(*_texts([each["name"], each["first"], each["last"]])))
        for each in kept["teams"]:
            made = made.with_team(Team(_texts([each["name"]])[0], tuple(_texts(each["players"]))))
        return made


def _persons(names: Sequence[str]) -> set[str]:
    return set(map(person_of, names))


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Each person once, by the first of their spellings."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(person_of(name), name)
    return tuple(found.values())


def _must_be_known(names: Sequence[str]) -> None:
    for name in names:
        if not name.strip() or is_guest(name) or _is_broken(name):
            raise BadInput(told("{name} is nobody's name", name=name))


def _is_broken(name: str) -> bool:
    """Whether it has half characters, as bytes that are no UTF-8 become on the command line."""
    return any("\ud800" <= sign <= "\udfff" for sign in name)


def _must_be_title(name: str) -> None:
    if not 0 < len(name.strip()) <= LONGEST_TITLE or not name.isprintable():
        raise BadInput(told("the name of a season or a team has 1 to {most} printable characters", most=LONGEST_TITLE))


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise BadInput(told("{text} is no day; write it as 2026-01-31", text=text)) from None


def _named(found: Sequence[_Named], name: str, missing: str) -> _Named:
    for each in found:
        if person_of(each.name) == person_of(name):
            return each
    raise BadInput(missing)


def _few(found: Sequence[_Any]) -> tuple[_Any, ...]:
    if len(found) > MOST_OF_A_KIND:
        raise BadInput(told("the notebook holds {most} of a kind", most=MOST_OF_A_KIND))
    return tuple(found)


def _texts(values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError("no texts")
    return values
