"""Counting all ways a game can go, in the manner of chess's perft: the counts are checked by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from companion.games.events import read_event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.referee.match import Match


def ways(match: Match, candidates: Sequence[dict[str, Any]], depth: int) -> list[int]:
    """How many different sequences of 1, 2 … `depth` accepted events there are, out of these candidates."""
    events = [read_event(match.book.events, event, match.players) for event in candidates]
    states, counts = [match.state], []
    for _ in range(depth):
        states = [after for state in states for event in events for after in _after(match, state, event)]
        counts.append(len(states))
    return counts


def offered_ways(match: Match, depth: int) -> list[int]:
    """The same for all that is offered: every event of `legal`, one that is several players' counted once."""
    states, counts = [match.state], []
    for _ in range(depth):
        states = [
            after for state in states for event in _offered(match, state) for after in _after(match, state, event)
        ]
        counts.append(len(states))
    return counts


def _offered(match: Match, state: Any) -> list[Any]:
    assert match.book.legal is not None
    offers = [offer for own in match.book.legal(state).values() for offer in own]
    every = {json.dumps(event, sort_keys=True): event for offer in offers for event in offer.events()}
    return [read_event(match.book.events, event, match.players) for event in every.values()]


def _after(match: Match, state: Any, event: Any) -> list[Any]:
    after, ruling = match.book.rule(state, event)
    assert ruling.accepted or after is state
    return [after] if ruling.accepted else []
