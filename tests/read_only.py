"""A folder nobody may write in, for tests; also for tests that root runs, whom no permission stops."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

NOBODY = 65534


@contextmanager
def folder_in_sight() -> Iterator[Path]:
    """An empty folder that every user of the machine can look into; those of pytest are their user's alone."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def permitted(path: Path, mode: int) -> Iterator[None]:
    """For a while a file or folder has this mode, the same for all users; one of whom this process is, and not root."""
    user, before = os.geteuid(), path.stat().st_mode
    path.chmod(mode)
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        path.chmod(before)


def read_only(folder: Path) -> AbstractContextManager[None]:
    """For a while nothing in the folder can be made, renamed or removed; files that are open stay writable."""
    return permitted(folder, 0o555)


@contextmanager
def of_another_user(file: Path) -> Iterator[None]:
    """For a while this file can be read and not written; the others of its folder can."""
    user, folder = os.geteuid(), file.parent
    for each in folder.iterdir():
        each.chmod(0o444 if each == file else 0o666)
    if user == 0:
        os.chown(folder, NOBODY, -1)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        if user == 0:
            os.chown(folder, user, -1)
        file.chmod(0o644)
