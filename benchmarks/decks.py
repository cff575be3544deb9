"""How well the eyes read the other decks: WORDCARD, Disorder of the Villains, AnagraScramble.

    python -m benchmarks.decks                          300 cards and more of each kind
    python -m benchmarks.decks --cards 60 --only others  fewer, or one kind only

Each kind is drawn as the house prints it, as others might (in typefaces no network has seen), as strangers with texts
of their own, and Villains as lookalikes: see `training.deck_tables`. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.decks import deckfiles
from companion.vision import Reader
from companion.vision.quads import size_px
from training.deck_tables import KINDS, MAKERS, table
from training.fonts import unseen_typefaces

if TYPE_CHECKING:
    from companion.drawn.scene import Shot
    from training.deck_tables import Laid


def score(shot: Shot, truth: list[Laid], sightings: Any, wrong: list[str]) -> dict[str, int]:
    """Right, asked, silently wrong, missed and extra, for one frame; and how many right ones have side or DNA wrong."""
    counts = dict.fromkeys(("cards", "right", "asked", "silent", "missed", "extra", "side", "dna"), 0)
    free = list(sightings)
    height, width = shot.frame.shape[:2]
    for laid, quad in zip(truth, shot.quads, strict=True):
        size = size_px(quad)
        off = {id(one): float(np.hypot(*(np.mean(one.quad, 0) - quad.mean(0)))) for one in free}
        best = min((one for one in free if off[id(one)] < 0.5 * size), key=lambda one: off[id(one)], default=None)
        if best is not None:
            free.remove(best)
        if ((quad < 0) | (quad > [width, height])).any():
            continue
        counts["cards"] += 1
        if best is None:
            counts["missed"] += 1
        elif not best.accepted:
            counts["asked"] += 1
            if best.label.upper() != laid.label.upper() or best.rank != laid.rank:
                wrong.append(
                    f"  ask {laid.rank or ''}{laid.label} as {best.rank or ''}{best.label} {best.confidence:.3f}"
                )
        elif best.label.upper() == laid.label.upper() and best.rank == laid.rank:
            counts["right"] += 1
            counts["side"] += best.sideways != laid.sideways
            counts["dna"] += best.dna != laid.dna
        else:
            counts["silent"] += 1
            wrong.append(f"SILENT {laid.rank or ''}{laid.label} as {best.rank or ''}{best.label} {best.confidence:.3f}")
    counts["extra"] = sum(one.accepted and one.label != "?" for one in free)
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=300, help="cards of each kind and maker")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--only", choices=MAKERS, action="append")
    parser.add_argument("--wrong", action="store_true", help="also list what was not right")
    args = parser.parse_args()
    unseen = unseen_typefaces()
    print(f"{'deck':16}{'cards by':12}{'cards':>7}{'right':>9}{'asked':>9}{'silent':>9}{'missed':>9}{'extra':>7}"
          f"{'side':>6}{'dna':>5}{'CPU ms':>8}")  # fmt: skip
    for kind in args.kind or KINDS:
        reader = Reader(deckfiles.load(kind))
        for maker in args.only or MAKERS:
            if maker == "lookalikes" and kind != "villains":
                continue
            _measure(kind, maker, reader, unseen, args)


def _measure(kind: str, maker: str, reader: Reader, unseen: list[Any], args: argparse.Namespace) -> None:
    total: dict[str, int] = {"cards": 0}
    spent, frames, wrong, seed = 0.0, 0, list[str](), 0
    while total["cards"] < args.cards:
        shot, truth = table(kind, maker, unseen, seed)
        started = time.process_time()
        sightings = reader.read(shot.frame).sightings
        spent, frames, seed = spent + time.process_time() - started, frames + 1, seed + 1
        said: list[str] = []
        for key, value in score(shot, truth, sightings, said).items():
            total[key] = total.get(key, 0) + value
        wrong += [f"{line} (table {seed - 1})" for line in said]
    shares = "".join(f"{100 * total[key] / total['cards']:8.2f}%" for key in ("right", "asked", "silent", "missed"))
    tail = f"{total['extra']:7}{total['side']:6}{total['dna']:5}{1000 * spent / frames:8.0f}"
    print(f"{kind:16}{maker:12}{total['cards']:7}{shares}{tail}", flush=True)
    if args.wrong:
        print("\n".join(wrong))


if __name__ == "__main__":
    main()
