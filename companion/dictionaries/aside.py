"""Compiling while a table is running: in a process of its own.

On a thread of the table's, sorting a hundred thousand words at one go keeps all other threads waiting, buttons, timers
and pages (over a second on a laptop that has other work), and what compiling needs for a while stays in its memory.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = (sys.executable, "-m", "companion.dictionaries")


class Compiler:
    """Compiles dictionaries, one at a time, until it is ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def compile(self, name: str, data: Path) -> bool:
        """Have a dictionary compiled into the cache of a data folder, wait for it, and say whether it is there now.

        Nothing is said of what went wrong: whoever compiles it here sees why. Raises CancelledError once it was ended.
        """
        return self._run(name, str(data))

    def solve(self, name: str, data: Path) -> bool:
        """Have what is solved of a dictionary put beside it there; else as `compile`."""
        return self._run("--solve", name, str(data))

    def _run(self, *arguments: str) -> bool:
        with self._lock:
            if self._ended:
                raise CancelledError
            # In a session of its own Ctrl-C is not for it: it is the table's to end it.
            self._process = subprocess.Popen([*COMMAND, *arguments], stdin=subprocess.DEVNULL, start_new_session=True)
        done = self._process.wait() == 0
        if self._ended:
            raise CancelledError
        return done

    def end(self) -> None:
        """End what is being compiled, and begin nothing more."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
