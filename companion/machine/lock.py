"""One table per data folder: two referees writing one journal would each believe to be the only one."""

from __future__ import annotations

import fcntl
from typing import TYPE_CHECKING, Self

from companion.errors import BadInput

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType


class FolderLock:
    """Holds a data folder until closed; the kernel lets go of it even when the process is killed.

    Raises BadInput when another running table holds it.
    """

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "table.lock").open("w")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise BadInput(f"another table is running on the data folder {folder}; stop it or name another") from error

    def close(self) -> None:
        """Let go of the folder."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
