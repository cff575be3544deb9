"""The hub's tournaments, act by act, in a file of their own: unlike what the tables tell, nobody else has them.

SQLite appends each act in a transaction that is on the disk before anybody is told of it; nothing in the file is ever
changed. What a killed hub had acknowledged is there at its next start.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

TOURNAMENTS_FILE = "tournaments.sqlite3"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS act (
    tournament TEXT NOT NULL,     -- its id
    number     INTEGER NOT NULL,  -- from 0, without a gap; 0 is the plan
    at         TEXT NOT NULL,     -- by the hub's clock, ISO 8601 UTC
    act        TEXT NOT NULL,     -- JSON
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
        self._lock = threading.Lock()
        try:
            self._connection = sqlite3.connect(path, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")  # a power cut takes nothing that was acknowledged
            self._connection.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise BadInput(
                told("the tournaments in {path} cannot be read ({error})", path=path, error=error)
            ) from error

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def tournaments(self) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
        """Every tournament, the oldest first: its id, when it was opened, and its acts."""
        with self._lock:
            rows = self._connection.execute(
                "SELECT tournament, at, act FROM act ORDER BY tournament, number"
            ).fetchall()
        acts: dict[str, list[dict[str, Any]]] = {}
        opened: dict[str, str] = {}
        for tournament, at, act in rows:
            opened.setdefault(tournament, at)
            acts.setdefault(tournament, []).append(json.loads(act))
        yield from ((each, opened[each], acts[each]) for each in sorted(acts, key=lambda each: opened[each]))

    def append(self, tournament: str, number: int, at: str, act: Mapping[str, Any]) -> None:
        """Write one act. Raises BadInput when the disk does not take it, or when another one has this number."""
        try:
            with self._lock, self._connection:
                self._connection.execute(
                    "INSERT INTO act (tournament, number, at, act) VALUES (?, ?, ?, ?)",
                    (tournament, number, at, json.dumps(act, ensure_ascii=False)),
                )
        except sqlite3.Error as error:
            raise BadInput(told("this cannot be kept ({error}); nothing has changed", error=error)) from error

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
