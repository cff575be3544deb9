"""The figures that part players with equal points, by FIDE's names.

For two at a table they are FIDE's own (Handbook C.07 of 2026, with its rules for rounds that were not played), reckoned
by tiebreak-core. For more at a table the same figures are taken over everybody one sat with, each weighed by how many
they were: Buchholz adds up what they have, Sonneborn-Berger what those have who came in behind (half of those beside).
At tables of two without byes both are the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.sentences import message
from companion.tournament.record import HALF, points
from companion.tournament.table_making import strengths

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tiebreak_core import GameRecord

    from companion.tournament.record import PlayedRound, Records
    from companion.tournament.tournament import Tournament

RULESET = "fide-2026"
DIRECT_ENCOUNTER = "direct_encounter"
NAMES = {
    DIRECT_ENCOUNTER: message("direct encounter"),
    "buchholz_cut1": message("Buchholz without the lowest"),
    "buchholz": message("Buchholz"),
    "sonneborn_berger": message("Sonneborn-Berger"),
    "wins": message("wins"),
    "openskill": message("openskill rating"),
}
OF_SYSTEM = {
    "swiss": (DIRECT_ENCOUNTER, "buchholz_cut1", "buchholz", "sonneborn_berger", "wins"),
    "round_robin": (DIRECT_ENCOUNTER, "sonneborn_berger", "wins"),
    "tables": ("buchholz", "sonneborn_berger", "wins", "openskill"),
}


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody from first to last, each with their figures by tie-break; `parted` says by which tie-break a player
    stands before the next one, None where points or the lot do."""

    order: tuple[str, ...]
    figures: Mapping[str, Mapping[str, Fraction]]
    parted: Mapping[str, str | None]


def ranking(tournament: Tournament, so_far: Records) -> Ranking:
    """Everybody by points, then by the tie-breaks of the tournament's system, then by lot."""
    criteria = OF_SYSTEM[tournament.plan.system]
    if tournament.plan.is_for_two:
        return _by_fide(tournament, so_far, criteria)
    figures = _of_tables(tournament, so_far)
    lots = {name: entrant.lot for name, entrant in tournament.entrants.items()}
    order = sorted(
        so_far,
        key=lambda name: (-points(so_far[name]), *(-figures[name][each] for each in criteria), lots[name]),
    )
    parted = {one: _first_that_differs(one, other, so_far, criteria, figures) for one, other in _next_to(order)}
    return Ranking(tuple(order), figures, parted)


def _next_to(order: list[str]) -> list[tuple[str, str]]:
    return list(pairwise(order))


def _first_that_differs(
    one: str, other: str, so_far: Records, criteria: tuple[str, ...], figures: Mapping[str, Mapping[str, Fraction]]
) -> str | None:
    if points(so_far[one]) != points(so_far[other]):
        return None
    return next((each for each in criteria if figures[one][each] != figures[other][each]), None)


# ------------------------------------------------------------------ two at a table


def _by_fide(tournament: Tournament, so_far: Records, criteria: tuple[str, ...]) -> Ranking:
    from tiebreak_core import PlayerTiebreakData, rank_standings_strict

    numbers = {entrant.name: at for at, entrant in enumerate(tournament.ranked(), 1)}
    names = {number: name for name, number in numbers.items()}
    data = {
        numbers[name]: PlayerTiebreakData(numbers[name], 0, float(points(rounds)), _games(rounds, numbers))
        for name, rounds in so_far.items()
    }
    mode = "swiss" if tournament.plan.system == "swiss" else "round_robin"

    def ranked(first: int, way: int) -> tuple[list[int], dict[str, dict[str, Fraction]]]:
        """By the first so many tie-breaks; who is equal in them stands in the order of the start, or against it."""
        keys = {number: way * number for number in data}
        found = rank_standings_strict(
            data, criteria[:first], max(len(tournament.rounds), 1), keys, ruleset=RULESET, mode=mode
        ).players
        figures = {
            names[each.player_id]: {name: Fraction(value) for name, value in each.values.items()} for each in found
        }
        return [each.player_id for each in found], figures

    final, figures = ranked(len(criteria), 1)
    order = [names[number] for number in final]
    parted: dict[str, str | None] = {one: None for one, _ in _next_to(order)}
    for first in range(1, len(criteria) + 1):
        forth, back = ranked(first, 1)[0], ranked(first, -1)[0]
        for one, other in _next_to(order):
            pair = numbers[one], numbers[other]
            is_tied = points(so_far[one]) == points(so_far[other])
            if (
                is_tied
                and parted[one] is None
                and all(way.index(pair[0]) < way.index(pair[1]) for way in (forth, back))
            ):
                parted[one] = criteria[first - 1]
    return Ranking(tuple(order), figures, parted)


def _games(rounds: list[PlayedRound], numbers: Mapping[str, int]) -> list[GameRecord]:
    from tiebreak_core import GameRecord

    games = []
    for number, each in enumerate(rounds, 1):
        kind = {"bye": "pairing_bye", "rest": "requested_bye", "away": "requested_bye", "open": "absent"}.get(each.kind)
        if each.kind == "forfeit":
            kind = "forfeit_win" if each.points == 1 else "forfeit_loss"
        opponent = numbers[each.others[0]] if each.kind in ("played", "forfeit") else -1
        colour = "black" if each.sat else "white"
        games.append(GameRecord(opponent, 0, float(each.points), colour, number, kind or "played"))
    return games


# ------------------------------------------------------------------ several at a table


def _of_tables(tournament: Tournament, so_far: Records) -> dict[str, dict[str, Fraction]]:
    have = {name: points(rounds) for name, rounds in so_far.items()}
    strength = strengths(tournament)
    figures: dict[str, dict[str, Fraction]] = {}
    for name, rounds in so_far.items():
        sat = [each for each in rounds if each.others and each.kind == "played"]
        figures[name] = {
            "buchholz": _sum(_sum(have[other] for other in each.others) / len(each.others) for each in sat),
            "sonneborn_berger": _sum(_beaten(at, rounds, so_far, have) for at in range(len(rounds))),
            "wins": Fraction(sum(each.points == 1 for each in sat)),
            "openskill": Fraction(round(strength[name][0] * 100), 100),
        }
    return figures


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))


def _beaten(at: int, rounds: list[PlayedRound], so_far: Records, have: Mapping[str, Fraction]) -> Fraction:
    """What those have whom a player came in before in one round, each weighed by how many sat there."""
    own = rounds[at]
    if own.kind != "played" or own.place is None:
        return Fraction(0)
    total = Fraction(0)
    for other in own.others:
        place = so_far[other][at].place
        assert place is not None  # at one table all have an outcome or none has
        total += have[other] * (1 if own.place < place else HALF if own.place == place else 0)
    return total / len(own.others)
