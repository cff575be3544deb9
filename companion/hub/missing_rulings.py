"""What is missing of one table's rulings, and what of it the table is asked for: a few matches at a time, each in turn.

A journal may have thousands of matches, and a table may name any number that it has not; neither must keep the hub busy
with asking, or fill its memory.
"""

from __future__ import annotations

import threading
from itertools import islice
from typing import TYPE_CHECKING

from companion.hub.collection import Gap

if TYPE_CHECKING:
    from collections.abc import Iterable

ASKED_AT_ONCE = 20  # matches of one table of which no answer has come; the others wait their turn
MOST_MISSING = 20_000  # matches of one table; more come with its next index, which has no room for as many


class Questions:
    """What one table is asked for. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[str, int] = {}  # by match: after which number
        self._waiting: dict[str, int] = {}  # in the order in which they are asked

    def add(self, gaps: Iterable[Gap]) -> None:
        """This is missing. What is asked for already is not asked for once more."""
        with self._lock:
            for gap in gaps:
                if gap.match not in self._asked and len(self._waiting) < MOST_MISSING:
                    self._waiting[gap.match] = gap.after

    def put_off(self, match: str) -> None:
        """A whole match is missing, but it is too early to ask: the table has just said what could not be kept."""
        with self._lock:
            if len(self._asked) < MOST_MISSING:
                self._asked.setdefault(match, -1)
                self._waiting.pop(match, None)

    def answered(self, match: str) -> None:
        """Something of a match has come: what is still missing then comes after it, or is found missing anew."""
        with self._lock:
            self._asked.pop(match, None)
            self._waiting.pop(match, None)

    def due(self) -> list[Gap]:
        """What is to be asked for now; it counts as asked."""
        with self._lock:
            matches = list(islice(self._waiting, max(0, ASKED_AT_ONCE - len(self._asked))))
            due = [Gap(match, self._waiting.pop(match)) for match in matches]
            self._asked |= {gap.match: gap.after for gap in due}
            return due

    def ask_again(self) -> None:
        """What was asked for has not come: it may be asked for once more, after all that has not been yet."""
        with self._lock:
            self._waiting |= self._asked
            self._asked = {}
