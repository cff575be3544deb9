"""How much of a damaged journal is kept: thousands of copies with bits flipped, cut or with holes, in file and log.

    python -m benchmarks.damage [COPIES] [SEED]

prints one JSON line. Of the copies, `refused` counts those that are no journal any more, which is said in one sentence;
`silent` those whose loss was not said; `short` those of which less was kept than can be read one after the other from
the bytes alone. `kept` and `readable` count events, and `sqlite_alone` those that SQLite reads until its first error.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import BadInput
from companion.referee.head import head_of
from companion.referee.journal import Journal
from tests.damaged import EVENTS, MATCHES, damaged, digests_of, readable, whole


def by_sqlite_alone(path: Path) -> int:
    """How many events SQLite gives until its first error."""
    count = 0
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError), closing(sqlite3.connect(path)) as connection:
        for _ in connection.execute("SELECT event, digest FROM event ORDER BY match_id, number"):
            count += 1
    return count


def kept_head(path: Path) -> Path:
    """The head of the journal at `path`, as a table would have written it."""
    with closing(Journal(path)) as journal:
        journal.keep_head()
    return head_of(path)


def main(copies: int, seed: int) -> None:
    """Damage, open, compare, and print the figures."""
    totals = {"copies": copies, "refused": 0, "silent": 0, "short": 0, "kept": 0, "readable": 0, "sqlite_alone": 0}
    with tempfile.TemporaryDirectory() as name:
        folder, chance = Path(name), random.Random(seed)
        journal = whole(folder, chance)
        digests = digests_of(journal, folder)
        head = kept_head(folder / "read.sqlite3")
        for copy in range(copies):
            place = folder / f"copy-{copy}"
            place.mkdir()
            file, log, _ = damaged(journal, chance)
            for each in ("journal.sqlite3", "alone.sqlite3"):
                (place / each).write_bytes(file)
                (place / f"{each}-wal").write_bytes(log)
            totals["sqlite_alone"] += by_sqlite_alone(place / "alone.sqlite3")
            counts = readable(journal, file, log, digests)
            shutil.copyfile(head, head_of(place / "journal.sqlite3"))
            try:
                opened = Journal(place / "journal.sqlite3")
            except BadInput:
                totals["refused"] += 1
                continue
            kept = {match_id: opened.events(match_id) for match_id in journal.events}
            is_said = opened.damage is not None
            begun = {match.id for match in opened.matches()}
            opened.close()
            totals["kept"] += sum(map(len, kept.values()))
            totals["readable"] += sum(counts.values())
            totals["short"] += any(len(kept[match_id]) < counts[match_id] for match_id in begun)
            totals["silent"] += kept != journal.events and not is_said
    sys.stdout.write(json.dumps({**totals, "events_each": MATCHES * EVENTS, "seed": seed}) + "\n")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*(numbers + [10_000, 20261124][len(numbers) :]))
