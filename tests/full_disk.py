"""A disk without room, for tests: for a while no file of this process may become longer than it is told."""

from __future__ import annotations

import fcntl
import os
import resource
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def full_disk(journal: Path) -> Iterator[None]:
    """The journal at `journal` gets no more room; SQLite meets the error of the system and answers with its own."""
    with room_for(journal.with_name(f"{journal.name}-wal").stat().st_size):
        yield


@contextmanager
def room_for(longest: int) -> Iterator[None]:
    """No file may become longer than `longest` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def failing_disk(journal: Path) -> Iterator[None]:
    """The journal's log at `journal` takes nothing, though there is room: writing it is an error of the system."""
    log = journal.with_name(f"{journal.name}-wal")
    (writing,) = [number for number in _open_files(log) if fcntl.fcntl(number, fcntl.F_GETFL) & os.O_RDWR]
    whole, reading = os.dup(writing), os.open(log, os.O_RDONLY)
    os.dup2(reading, writing)
    try:
        yield
    finally:
        os.dup2(whole, writing)
        os.close(reading)
        os.close(whole)


def _open_files(path: Path) -> list[int]:
    """The descriptors of this process for that file."""
    return [int(link.name) for link in Path("/proc/self/fd").iterdir() if link.exists() and link.samefile(path)]
