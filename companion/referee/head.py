"""The journal's head: how many events each match has and the digest of the last, in a file apart from the database.

A database that has lost its end is as sound as a shorter one; only something kept beside it can tell. The head is
written after each event is committed and shown, so it is never ahead of what was on the disk: a power cut between the
two leaves it behind, which is no loss.

While matches are written anew (a player is forgotten) it has both ends of each, those before and those after, so that
whenever the plug is pulled the database is one of the two; and it says until then that what was there before must still
be wiped from the disk.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

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


def write(path: Path, ends: Mapping[int, MatchEnd], becoming: Mapping[int, MatchEnd] | None = None) -> None:
    """Put these ends, by match, in the place of those at `path`; `becoming` are those that matches written anew will
    have, as long as what was there before is not wiped. Raises OSError."""
    document = _as_json(ends)
    if becoming is not None:
        document["becoming"] = _as_json(becoming)
    atomic.write(path, json.dumps(document).encode())


def read(path: Path) -> dict[int, MatchEnd] | None:
    """The ends by match; None where no head is kept yet. Raises HeadUnreadable."""
    return next(iter(_either(path)), None)


def is_unwiped(journal: Path) -> bool:
    """Whether matches were written anew, and what was there before may still be on the disk."""
    try:
        return len(_either(head_of(journal))) > 1
    except HeadUnreadable:
        return False


def _either(path: Path) -> list[dict[int, MatchEnd]]:
    """The ends by match, and those that are becoming, if any; nothing where no head is kept. Raises HeadUnreadable."""
    try:
        document = json.loads(path.read_bytes())
        return [_from_json(each) for each in (document, document.get("becoming")) if each is not None]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise HeadUnreadable(path.name) from error


def ends(connection: sqlite3.Connection) -> dict[int, MatchEnd]:
    """The end of each match that a database has."""
    rows = connection.execute(
        "SELECT id, coalesce(number, 0), coalesce(event.digest, match.digest) FROM match LEFT JOIN event "
        "ON match_id = id AND number = (SELECT max(number) FROM event WHERE match_id = id)"
    )
    return {number: (count, digest) for number, count, digest in rows}


def first_missing(journal: Path, connection: sqlite3.Connection) -> Told | None:
    """What the database lacks that the head beside it has, or None. Raises HeadUnreadable."""
    missing = _missing(journal, connection)
    return told("match {number} has lost events at its end", number=min(missing)) if missing else None


def all_missing(journal: Path, connection: sqlite3.Connection) -> Told | None:
    """Every match and its events that the database lacks and the head beside it has, and where they may still be; None
    when nothing is missing. Raises HeadUnreadable."""
    found = ends(connection)
    missing = [
        told(
            "match {number}: events {first} to {last}", number=number, first=found.get(number, (0,))[0] + 1, last=count
        )
        for number, count in _missing(journal, connection).items()
    ]
    if not missing:
        return None
    return told(
        "Missing are {lost}. Pages still open and the pictures in “frames” may show them: hand them in again.",
        lost=joined("; ", missing),
    )


def _missing(journal: Path, connection: sqlite3.Connection) -> dict[int, int]:
    """The matches that do not reach the ends the head has, and how many events it has of them. Where matches are being
    written anew those of before or of after, whichever are fewer. Raises HeadUnreadable."""
    either = [
        {number: count for number, (count, digest) in each.items() if not _reaches(connection, number, count, digest)}
        for each in _either(head_of(journal))
    ]
    return min(either, key=len, default={})


def _reaches(connection: sqlite3.Connection, match_id: int, count: int, digest: str) -> bool:
    """Whether the match has so many events, or more, and was the same after them."""
    if count:
        query, key = "SELECT digest FROM event WHERE match_id = ? AND number = ?", (match_id, count)
        row = connection.execute(query, key).fetchone()
    else:
        row = connection.execute("SELECT digest FROM match WHERE id = ?", (match_id,)).fetchone()
    return row is not None and row[0] == digest


def _as_json(ends: Mapping[int, MatchEnd]) -> dict[str, Any]:
    text = _canonical(ends)
    return {"ends": json.loads(text), "digest": digest_of(text)}


def _from_json(document: Any) -> dict[int, MatchEnd]:
    """Raises ValueError, KeyError, TypeError or AttributeError for what `_as_json` did not make."""
    ends = {int(number): (int(count), str(digest)) for number, (count, digest) in document["ends"].items()}
    if document["digest"] != digest_of(_canonical(ends)):
        raise ValueError("not as it was written")
    return ends


def _canonical(ends: Mapping[int, MatchEnd]) -> str:
    return json.dumps({str(number): list(end) for number, end in sorted(ends.items())})
