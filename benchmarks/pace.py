"""How often the camera looks on a slower machine: the lookout itself, while cards are laid, on a part of one core.

    python -m benchmarks.pace [--slowed 2 5 10] [--celsius N]        (root, for the control group)

Beside `benchmarks.instructions`, which counts, this is the second opinion: the whole process has so small a share of
one core that it is so many times slower than this machine, reads a drawn table on which a card is laid now and then,
and says how long its looks took, how far apart they began, and how long after it was laid a card had counted.
`--celsius` is a temperature it is told.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import cv2

from benchmarks.hub import slowed
from companion import dictionaries
from companion.clock import SystemClock
from companion.decks import albums, deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.referee.desk import Desk
from companion.referee.frames import Frames
from companion.referee.journal import Journal
from companion.referee.lookout import Lookout
from companion.referee.pacing import Warmth
from companion.referee.referee import Referee
from hardware.camera import open_camera

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.referee.tableview import TableView
    from companion.vision.sighting import Table

LAID = "ZOOKEEP"
SETUP = {"game": "disorder", "players": ["Ada", "Bo"], "options": {"lexicon": {"words": ["zookeeper"]}}}
PATIENCE_S = 120.0


class TimedReader:
    """A reader that notes how long each reading took, in milliseconds."""

    def __init__(self, deck: str) -> None:
        self._reader = albums.house_reader(deckfiles.read(deck))
        self.took_ms: list[float] = []

    def read(self, frame: NDArray[np.uint8]) -> Table:
        began_s = time.monotonic()
        table = self._reader.read(frame)
        self.took_ms.append(1000 * (time.monotonic() - began_s))
        return table


def looked(times: float, warmth: Warmth) -> None:
    """Lay cards at a machine so many times slower, and say what came of it."""
    reader, drawn = TimedReader("disorder"), DrawnTable(deckfiles.load("disorder"))
    pictures = [drawn.frame()]
    for label in LAID:
        drawn.place(label)
        pictures.append(drawn.frame())
    shown = 0
    news = threading.Condition()
    counted_s: dict[int, float] = {}

    def see(view: TableView) -> None:
        with news:
            counted_s.setdefault(len(view.protocol), time.monotonic())
            news.notify_all()

    with tempfile.TemporaryDirectory() as name, slowed([os.getpid()], times):
        journal = Journal(Path(name) / "journal.sqlite3")
        desk = Desk(Referee(journal, SystemClock(), dictionaries.load))
        desk.submit(lambda referee: referee.subscribe(see)).result()
        desk.submit(lambda referee: referee.begin(SETUP)).result()
        camera = open_camera("drawn", draw=lambda: pictures[shown], changes=lambda: shown)
        lookout = Lookout(camera, desk, Frames(Path(name) / "frames"), lambda _: reader, lambda: warmth)
        waited_s, intervals_ms = [], []
        for number in range(1, len(LAID) + 1):
            shown, laid_s = number, time.monotonic()
            with news:
                while number not in counted_s and time.monotonic() - laid_s < PATIENCE_S:
                    news.wait(0.05)
                    intervals_ms.append(lookout.pace.interval_ms)
            waited_s.append(counted_s[number] - laid_s)
        lookout.close()
        camera.close()
        desk.close()
        journal.close()
    reading, apart = reader.took_ms, intervals_ms
    print(
        f"{times:6.0f}  {median(reading):7.0f} {max(reading):7.0f}  {median(apart):7.0f} {max(apart):7.0f}"
        f"  {median(waited_s):9.2f} {max(waited_s):9.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slowed", type=float, nargs="+", default=[2, 5, 10], help="at most 10 (default: 2 5 10)")
    parser.add_argument("--celsius", type=float, help="a temperature the lookout is told")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("slower  a reading, ms    looks apart, ms  card to ruling, s")
    print("times    median   worst   median    most     median     worst")
    for times in args.slowed:
        looked(times, Warmth(args.celsius))


if __name__ == "__main__":
    main()
