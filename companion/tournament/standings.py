"""How everybody stands, and why one stands before the other. Never kept: made anew of acts and outcomes each time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games.core import counted
from companion.sentences import as_json, told
from companion.tournament.record import points, records
from companion.tournament.tie_breaks import DIRECT_ENCOUNTER, NAMES, OF_SYSTEM, ranking

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from companion.sentences import Told
    from companion.tournament.record import PlayedRound
    from companion.tournament.tie_breaks import Ranking
    from companion.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One player in the standings: rank from 1, points, tie-break figures by name, the rounds so far, and why they
    stand before the next one (None for the last)."""

    rank: int
    name: str
    points: Fraction
    figures: Mapping[str, Fraction]
    rounds: tuple[PlayedRound, ...]
    has_left: bool
    why: Told | None

    def to_json(self) -> dict[str, Any]:
        """As pages and files get it."""
        return {
            "rank": self.rank,
            "name": self.name,
            "points": figure(self.points),
            "figures": {name: figure(value) for name, value in self.figures.items()},
            "has_left": self.has_left,
            "why": self.why,
            "why_said": self.why and as_json(self.why),
            "rounds": [
                {"kind": each.kind, "points": figure(each.points), "others": list(each.others), "place": each.place}
                for each in self.rounds
            ],
        }


def standings(tournament: Tournament) -> list[StandingsLine]:
    """Everybody from first to last."""
    so_far = records(tournament)
    ranked = ranking(tournament, so_far)
    have = {name: points(rounds) for name, rounds in so_far.items()}
    following = dict(zip(ranked.order, ranked.order[1:], strict=False))
    return [
        StandingsLine(
            rank,
            name,
            have[name],
            ranked.figures[name],
            tuple(so_far[name]),
            tournament.entrants[name].until is not None,
            _why(name, following[name], have, ranked) if name in following else None,
        )
        for rank, name in enumerate(ranked.order, 1)
    ]


def tie_breaks_shown(tournament: Tournament) -> list[dict[str, str]]:
    """The tie-breaks of the tournament that are a figure each, in their order, by key and name."""
    return [{"key": key, "name": NAMES[key]} for key in OF_SYSTEM[tournament.plan.system] if key != DIRECT_ENCOUNTER]


def figure(value: Fraction, digits: int = 2) -> int | float:
    """A number as it is shown: whole, or to so many places."""
    return int(value) if value == int(value) else round(float(value), digits)


def _apart(more: Fraction, fewer: Fraction) -> tuple[int | float, int | float]:
    """Two numbers that differ, to as many places as show it."""
    digits = next((digits for digits in range(2, 8) if figure(more, digits) != figure(fewer, digits)), 8)
    return figure(more, digits), figure(fewer, digits)


def _why(one: str, other: str, have: Mapping[str, Fraction], ranked: Ranking) -> Told:
    if have[one] != have[other]:
        more, fewer = _apart(have[one], have[other])
        said = counted(more, "point")
        return told("{one} has {more}, {other} {fewer}.", one=one, other=other, more=said, fewer=fewer)
    key = ranked.parted[one]
    both = {"one": one, "other": other, "points": counted(figure(have[one]), "point")}
    if key is None:
        return told("{one} and {other} are equal in everything: the lot drawn at the start decides.", **both)
    if key == DIRECT_ENCOUNTER:
        return told("{one} and {other} both have {points}: the matches among those equal decide.", **both)
    more, fewer = _apart(ranked.figures[one][key], ranked.figures[other][key])
    return told(
        "{one} and {other} both have {points}: {tie_break} {more} against {fewer}.",
        **both, tie_break=told(NAMES[key]), more=more, fewer=fewer,
    )  # fmt: skip
