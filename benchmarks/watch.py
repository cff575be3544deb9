"""What an idle table costs: looking whether anything has changed, beside reading every picture anew.

    python benchmarks/watch.py

A user would pick the second: read each frame and compare the readings. CPU time of one core, median of the rounds.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from companion.decks import deckfiles
from companion.drawn.drawn_table import DrawnTable
from companion.vision.reader import Reader
from companion.vision.watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS, LOOKS, READS = 7, 60, 4


def cpu_ms(act: Callable[[], object], times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        act()
    return 1000 * (time.process_time() - began) / times


def main() -> None:
    deck = deckfiles.load("disorder")
    table, watcher, reader = DrawnTable(deck), Watcher(), Reader(deck)
    for letter in "ZOOKEEPER":
        table.place(letter)
    now_ms = 0
    while watcher.state != "settled":
        watcher.watch(table.frame(), now_ms, reader.read)
        now_ms += 100
    picture = table.frame()
    looking = statistics.median(cpu_ms(lambda: watcher.wants(picture, now_ms), LOOKS) for _ in range(ROUNDS))
    reading = statistics.median(cpu_ms(lambda: reader.read(picture), READS) for _ in range(ROUNDS))
    print("A settled table of nine cards, 1280×720, CPU time for one picture:")
    print(f"  looking whether it changed  {looking:8.2f} ms   {looking:6.1f} % of a core at 10 pictures a second")
    print(f"  reading it again            {reading:8.2f} ms   {reading:6.1f} % of a core at 10 pictures a second")
    print(f"  ratio                       {reading / looking:8.0f}")


if __name__ == "__main__":
    main()
