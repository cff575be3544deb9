"""How long the hindsight of Disorder of the Villains takes: `python -m benchmarks.hindsight_villains`.

    python -m benchmarks.hindsight_villains [--matches N] [--seed N]

Matches with the shipped house deck, played at random out of what is offered. At every turn that ends and every MINT the
hint is found out, and beside it the same best step in the straightforward way: everything that could be said of open
cards, each card with each target, tried by the rules, and every answer to it. Told are median and 99th percentile of
both and their ratio, in processor time of one thread and in one run, and by how much the memory of the process grew.
If the two ever find a different best step it is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.figures import at_least_one, told
from companion.games import rulebook
from companion.games.events import read_event
from companion.games.villains import events as e
from companion.games.villains.foresight import best_step, standing
from companion.games.villains.hindsight import hints
from companion.games.villains.legal import legal
from companion.games.villains.play import rule
from tests.rules.play import no_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.villains.state import State

PLAYERS = ("Ann", "Bob")
MOST_EVENTS = 250  # of a match
MS = 1000
MATCHES, SEED = 25, 13


def asked(luck: Random) -> Iterator[tuple[State, Any]]:
    """The states before the turns that end and the MINTs of a match, with their events."""
    state: State = rulebook("villains").start(PLAYERS, {}, no_words("en"))
    for _ in range(MOST_EVENTS):
        offers = [offer for own in legal(state).values() for offer in own if offer.event != "timeout"]
        if not offers:
            return
        mints = [offer for offer in offers if offer.event == "mint"]
        raw = luck.choice([*luck.choice(mints if mints and luck.random() < 0.5 else offers).events()])
        event = read_event(e.EVENTS, raw, state.players)
        after, ruling = rule(state, event)
        if ruling.accepted and isinstance(event, e.Mint | e.EndTurn):
            yield state, event
        state = after


def straightforward(state: State, seat: int) -> float:
    """By how much the best step is better than none, by trying everything that could be said."""
    now = -_answered(state, 1 - seat)
    return max((-_answered(after, 1 - seat) - now for after in _tried(state, seat)), default=0.0)


def _answered(state: State, seat: int) -> float:
    return max(standing(_carried_out(each), seat) for each in (state, *_tried(state, seat)))


def _tried(state: State, seat: int) -> list[State]:
    who, side = state.name(seat), state.sides[seat]
    said: list[Any] = [e.Mint(who, card.name) for card in side.in_play]
    said += [e.Trigger(who, card.name, target) for card in (*side.in_play, *side.minted) for target in _targets(state)]
    return [after for after, ruling in (rule(state, event) for event in said) if ruling.accepted]


def _targets(state: State) -> list[e.CardOf | None]:
    return [None, *(e.CardOf(state.name(seat), name) for seat, name in state.in_play())]


def _carried_out(state: State) -> State:
    if state.winners is None and state.opened is None and state.chance is not None:
        state, _ = rule(state, e.Decline(state.name(state.chance.seat)))
    ruled = (rule(state, e.Resolve(target)) for target in _targets(state))
    ways = [after for after, ruling in ruled if ruling.accepted]
    if not ways:
        return state
    owner = state.stack[-1].seat
    return max((_carried_out(way) for way in ways), key=lambda end: standing(end, owner))


def main() -> int:
    """Print the lines; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=at_least_one, default=MATCHES)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    return 1 if measured(args.matches, args.seed) else 0


def measured(matches: int = MATCHES, seed: int = SEED) -> int:
    """Print the lines; how often two ways have differed."""
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    hinted, ours, theirs, differ = [], [], [], 0
    for number in range(matches):
        for state, event in asked(Random(seed + number)):
            began_s = time.thread_time()
            hints(state, event)
            hinted.append(MS * (time.thread_time() - began_s))
            began_s = time.thread_time()
            best = best_step(state, state.turn)
            between_s = time.thread_time()
            most = straightforward(state, state.turn)
            ours.append(MS * (between_s - began_s))
            theirs.append(MS * (time.thread_time() - between_s))
            if (best.better if best else 0.0) != max(most, 0.0):
                differ += 1
                print(f"seed {seed + number}: {event} leaves {most}, found {best}")
    print(f"{'':34} {'ms':>8} {'99 %':>8}   {'':34} {'ms':>8} {'99 %':>8}")
    told("a whole hint", hinted, theirs, "best step, everything tried")
    told("its best step", ours, theirs, "best step, everything tried")
    grown_mib = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib) / 1024
    print(f"{len(ours)} turns: {differ} differ; the most memory in use grew by {grown_mib:.0f} MiB")
    return differ


if __name__ == "__main__":
    sys.exit(main())
