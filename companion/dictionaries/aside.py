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

from companion.errors import BadInput
from companion.sentences import told

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = (sys.executable, "-m", "companion.dictionaries")
NO_MEMORY = 3
"""The exit status of that process where the memory was not enough; the kernel may end it before it can say so."""


class Compiler:
    """Compiles dictionaries, one at a time, until it is ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def compile(self, name: str, data: Path) -> bool:
        """Have a dictionary compiled into the cache of a data folder, wait for it, and say whether it is there now.

        Nothing is said of what went wrong: whoever compiles it here sees why. Raises CancelledError once it was ended,
        and BadInput where this machine has not the memory: whoever tried it here would be the next to be ended.
        """
        status = self._run(name, str(data))
        if status == NO_MEMORY or status < 0:
            raise BadInput(told("there is not enough memory to compile the dictionary {name}", name=name))
        return status == 0

    def solve(self, name: str, data: Path) -> bool:
        """Have what is solved of a dictionary put beside it there; else as `compile`."""
        return self._run("--solve", name, str(data)) == 0

    def _run(self, *arguments: str) -> int:
        with self._lock:
            if self._ended:
                raise CancelledError
            # In a session of its own Ctrl-C is not for it: it is the table's to end it.
            self._process = subprocess.Popen([*COMMAND, *arguments], stdin=subprocess.DEVNULL, start_new_session=True)
        status = self._process.wait()
        if self._ended:
            raise CancelledError
        return status

    def end(self) -> None:
        """End what is being compiled, and begin nothing more."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()
