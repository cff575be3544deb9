"""How often letters that lie partly under other cards are read wrong, beside those that do not.

    python -m benchmarks.covered               30 drawn tables of each layout
    python -m benchmarks.covered --tables 200  more of them
    python -m benchmarks.covered --seed 9150000    others, from this seed on

The layouts are those that the networks are taught with (cards in piles, rows of which each covers a part of the one
before, rows apart, cards thrown), in typefaces that no network has seen. Of every letter that is accepted it is told
how much of its card is seen. Nothing is asserted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from companion.decks import deckfiles
from companion.vision import Reader
from companion.vision.quads import sizes_px
from training.fonts import unseen_typefaces
from training.matching import nearest_first
from training.parallel import each
from training.tables import TablePainter

if TYPE_CHECKING:
    from companion.vision.sighting import Sighting
    from training.tables import DrawnTable

LAYOUTS = ("pile", "covered", "rows", "scatter")
FRAME_PX = (1280, 720)
FIRST_SEED = 9_100_000  # no other tables are drawn from these
SEEN = {"whole": 0.97, "three quarters and more": 0.75, "less": 0.0}  # from this part of a card on
HERE = 0.5  # a reading is of a card whose middle is no further away than this part of its size
Count = Counter[tuple[str, str, bool]]


def accepted(reader: Reader, painter: TablePainter, first_seed: int, number: int) -> Count:
    """How many letters of a table, by layout and by how much is seen of the card, were accepted, rightly or not."""
    layout = LAYOUTS[number % len(LAYOUTS)]
    drawn = painter.paint(first_seed + number, FRAME_PX, layout)
    seen = [one for one in reader.read(drawn.frame).sightings if one.accepted and one.kind == "letter"]
    middles = np.array([np.mean(one.quad, 0) for one in seen], np.float32).reshape(-1, 2)
    away = np.linalg.norm(drawn.quads.mean(1)[:, None] - middles, axis=2) / sizes_px(drawn.quads)[:, None]
    card_of = {reading: card for card, reading in nearest_first(away, away < HERE).items()}
    return Counter((layout, *_judged(drawn, one, card_of.get(reading))) for reading, one in enumerate(seen))


def _judged(drawn: DrawnTable, one: Sighting, card: int | None) -> tuple[str, bool]:
    """How much is seen of the card that a sighting is of, and whether it says what the card shows."""
    if card is None:
        return "no card", False
    part = next(name for name, least in SEEN.items() if drawn.visible[card] >= least)
    return part, drawn.faces[card].label == one.label


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30, help="drawn tables of each layout")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first table")
    args = parser.parse_args()
    painter = TablePainter(unseen_typefaces())
    of_table = partial(accepted, Reader(deckfiles.load("letters")), painter, args.seed)
    total = sum(each(of_table, range(args.tables * len(LAYOUTS))), Count())
    print(f"{'layout':10}{'seen of the card':26}{'accepted':>10}{'wrong':>8}{'share':>9}")
    for layout in LAYOUTS:
        for part in (*SEEN, "no card"):
            right, wrong = total[layout, part, True], total[layout, part, False]
            if right + wrong:
                print(f"{layout:10}{part:26}{right + wrong:10}{wrong:8}{wrong / (right + wrong):9.2%}")


if __name__ == "__main__":
    main()
