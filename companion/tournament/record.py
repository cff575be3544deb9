"""What each player has done so far: their points, round by round, and whom they met. Made anew each time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from companion.games.placing import Placing
    from companion.tournament.tournament import Tournament

HALF = Fraction(1, 2)

RoundKind = Literal["played", "forfeit", "bye", "rest", "away", "open"]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round of one player: the points, with whom they were at the table (`sat` is their seat, from 0), and what
    kind of round it was: `played`, won or lost by `forfeit`, a `bye` since nobody was left, a `rest` they asked for,
    `away` when they were not there, or `open` while there is no outcome."""

    kind: RoundKind
    points: Fraction = Fraction(0)
    others: tuple[str, ...] = ()
    sat: int = 0
    place: int | None = None


Records = dict[str, list[PlayedRound]]


def records(tournament: Tournament) -> Records:
    """The rounds of everybody."""
    outcomes = tournament.outcomes
    made: Records = {name: [] for name in tournament.entrants}
    for number, paired in enumerate(tournament.rounds, 1):
        at_tables = {
            name: _at_table(players, name, outcomes.get((number, at)))
            for at, players in enumerate(paired.tables, 1)
            for name in players
        }
        for name, entrant in tournament.entrants.items():
            if name in at_tables:
                made[name].append(at_tables[name])
            elif name in paired.byes:
                made[name].append(PlayedRound("bye", Fraction(1)))
            elif number in entrant.rests:
                made[name].append(PlayedRound("rest", HALF))
            else:
                made[name].append(PlayedRound("away"))
    return made


def points(rounds: list[PlayedRound]) -> Fraction:
    """What a player has of all their rounds."""
    return sum((each.points for each in rounds), Fraction(0))


def _at_table(players: tuple[str, ...], name: str, outcome: Placing | None) -> PlayedRound:
    others, sat = tuple(other for other in players if other != name), players.index(name)
    if outcome is None:
        return PlayedRound("open", others=others, sat=sat)
    kind: RoundKind = "played" if outcome.is_played else "forfeit"
    return PlayedRound(kind, outcome.share(name), others, sat, outcome.places[name])
