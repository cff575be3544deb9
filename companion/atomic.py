"""Writing files whole or not at all: a power cut or a full disk leaves what was there before, or what was to be there.

Everything this program keeps in files of its own is written here; SQLite looks after the journal itself.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from contextlib import contextmanager, suppress
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_LEFT_OVER = re.compile(r"\..+\.(?!\d{8})[0-9a-f]{8}", re.DOTALL)  # see `_beside`; eight digits may be a date


def write(path: Path, *parts: bytes, mode: int = 0o666, keeps: bool = False) -> None:
    """Put a file made of `parts` in the place of what is at `path`; its folder is made if need be.

    It is written beside, brought to the disk, renamed, and the renaming brought to the disk. `mode` are the permissions
    asked for, less the process's umask; one that `keeps` has owner and permissions of what was at `path`, or its
    folder's owner where nothing was, as far as the process may give them: a table must read what its owner, as root,
    has written. Raises OSError; what was at `path` then stays.
    """
    with new_file(path, mode, keeps=keeps) as file:
        file.writelines(parts)


def overwrite(path: Path, at_byte: int, sector: bytes) -> None:
    """Put bytes in the place of as many in a file that is there, and bring them to the disk: all of them or none, when
    they are one sector's. Raises OSError; what is there then is not known."""
    descriptor = os.open(path, os.O_WRONLY)
    try:
        if os.pwrite(descriptor, sector, at_byte) < len(sector):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        os.fdatasync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def new_file(path: Path, mode: int = 0o666, *, keeps: bool = False) -> Iterator[BinaryIO]:
    """A file to be written and to be in the place of what is at `path` once that is done; else as `write`."""
    beside = _beside(path)
    try:
        with os.fdopen(_create(beside, mode), "wb") as file:
            if keeps:
                _keep_owner(file.fileno(), path)
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless they are there; a power cut takes none of them away again, with all
    that was brought to the disk in it since. Raises OSError."""
    missing = list(takewhile(lambda folder: not folder.exists(), (path, *path.parents)))
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        _sync(folder.parent)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to be filled (with `write`): at `path` once it is full; an error on the way leaves nothing there.

    Raises FileExistsError when something is at `path`, and OSError when no folder can be made there.
    """
    _refuse_what_exists(path)
    make_folder(path.parent)
    beside = _beside(path)
    beside.mkdir()
    try:
        yield beside
        _refuse_what_exists(path)  # a rename would take the place of an empty folder
        beside.rename(path)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise
    _sync(path.parent)


def clear(folder: Path) -> None:
    """Remove the files half written that were left in a folder where the program was killed or the power cut. Only for
    whoever has the folder alone: somebody else's may still become whole."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _LEFT_OVER.fullmatch(path.name) and path.is_file():
                path.unlink()


def _keep_owner(descriptor: int, path: Path) -> None:
    is_there = path.exists()
    before = (path if is_there else path.parent).stat()
    with suppress(PermissionError):  # only root gives files away
        os.fchown(descriptor, before.st_uid, before.st_gid)
    if is_there:
        os.fchmod(descriptor, stat.S_IMODE(before.st_mode))


def _create(path: Path, mode: int) -> int:
    """A new file's descriptor. Its folder is nearly always there: it is made only once opening shows that it is not."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        return os.open(path, flags, mode)
    except FileNotFoundError:
        make_folder(path.parent)
        return os.open(path, flags, mode)


def _beside(path: Path) -> Path:
    """A name nobody else has, hidden, in the same folder: two programs may write the same file at once."""
    return path.with_name(f".{path.name}.{secrets.choice('abcdef')}{secrets.token_hex(4)[1:]}")


def _refuse_what_exists(path: Path) -> None:
    if path.exists():
        raise FileExistsError(f"{path} exists already")


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
