"""How well decks of this program are read on photographs with labels: by their looks, by what is printed, by both.

    python -m benchmarks.rendered FOLDER                     whatever lies there, each scene with the deck it shows
    python -m benchmarks.rendered FOLDER --by print looks    only these ways of reading

FOLDER holds pictures and, beside each, a file of the same name ending in .json with what lies there: `items`, each with
`label`, `kind`, `quad` (from the card's own top left) and, where there is one, `rank`; and which game's cards they are
(`kind`, or "design NAME" in `conditions`). Silent errors are given with the upper end of the exact 95 % interval
(Clopper and Pearson, Biometrika 26, 1934; one-sided). Times are processor time on one core, the deck's album being made
already. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.decks import deckfiles
from companion.decks.albums import house_reader, printed_reader
from companion.vision import Reader
from training.matching import nearest_first
from training.risk import at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.vision.sighting import Table

    Read = Callable[[Any], Table]

COUNTS = ("items", "right", "asked", "silent", "missed", "extra")
GROWN = 0.25  # a reading belongs to a card when its middle lies within the card's upright box, grown by so much
DECKS = {"anagrascramble": "anagrascramble-green"}  # what a game's deck is called, where not as the game
FAMILIES = {"disorder": "letters", "typo": "letters", "anagrascramble-green": "jumbles"}
WAYS: dict[str, Callable[[deckfiles.DeckFile], Read]] = {
    "print": lambda file: Reader(file.deck).read,
    "looks": lambda file: printed_reader(file).read,
    "both": lambda file: house_reader(file).read,
}


def scenes(folder: Path) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Each scene of a folder: the deck that lies there, its labels and its picture."""
    for path in sorted(folder.glob("*.json")):
        entry = json.loads(path.read_text())
        design = re.search(r"design (\S+?)(;|$)", entry.get("conditions", ""))
        deck = design.group(1) if design else entry["kind"]
        deck = DECKS.get(deck, deck)
        picture = cv2.imread(str(folder / entry["file"]))
        if picture is not None and deck in deckfiles.available():
            yield deck, entry, picture


def score(entry: dict[str, Any], table: Table) -> tuple[dict[str, int], list[str]]:
    """The counts for one picture, and what was not right about it."""
    counts, notes = dict.fromkeys(COUNTS, 0), []
    items = [item for item in entry["items"] if item.get("quad")]
    quads = np.array([item["quad"] for item in items], np.float64).reshape(-1, 4, 2)
    read = table.sightings
    middles = np.array([np.mean(one.quad, 0) for one in read]).reshape(-1, 2)
    low, high = quads.min(1), quads.max(1)
    low, high = low - GROWN * (high - low), high + GROWN * (high - low)
    near = ((middles >= low[:, None]) & (middles <= high[:, None])).all(2)
    matched = nearest_first(np.linalg.norm(quads.mean(1)[:, None] - middles, axis=2), near)
    for number, item in enumerate(items):
        if item.get("illegible") or item["kind"] == "blank":
            continue
        seen = read[matched[number]] if number in matched else None
        said = _verdict(item, seen)
        counts["items"] += 1
        counts[said] += 1
        if said != "right":
            x, y = quads[number].mean(0)
            notes.append(f"{item['label']} at ({x:.0f}, {y:.0f}) {said}" + (f": {seen.label}" if seen else ""))
    free = set(range(len(read))) - set(matched.values())
    extra = [read[at] for at in free if read[at].accepted and read[at].kind != "back"]
    counts["extra"] = len(extra)
    return counts, notes + [f"{one.label} read where nothing lies" for one in extra]


def _verdict(item: dict[str, Any], seen: Any) -> str:
    if seen is None:
        return "missed"
    if not seen.accepted:
        return "asked"
    same = seen.label.upper() == item["label"].upper() and item.get("rank") in (None, seen.rank)
    return "right" if same else "silent"


def main() -> None:
    """Reads every picture in each way; one line for each family and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--by", nargs="+", choices=tuple(WAYS), default=list(WAYS))
    parser.add_argument("--only", nargs="+", metavar="DECK", help="only pictures of these decks")
    parser.add_argument("--notes", action="store_true", help="also say of every picture what was not right")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    readers: dict[tuple[str, str], Read] = {}
    totals: dict[tuple[str, str], dict[str, int]] = {}
    times: dict[tuple[str, str], list[float]] = {}
    for deck, entry, picture in scenes(args.folder):
        if args.only and deck not in args.only:
            continue
        for way in args.by:
            read = readers.setdefault((deck, way), WAYS[way](deckfiles.read(deck)))
            started = time.process_time()
            table = read(picture)
            key = FAMILIES.get(deck, deck), way
            times.setdefault(key, []).append((time.process_time() - started) * 1000)
            counts, notes = score(entry, table)
            total = totals.setdefault(key, dict.fromkeys(COUNTS, 0))
            for name in COUNTS:
                total[name] += counts[name]
            if args.notes and notes:
                print(f"{entry['file']} by {way}: {'; '.join(notes)}", flush=True)
    shares = "".join(f"{name:>9}" for name in ("right", "asked", "silent", "at most", "missed"))
    print(f"{'family':12}{'by':8}{'pictures':>9}{'cards':>7}{shares}{'extra':>7}{'ms':>7}")
    for (family, way), total in sorted(totals.items()):
        print(_line(family, way, total, times[family, way]))


def _line(family: str, way: str, total: dict[str, int], took_ms: list[float]) -> str:
    of = max(1, total["items"])
    bound = at_most(total["silent"], max(1, total["right"] + total["silent"]))
    right, asked, silent, missed = (
        f"{100 * total[name] / of:8.2f}%" for name in ("right", "asked", "silent", "missed")
    )
    return (
        f"{family:12}{way:8}{len(took_ms):9}{total['items']:7}{right}{asked}{silent}{100 * bound:8.2f}%{missed}"
        f"{total['extra']:7}{np.median(took_ms):7.0f}"
    )


if __name__ == "__main__":
    main()
