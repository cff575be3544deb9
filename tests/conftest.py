"""Shared by all tests: property tests repeat the same examples everywhere, so a red build can be reproduced.

`make random` looks elsewhere with a new seed, which it prints; what it finds is kept as an `@example`.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.unclosed import warn_of_unclosed_databases
from tests.whole_run import WholeRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.hourglass import Hourglass

settings.register_profile("table", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, derandomize=False, database=None, print_blob=True, max_examples=15)
settings.load_profile("table")

# Of the tests and of the programs they start: else NumPy's idle threads wait with all their might.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Days and hours are said as they are where the table stands; the tests' table stands in Greenwich (tests/test_days.py
# also looks west and east of it).
os.environ["TZ"] = "UTC"
time.tzset()

warn_of_unclosed_databases()

# Each full collection walks every word of the dictionaries that the tests share.
gc.set_threshold(50_000)

MEMORY = Path("/dev/shm")  # a folder on no disk: tests commit thousands of events, each of which waits for its disk
ROOM_BYTES = 2_000_000_000  # the tests need a tenth of it


def pytest_configure() -> None:
    """Put the tests' folders into memory where there is room, unless another place is asked for."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
        for name in ("PYTEST_DEBUG_TEMPROOT", "TMPDIR"):  # of the tests, and of the programs they start
            os.environ.setdefault(name, str(MEMORY))
        tempfile.tempdir = None  # pytest has asked for it already


def pytest_collection_finish() -> None:
    """What was collected stays, with all that it has brought along: no full collection need walk that."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """What one collection leaves stays: pytest collects five times before it ends, for what ends unseen."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: whoever waits for a browser or a program it started needs none."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.fixture(scope="session", autouse=True)
def shared_folders(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> None:
    """The folder of the whole run is the one that holds the folder of each of its processes."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        WholeRun.folder = tmp_path_factory.getbasetemp().parent
    if (cache := getattr(request.config, "cache", None)) is not None:
        WholeRun.kept = cache.mkdir("dictionaries")


@pytest.fixture
def hourglass(tmp_path: Path) -> Iterator[Callable[..., Hourglass]]:
    """Begins matches whose time passes only when told to."""
    from tests.hourglass import Hourglass  # only where it is asked for: other tests start without the referee

    made: list[Hourglass] = []

    def make(game: str, players: list[str], **options: Any) -> Hourglass:
        made.append(Hourglass(tmp_path, game, players, **options))
        return made[-1]

    yield make
    for glass in made:
        glass.journal.close()
