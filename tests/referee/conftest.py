"""What the referee's tests share."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.rooms import Room

IN_MEMORY = Path("/dev/shm")  # a killed process leaves it as it leaves a disk, and no sync must be waited for


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, for what writes a thousand journals; on the disk where there is none."""
    if not os.access(IN_MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
        yield Path(name)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    yield room
    room.journal.close()
