"""The start that `benchmarks.instructions` has counted, from the first instruction to the first answered request, and
how the program under its plugin gives signs.

    python -m benchmarks.counted_start FOLDER

FOLDER has the data. It prints what each sign stands for.
"""

from __future__ import annotations

import os
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SIGN = 0x7AB1E000  # as instructions.c has it


class Signs:
    """Gives signs, each of another number, and says what lies between two of them."""

    def __init__(self) -> None:
        self._number = 0

    def give(self) -> int:
        """One sign: the plugin writes the count so far beside its number."""
        with suppress(OSError):
            os.getpgid(SIGN + self._number)
        self._number += 1
        return self._number - 1

    def over(self, name: str, act: Callable[[], object], times: int = 1) -> None:
        """Count some work."""
        first = self.give()
        for _ in range(times):
            act()
        print(f"between {first} {self.give()} {times} {name}", flush=True)


def start(folder: Path) -> None:
    """The table's start, up to the first page that somebody gets."""
    from companion import cli  # noqa: F401 - what the command brings along
    from companion.app import App, Setup, started

    signs = Signs()
    print(f"between -1 {signs.give()} 1 imports", flush=True)

    def begin() -> App:
        return started(Setup(folder / "data", port=0, camera="none"), lambda _: None)

    first = signs.give()
    app = begin()
    print(f"between {first} {signs.give()} 1 parts put together", flush=True)
    signs.over("the first page", lambda: read(f"{app.address}/kiosk"))
    print(f"between -1 {signs.give()} 1 start to first answer", flush=True)
    sys.stdout.flush()
    os._exit(0)


def read(page: str) -> bytes:
    """A page of the table."""
    with urllib.request.urlopen(page, timeout=600) as answer:
        return bytes(answer.read())


if __name__ == "__main__":
    start(Path(sys.argv[1]))
