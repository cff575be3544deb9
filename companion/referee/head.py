"""The journal's head: how many events each match has and the digest of the last, in a file apart from the database.

A database that has lost its end is as sound as a shorter one; only something kept beside it can tell. The head is
written after each event is committed and shown, so it is never ahead of what was on the disk: a power cut between the
two, or while it is written, leaves it behind, which is no loss.

The file is one JSON document: the ends of all matches and, in the last sector of the file, those that have come since.
That sector alone is written after an event, in its place: what an event costs does not grow with the matches that were
ever played, a file that was cut is noticed, and versions that knew of no such part read the rest.

While matches are written anew (a player is forgotten) it has both ends of each, those before and those after, so that
whenever the plug is pulled the database is one of the two; and it says until then that what was there before must still
be wiped from the disk.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from companion import atomic
from companion.referee.digests import digest_of
from companion.sentences import clauses, told

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

    from companion.sentences import Told

MatchEnd = tuple[
    int, str
]  # how many events a match has, and the digest of the last (of the match, while there is none)

SECTOR_BYTES = 512  # what disks write whole or not at all (https://sqlite.org/psow.html)
BLOCK_BYTES = 4096  # what file systems do; what was written whole lies in others
KEYS = {"ends", "digest", "becoming", "since"}


class HeadUnreadable(Exception):
    """The file is there and is not as it was written."""


def head_of(journal: Path) -> Path:
    """Where the head of this journal is kept."""
    return journal.with_name(f"{journal.name}.head")


class Head:
    """The head of a journal, as the one program that writes both keeps it: its file whole at first, then the sector."""

    def __init__(self, journal: Path) -> None:
        self.path = head_of(journal)
        self._sector_at: int | None = None  # None: the file is to be written whole
        self._digest = ""  # of the ends in the file but for those since
        self._since: dict[int, MatchEnd] = {}

    def write(self, ends: Mapping[int, MatchEnd], becoming: Mapping[int, MatchEnd] | None = None) -> None:
        """Put these ends, by match, in the place of those in the file; `becoming` are those that matches written anew
        will have, as long as what was there before is not wiped. Raises OSError."""
        self._sector_at = None
        document = _as_json(ends)
        if becoming is not None:
            document["becoming"] = _as_json(becoming)
        before = f'{json.dumps(document)[:-1]}, "since":'.encode()
        before += b" " * (-len(before) % BLOCK_BYTES)
        atomic.write(self.path, before, _sector({}, document["digest"]))
        if becoming is None:
            self._sector_at, self._digest, self._since = len(before), document["digest"], {}

    def add(self, ends: Mapping[int, MatchEnd]) -> bool:
        """Add these ends, which some matches have by now; False when the file must be written whole: after an error,
        where it is gone, and when there is no room. Raises OSError."""
        since = {**self._since, **ends}
        at, sector = self._sector_at, _sector(since, self._digest)
        self._sector_at = None
        if at is None or len(sector) > SECTOR_BYTES:
            return False
        try:
            atomic.overwrite(self.path, at, sector)
        except FileNotFoundError:
            return False
        self._sector_at, self._since = at, since
        return True


def _sector(since: Mapping[int, MatchEnd], digest: str) -> bytes:
    """The end of the file: `since` beside the ends with this digest. Longer than a sector where that has no room."""
    return json.dumps(_as_json(since, digest)).encode().ljust(SECTOR_BYTES - 2) + b"}\n"


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
        ends, becoming, since = _from_json(document), document.get("becoming"), document.get("since")
        if not document.keys() <= KEYS:
            raise ValueError("not as it was written")
        if since is not None:
            ends |= _from_json(since, document["digest"])
        return [ends] if becoming is None else [ends, _from_json(becoming)]
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
        lost=clauses(missing),
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


def _as_json(ends: Mapping[int, MatchEnd], *after: str) -> dict[str, Any]:
    """Ends as in the file; those since come `after` the digest of the others."""
    text = _canonical(ends)
    return {"ends": json.loads(text), "digest": digest_of(*after, text)}


def _from_json(document: Any, *after: str) -> dict[int, MatchEnd]:
    """Raises ValueError, KeyError, TypeError or AttributeError for what `_as_json` did not make."""
    ends = {int(number): (int(count), str(digest)) for number, (count, digest) in document["ends"].items()}
    if document["digest"] != digest_of(*after, _canonical(ends)):
        raise ValueError("not as it was written")
    return ends


def _canonical(ends: Mapping[int, MatchEnd]) -> str:
    return json.dumps({str(number): list(end) for number, end in sorted(ends.items())})
