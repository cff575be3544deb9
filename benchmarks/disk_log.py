"""A disk in memory that writes down what reaches it: served by FUSE, for `filesystems.py`, by Debian's own Python.

    /usr/bin/python3 -m benchmarks.disk_log IMAGE LOG FOLDER

In the folder are `disk`, which begins as the image, and `mark`: what is written there comes between the writes and the
flushes of the disk in the log, and nowhere else.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = struct.Struct("=cqq")  # W(rite), F(lush) or M(ark), where, how many bytes follow
DISK, MARK = "/disk", "/mark"


class DiskLog:
    """The two files. What FUSE asks of it is named as there."""

    def __init__(self, image: Path, log: Path) -> None:
        self._content = bytearray(image.read_bytes())
        self._log = log.open("wb")

    def __call__(self, asked: str, *about: Any) -> Any:
        return getattr(self, asked)(*about)

    def getattr(self, path: str, _fh: object = None) -> dict[str, int]:
        """What a file is."""
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o755, "st_nlink": 2}
        if path not in (DISK, MARK):
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        return {"st_mode": stat.S_IFREG | 0o600, "st_nlink": 1, "st_size": len(self._content) if path == DISK else 0}

    def read(self, _path: str, size: int, offset: int, _fh: object) -> bytes:
        """Bytes of the disk."""
        return bytes(self._content[offset : offset + size])

    def write(self, path: str, data: bytes, offset: int, _fh: object) -> int:
        """Bytes for the disk, or a mark."""
        if path == DISK:
            self._content[offset : offset + len(data)] = data
        self._note(b"W" if path == DISK else b"M", offset, data)
        return len(data)

    def fsync(self, path: str, _datasync: object, _fh: object) -> int:
        """All that was written is to be there."""
        if path == DISK:
            self._note(b"F", 0, b"")
        return 0

    def truncate(self, _path: str, _length: int, _fh: object = None) -> int:
        """Nothing is ever cut."""
        return 0

    def destroy(self, _path: str) -> None:
        """The end."""
        self._log.close()

    def _note(self, what: bytes, at: int, data: bytes) -> None:
        self._log.write(HEAD.pack(what, at, len(data)) + data)


def records(log: Path) -> Iterator[tuple[str, int, bytes]]:
    """What was written down: W(rite), F(lush) or M(ark), where, and the bytes."""
    raw, place = log.read_bytes(), 0
    while place < len(raw):
        what, at, size = HEAD.unpack_from(raw, place)
        place += HEAD.size + size
        yield what.decode(), at, raw[place - size : place]


def main(image: str, log: str, folder: str) -> None:
    """Serve until the folder is unmounted; one request after the other, so that the log has them in their order."""
    from fusepy import FUSE  # type: ignore[import-not-found]  # only Debian's Python has it

    FUSE(DiskLog(Path(image), Path(log)), folder, foreground=True, nothreads=True, big_writes=True, max_write=1 << 17)


if __name__ == "__main__":
    main(*sys.argv[1:])
