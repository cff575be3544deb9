"""A table on a disk that fills up, in a process of its own: run by test_disk, on a small disk made for it.

    python -m tests.small_disk FOLDER EVENTS

begins a match on the disk at FOLDER, fills it to the last byte, plays so many events, says in one JSON line what the
displays say after each and what waits at the end, and leaves off.
"""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path

from companion.clock import FakeClock
from companion.referee.disk import RESERVE_FILE, Reserve
from companion.referee.journal import Journal
from companion.referee.referee import Referee
from companion.referee.source import Source
from tests.views import WORDS, placed, shipped

PLAYERS = ["Ann", "Bob"]


def fill(path: Path) -> None:
    """Leave no room on the disk: the last block goes, too."""
    with path.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


def main(folder: Path, events: int) -> None:
    reserve = Reserve(folder / RESERVE_FILE)
    referee = Referee(Journal(folder / "journal.sqlite3"), FakeClock(), shipped, reserve=reserve)
    referee.begin({"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}})
    said: list[tuple[str, ...]] = [referee.view.notices]
    fill(folder / "filler")
    for event in placed("Z" * events, PLAYERS):
        referee.happen(event, source=Source.HOST)
        said.append(referee.view.notices)
    sys.stdout.write(json.dumps({"said": said, "waiting": len(referee._ledger.waiting)}) + "\n")
    sys.stdout.flush()
    if not referee._ledger.waiting:
        (folder / "filler").unlink()
        referee.tick()
        sys.stdout.write(json.dumps({"held": reserve.hold(), "said": referee.view.notices}) + "\n")
    referee.leave_off()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
