"""The journal's file: made, brought up to date from older versions, checked, and mended when it is damaged.

A damaged file is kept aside, and the events up to the damage are carried into a new one. Only the journal
(`companion.referee.journal`) opens it.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from companion import atomic
from companion.errors import BadInput
from companion.referee import head
from companion.referee.disk import (
    PROBE_BYTES,
    RESERVE_FILE,
    Reserve,
    Unwritten,
    can_only_be_read,
    has_room,
    is_full,
    make_room,
    writing,
)
from companion.referee.journal_schema import (
    APPLICATION_ID,
    HEADLESS_VERSION,
    MIGRATIONS,
    SCHEMA,
    SCHEMA_VERSION,
    TIMING_SCHEMA,
)
from companion.referee.salvage import SavedMatch, salvage
from companion.referee.soundness import UNREADABLE, first_problem
from companion.sentences import joined, told

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# The byte of a database's header that says how it is written, and the last way there is: as WAL
# (https://sqlite.org/fileformat2.html, 1.3.3). SQLite only reads what it says of later ones.
WRITE_VERSION_AT, LAST_WRITE_VERSION = 18, 2
PATIENCE_S = 5.0  # with another program that has the file open


def opened(path: Path, witnesses: Iterable[Path] = ()) -> tuple[sqlite3.Connection, str | None]:
    """The journal's database, to be written, and a sentence when a damaged file was set aside for it or something is
    gone. `witnesses` are files that no table has before it has a journal.

    Raises BadInput when `path` is no journal of ours, cannot be reached, or was written by a newer version.
    """
    looked_at, notice = _looked_at(path, witnesses)
    # Its bytes were read beside SQLite, and whoever closes a file gives up all locks that the process has on it, also
    # those of SQLite (https://sqlite.org/howtocorrupt.html, 2.2). Another program that closes the database would then
    # take itself for the last one, and delete the log while we write it.
    looked_at.close()
    return _connect(path), notice


def _looked_at(path: Path, witnesses: Iterable[Path]) -> tuple[sqlite3.Connection, str | None]:
    """The same, checked and where it must be mended, by a connection that may have lost its locks."""
    foreign = foreign_file(path)
    if foreign is not None:
        raise _unopened(path, told("{file} cannot be written by whoever runs the table", file=foreign.name))
    with suppress(OSError):
        if is_full(path.parent):
            Reserve(path.with_name(RESERVE_FILE)).give_up()
    log = _content(path.with_name(f"{path.name}-wal"))  # SQLite may fold it back, or throw it away
    notice: str | None = None
    if not (log or _holds(path) or head.head_of(path).exists()) and any(map(_holds, witnesses)):
        notice = told("The journal is gone, and its head with it: earlier matches are lost.")
    try:
        connection = _connect(path)
    except UNREADABLE as error:
        if _is_out_of_reach(path, error):
            raise _unopened(path, error) from error
        if not _was_ours(path):
            raise _not_ours(path, error) from error
        return _set_aside_and_salvage(path, str(error), _content(path), log)
    problem = first_problem(connection) or _for_later_versions(path)
    doubt: str | None = None
    if problem is None:
        problem, doubt = _held_against_head_and_bytes(path, connection, log)
    if problem is not None:
        file = _content(path)
        connection.close()
        connection, damage = _set_aside_and_salvage(path, problem, file, log)
        return connection, damage if doubt is None else joined(" ", [damage, doubt])
    notice = notice or doubt
    if head.is_unwiped(path) and wipe(connection):
        with suppress(OSError):  # then it is wiped at the next start once more
            head.Head(path).write(head.ends(connection))
    if notice is not None or _version(connection) != SCHEMA_VERSION:
        _keep_first_head(path, connection)
    return connection, notice


def _for_later_versions(path: Path) -> str | None:
    """That SQLite would write nothing into a file that is ours to write: its header says that it is for later versions
    (see `WRITE_VERSION_AT`). None where it is not."""
    with path.open("rb") as file:
        version = file.read(WRITE_VERSION_AT + 1)[WRITE_VERSION_AT:]
    if version <= bytes([LAST_WRITE_VERSION]):
        return None
    return told("its header has write version {version}: nobody may write it", version=version[0])


def unsound(path: Path, connection: sqlite3.Connection) -> str | None:
    """What of a journal that is only read is not as it was written, or why nobody can tell; None when all is. Nothing
    is repaired. It takes the locks of whoever in this process has it open (see `opened`)."""
    problem = first_problem(connection) or _for_later_versions(path)
    if problem is not None:
        return problem
    log = _content(path.with_name(f"{path.name}-wal"))
    missing, doubt = _held_against_head_and_bytes(path, connection, log)
    return missing or doubt


def unsound_in_hand(path: Path, connection: sqlite3.Connection) -> str | None:
    """The same of one that is being written, whose bytes were looked at when it was opened: the database is asked by
    SQLite alone."""
    problem = first_problem(connection)
    if problem is not None:
        return problem
    missing, doubt = _held_against_head(path, connection)
    return missing or doubt


def _held_against_head_and_bytes(
    path: Path, connection: sqlite3.Connection, log: bytes
) -> tuple[str | None, str | None]:
    """What the database lacks that the head has; and why nobody can tell. Then the bytes say what SQLite may have left
    out."""
    missing, doubt = _held_against_head(path, connection)
    return (missing if doubt is None else _left_out(path, connection, log)), doubt


def _held_against_head(path: Path, connection: sqlite3.Connection) -> tuple[str | None, str | None]:
    """What the database lacks that the head has; and why nobody can tell, of a head that cannot be read or is gone."""
    file = head.head_of(path)
    try:
        missing = head.first_missing(path, connection)
    except head.HeadUnreadable:
        return None, told("{file} cannot be read: if events were lost at the end, nobody can tell.", file=file.name)
    if not file.exists() and _version(connection) > HEADLESS_VERSION:
        return None, told("{file} is gone: if events were lost at the end, nobody can tell.", file=file.name)
    return missing, None


def _left_out(path: Path, connection: sqlite3.Connection, log: bytes) -> str | None:
    """A match of which more lies in the bytes than the database gives, in words; None when there is none."""
    there = head.ends(connection)
    for match in salvage(_content(path), log):
        if len(match.events) > there.get(match.id, (-1,))[0]:
            return told("match {number} has lost events at its end", number=match.id)
    return None


def _keep_first_head(path: Path, connection: sqlite3.Connection) -> None:
    """A head beside a journal that has none or is of a version that had none; only then the journal says that there is
    one, so that none is missed that never was."""
    # Where it cannot be written, `Journal.keep_head` says so after the next event.
    with suppress(OSError, Unwritten), writing(path):
        head.Head(path).write(head.ends(connection))
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the file itself says so, should its log get lost


def wipe(connection: sqlite3.Connection) -> bool:
    """Have no byte left, in the database and its log, of what is no longer in it. False when that cannot be done now:
    another program reads it, or the disk has no room for a copy, or fails."""
    try:
        connection.execute("VACUUM")  # every page is written anew (https://sqlite.org/lang_vacuum.html)
        (is_busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.DatabaseError:
        return False
    return not is_busy


def opened_to_read(path: Path) -> sqlite3.Connection:
    """The journal's database as another program may have it open; nothing is repaired. Raises BadInput."""
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


def _set_aside_and_salvage(path: Path, problem: str, file: bytes, log: bytes) -> tuple[sqlite3.Connection, str]:
    """Keep the damaged file under another name and carry the events before the damage into a new one. Raises BadInput
    where there is no room for it, and leaves all as it is: what SQLite says on a full disk may be no damage at all."""
    if not has_room(path, len(file) + len(log) + PROBE_BYTES):
        raise BadInput(make_room(path, problem))
    aside = _free_name(path)
    for suffix in ("", "-wal", "-shm"):
        source = path.with_name(path.name + suffix)
        if source.exists():
            source.rename(aside.with_name(aside.name + suffix))
    if log:
        atomic.write(aside.with_name(f"{aside.name}-wal"), log)
    matches = salvage(file, log)
    connection = _connect(path)
    _carry_over(matches, connection)
    saved = sum(len(match.events) for match in matches)
    damage = told(
        "The journal was damaged ({problem}); it is kept as {file} and {count} events were saved.",
        problem=problem, file=aside.name, count=saved,
    )  # fmt: skip
    with suppress(head.HeadUnreadable):
        missing = head.all_missing(path, connection)
        if missing is not None:
            damage = joined(" ", [damage, missing])
    beside = head.head_of(path)
    if beside.exists():
        beside.rename(head.head_of(aside))
    _keep_first_head(path, connection)
    return connection, damage


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


def _not_ours(path: Path, error: Exception) -> BadInput:
    return BadInput(told("{path} is not a Tableside journal ({error}); move it away", path=path, error=error))


def _unreadable(path: Path, error: sqlite3.DatabaseError) -> BadInput:
    if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB and not _was_ours(path):
        return _not_ours(path, error)
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


def lying_at(path: Path) -> list[tuple[int, int] | None]:
    """Which files lie where the journal has its database and its log, each by the disk's number and its own there;
    None where no file is."""
    lying: list[tuple[int, int] | None] = []
    for suffix in ("", "-wal"):
        try:
            status = os.stat(f"{path}{suffix}")
        except OSError:
            lying.append(None)
        else:
            lying.append((status.st_dev, status.st_ino))
    return lying


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
    """Whether the journal is another program's just now, or not ours to write, or its disk is full: that is no damage
    to be repaired."""
    if isinstance(error, sqlite3.Error) and error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
        return True
    return not all(os.access(each, os.W_OK, effective_ids=True) for each in (path, path.parent))


def foreign_file(path: Path) -> Path | None:
    """The first of a journal's files that is there and is none that we may write, as after a copy put back by another
    user; SQLite shows such a journal and takes nothing. None when there is none."""
    files = (path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")))
    return next((file for file in files if file.exists() and not _may_write(file)), None)


def _may_write(file: Path) -> bool:
    return file.is_file() and os.access(file, os.R_OK | os.W_OK, effective_ids=True)


def _unopened(path: Path, error: object) -> BadInput:
    if path.parent.is_dir() and can_only_be_read(path.parent):
        return BadInput(told("the journal {path} cannot be opened: its disk can only be read", path=path))
    if isinstance(error, sqlite3.Error) and error.sqlite_errorcode == sqlite3.SQLITE_FULL:
        return BadInput(make_room(path, error))
    return BadInput(told("the journal {path} cannot be opened ({error})", path=path, error=error))


def _was_ours(path: Path) -> bool:
    """Whether a file that SQLite will not open bears our mark (bytes 68…71 of the header, big-endian), or lies where a
    journal lay: a head beside it says so, whatever has become of its first page."""
    with path.open("rb") as file:
        header = file.read(100)
    with suppress(head.HeadUnreadable):
        if head.read(head.head_of(path)) is not None:
            return True
    return header[68:72] == APPLICATION_ID.to_bytes(4, "big") or header.startswith(b"SQLite format 3\0")


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside
