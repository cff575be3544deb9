"""What tables have said and nobody has kept yet: as it came, so much of each table at most, some of each in turn.

What is read takes many times the memory of what was said, so it is read when its turn has come.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass, field

# Of one table that wait: a long outage's rulings are a fifth of it; more come with the next index.
MOST_BYTES = 8_000_000
BYTES_AT_ONCE = 100_000  # of one table before it is the next one's turn, or one message
BYTES_BESIDE = 200  # what a message takes beside what was said
WHOLE = ("index", "results")  # each says all that the one before it said


@dataclass
class _Waiting:
    """Of one table, in its order: topic and payload; how many of each topic, and how many bytes in all."""

    said: deque[tuple[str, bytes]] = field(default_factory=deque)
    counts: Counter[str] = field(default_factory=Counter)
    size: int = 0


class Backlog:
    """What waits. To be used on one event loop."""

    def __init__(self) -> None:
        self._of: dict[str, _Waiting] = {}
        self._is_any = asyncio.Event()

    def put(self, table: str, what: str, payload: bytes) -> None:
        """Have this wait; what a table says beyond its bound is let go of."""
        waiting = self._of.setdefault(table, _Waiting())
        size = len(payload) + BYTES_BESIDE
        if waiting.size + size <= MOST_BYTES:
            waiting.said.append((what, payload))
            waiting.counts[what] += 1
            waiting.size += size
            self._is_any.set()

    async def some(self) -> list[tuple[str, str, bytes]]:
        """Wait until something is there, and take some of each table: its id, topic and payload."""
        await self._is_any.wait()
        taken = [(table, *one) for table, waiting in self._of.items() for one in _first(waiting)]
        self._of = {table: waiting for table, waiting in self._of.items() if waiting.said}
        if not self._of:
            self._is_any.clear()
        return taken


def _first(waiting: _Waiting) -> list[tuple[str, bytes]]:
    """Take what has waited longest, without what a later message says whole."""
    first: list[tuple[str, bytes]] = []
    size = 0
    while waiting.said and size < BYTES_AT_ONCE:
        what, payload = waiting.said.popleft()
        waiting.counts[what] -= 1
        waiting.size -= len(payload) + BYTES_BESIDE
        if what not in WHOLE or not waiting.counts[what]:
            first.append((what, payload))
            size += len(payload)
    return first
