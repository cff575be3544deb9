"""Files written whole or not at all, tried with a killed process, a disk without room and two writers at once."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion import atomic
from companion.machine.lock import FolderLock
from tests.full_disk import room_for

OLD, NEW = b"old" * 100_000, b"new!" * 100_000
WRITES_FOR_EVER = """
import itertools, sys
from pathlib import Path
from companion import atomic
from companion.machine.lock import FolderLock
print("begun", flush=True)
for content in itertools.cycle((b"old" * 100_000, b"new!" * 100_000)):
    atomic.write(Path(sys.argv[1]), content)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_in_parts_and_its_folder_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    atomic.write(path, b"one ", b"two")
    assert path.read_bytes() == b"one two"
    atomic.write(path, b"")
    assert path.read_bytes() == b""
    assert names(path.parent) == ["file"]


def test_whoever_looks_and_whenever_it_is_killed_the_file_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    atomic.write(path, OLD)
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", WRITES_FOR_EVER, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"
            seen = {path.read_bytes() for _ in range(100)}
            process.kill()
        assert seen <= {OLD, NEW}
        assert path.read_bytes() in (OLD, NEW)


def test_the_disk_has_the_file_before_its_name_and_the_name_before_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    synced: list[bytes] = []
    fsync, replace = os.fsync, Path.replace

    def note_fsync(descriptor: int) -> None:
        fsync(descriptor)
        file = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        done.append(file.name)
        if file.is_file():
            synced.append(file.read_bytes())

    def note_replace(self: Path, target: Path) -> Path:
        done.append("renamed")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(Path, "replace", note_replace)
    atomic.write(tmp_path / "file", b"content")
    assert done[0].startswith(".file.")
    assert done[1:] == ["renamed", tmp_path.name]
    assert synced == [b"content"], "all of it, and not what was handed to the system only once it was closed"


def test_a_folder_made_on_the_way_is_on_the_disk_before_what_is_in_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync = os.fsync

    def note(descriptor: int) -> None:
        fsync(descriptor)
        synced.append(Path(os.readlink(f"/proc/self/fd/{descriptor}")).name)

    monkeypatch.setattr(os, "fsync", note)
    atomic.write(tmp_path / "far" / "near" / "file", b"content")
    assert {tmp_path.name, "far", "near"} <= set(synced)
    synced.clear()
    atomic.write(tmp_path / "far" / "near" / "file", b"more")
    atomic.make_folder(tmp_path / "far" / "near")
    assert {tmp_path.name, "far"}.isdisjoint(synced), "it was there"
    with atomic.new_folder(tmp_path / "away" / "folder"):
        pass
    assert {tmp_path.name, "away"} <= set(synced)


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    atomic.write(path, OLD)
    with room_for(1000), pytest.raises(OSError, match="too large"):
        atomic.write(path, NEW)
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["file"]


def test_what_is_overwritten_is_on_the_disk_before_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    atomic.write(path, OLD)
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fdatasync", lambda _: synced.append(path.read_bytes()))
    atomic.overwrite(path, 3, b"new")
    assert synced == [OLD[:3] + b"new" + OLD[6:]]
    assert path.read_bytes() == synced[0]


def test_however_often_something_is_written_no_file_stays_open(tmp_path: Path) -> None:
    def written() -> int:
        """How many files are open once everything has been written once more."""
        atomic.write(tmp_path / "file", b"content")
        atomic.overwrite(tmp_path / "file", 0, b"more")
        with pytest.raises(OSError, match="Input/output error"), room_for(1000):
            atomic.overwrite(tmp_path / "file", 0, bytes(2000))
        return len(os.listdir("/proc/self/fd"))

    assert written() == written()


def test_what_cannot_be_overwritten_is_said(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(FileNotFoundError):
        atomic.overwrite(path, 0, NEW)
    assert names(tmp_path) == []
    atomic.write(path, b"")
    with room_for(1000):
        with pytest.raises(OSError, match="Input/output error"):
            atomic.overwrite(path, 0, bytes(2000))
        with pytest.raises(OSError, match="too large"):
            atomic.overwrite(path, 1000, b"more")


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder" / "within").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        atomic.write(tmp_path / "folder", b"content")
    assert names(tmp_path) == ["folder"]


def test_the_permissions_are_those_asked_for_less_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        atomic.write(tmp_path / "shared", b"")
        atomic.write(tmp_path / "secret", b"", mode=0o600)
    finally:
        os.umask(before)
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_two_who_write_the_same_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def write(content: bytes) -> None:
        for _ in range(20):
            atomic.write(path, content)

    writers = [threading.Thread(target=write, args=(content,)) for content in (OLD, NEW)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_bytes() in (OLD, NEW)
    assert names(tmp_path) == ["file"]


def test_a_folder_is_there_once_it_is_full(tmp_path: Path) -> None:
    with atomic.new_folder(tmp_path / "a" / "folder") as new:
        atomic.write(new / "file", b"content")
        assert not (tmp_path / "a" / "folder").exists()
    assert names(tmp_path / "a") == ["folder"]
    assert names(tmp_path / "a" / "folder") == ["file"]


def test_of_a_folder_that_cannot_be_filled_nothing_stays(tmp_path: Path) -> None:
    def fill() -> None:
        with atomic.new_folder(tmp_path / "folder") as new:
            atomic.write(new / "small", b"content")
            atomic.write(new / "large", NEW)

    with room_for(1000), pytest.raises(OSError, match="too large"):
        fill()
    assert names(tmp_path) == []


def test_no_folder_is_replaced_not_even_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileExistsError), atomic.new_folder(tmp_path / "empty"):
        pass
    with pytest.raises(FileExistsError), atomic.new_folder(tmp_path / "made meanwhile"):
        (tmp_path / "made meanwhile").mkdir()
    assert names(tmp_path) == ["empty", "made meanwhile"]


def test_what_a_cut_left_half_written_is_cleared_and_nothing_else(tmp_path: Path) -> None:
    left = tmp_path / ".seats.json.0a1b2c3d"
    kept = [".seats.json", ".seats.json.20261125", ".0a1b2c3d", "seats.json.0a1b2c3d", ".seats.json.0a1b2c3dd"]
    for name in (left.name, *kept):
        (tmp_path / name).write_text("Ann", "utf-8")
    (tmp_path / ".folder.0a1b2c3d").mkdir()
    with FolderLock(tmp_path):
        assert names(tmp_path) == sorted([*kept, ".folder.0a1b2c3d"])


def test_a_cut_in_the_midst_of_a_write_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "unlink", lambda *_args, **_named: None)  # as if the power went before it could be
    with pytest.raises(RuntimeError), atomic.new_file(tmp_path / "seats.json"):
        raise RuntimeError
    monkeypatch.undo()
    assert len(names(tmp_path)) == 1
    atomic.clear(tmp_path)
    assert names(tmp_path) == []


def test_what_keeps_its_owner_keeps_its_permissions_too(tmp_path: Path) -> None:
    path = tmp_path / "file"
    atomic.write(path, b"one", mode=0o600, keeps=True)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o664)
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(tmp_path, 1234, 2345)
        os.chown(path, 1235, 2346)
    atomic.write(path, b"two", mode=0o600, keeps=True)
    atomic.write(tmp_path / "other", b"one", mode=0o600, keeps=True)
    found, other = path.stat(), (tmp_path / "other").stat()
    assert (found.st_mode & 0o777, other.st_mode & 0o777) == (0o664, 0o600)
    assert not is_root or (found.st_uid, found.st_gid, other.st_uid, other.st_gid) == (1235, 2346, 1234, 2345)
