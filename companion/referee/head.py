"""The journal's head: how many events each match has and the digest of the last, in a file apart from the database.

A database that has lost its end is as sound as a shorter one; only something kept beside it can tell. The head is
written after each event is committed and shown, so it is never ahead of what was on the disk: a power cut between the
two leaves it behind, which is no loss.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from companion import atomic
from companion.referee.digests import digest_of
from companion.sentences import joined, told

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

    from companion.sentences import Told

MatchEnd = tuple[
    int, str
]  # how many events a match has, and the digest of the last (of the match, while there is none)


class HeadUnreadable(Exception):
    """The file is there and is not as it was written."""


def head_of(journal: Path) -> Path:
    """Where the head of this journal is kept."""
    return journal.with_name(f"{journal.name}.head")


def write(path: Path, ends: Mapping[int, MatchEnd]) -> None:
    """Put these ends, by match, in the place of those at `path`. Raises OSError."""
    text = _canonical(ends)
    atomic.write(path, json.dumps({"ends": json.loads(text), "digest": digest_of(text)}).encode())


def read(path: Path) -> dict[int, MatchEnd] | None:
    """The ends by match; None where no head is kept yet. Raises HeadUnreadable."""
    try:
        document = json.loads(path.read_bytes())
        ends = {int(number): (int(count), str(digest)) for number, (count, digest) in document["ends"].items()}
        if document["digest"] != digest_of(_canonical(ends)):
            raise HeadUnreadable(path.name)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise HeadUnreadable(path.name) from error
    return ends


def ends(connection: sqlite3.Connection) -> dict[int, MatchEnd]:
    """The end of each match that a database has."""
    rows = connection.execute(
        "SELECT id, coalesce(number, 0), coalesce(event.digest, match.digest) FROM match LEFT JOIN event "
        "ON match_id = id AND number = (SELECT max(number) FROM event WHERE match_id = id)"
    )
    return {number: (count, digest) for number, count, digest in rows}


def first_missing(journal: Path, connection: sqlite3.Connection) -> Told | None:
    """What the database lacks that the head beside it has, or None. Raises HeadUnreadable."""
    for number, (count, digest) in (read(head_of(journal)) or {}).items():
        if not _reaches(connection, number, count, digest):
            return told("match {number} has lost events at its end", number=number)
    return None


def all_missing(journal: Path, connection: sqlite3.Connection) -> Told | None:
    """Every match and its events that the database lacks and the head beside it has, and where they may still be; None
    when nothing is missing. Raises HeadUnreadable."""
    found = ends(connection)
    missing = [
        told(
            "match {number}: events {first} to {last}", number=number, first=found.get(number, (0,))[0] + 1, last=count
        )
        for number, (count, digest) in (read(head_of(journal)) or {}).items()
        if not _reaches(connection, number, count, digest)
    ]
    if not missing:
        return None
    return told(
        "Missing are {lost}. Pages still open and the pictures in “frames” may show them: hand them in again.",
        lost=joined("; ", missing),
    )


def _reaches(connection: sqlite3.Connection, match_id: int, count: int, digest: str) -> bool:
    """Whether the match has so many events, or more, and was the same after them."""
    if count:
        query, key = "SELECT digest FROM event WHERE match_id = ? AND number = ?", (match_id, count)
        row = connection.execute(query, key).fetchone()
    else:
        row = connection.execute("SELECT digest FROM match WHERE id = ?", (match_id,)).fetchone()
    return row is not None and row[0] == digest


def _canonical(ends: Mapping[int, MatchEnd]) -> str:
    return json.dumps({str(number): list(end) for number, end in sorted(ends.items())})
