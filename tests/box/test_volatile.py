"""What a power cut leaves of a disk's writes: all that was flushed, and of the rest what chance has it."""

import random
import struct
from pathlib import Path

import pytest

from tests.box.volatile import ABOUT, DISCARD, FLUSH, FUA, HEAD, MAGIC, LogError, Write, read_log, replay, survived

SECTOR = 512


def log_of(path: Path, *entries: tuple[int, bytes, int]) -> Path:
    """A log as QEMU writes it: of each entry the sector, the content and the flags."""
    parts = [ABOUT.pack(MAGIC, 1, len(entries), SECTOR).ljust(SECTOR, b"\0")]
    for sector, content, flags in entries:
        parts += [HEAD.pack(sector, len(content) // SECTOR, flags, 0).ljust(SECTOR, b"\0"), content]
    path.write_bytes(b"".join(parts))
    return path


def filled(letter: str) -> bytes:
    return letter.encode() * SECTOR


def test_what_came_before_a_flush_is_kept_and_what_came_after_waits(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log", (1, filled("a"), 0), (0, b"", FLUSH), (2, filled("b"), 0))
    assert read_log(log) == ([Write(SECTOR, filled("a"))], [Write(2 * SECTOR, filled("b"))])


def test_a_write_that_is_flushed_by_itself_is_kept_alone(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log", (1, filled("a"), 0), (2, filled("b"), FUA))
    assert read_log(log) == ([Write(2 * SECTOR, filled("b"))], [Write(SECTOR, filled("a"))])


def test_a_discard_writes_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log_of(log)
    discard = HEAD.pack(8, 4, DISCARD, 0).ljust(SECTOR, b"\0")
    log.write_bytes(log.read_bytes() + discard + HEAD.pack(1, 1, 0, 0).ljust(SECTOR, b"\0") + filled("a"))
    assert read_log(log) == ([], [Write(SECTOR, filled("a"))])


def test_a_log_cut_off_within_an_entry_ends_there(tmp_path: Path) -> None:
    log = log_of(tmp_path / "log", (1, filled("a"), 0), (0, b"", FLUSH), (2, filled("b"), 0))
    log.write_bytes(log.read_bytes()[: -SECTOR - 100])
    assert read_log(log) == ([Write(SECTOR, filled("a"))], [])
    log.write_bytes(log.read_bytes()[:-412] + bytes(3 * SECTOR))  # room made in the file, nothing written there yet
    assert read_log(log) == ([Write(SECTOR, filled("a"))], [])


def test_of_what_waited_some_is_lost_and_nothing_of_what_was_flushed() -> None:
    flushed = [Write(number, b"f") for number in range(50)]
    waiting = [Write(number, b"w") for number in range(50)]
    left = list(survived(flushed, waiting, random.Random(7)))
    assert left[:50] == flushed
    assert 0 < len(left[50:]) < 50
    assert left != list(survived(flushed, waiting, random.Random(8)))


def test_the_disk_holds_what_survived(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.write_bytes(bytes(4 * SECTOR))
    log = log_of(tmp_path / "log", (1, filled("a"), 0), (1, filled("b"), 0), (3, filled("c"), 0), (0, b"", FLUSH))
    said = replay(log, disk, random.Random(1))
    assert disk.read_bytes() == bytes(SECTOR) + filled("b") + bytes(SECTOR) + filled("c")
    assert said == "3 writes flushed, of 0 more 0 survived"


@pytest.mark.parametrize("content", [b"", struct.pack("<QQQI", 7, 1, 0, SECTOR)])
def test_what_is_no_log_is_called_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "log").write_bytes(content)
    with pytest.raises(LogError, match="is no log of writes"):
        read_log(tmp_path / "log")
