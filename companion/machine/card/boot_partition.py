"""The card's boot partition, which is only read but for the moments in which one of its few files is written."""

from __future__ import annotations

import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion import atomic
from companion.machine.card.slots import STATE, Running, Slots

if TYPE_CHECKING:
    from collections.abc import Iterator

BOOT = Path("/boot/firmware")
CMDLINE = Path("/proc/cmdline")


def slots(boot: Path = BOOT) -> Slots:
    """What the card says of its slots; a new card's where it says nothing."""
    with suppress(OSError):
        return Slots.read((boot / STATE).read_text(encoding="ascii", errors="replace"))
    return Slots()


def running(cmdline: Path = CMDLINE) -> Running | None:
    """Which slot runs; None where this is no card."""
    return Running.read(cmdline.read_text(encoding="ascii", errors="replace"))


def put(name: str, content: bytes | None, boot: Path = BOOT) -> None:
    """Write a file of the boot partition, or with None remove it; one that is as it should be is not touched.

    Raises OSError when the partition cannot be written.
    """
    path = boot / name
    if (path.read_bytes() if path.exists() else None) == content:
        return
    with _writable(boot):
        if content is None:
            path.unlink()
        else:
            atomic.write(path, content)


@contextmanager
def _writable(boot: Path) -> Iterator[None]:
    """Where it is a mounted partition, mounted for writing inside, and only for reading after."""
    if not boot.is_mount():
        yield
        return
    _remount("rw", boot)
    try:
        yield
    finally:
        _remount("ro", boot)


def _remount(how: str, boot: Path) -> None:
    done = subprocess.run(["mount", "-o", f"remount,{how}", boot], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{boot} cannot be mounted {how}: {done.stderr.strip()}")
