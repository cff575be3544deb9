"""Tournaments played by lot, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.placing import Placing, placed
from companion.tournament.acts import pair_act, performed
from companion.tournament.pairing import next_round, number_of_rounds
from companion.tournament.plan import read_plan
from companion.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random


PLAN = {"title": "Friday", "system": "swiss", "rounds": 3, "game": "disorder", "seed": 7}


def tournament(*names: str, **plan: Any) -> Tournament:
    """A tournament with these players."""
    made = Tournament(read_plan({**PLAN, **plan}))
    for name in names:
        made = made.entered(name)
    return made


def named(count: int) -> list[str]:
    return [f"P{at}" for at in range(1, count + 1)]


def outcome(*names: str) -> Placing:
    """These in this order, the first one first."""
    return Placing({name: place for place, name in enumerate(names, 1)})


def steps(start: Tournament, lots: Random, *, restless: bool = False) -> Iterator[Tournament]:
    """The tournament after each round, its results in; `restless` players come late, rest and withdraw."""
    now = start
    while now.next_round <= number_of_rounds(now):
        if restless and now.rounds:
            now = _restless(now, lots)
        now = performed(now, pair_act(next_round(now)))
        for at, players in enumerate(now.rounds[-1].tables, 1):
            scores = {name: lots.randint(0, 3) for name in players}
            now = now.reported((len(now.rounds), at), placed(scores, [], low_wins=True))
        yield now


def _restless(now: Tournament, lots: Random) -> Tournament:
    there = sorted(name for name, entrant in now.entrants.items() if entrant.is_there(now.next_round))
    if lots.random() < 0.4:
        now = now.entered(f"late {now.next_round}", rating=lots.choice((0, 1200, 1900)))
    if lots.random() < 0.4:
        now = now.withdrawn(there[0])
    if lots.random() < 0.4:
        now = now.resting(there[1])
    return now
