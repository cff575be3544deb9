"""Bad inputs by the hundred thousand, all of them from a seed, to the real table and to what reads files.

    python -m benchmarks.fuzz [--count N] [--seed N] [--resume FILE] [--only AREA]

HTTP as a stranger, as a phone and as the host; events from every seat of all five games; presses of every button; cards
laid before a camera that is unsure of some; transcripts, deck files, pictures, recordings and journals with something
wrong in them. It is seen to that the table answers everything with
less than 500, in one sentence, with all its headers; that nothing is changed by a refusal; that no answer takes the
table more than a second of a processor; that nothing but a refusal is raised; and how the memory of the table grows.

A batch is made from the seed and its own number; with `--resume` a run that was cut off goes on with the next one (at
a new table). `--only stranger --from 17 --count 250` plays batch 17 of strangers again. What is found is printed with
its batch, and then the figures as one JSON line; the exit status is 1 when anything was found.

Transcripts sent to `/api/judge` are judged by a process each, which takes as long as starting Python does; they are
tried in the tests, and here as documents.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks import fuzz_files
from benchmarks.fuzz_http import areas
from benchmarks.fuzz_table import FuzzedTable
from benchmarks.resuming import finish, progress

if TYPE_CHECKING:
    from benchmarks.resuming import Progress

BATCH = 250
FILES = {
    each.__name__: each
    for each in (fuzz_files.transcripts, fuzz_files.decks, fuzz_files.pictures, fuzz_files.records, fuzz_files.journals)
}
WEIGHTS = {  # how many of each eighteen batches
    "stranger": 3, "phone": 2, "host": 2, "events": 4, "buttons": 1, "cards": 1,
    "transcripts": 1, "decks": 1, "pictures": 1, "records": 1, "journals": 1,
}  # fmt: skip
REMEMBERED = 2000  # inputs between two figures of the memory
PLACES = tuple(name for name, weight in WEIGHTS.items() for _ in range(weight))


def run(tally: Progress, count: int, only: str | None) -> None:
    """Batches up to `count` inputs."""
    with FuzzedTable(tally) as table:
        every = areas(table) | FILES
        curve = tally.notes.setdefault("rss_mb", [])
        curve.append([tally.done * BATCH, "a new table", round(table.rss_mb, 1)])
        began_s, before = time.monotonic(), tally.counts["inputs"]
        while tally.counts["inputs"] < count:
            name = only or PLACES[tally.done % len(PLACES)]
            size = min(BATCH, count - tally.counts["inputs"])
            every[name](Random(f"{tally.seed}-{tally.done}-{name}"), tally, size)
            table.is_well()
            tally.done += 1
            tally.counts["inputs"] += size
            if tally.counts["inputs"] // REMEMBERED != (tally.counts["inputs"] - size) // REMEMBERED:
                per_s = (tally.counts["inputs"] - before) / (time.monotonic() - began_s)
                curve.append([tally.counts["inputs"], round(per_s), round(table.rss_mb, 1)])
                tally.keep()


def main() -> None:
    """Read the options, run, print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, help="inputs, those before a resumed run counted")
    parser.add_argument("--seed", type=int, help="a new one if left out")
    parser.add_argument("--resume", type=Path, help="go on from this file, and write progress there")
    parser.add_argument("--only", choices=list(WEIGHTS), help="this area alone")
    parser.add_argument("--from", type=int, dest="first", help="begin with this batch")
    arguments = parser.parse_args()
    seed = arguments.seed
    if seed is None:
        kept = arguments.resume is not None and arguments.resume.exists()
        seed = json.loads(arguments.resume.read_bytes())["seed"] if kept else int.from_bytes(os.urandom(4))
    print(f"The seed is {seed}; the same again: --seed {seed}", flush=True)
    tally = progress(seed, arguments.resume)
    if arguments.first is not None:
        tally.done = arguments.first
    finish(tally, lambda: run(tally, arguments.count, arguments.only))


if __name__ == "__main__":
    main()
