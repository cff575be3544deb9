"""How long a person stands before the camera until a deck of 54 faces is known, and how well it is read afterwards.

    python -m benchmarks.enrolling                    as fast as this machine computes
    python -m benchmarks.enrolling --slower 4         every computation taken to last four times as long

A drawn table is shown to the enrolment with real networks: card by card on a pile, and as spreads. The clock is
injected: a picture comes every 100 ms, later when the one before took longer to compute (CPU time of one thread). The
person lays a card in so many milliseconds, with a hand over the table, and lays the next one as soon as the last was
learned. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.cards import Deck
from companion.decks import deckfiles
from companion.decks.albums import quads_of
from companion.drawn.drawn_table import DrawnTable
from companion.vision.album import Album
from companion.vision.enrol import BACK, EnrolledReader, deck_names
from companion.vision.enrolment import Enrolment

FACES = 54
PERIOD_MS = 100
LAY_MS, CLEAR_MS = 900, 1500  # one card from the hand to the table; a table swept clear
GIVE_UP_MS = 8000  # so long a person waits for a table to be learned


@dataclass
class Evening:
    """A table, a deck being learned on it, and the time that has passed."""

    table: DrawnTable
    enrolment: Enrolment
    slower: float
    now_ms: float = 0.0
    shots_ms: list[float] = field(default_factory=list)  # CPU of every picture that was looked at closely
    unclear: int = 0

    def handle(self, hand_ms: float) -> None:
        """A hand over the table for so long."""
        until = self.now_ms + hand_ms
        while self.now_ms < until:
            self.table.hand((float(self.now_ms // PERIOD_MS % 5 - 2) * 12.0, 0.0))  # it is never still
            self._look()
        self.table.hand(None)

    def wait(self) -> tuple[str, ...]:
        """Until something is learned; what."""
        until = self.now_ms + GIVE_UP_MS
        while self.now_ms < until:
            learned = self._look()
            if learned:
                return learned
        return ()

    def _look(self) -> tuple[str, ...]:
        picture = self.table.frame()
        started = time.process_time()
        step = self.enrolment.watch(picture, round(self.now_ms))
        spent_ms = 1000 * (time.process_time() - started) * self.slower
        if spent_ms > 20:
            self.shots_ms.append(spent_ms)
        self.now_ms += max(PERIOD_MS, spent_ms)
        if step is None:
            return ()
        self.unclear += step.unclear
        return step.learned


def shown(deck: Deck, at_once: int, slower: float, seed: int) -> tuple[Evening, int]:
    """The deck shown so many cards at once; and how many were learned as what they are."""
    table = DrawnTable(deck, rows=2 if at_once > 1 else 1, seed=seed)
    evening = Evening(table, Enrolment(deck, Album(), quads_of), slower)
    cards = {card.name: card for card in deck.cards}
    names, right = deck_names(deck), 0
    for start in range(0, len(names), at_once):
        own = names[start : start + at_once]
        if at_once > 1:
            evening.handle(CLEAR_MS)
        table.clear()
        for number, name in enumerate(own):
            row = 0 if number < (at_once + 1) // 2 else 1
            if name == BACK:
                table.place("?", row=row)
            else:
                table.place(cards[name].label, rank=cards[name].rank, row=row)
        evening.handle(LAY_MS * len(own))
        right += sum(one == other for one, other in zip(own, evening.wait(), strict=False))
    return evening, right


def read_afterwards(deck: Deck, album: Album, tables: int) -> dict[str, int]:
    """Cards read on other tables: right, asked and silently wrong."""
    counts = {"right": 0, "asked": 0, "silent": 0}
    reader = EnrolledReader(deck, album, quads_of)
    chance = np.random.default_rng(7)
    for number in range(tables):
        table = DrawnTable(deck, rows=2, seed=500 + number)
        for place in range(12):
            card = deck.cards[int(chance.integers(len(deck.cards)))]
            table.place(card.label, rank=card.rank, row=place // 6)
        table.light(float(chance.uniform(0.6, 1.1)))
        seen = reader.read(table.frame()).sightings
        for lying, quad in zip(table.cards, table.quads(), strict=True):
            middle = np.mean(quad, 0)
            best = min(seen, key=lambda one: float(np.linalg.norm(np.mean(one.quad, 0) - middle)), default=None)
            if best is None or not best.accepted:
                counts["asked"] += 1
            else:
                said = best.label if best.rank is None else f"{best.rank}/{best.label}"
                counts["right" if said == lying.name else "silent"] += 1
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=1.0, help="how much slower than this machine another one is")
    parser.add_argument("--tables", type=int, default=10, help="tables of twelve cards read afterwards")
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 6, 12, 18], help="cards shown at once")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    whole = deckfiles.load("wordcard")
    deck = Deck("bought", "Bought", "ranked_letters", whole.cards[: FACES - 1], whole.back)
    heads = f"{'at once':>8}{'learned right':>15}{'seconds':>9}{'looks':>7}{'CPU ms each':>13}{'unclear':>9}"
    print(f"{heads}  read afterwards")
    for at_once in args.at_once:
        evening, right = shown(deck, at_once, args.slower, seed=at_once)
        read = read_afterwards(deck, evening.enrolment.album, args.tables) if not evening.enrolment.left else {}
        print(
            f"{at_once:8}{right:9} of {FACES:2}{evening.now_ms / 1000:9.0f}{len(evening.shots_ms):7}"
            f"{np.mean(evening.shots_ms):13.0f}{evening.unclear:9}  {read or 'not all were learned'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
