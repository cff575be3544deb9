"""Counting all ways a game can go, in the manner of chess's perft: the counts are checked by hand."""

from __future__ import annotations

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


def _after(match: Match, state: Any, event: Any) -> list[Any]:
    after, ruling = match.book.rule(state, event)
    assert ruling.accepted or after is state
    return [after] if ruling.accepted else []
