"""Brings what tables say to the disk: their rulings, their indexes, what they report of tournaments.

A table may say anything. What is none of what it should be is let go of where it is read; whatever else goes wrong with
one message is for that message alone, and is said once of each table: it must not cost the others theirs.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.sentences import told
from companion.web.requests import Refused, parse_object

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.clock import Clock
    from companion.hub.collection import Collection
    from companion.hub.missing_rulings import Questions
    from companion.sentences import Told

KEPT = ("ruling", "repeat", "index", "results", "dispute")  # what of a table's topics is brought to the disk
SEALED = ("results", "dispute")  # of those, what is said of tournaments
RULED = ("ruling", "repeat")
LARGEST_RULING_BYTES = (
    100_000  # of 2047 rulings of kept matches the largest has 3.9 kB; what a host may hand in fits, too
)


@dataclass
class Intake:
    """Keeps what is said. `heard` is told the number of the newest ruling, `reported` takes a sealed message, if it is;
    `trouble` is told what a full disk does not take, `notice` of a table whose message could not be kept for what is in
    it."""

    collection: Collection
    clock: Clock
    heard: Callable[[int], object]
    reported: Callable[[str, str, Mapping[str, Any]], bool]
    trouble: Callable[[Told], object]
    notice: Callable[[Told], object]
    _refused: dict[tuple[str, str], bytes] = field(default_factory=dict)
    _noticed: set[str] = field(default_factory=set)

    def keep(self, table: str, what: str, payload: bytes, questions: Questions) -> bool:
        """Keep what a table said, and have it asked for what is missing then; whether anything was taken."""
        if what in RULED and len(payload) > LARGEST_RULING_BYTES:
            about = {"table": table, "most": LARGEST_RULING_BYTES}
            self._note(table, told("a ruling of table {table} is not kept: it is larger than {most} bytes", **about))
            return False
        message = said_object(payload)
        try:
            if what in SEALED:
                return self.reported(table, what, message)
            self._compared(table, what, message, questions)
        except (sqlite3.Error, BadInput) as error:
            self.trouble(told("what the tables say cannot be kept ({error}): it is asked for later", error=error))
            if what in SEALED:
                self._refused[table, what] = payload
            elif what != "index":  # another one comes by itself
                questions.put_off(str(message["match"]))
        except Exception as error:  # noqa: BLE001 - one table's message costs no other table its rulings, and it is said
            about = {"table": table, "kind": type(error).__name__, "error": error}
            self._note(table, told("what table {table} says cannot be kept ({kind}: {error})", **about))
            return False
        return True

    def _note(self, table: str, said: Told) -> None:
        if table not in self._noticed:
            self._noticed.add(table)
            self.notice(said)

    def refused(self) -> list[tuple[str, str, bytes]]:
        """What the disk has not taken and nobody says again, to be kept now: table, topic, payload."""
        refused, self._refused = self._refused, {}
        return [(table, what, payload) for (table, what), payload in refused.items()]

    def _compared(self, table: str, what: str, message: Mapping[str, Any], questions: Questions) -> None:
        if what == "index":
            questions.add(self.collection.compare(table, message))
        elif gap := self.collection.hear(table, message, self.clock.wall()):
            questions.add((gap,))
        else:
            self.heard(self.collection.newest)
            questions.answered(str(message.get("match")))


def said_object(payload: bytes) -> Mapping[str, Any]:
    """The object that was said; empty for anything else, and for what could not be said on to a page."""
    try:
        return parse_object(payload)
    except Refused:
        return {}
