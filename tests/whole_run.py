"""What is made once for all processes of a test run, or once for all runs, and where they find it."""

import fcntl
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

MadeT = TypeVar("MadeT")


class WholeRun:
    """The folder of the run, nowhere for one process alone; and one of what later runs find again, nowhere where
    pytest keeps nothing."""

    folder: Path | None = None
    kept: Path | None = None


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """One process at a time; the others wait."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def once(name: str, make: Callable[[], MadeT]) -> MadeT:
    """What `make` makes, made by the first process that asks for it by that name; it can be pickled."""
    if WholeRun.folder is None:
        return make()
    kept = WholeRun.folder / name
    with alone(kept.with_suffix(".lock")):
        if not kept.exists():
            kept.write_bytes(pickle.dumps(make()))
        made: MadeT = pickle.loads(kept.read_bytes())
    return made
