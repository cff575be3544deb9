"""The journal: every event of every match, for ever, in one SQLite file.

An event is committed before anybody is shown its effect. WAL with synchronous=FULL makes a commit survive a power
cut on storage that honours a sync (https://sqlite.org/pragma.html#pragma_synchronous). Each row carries a digest
chained to the row before it, so a flipped bit or a lost row is noticed when the journal is opened: the damaged
file is kept aside, and the events up to the damage are carried into a new one.

Only the referee appends (`companion.referee.referee`); everybody else reads.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion import atomic
from companion.errors import BadInput
from companion.referee import head
from companion.referee.digests import digest_of, event_digest
from companion.referee.disk import Unwritten, writing
from companion.referee.salvage import SavedMatch, salvage
from companion.referee.soundness import UNREADABLE, first_problem
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

JOURNAL_NAME = "journal.sqlite3"
SCHEMA_VERSION = 3
HEADLESS_VERSION = 2  # has the same tables; the next one says that a head is kept beside it
APPLICATION_ID = 0x54424C53  # "TBLS", so that `file` and we know whose database this is

SCHEMA = """
CREATE TABLE match (
    id      INTEGER PRIMARY KEY,
    setup   TEXT NOT NULL,   -- JSON: game, players, options
    begun   TEXT NOT NULL,   -- wall clock, ISO 8601 UTC
    closed  TEXT,            -- when the table was left; the newest match that is not closed is resumed
    digest  TEXT NOT NULL
) STRICT;
CREATE TABLE event (
    match_id INTEGER NOT NULL REFERENCES match (id),
    number   INTEGER NOT NULL,  -- counts from 1 within the match
    event    TEXT NOT NULL,     -- JSON, as the transcript has it
    source   TEXT NOT NULL,     -- who handed it in: panel, camera, phone, host, clock
    at       TEXT NOT NULL,     -- wall clock, ISO 8601 UTC
    frame    TEXT,              -- file name of the frame it was made from
    digest   TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
"""
TIMING_SCHEMA = """
CREATE TABLE timing (
    match_id INTEGER PRIMARY KEY REFERENCES match (id),
    number   INTEGER NOT NULL,  -- of the newest event when it was written
    timing   TEXT NOT NULL,     -- JSON: what was left of the open window then
    digest   TEXT NOT NULL
) STRICT;
"""
# What makes the tables of each older version those of the next; a headless one only wants a head (`_keep_first_head`).
MIGRATIONS = {1: TIMING_SCHEMA}

PATIENCE_S = 5.0  # with another program that has the file open


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """One event as it stands in the journal. `number` counts from 1 within its match; `source` is one of `Source`."""

    number: int
    event: Any
    source: str
    at: str
    frame: str | None = None


@dataclass(frozen=True, slots=True)
class JournalMatch:
    """A match without its events: `setup` is the transcript's game, players and options; `closed` is when the
    table was left, None while it is played."""

    id: int
    setup: Mapping[str, Any]
    begun: str
    closed: str | None = None


class Journal:
    """The one file of all matches. `damage` is a sentence when a damaged file was set aside at opening.

    `witnesses` are files that no table has before it has a journal: where one of them is there, and neither journal nor
    head, that is said, too.

    Raises BadInput when `path` is no journal of ours or was written by a newer version; the file is then left
    exactly as it is. Opened `read_only` it may be read while a table writes it; nothing is repaired then.
    """

    def __init__(self, path: Path, *, read_only: bool = False, witnesses: Iterable[Path] = ()) -> None:
        self.path = path
        self.damage: str | None = None
        self._witnesses = tuple(witnesses)
        self._connection = _connect_to_read(path) if read_only else self._open()
        self._head_kept: Mapping[int, head.End] = {}
        self._ends = {} if read_only else head.ends(self._connection)

    # ------------------------------------------------------------------ writing

    def next_match(self, setup: Mapping[str, Any], begun: str) -> JournalMatch:
        """A match as it will stand in the journal once it is started."""
        (newest,) = self._connection.execute("SELECT coalesce(max(id), 0) FROM match").fetchone()
        return JournalMatch(newest + 1, json.loads(_canonical(setup)), begun)

    def start(
        self, match: JournalMatch, timing: Mapping[str, Any] | None = None, *, leaving: int | None = None
    ) -> None:
        """Commit the start of the `next_match`, with what is left of its window, and that the one before was left.

        Raises Unwritten when the disk does not take it. Whatever is raised, nothing was written.
        """

        def write() -> None:
            text = _canonical(match.setup)
            digest = digest_of("", text, match.begun)
            self._execute(
                "INSERT INTO match (id, setup, begun, digest) VALUES (?, ?, ?, ?)",
                (match.id, text, match.begun, digest),
            )
            if timing is not None:
                self._note(match.id, digest, _canonical(timing))
            if leaving is not None:
                self._set_closed(leaving, match.begun)

        end = (0, digest_of("", _canonical(match.setup), match.begun))
        self._commit(write)
        self._ends[match.id] = end

    def begin(self, setup: Mapping[str, Any], begun: str) -> JournalMatch:
        """Start a match and commit it. Raises Unwritten when the disk does not take it."""
        match = self.next_match(setup, begun)
        self.start(match)
        return match

    def append(self, match_id: int, events: Iterable[JournalEvent], timing: Mapping[str, Any] | None = None) -> None:
        """Commit events, all or none, in their order, and with them what is left of the open window (`timing`).

        Raises Unwritten when the disk does not take them. Whatever is raised, nothing was written.
        """

        end = self._ends.get(match_id)

        def write() -> None:
            nonlocal end
            previous = self._last_digest(match_id)
            for row in events:
                text = _canonical(row.event)
                previous = event_digest(previous, row.number, text, row.source, row.at, row.frame)
                self._execute(
                    "INSERT INTO event (match_id, number, event, source, at, frame, digest) VALUES (?,?,?,?,?,?,?)",
                    (match_id, row.number, text, row.source, row.at, row.frame, previous),
                )
                end = (row.number, previous)
            if timing is not None:
                self._note(match_id, previous, _canonical(timing))

        self._commit(write)
        if end is not None:
            self._ends[match_id] = end

    def keep_head(self) -> None:
        """Write down, apart from the database, where each match ends now. Raises OSError."""
        if self._ends != self._head_kept:
            head.write(head.head_of(self.path), self._ends)
            self._head_kept = dict(self._ends)

    def leave(self, match_id: int, at: str, timing: Mapping[str, Any]) -> None:
        """Commit that the table was left, with what was left of the window then."""

        def write() -> None:
            self._note(match_id, self._last_digest(match_id), _canonical(timing))
            self._set_closed(match_id, at)

        self._commit(write)

    def reopen(self, match_id: int, at: str, *, leaving: int | None = None) -> None:
        """Commit that a match is taken up again, and that the one before it on the table was left."""

        def write() -> None:
            if leaving is not None:
                self._set_closed(leaving, at)
            self._set_closed(match_id, None)

        self._commit(write)

    def _set_closed(self, match_id: int, at: str | None) -> None:
        """When the table was left (None: it is played); only the newest open match is resumed."""
        self._execute("UPDATE match SET closed = ? WHERE id = ?", (at, match_id))

    def _commit(self, write: Callable[[], object]) -> None:
        """Do `write` and commit it as the very last thing that can fail; what fails leaves nothing to be committed."""
        connection = self._connection
        with writing(self.path):
            if connection.in_transaction:  # left open by one that could not even be taken back
                connection.rollback()
            try:
                write()
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def _execute(self, statement: str, values: tuple[Any, ...]) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        self._connection.close()

    # ------------------------------------------------------------------ reading

    def matches(self) -> list[JournalMatch]:
        """All matches, oldest first."""
        rows = self._connection.execute("SELECT id, setup, begun, closed FROM match ORDER BY id")
        return [JournalMatch(number, json.loads(setup), *times) for number, setup, *times in rows]

    def events(self, match_id: int) -> list[JournalEvent]:
        """The events of one match in their order."""
        rows = self._connection.execute(
            "SELECT number, event, source, at, frame FROM event WHERE match_id = ? ORDER BY number", (match_id,)
        )
        return [JournalEvent(number, json.loads(event), *rest) for number, event, *rest in rows]

    def problem(self) -> str | None:
        """What is not as it was written, or None: SQLite's own check, then the digests of every match and event."""
        return first_problem(self._connection)

    def timing(self, match_id: int, number: int) -> Any | None:
        """What was left of the open window after event `number`, the newest; None when that was not written down.

        A note that is not as it was written counts for nothing: the window then starts afresh.
        """
        row = self._connection.execute(
            "SELECT timing, digest FROM timing WHERE match_id = ? AND number = ?", (match_id, number)
        ).fetchone()
        if row is None or row[1] != digest_of(self._last_digest(match_id), row[0]):
            return None
        return json.loads(row[0])

    def _note(self, match_id: int, digest: str, timing: str) -> None:
        self._execute(
            "INSERT OR REPLACE INTO timing (match_id, number, timing, digest) "
            "VALUES (?1, (SELECT count(*) FROM event WHERE match_id = ?1), ?2, ?3)",
            (match_id, timing, digest_of(digest, timing)),
        )

    def _last_digest(self, match_id: int) -> str:
        row = self._connection.execute(
            "SELECT digest FROM event WHERE match_id = ? ORDER BY number DESC LIMIT 1", (match_id,)
        ).fetchone()
        if row is None:
            row = self._connection.execute("SELECT digest FROM match WHERE id = ?", (match_id,)).fetchone()
        if row is None:
            raise BadInput(told("{path} has no match {number}", path=self.path, number=match_id))
        return str(row[0])

    # ------------------------------------------------------------------ opening

    def _open(self) -> sqlite3.Connection:
        log = _content(self.path.with_name(f"{self.path.name}-wal"))  # SQLite may fold it back, or throw it away
        nothing_there = not (log or _holds(self.path) or head.head_of(self.path).exists())
        if nothing_there and any(map(_holds, self._witnesses)):
            self.damage = told("The journal is gone, and its head with it: earlier matches are lost.")
        try:
            connection = _connect(self.path)
        except UNREADABLE as error:
            if _is_out_of_reach(self.path, error):
                raise _unopened(self.path, error) from error
            if not _was_ours(self.path):
                raise BadInput(
                    told("{path} is not a Tableside journal ({error}); move it away", path=self.path, error=error)
                ) from error
            return self._set_aside_and_salvage(str(error), _content(self.path), log)
        problem = first_problem(connection) or self._first_missing(connection, log)
        if problem is None:
            self._keep_first_head(connection)
            return connection
        file = _content(self.path)
        connection.close()
        return self._set_aside_and_salvage(problem, file, log)

    def _first_missing(self, connection: sqlite3.Connection, log: bytes) -> str | None:
        """What the database lacks that the head has, or None. A head that cannot be read or is gone is said; then the
        bytes must tell what SQLite may have left out."""
        file = head.head_of(self.path)
        try:
            missing = head.first_missing(self.path, connection)
            is_gone = not file.exists() and _version(connection) > HEADLESS_VERSION
        except head.HeadUnreadable:
            why = told("{file} cannot be read: if events were lost at the end, nobody can tell.", file=file.name)
        else:
            if not is_gone:
                return missing
            why = told("{file} is gone: if events were lost at the end, nobody can tell.", file=file.name)
        self.damage = why
        there = head.ends(connection)
        for match in salvage(_content(self.path), log):
            if len(match.events) > there.get(match.id, (-1,))[0]:
                return told("match {number} has lost events at its end", number=match.id)
        return None

    def _keep_first_head(self, connection: sqlite3.Connection) -> None:
        """A head beside a journal that has none or is of a version that had none; only then it says that there is one,
        so that none is missed that never was."""
        if _version(connection) == SCHEMA_VERSION and self.damage is None:
            return
        # Where it cannot be written, `keep_head` says so after the next event.
        with suppress(OSError, Unwritten), writing(self.path):
            head.write(head.head_of(self.path), head.ends(connection))
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            # The file itself is to say so: its log may get lost.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _set_aside_and_salvage(self, problem: str, file: bytes, log: bytes) -> sqlite3.Connection:
        """Keep the damaged file under another name and carry the events before the damage into a new one."""
        aside = _free_name(self.path)
        for suffix in ("", "-wal", "-shm"):
            source = self.path.with_name(self.path.name + suffix)
            if source.exists():
                source.rename(aside.with_name(aside.name + suffix))
        if log:
            atomic.write(aside.with_name(f"{aside.name}-wal"), log)
        matches = salvage(file, log)
        connection = _connect(self.path)
        _carry_over(matches, connection)
        saved = sum(len(match.events) for match in matches)
        before = [self.damage] if self.damage is not None else []
        self.damage = told(
            "The journal was damaged ({problem}); it is kept as {file} and {count} events were saved.",
            problem=problem, file=aside.name, count=saved,
        )  # fmt: skip
        with suppress(head.HeadUnreadable):
            missing = head.all_missing(self.path, connection)
            if missing is not None:
                self.damage = joined(" ", [self.damage, missing])
        self.damage = joined(" ", [self.damage, *before])
        beside = head.head_of(self.path)
        if beside.exists():
            beside.rename(head.head_of(aside))
        self._keep_first_head(connection)
        return connection


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, check_same_thread=False, timeout=PATIENCE_S)
    except sqlite3.OperationalError as error:
        raise _unopened(path, error) from error
    try:
        _check_version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE_S)
    except sqlite3.DatabaseError as error:
        raise _unreadable(path, error) from error
    try:
        connection.execute("SELECT id, closed FROM match LIMIT 1")
    except sqlite3.DatabaseError as error:
        connection.close()
        raise _unreadable(path, error) from error
    return connection


def _unreadable(path: Path, error: Exception) -> BadInput:
    return BadInput(
        told("the journal {path} cannot be read ({error}); start the table, which repairs it", path=path, error=error)
    )


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new journal, bring an older one up to date, and refuse, untouched, one of another program
    or of a newer version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    version = _version(connection)
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not version:
        with connection:
            connection.executescript(
                f"BEGIN; {SCHEMA} {TIMING_SCHEMA} PRAGMA application_id = {APPLICATION_ID};"
                f"PRAGMA user_version = {HEADLESS_VERSION}; COMMIT"
            )
    elif application != APPLICATION_ID:
        raise BadInput(
            told(
                "{path} is a database of another program, not a Tableside journal; name another data folder", path=path
            )
        )
    elif version in MIGRATIONS:
        with connection:
            connection.executescript(f"BEGIN; {MIGRATIONS[version]} PRAGMA user_version = {version + 1}; COMMIT")
        _check_version(connection, path)
    elif version not in (HEADLESS_VERSION, SCHEMA_VERSION):
        has = told(
            "the journal {path} has version {version}, this program reads version {ours}",
            path=path, version=version, ours=SCHEMA_VERSION,
        )  # fmt: skip
        raise BadInput(told("{has}; install the newer program or name another data folder", has=has))


def _carry_over(matches: Iterable[SavedMatch], target: sqlite3.Connection) -> None:
    """Write what was saved into a new journal, all of it or nothing."""
    with target:
        for match in matches:
            target.execute(
                "INSERT INTO match (id, setup, begun, closed, digest) VALUES (?,?,?,?,?)",
                (match.id, match.setup, match.begun, match.closed, match.digest),
            )
            target.executemany(
                "INSERT INTO event (match_id, number, event, source, at, frame, digest) VALUES (?,?,?,?,?,?,?)",
                [(match.id, *row) for row in match.events],
            )
            if match.timing is not None:
                target.execute(
                    "INSERT INTO timing (match_id, number, timing, digest) VALUES (?,?,?,?)", (match.id, *match.timing)
                )


def _content(path: Path) -> bytes:
    """The bytes of a file, none where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _holds(path: Path) -> bool:
    """Whether this is a file with something in it."""
    return path.is_file() and path.stat().st_size > 0


def _is_out_of_reach(path: Path, error: Exception) -> bool:
    """Whether the journal is another program's just now, or not ours to write: that is no damage to be repaired."""
    if isinstance(error, sqlite3.Error) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
        return True
    return not all(os.access(each, os.W_OK, effective_ids=True) for each in (path, path.parent))


def _unopened(path: Path, error: Exception) -> BadInput:
    return BadInput(told("the journal {path} cannot be opened ({error})", path=path, error=error))


def _was_ours(path: Path) -> bool:
    """Whether a file that SQLite will not open bears our mark (bytes 68…71 of the header, big-endian)."""
    with path.open("rb") as file:
        header = file.read(100)
    return header[68:72] == APPLICATION_ID.to_bytes(4, "big") or header.startswith(b"SQLite format 3\0")


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
