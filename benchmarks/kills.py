"""Nights of all five games at a table that is killed at any moment, or loses its power.

    python -m benchmarks.kills [--count N] [--seed N] [--cuts SHARE] [--resume FILE]

Host, phones, buttons and camera play the saved matches at the whole table (simulated devices), which is ended by
SIGKILL after a random while: at work, between two events, or while it starts. In `--cuts` of the cases its power goes,
too: what it had not synced by then may be lost, writes torn, new names and renames undone (`benchmarks/power.py`).
After each new start it is held against what was acknowledged: every event is there once, one that was under way at most
once, nothing else; earlier matches are whole; the displays show what these events make, and complain of nothing; timers
stand; phones keep their seats; pictures of rulings are there.

A C compiler is needed (`cc`). With `--resume` only the figures are taken over: the night begins anew. The same seed
makes the same choices, but where a kill strikes is the machine's. The exit status is 1 when anything was found.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.ending import end_often
from benchmarks.power import lost_power

if TYPE_CHECKING:
    from benchmarks.kills_night import Night
    from benchmarks.resuming import Progress

MOST_ACTS = 14  # between two kills
LONGEST_DELAY_S = 0.03  # from then on: an event takes some milliseconds
STARTING_S = 0.6  # how long a start takes, about
AT_START = 0.15  # how often a table is killed while it starts
LIVES = 60  # of one night: then an empty folder


def live_once(folder: Path, night: Night, tally: Progress, chance: Random, *, is_cut: bool) -> None:
    """One life of the table from its start to its end."""
    from benchmarks.kills_table import Gone, Table

    before, log = folder.with_name("before"), folder.with_name("log")
    if is_cut:
        shutil.copytree(folder, before)
        log.unlink(missing_ok=True)
    table = Table(folder, log if is_cut else None)
    try:
        if chance.random() < AT_START:
            tally.counts["killed while starting"] += 1
            table.kill_in(chance.uniform(0, STARTING_S))
        table.await_start()
        night.check(table)
        for _ in range(chance.randrange(MOST_ACTS + 1)):
            night.act(table)
        if not table.is_dying:
            table.kill_in(chance.uniform(0, LONGEST_DELAY_S))
        while True:
            night.act(table)
    except Gone:
        status = table.buried()
    if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
        night.wrong(f"the table ended by itself, with {status}")
    if is_cut:
        lost_power(before, log, folder, chance)
        shutil.rmtree(before)
    tally.counts["power cuts" if is_cut else "kills"] += 1


def run(tally: Progress, count: int, cuts: float) -> None:
    """Nights until the table has been ended `count` times."""
    from benchmarks.kills_night import Night

    while tally.done < count:
        chance = Random(f"{tally.seed}-{tally.done}")
        with tempfile.TemporaryDirectory() as name:
            folder, night, began_s = Path(name) / "data", Night(chance, tally), time.monotonic()
            folder.mkdir()
            lives = min(LIVES, count - tally.done)
            for _ in range(lives):
                live_once(folder, night, tally, chance, is_cut=chance.random() < cuts)
                tally.done += 1
            tally.counts["nights"] += 1
            tally.notes["s_each"] = round((time.monotonic() - began_s) / lives, 2)
            tally.keep()


if __name__ == "__main__":
    end_often(__doc__, run, seed=20261124)
