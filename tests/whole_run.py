"""What is made once for all processes of a test run, and where they find it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class WholeRun:
    """The folder of the run; nowhere for one process alone."""

    folder: Path | None = None


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """One process at a time; the others wait."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
