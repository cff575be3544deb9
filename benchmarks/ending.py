"""Runs that end a program over and over, by a kill or a power cut: their options, and the noting of what it wrote."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from benchmarks.power import preload
from benchmarks.resuming import finish, progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.resuming import Progress


def end_often(about: str | None, run: Callable[[Progress, int, float], object], *, seed: int) -> NoReturn:
    """Read the options, see to it that what is done to files can be noted, `run` for so many ends, of which a share are
    power cuts, and print what came of it. `about` says what the run does, `seed` is that of a run which names none."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--cuts", type=float, default=0.5, help="which share are power cuts (default: half)")
    parser.add_argument("--resume", type=Path, help="take the figures of this file over, and write them there")
    arguments = parser.parse_args()
    library = str(preload())
    if os.environ.get("LD_PRELOAD") != library:
        os.execve(sys.executable, [*sys.orig_argv], {**os.environ, "LD_PRELOAD": library})
    tally = progress(arguments.seed, arguments.resume)
    finish(tally, lambda: run(tally, arguments.count, arguments.cuts))
