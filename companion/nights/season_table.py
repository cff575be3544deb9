"""A season's table and that of the teams, and how they count. Pure.

Of each match that is over a player has the share of the others whom they left behind, half for each they came in with
(`companion.games.placing`): a table of two and one of six weigh the same, and so does every game. What counts is the
mean of all one's matches, so that nobody rises by playing more; and since one lucky evening says little, everybody's
record begins with `EVEN` matches half won: a mean shrunk towards the middle, as by Laplace's rule of succession (1774).
Who plays more moves further away from one half, up or down. Equal in that, they share a rank.

A team is counted the same way: of each match its share is the mean of what its players have against those who are not
of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.games.persons import person_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.nights.notebook import Team
    from companion.nights.past_match import PastMatch
    from companion.nights.people import People

EVEN = 4  # matches, half won, that every record begins with


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line: rank from 1, who (a person or a team by name), matches that count, first places, the sum of shares, and
    the `standing` between 0 and 1 that decides."""

    rank: int
    who: str
    matches: int
    won: int
    share: Fraction
    standing: Fraction

    def to_json(self) -> dict[str, Any]:
        """As pages and files have it; the standing in percent, to a tenth."""
        return {
            "rank": self.rank,
            "name": self.who,
            "matches": self.matches,
            "won": self.won,
            "points": float(round(self.share, 2)),
            "standing": float(round(100 * self.standing, 1)),
        }


def standing(share: Fraction, matches: int) -> Fraction:
    """What decides: the share of all matches, those that every record begins with among them."""
    return (share + Fraction(EVEN, 2)) / (matches + EVEN)


def player_table(matches: Iterable[PastMatch], people: People) -> list[TableLine]:
    """Everybody in these matches, the first one first. Only matches count that are over, had others in them, and none
    whom the table played."""
    records: dict[str, list[tuple[Fraction, bool]]] = {}
    for match in matches:
        if match.counts:
            for person, name in people.seats(match).items():
                records.setdefault(person, []).append((match.share(name), match.places[name] == 1))
    return _ranked({people.called(person): had for person, had in records.items()})


def team_table(matches: Iterable[PastMatch], people: People, teams: Iterable[Team]) -> list[TableLine]:
    """The teams that have played against others, the first one first."""
    members = {team.name: people.team_of(team.players) for team in teams}
    records: dict[str, list[tuple[Fraction, bool]]] = {}
    for match in filter(lambda match: match.counts, matches):
        persons = {name: person for person, name in people.seats(match).items()}
        for team, players in members.items():
            inside = [place for name, place in match.places.items() if persons.get(name) in players]
            outside = [place for name, place in match.places.items() if persons.get(name) not in players]
            if inside and outside:
                halves = sum((other > own) + (other >= own) for own in inside for other in outside)
                share = Fraction(halves, 2 * len(inside) * len(outside))
                records.setdefault(team, []).append((share, min(inside) == 1))
    return _ranked(records)


def _ranked(records: Mapping[str, list[tuple[Fraction, bool]]]) -> list[TableLine]:
    lines = []
    for who, had in records.items():
        share = sum((part for part, _ in had), Fraction(0))
        lines.append(TableLine(0, who, len(had), sum(won for _, won in had), share, standing(share, len(had))))
    lines.sort(key=lambda line: (-line.standing, -line.matches, person_of(line.who)))
    ranks = {line.standing: at for at, line in reversed(list(enumerate(lines, 1)))}
    return [TableLine(ranks[line.standing], *_rest(line)) for line in lines]


def _rest(line: TableLine) -> tuple[str, int, int, Fraction, Fraction]:
    return line.who, line.matches, line.won, line.share, line.standing
