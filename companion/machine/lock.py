"""One table per data folder: two referees writing one journal would each believe to be the only one."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING, Self

from companion import atomic
from companion.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class FolderLock:
    """Holds a data folder until closed; the kernel lets go of it even when the process is killed. What such a process
    left half written is cleared away.

    Raises BadInput when another running table holds it, and for one that may not be looked into.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise BadInput(f"the data folder {folder} cannot be looked into ({error.strerror})") from error
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._folder)
            raise BadInput(f"another table is running on the data folder {folder}; stop it or name another") from error
        atomic.clear(folder)

    def close(self) -> None:
        """Let go of the folder."""
        os.close(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
