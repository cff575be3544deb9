"""What a disk with a cache of its own holds after a power cut: all that was flushed; of the rest what chance leaves.

QEMU's `blklogwrites` writes down every write and every flush, in the format of Linux's dm-log-writes
(Documentation/admin-guide/device-mapper/log-writes.rst): a sector about the log, then for each entry a sector with four
little-endian 64-bit numbers (sector, sectors, flags, and one that only marks have), and the sectors written.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator
    from pathlib import Path

MAGIC = 0x6A736677736872
ABOUT = struct.Struct("<QQQI")
HEAD = struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD = 1, 2, 4


class LogError(Exception):
    """A file that is no log of writes; says which."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that went to a place of the disk; the place in bytes from its start."""

    place: int
    content: bytes


def read_log(path: Path) -> tuple[list[Write], list[Write]]:
    """The writes that were flushed, and those that were not yet, each in the order they came.

    Raises LogError for a file that is no log.
    """
    flushed: list[Write] = []
    waiting: list[Write] = []
    for write, flags in _entries(path):
        if flags & FLUSH:
            flushed += waiting
            waiting = []
        if write.content and not flags & DISCARD:
            (flushed if flags & FUA else waiting).append(write)
    return flushed, waiting


def _entries(path: Path) -> Iterator[tuple[Write, int]]:
    with path.open("rb") as log:
        about = log.read(ABOUT.size)
        if len(about) < ABOUT.size or ABOUT.unpack(about)[0] != MAGIC:
            raise LogError(f"{path} is no log of writes")
        sector_bytes = ABOUT.unpack(about)[3]
        log.seek(sector_bytes)
        while True:
            head = log.read(sector_bytes)
            if len(head) < sector_bytes or not any(head[: HEAD.size]):
                return  # here the machine went off
            sector, sectors, flags, _ = HEAD.unpack(head[: HEAD.size])
            content = b"" if flags & DISCARD else log.read(sectors * sector_bytes)
            yield Write(sector * sector_bytes, content), flags


def survived(flushed: Iterable[Write], waiting: Iterable[Write], chance: random.Random) -> Iterator[Write]:
    """All that was flushed, and each other write or not, as chance has it."""
    yield from flushed
    for write in waiting:
        if chance.random() < 0.5:
            yield write


def replay(log: Path, disk: Path, chance: random.Random) -> str:
    """Bring to a raw disk what survived of a log of its writes; says how much that was."""
    flushed, waiting = read_log(log)
    writes = list(survived(flushed, waiting, chance))
    with disk.open("r+b") as file:
        for write in writes:
            file.seek(write.place)
            file.write(write.content)
    return f"{len(flushed)} writes flushed, of {len(waiting)} more {len(writes) - len(flushed)} survived"
