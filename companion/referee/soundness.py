"""Whether a journal is as it was written: SQLite's own check, its tables, then the chain of digests of every match."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from companion.referee.digests import digest_of, event_digest
from companion.referee.journal_schema import changed_table
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Iterator

# What reading a damaged file raises; a text that is no UTF-8 comes out of sqlite3 as a decoding error.
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)


def first_problem(connection: sqlite3.Connection) -> str | None:
    """What is wrong with an open journal, or None: SQLite's own check, its tables, then the chain of digests."""
    try:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            return joined("", [str(verdict)])  # in SQLite's own words
        if (table := changed_table(connection)) is not None:
            return told("the table “{table}” is not as it was made", table=table)
        followed = 0
        for number, sound, digest in _matches_as_written(connection):
            if not sound:
                return told("match {number} is not as it was written", number=number)
            (rows,) = connection.execute("SELECT count(*) FROM event WHERE match_id = ?", (number,)).fetchone()
            if len(list(_sound_events(connection, number, digest))) != rows:
                return told("match {number} has an event that is not as it was written", number=number)
            followed += rows
        # Asked for a match's events SQLite stops at a row that has become another's, and does not see those after it.
        if connection.execute("SELECT count(*) FROM event").fetchone() != (followed,):
            return told("an event is of no match, or of another than it was")
    except UNREADABLE as error:
        return joined("", [str(error)])
    return None


def _matches_as_written(connection: sqlite3.Connection) -> Iterator[tuple[int, bool, str]]:
    """Each match's id, whether it is as it was written, and its digest."""
    for number, setup, begun, digest in connection.execute("SELECT id, setup, begun, digest FROM match ORDER BY id"):
        yield number, digest == digest_of("", setup, begun), digest


def _sound_events(
    connection: sqlite3.Connection, match_id: int, digest: str
) -> Iterator[tuple[int, str, str, str, str | None, str]]:
    """The rows of one match from the first up to where the chain breaks."""
    rows = connection.execute(
        "SELECT number, event, source, at, frame, digest FROM event WHERE match_id = ? ORDER BY number", (match_id,)
    )
    for expected, (number, event, source, at, frame, written) in enumerate(rows, 1):
        digest = event_digest(digest, number, event, source, at, frame)
        if number != expected or digest != written:
            return
        yield number, event, source, at, frame, written
