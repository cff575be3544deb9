"""The disk under the journal: what is wrong with it when it does not take an event, and room held for that case."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from companion.errors import TablesideError
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RESERVE_FILE = "reserve"
RESERVE_BYTES = 1 << 20  # room for about a hundred events in SQLite's log, which is folded back every thousand pages
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
PROBE_BYTES = 1 << 16
OPENING_BYTES = 1 << 17  # without as much room SQLite may not even read a journal: its -shm grows; chosen


class Unwritten(TablesideError):
    """The disk does not take what was to be written: it is not there, and may wait in memory."""


class JournalFull(Unwritten):
    """The disk has no room."""


class DiskFails(Unwritten):
    """The disk has room and yet does not do what it is asked."""


class EventsLost(TablesideError):
    """The program ends and the disk has not taken what waited in memory."""


@contextmanager
def writing(journal: Path) -> Iterator[None]:
    """Turns what SQLite says of the disk into JournalFull or DiskFails, which can be said while the match goes on."""
    try:
        yield
    except sqlite3.OperationalError as error:
        kind, why = error.sqlite_errorcode & 0xFF, {"path": journal, "error": error}
        if kind == sqlite3.SQLITE_FULL or (kind == sqlite3.SQLITE_IOERR and not has_room(journal)):
            raise JournalFull(make_room(journal, error)) from error
        if kind == sqlite3.SQLITE_READONLY:
            raise DiskFails(told("the journal {path} cannot be written ({error})", **why)) from error
        if kind == sqlite3.SQLITE_IOERR:
            raise DiskFails(
                told("the journal {path} cannot be written ({error}), though there is room: the disk fails", **why)
            ) from error
        raise


def make_room(journal: Path, error: object) -> str:
    """What is said of a journal for which there is no room."""
    return told("the journal {path} cannot be written ({error}); make room on the disk", path=journal, error=error)


def can_only_be_read(path: Path) -> bool:
    """Whether what is at `path` lies on a disk that takes no writes from anybody: mounted so, by hand or since it
    fails."""
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


class Reserve:
    """A file that holds room on the disk, to be given up when there is none left for events."""

    def __init__(self, path: Path, size: int = RESERVE_BYTES) -> None:
        self._path = path
        self._size = size

    def hold(self) -> bool:
        """Hold the room, unless it is held. False when the disk has not room enough for as much again.

        A folder that takes no such file for another reason goes without: side files stop no match.
        """
        with suppress(OSError):
            if self._path.stat().st_size == self._size:
                return True
        try:
            if shutil.disk_usage(self._path.parent).free < 2 * self._size:
                return False
            self._make()
        except OSError as error:
            return error.errno not in NO_ROOM
        return True

    def give_up(self) -> bool:
        """Free the room; whether there was any to free."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def _make(self) -> None:
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o600)  # no pipe is waited for
        try:
            os.posix_fallocate(descriptor, 0, self._size)
        except OSError:
            self._path.unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)


def is_full(folder: Path) -> bool:
    """Whether a journal in this folder may not even be read, for want of room. Raises OSError where there is none."""
    return shutil.disk_usage(folder).free < OPENING_BYTES


def has_room(journal: Path, bytes_needed: int = PROBE_BYTES) -> bool:
    """Whether as much can be written beside the journal, and a file as long as its log could grow. SQLite says “disk
    I/O error” of quotas, too."""
    if shutil.disk_usage(journal.parent).free < bytes_needed:
        return False
    log = journal.with_name(f"{journal.name}-wal")
    try:
        with tempfile.TemporaryFile(dir=journal.parent) as probe:
            probe.seek(log.stat().st_size if log.exists() else 0)
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        return error.errno not in NO_ROOM
    return True
