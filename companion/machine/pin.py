"""The host's PIN: made anew at each start, and kept where only the owner of the table can read it.

It stands on the OLED, and a table without one needs another place. The log is none: more people read it, and it stays.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from companion import atomic
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PIN_FILE = "host-pin"
DIGITS = 6  # whoever has a whole network of addresses may guess some thousand a day without being slowed down


def new_pin() -> str:
    """A PIN that nobody can know."""
    return "".join(secrets.choice("0123456789") for _ in range(DIGITS))


@contextmanager
def kept(path: Path, pin: str, notice: Callable[[str], object]) -> Iterator[Path | None]:
    """The file the PIN stands in meanwhile, readable by its owner only; None, told to `notice`, when it cannot be."""
    try:
        atomic.write(path, f"{pin}\n".encode(), mode=0o600)
    except OSError as error:
        why = error.strerror
        notice(told("The host's PIN cannot be written to {path} ({error}).", path=path, error=why))
        yield None
        return
    try:
        yield path
    finally:
        with suppress(OSError):  # a disk that failed meanwhile: what stays opens nothing once the table has stopped
            path.unlink(missing_ok=True)
