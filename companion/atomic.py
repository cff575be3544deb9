"""Writing files whole or not at all: a power cut or a full disk leaves what was there before, or what was to be there.

Everything this program keeps in files of its own is written here; SQLite looks after the journal itself.
"""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO


def write(path: Path, *parts: bytes, mode: int = 0o666) -> None:
    """Put a file made of `parts` in the place of what is at `path`; its folder is made if need be.

    It is written beside, brought to the disk, renamed, and the renaming brought to the disk. `mode` are the permissions
    asked for, less the process's umask. Raises OSError; what was at `path` then stays.
    """
    with new_file(path, mode) as file:
        file.writelines(parts)


@contextmanager
def new_file(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file to be written and to be in the place of what is at `path` once that is done; else as `write`."""
    beside = _beside(path)
    try:
        with os.fdopen(_create(beside, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync(path.parent)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to be filled (with `write`): at `path` once it is full; an error on the way leaves nothing there.

    Raises FileExistsError when something is at `path`, and OSError when no folder can be made there.
    """
    _refuse_what_exists(path)
    path.parent.mkdir(parents=True, exist_ok=True)
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


def _create(path: Path, mode: int) -> int:
    """A new file's descriptor. Its folder is nearly always there: it is made only once opening shows that it is not."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        return os.open(path, flags, mode)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, flags, mode)


def _beside(path: Path) -> Path:
    """A name nobody else has, hidden, in the same folder: two programs may write the same file at once."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")


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
