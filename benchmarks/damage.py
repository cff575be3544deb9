"""How much of a damaged journal is kept: thousands of copies with bits flipped, cut or with holes, in file and log.

    python -m benchmarks.damage [--count N] [--seed N] [--head whole|harmed|gone] [--resume FILE]

prints one JSON line. Of the copies, `refused` counts those that are no journal any more, which is said in one sentence;
`silent` those whose loss was not said; `short` those of which less was kept than can be read one after the other from
the bytes alone; `crashed` those at which something else was raised. `kept` and `readable` count events, and
`sqlite_alone` those that SQLite reads until its first error. `--head` says what became of the head beside the copy.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.resuming import progress
from companion.errors import BadInput
from companion.referee.head import Head, head_of
from companion.referee.journal import Journal
from tests.damaged import EVENTS, MATCHES, Whole, damaged, digests_of, harmed, readable, whole

if TYPE_CHECKING:
    from benchmarks.resuming import Progress

HEADS = ("whole", "harmed", "gone")
KEPT_EACH = 100  # copies between two times that progress is written down


@dataclass(frozen=True, slots=True)
class Sound:
    """The journal before it is damaged, the digests of its events by match and number, and its head's bytes."""

    journal: Whole
    digests: dict[tuple[int, int], str]
    head: bytes


def sound(folder: Path, chance: Random) -> Sound:
    """A journal as a table has it, and the head that table would have written."""
    journal = whole(folder, chance)
    digests = digests_of(journal, folder)
    with closing(Journal(folder / "read.sqlite3")) as opened:
        ends = opened.ends
    head, last = Head(folder / "read.sqlite3"), max(ends)
    head.write({**ends, last: (1, digests[last, 1])})  # as that table was started, and an event after the other since
    for number in range(2, ends[last][0] + 1):
        head.add({last: (number, digests[last, number])})
    return Sound(journal, digests, head.path.read_bytes())


def by_sqlite_alone(path: Path) -> int:
    """How many events SQLite gives until its first error."""
    count = 0
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError), closing(sqlite3.connect(path)) as connection:
        for _ in connection.execute("SELECT event, digest FROM event ORDER BY match_id, number"):
            count += 1
    return count


def damage_one(of: Sound, place: Path, head: str, chance: Random, tally: Progress) -> None:
    """Damage a copy in the folder `place`, open it, and count what came of it."""
    file, log, how = damaged(of.journal, chance)
    for name in ("journal.sqlite3", "alone.sqlite3"):
        (place / name).write_bytes(file)
        (place / f"{name}-wal").write_bytes(log)
    if head != "gone":
        beside = of.head if head == "whole" else harmed(of.head, chance)[0]
        head_of(place / "journal.sqlite3").write_bytes(beside)
    counts, tally.counts["copies"] = readable(of.journal, file, log, of.digests), tally.counts["copies"] + 1
    tally.counts["sqlite_alone"] += by_sqlite_alone(place / "alone.sqlite3")
    try:
        opened = Journal(place / "journal.sqlite3")
    except BadInput:
        tally.counts["refused"] += 1
        return
    with closing(opened):
        kept = {match_id: opened.events(match_id) for match_id in of.journal.events}
        begun = {match.id for match in opened.matches()}
    tally.counts["kept"] += sum(map(len, kept.values()))
    tally.counts["readable"] += sum(counts.values())
    if any(len(kept[match_id]) < counts[match_id] for match_id in begun):
        tally.counts["short"] += 1
        tally.find(f"copy {tally.done}, {how}: less was kept than can be read")
    if kept != of.journal.events and opened.damage is None:
        tally.counts["silent"] += 1
        tally.find(f"copy {tally.done}, {how}: a loss was not said")


def main() -> None:
    """Damage, open, compare, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=20261124)
    parser.add_argument("--head", choices=HEADS, default="whole")
    parser.add_argument("--resume", type=Path, help="go on from this file, and write progress there")
    arguments = parser.parse_args()
    tally = progress(arguments.seed, arguments.resume)
    with tempfile.TemporaryDirectory() as name:
        of = sound(Path(name), Random(arguments.seed))
        while tally.done < arguments.count:
            chance = Random(f"{arguments.seed}-{tally.done}")
            with tempfile.TemporaryDirectory(dir=name) as place:
                try:
                    damage_one(of, Path(place), arguments.head, chance, tally)
                except Exception as error:  # noqa: BLE001  the run goes on, and says of what kind each was
                    tally.counts["crashed"] += 1
                    tally.find(f"copy {tally.done}: {error!r}")
            tally.done += 1
            if tally.done % KEPT_EACH == 0:
                tally.keep()
    tally.keep()
    print(json.dumps({**tally.to_json(), "head": arguments.head, "events_each": MATCHES * EVENTS}))


if __name__ == "__main__":
    main()
