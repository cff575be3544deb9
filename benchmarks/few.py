"""How well the eyes read tables on which few cards lie, as every row begins: there the others say little of each.

    python -m benchmarks.few                       600 tables of letters, then 200 with a single card of each other deck
    python -m benchmarks.few --tables 60 --seed 9  fewer, and others

M, W, N and Z, which lie on every table of letters, are counted by themselves: each is another one when it is turned.
The other decks are drawn as the house prints them, known by their looks and read, and as others might, read alone. The
typefaces are those that no network has seen. Nothing is asserted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from benchmarks import decks, eyes
from companion.cards import Deck
from companion.decks import deckfiles
from companion.decks.albums import house_reader
from companion.vision import Reader
from training.deck_tables import KINDS, table
from training.everyday import SETS, everyday_table
from training.faces import letters
from training.fonts import unseen_typefaces

SEED = 31
MOST = 5  # letters on a table
TURNED = tuple("MWNZ")
LAID = tuple(kind for kind in SETS if kind != "overlap")  # few lie over each other
COUNTED = ("right", "asked", "silent", "missed")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=600, help="of letters; a third as many of each other deck")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    unseen = unseen_typefaces()
    print(f"{'cards':34}{'count':>7}{'right':>9}{'asked':>9}{'silent':>9}{'missed':>9}{'extra':>7}")
    _letters(unseen, args.tables, args.seed)
    for kind in KINDS:
        file = deckfiles.read(kind)
        for maker, reader in (("house", house_reader(file)), ("others", Reader(file.deck))):
            _single(kind, maker, reader, unseen, args.tables // 3, args.seed)


def _letters(unseen: list[Any], tables: int, seed: int) -> None:
    """One to five letters, of which one or two are each another one when turned."""
    read = eyes.ours(Reader(Deck("any", "Any", "letters", ())))
    totals = {name: Counter[str]() for name in ("M, W, N or Z alone", "M, W, N or Z beside others", "other letters")}
    extra = 0
    for index in range(tables):
        rng = np.random.default_rng([seed, index])
        lying = letters(int(rng.integers(1, MOST + 1)), rng)
        for at in rng.choice(len(lying), min(len(lying), int(rng.integers(1, 3))), replace=False):
            lying[int(at)] = str(rng.choice(TURNED))
        kind = LAID[index % len(LAID)]
        shot, _ = everyday_table(kind, unseen, [index, seed], lying=lying)
        said = read(shot.frame)
        extra += eyes.score(shot, lying, said, eyes.SEEN["letters"])["extra"]
        turned = "M, W, N or Z alone" if len(lying) == 1 else "M, W, N or Z beside others"
        for name in (turned, "other letters"):
            own = [at for at, letter in enumerate(lying) if (letter in TURNED) == (name == turned)]
            part = replace(shot, quads=shot.quads[own], visible=shot.visible[own])
            totals[name].update(eyes.score(part, [lying[at] for at in own], said, eyes.SEEN["letters"]))
    for name, total in totals.items():
        _say(name, total, extra if name == "other letters" else None)


def _single(kind: str, maker: str, reader: Reader, unseen: list[Any], tables: int, seed: int) -> None:
    total: Counter[str] = Counter()
    for index in range(tables):
        shot, truth = table(kind, maker, unseen, seed * 100_000 + index, is_single=True)
        total.update(decks.score(shot, truth, reader.read(shot.frame).sightings, []))
    _say(f"{kind} by {maker}, one alone", total, total["extra"])


def _say(name: str, total: Counter[str], extra: int | None) -> None:
    cards = max(1, total["cards"])
    shares = "".join(f"{100 * total[key] / cards:8.2f}%" for key in COUNTED)
    print(f"{name:34}{total['cards']:7}{shares}{'' if extra is None else extra:>7}", flush=True)


if __name__ == "__main__":
    main()
