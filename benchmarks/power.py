"""Power cuts, played on what a program was seen to do to its files (`power.c`): what was not synced may be gone.

The model is a disk that honours a sync and promises nothing else. What was written to a file since its last sync may
have come to the disk or not, each write by itself, whole or in sectors; a file that was made, renamed or removed is so
only once its folder was synced, and otherwise up to some moment. What is mapped into memory (SQLite's `-shm`) is gone.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import struct
import subprocess
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

SOURCE = Path(__file__).with_name("power.c")
HEAD = struct.Struct("=5q")
SECTOR_BYTES = 512
SURVIVING = (0.0, 0.3, 0.8, 1.0)  # how likely a write that was not synced came to the disk, by power cut


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes written to a place of a file; without `data` the file was cut, or made longer, to end there."""

    at: int
    data: bytes | None


@dataclass(slots=True)
class File:
    """What of a file, or of a whole disk, surely is there, and what was done to it since."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        """All that was written is there from now on."""
        for write in self.since:
            _write(self.synced, write)
        self.since.clear()

    def left(self, survives: float, chance: Random, part_bytes: int = SECTOR_BYTES) -> bytes:
        """What is left after a power cut; `survives` is how likely a write that was not synced is there, `part_bytes`
        what is there whole or not at all."""
        content = bytearray(self.synced)
        for write in self.since:
            if chance.random() >= survives:
                continue
            if write.data is None or chance.random() < 0.7:
                _write(content, write)
                continue
            for start in range(0, len(write.data), part_bytes):  # torn
                if chance.random() < 0.5:
                    _write(content, Write(write.at + start, write.data[start : start + part_bytes]))
        return bytes(content)


@dataclass(frozen=True, slots=True)
class Naming:
    """A name that was given (or, without a file, taken away) in a folder; a rename is one with its old name `gone`."""

    name: Path
    file: File | None
    gone: Path | None = None


class Disk:
    """The files of a folder as the program saw them, and as they are surely there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: dict[Path, File] = {
            path: File(bytearray(path.read_bytes())) for path in sorted(folder.rglob("*")) if path.is_file()
        }
        self._sure = dict(self._seen)
        self._folders = {path: True for path in folder.rglob("*") if path.is_dir()} | {
            folder: True
        }  # and whether surely
        self._namings: dict[Path, list[Naming]] = {}

    def note(self, what: str, path: Path, other: Path, at: int, data: bytes) -> None:
        """Do what the program did."""
        if what == "W":
            self._file(path).since.append(Write(at, data))
        elif what == "T":
            self._file(path).since.append(Write(at, None))
        elif what == "S":
            self._sync(path)
        elif what == "C":
            self._name(Naming(path, File()))
        elif what == "R" and path in self._seen:
            self._name(Naming(other, self._seen[path], gone=path))
        elif what == "U":
            self._name(Naming(path, None))
        elif what == "M":
            self._folders[path] = False

    def _file(self, path: Path) -> File:
        if path not in self._seen:
            self._name(Naming(path, File()))
        return self._seen[path]

    def _name(self, naming: Naming) -> None:
        self._namings.setdefault(naming.name.parent, []).append(naming)
        _apply(naming, self._seen)

    def _sync(self, path: Path) -> None:
        if path not in self._folders:
            self._file(path).sync()
            return
        for naming in self._namings.pop(path, ()):
            _apply(naming, self._sure)
        self._folders |= {each: True for each in self._folders if each.parent == path}

    def cut(self, chance: Random, to: Path) -> None:
        """Write into the folder `to` what is left after a power cut at this moment."""
        names = dict(self._sure)
        for namings in self._namings.values():
            for naming in namings[: chance.randint(0, len(namings))]:
                _apply(naming, names)
        survives = chance.choice(SURVIVING)
        gone = [folder for folder, is_sure in self._folders.items() if not is_sure and chance.random() > survives]
        for folder in self._folders:
            if not any(folder.is_relative_to(each) for each in gone):
                (to / folder.relative_to(self._folder)).mkdir(parents=True, exist_ok=True)
        for path, file in names.items():
            if path.name.endswith("-shm") or any(path.is_relative_to(each) for each in gone):
                continue
            (to / path.relative_to(self._folder)).write_bytes(file.left(survives, chance))


def _apply(naming: Naming, names: dict[Path, File]) -> None:
    if naming.gone is not None:
        names.pop(naming.gone, None)
    if naming.file is None:
        names.pop(naming.name, None)
    else:
        names[naming.name] = naming.file


def _write(content: bytearray, write: Write) -> None:
    if write.data is None:
        del content[write.at :]
        content.extend(bytes(write.at - len(content)))
        return
    content.extend(bytes(max(0, write.at - len(content))))
    content[write.at : write.at + len(write.data)] = write.data


def replayed(before: Path, log: Path, was: Path) -> Disk:
    """The disk of a program that found its folder `was` as it is kept in `before`, and did what `log` says."""
    disk = Disk(before)
    for what, path, other, at, data in _records(log.read_bytes()):
        disk.note(
            what,
            before / path.relative_to(was),
            before / other.relative_to(was) if other != Path() else other,
            at,
            data,
        )
    return disk


def _records(raw: bytes) -> Iterator[tuple[str, Path, Path, int, bytes]]:
    place = 0
    while place + HEAD.size <= len(raw):
        what, at, path, other, data = HEAD.unpack_from(raw, place)
        start = place + HEAD.size
        texts = raw[start : start + path].decode(), raw[start + path : start + path + other].decode()
        place = start + path + other + data
        if place > len(raw):
            return  # the program was killed while it noted this
        yield chr(what), Path(texts[0]), Path(texts[1]), at, raw[place - data : place]


def lost_power(before: Path, log: Path, folder: Path, chance: Random) -> None:
    """Put in the place of `folder` what is left of it after a power cut."""
    disk = replayed(before, log, folder)
    after = folder.with_name(f"{folder.name}-after")
    after.mkdir()
    disk.cut(chance, after)
    shutil.rmtree(folder)
    after.rename(folder)


def preload() -> Path:
    """The library that takes notes, compiled. Raises OSError without a C compiler, CalledProcessError when it fails."""
    library = Path(tempfile.gettempdir()) / f"tableside-power-{os.getuid()}.so"
    if not library.exists() or library.stat().st_mtime < SOURCE.stat().st_mtime:
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl", "-lpthread"], check=True)
    return library


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def take_notes(folder: Path, log: Path) -> None:
    """From now on note what this process does in the folder. Raises RuntimeError when the library is not preloaded."""
    try:
        begin = _library().power_begin
    except AttributeError as error:
        raise RuntimeError("the library that takes notes is not preloaded") from error
    begin(os.fsencode(folder), os.fsencode(log))
