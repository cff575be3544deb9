"""A disk without room, for tests: for a while no file of this process may become longer than it is told."""

from __future__ import annotations

import resource
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
