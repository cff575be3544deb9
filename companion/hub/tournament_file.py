"""The hub's tournaments, act by act, in a file of their own: unlike what the tables tell, nobody else has them.

SQLite appends each act in a transaction that is on the disk before anybody is told of it; nothing in the file is ever
changed. What a killed hub had acknowledged is there at its next start. Each act's digest is chained to the one before
it, as the journal's are: what a failing disk makes another act is not taken for one.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.hub.sound_database import open_sound
from companion.referee.digests import digest_of
from companion.referee.soundness import UNREADABLE
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

TOURNAMENTS_FILE = "tournaments.sqlite3"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS act (
    tournament TEXT NOT NULL,     -- its id
    number     INTEGER NOT NULL,  -- from 0, without a gap; 0 is the plan
    at         TEXT NOT NULL,     -- by the hub's clock, ISO 8601 UTC
    act        TEXT NOT NULL,     -- JSON
    digest     TEXT,              -- of this act after those before it; none had one at first
    nth        INTEGER,           -- of act 0: of how many it is the last opened; older ones have none
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS picture (
    tournament TEXT NOT NULL,
    dispute    INTEGER NOT NULL,  -- from 0, in the order of the acts
    jpeg       BLOB NOT NULL,
    PRIMARY KEY (tournament, dispute)
) STRICT;
CREATE TRIGGER IF NOT EXISTS no_act_is_changed BEFORE UPDATE ON act BEGIN SELECT raise(ABORT, 'only appended to'); END;
CREATE TRIGGER IF NOT EXISTS no_act_is_lost BEFORE DELETE ON act BEGIN SELECT raise(ABORT, 'only appended to'); END;
"""


class TournamentFile:
    """The acts in the file at `path`. Raises BadInput when it cannot be used. May be used from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._digests: dict[str, str] = {}  # of the newest act of each tournament
        try:
            self._connection = open_sound(path, _SCHEMA, synchronous="FULL")  # a power cut takes nothing acknowledged
        except UNREADABLE as error:
            raise self._unreadable(error) from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def tournaments(self) -> list[tuple[str, str]]:
        """Every tournament, the oldest first: its id, and when it was opened. Raises BadInput."""
        try:
            with self._lock:
                rows = self._connection.execute(
                    "SELECT tournament, at, min(number) FROM act GROUP BY tournament ORDER BY nth, at, tournament"
                ).fetchall()
        except UNREADABLE as error:
            raise self._unreadable(error) from error
        return [(tournament, at) for tournament, at, _ in rows]

    def acts(self, tournament: str) -> list[dict[str, Any]]:
        """The acts of a tournament. Raises BadInput when one of them is not as it was written."""
        acts: list[dict[str, Any]] = []
        with self._lock:
            digests = [digest_of(tournament)]
            try:
                rows = self._connection.execute(
                    "SELECT number, at, act, digest, nth FROM act WHERE tournament = ? ORDER BY number", (tournament,)
                )
                for act, digest in _as_written(rows, digests[0]):
                    acts.append(act)
                    digests.append(digest)
            except (*UNREADABLE, ValueError) as error:
                raise BadInput(told("act {number} is not as it was written", number=len(acts))) from error
            self._digests[tournament] = digests[-1]
        return acts

    def append(self, tournament: str, number: int, at: str, act: Mapping[str, Any]) -> None:
        """Write one act. Raises BadInput when the disk does not take it, when another one has this number, or when
        those before it are damaged."""
        if tournament not in self._digests:
            self.acts(tournament)
        text = json.dumps(act, ensure_ascii=False)
        with self._lock:
            try:
                with self._connection:
                    nth = None if number else self._count() + 1
                    digest = _digest(self._digests[tournament], number, at, text, nth)
                    self._connection.execute(
                        "INSERT INTO act (tournament, number, at, act, digest, nth) VALUES (?, ?, ?, ?, ?, ?)",
                        (tournament, number, at, text, digest, nth),
                    )
            except sqlite3.Error as error:
                raise BadInput(told("this cannot be kept ({error}); nothing has changed", error=error)) from error
            self._digests[tournament] = digest

    def _count(self) -> int:
        """How many tournaments were opened: none is ever lost, so that each has a higher `nth` than those before it."""
        (count,) = self._connection.execute("SELECT count(*) FROM act WHERE number = 0").fetchone()
        return int(count)

    def keep_picture(self, tournament: str, dispute: int, jpeg: bytes) -> None:
        """Keep the picture of a dispute, before its act: no act promises one that is not there. Raises BadInput."""
        try:
            with self._lock, self._connection:
                values = (tournament, dispute, jpeg)
                self._connection.execute(
                    "INSERT OR REPLACE INTO picture (tournament, dispute, jpeg) VALUES (?, ?, ?)", values
                )
        except sqlite3.Error as error:
            raise BadInput(told("this cannot be kept ({error}); nothing has changed", error=error)) from error

    def picture(self, tournament: str, dispute: int) -> bytes | None:
        """The picture of a dispute (JPEG), None where there is none."""
        with self._lock:
            row = self._connection.execute(
                "SELECT jpeg FROM picture WHERE tournament = ? AND dispute = ?", (tournament, dispute)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def _unreadable(self, error: Exception) -> BadInput:
        return BadInput(told("the tournaments in {path} cannot be read ({error})", path=self._path, error=error))


def _as_written(rows: Iterable[tuple[Any, ...]], digest: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Each act with its digest, after what has this one. Raises ValueError at the first that is not as it was written.

    The first ones may have none: they are of a time when none was written.
    """
    has_digest = False
    for expected, (number, at, text, written, nth) in enumerate(rows):
        digest = _digest(digest, number, at, text, nth)
        has_digest |= written is not None
        if number != expected or (has_digest and written != digest):
            raise ValueError(text)
        yield json.loads(text), digest


def _digest(before: str, number: int, at: str, text: str, nth: int | None) -> str:
    """The digest of an act after what has the one `before`."""
    return digest_of(before, number, at, text, *(() if nth is None else (nth,)))
