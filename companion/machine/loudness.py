"""How loud the table speaks: said on the command line or the host's page, and remembered in the data folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import atomic
from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LOUDNESS_FILE = "voice"  # holds the percent
USUAL_PERCENT = 70
PERCENTS = range(101)


class Loudness:
    """How loud the table speaks, in percent; 0 is not at all, as it is until somebody says otherwise.

    `said` is what the command line says, None where it says nothing. `apply` is told each new value at once, before it
    is written; `notice` is told one sentence when it cannot be, else None.
    """

    def __init__(
        self, path: Path, said: int | None, apply: Callable[[int], object], notice: Callable[[str | None], object]
    ) -> None:
        self._path = path
        self._apply = apply
        self._notice = notice
        self.percent = self._loud = 0
        known = _remembered(path)
        self._take(known or 0)
        if said is not None and said != known:
            self.set(said)

    def set(self, percent: int) -> None:
        """Speak as loud as this from now on, and after a restart. Raises BadInput outside 0 to 100."""
        if percent not in PERCENTS:
            raise BadInput(told("the voice can be 0 to 100 percent loud, not {percent}", percent=percent))
        self._take(percent)
        try:
            atomic.write(self._path, str(percent).encode())
        except OSError as error:
            failed = {"path": self._path, "error": error.strerror}
            self._notice(told("How loud the table speaks cannot be kept in {path} ({error}).", **failed))
        else:
            self._notice(None)

    def toggle(self) -> None:
        """Be silent, or speak again as loud as before: until the table is stopped."""
        self._take(0 if self.percent else self._loud or USUAL_PERCENT)

    def _take(self, percent: int) -> None:
        self._loud = percent or self._loud
        self.percent = percent
        self._apply(percent)


def _remembered(path: Path) -> int | None:
    """What was said before; None for nothing, or a file that holds no percent."""
    try:
        kept = path.read_bytes()[:4].decode("ascii", "replace").strip()
    except OSError:
        return None
    return int(kept) if kept.isascii() and kept.isdigit() and int(kept) in PERCENTS else None
