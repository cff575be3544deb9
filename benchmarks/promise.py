"""What the eyes promise: how many of the readings they accept are wrong, and how many may be at most.

    python -m benchmarks.promise --keep DIR                     3,000 accepted readings of each family, on drawn tables
    python -m benchmarks.promise --keep DIR --family letters    of one family only; a run that was cut off goes on
    python -m benchmarks.promise --keep DIR --told              what is in DIR already, without reading any more
    python -m benchmarks.promise --photos DIR [DIR …]           of labelled photographs, as in `benchmarks.disturbed`

Every drawn table is of a deck and a venue of its own, in typefaces and with seeds on which nothing was settled
(`training.families`, side `tried`); a reading where no card lies counts as wrong. Two bounds are given, each exceeded
in one of twenty such trials: `each for itself` is Clopper's and Pearson's, as if readings were independent; `by tables`
assumes nothing but that tables are (`training.risk`), and cannot be below three tables in all that were read. Nothing
is asserted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.rendered import score
from companion.cards import Card, Deck
from companion.vision import Reader
from companion.vision.classifiers import LETTERS
from companion.vision.photo import load_photo
from training.families import FAMILIES, MOST_CARDS, harsh, reader_of
from training.risk import Counted, at_most, share_at_most
from training.settling import gathered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.families import Family

SUBSETS: dict[str, Family] = {
    "letters": "letters", "lettercards": "letters", "ranks": "ranks", "words": "words", "wordcard": "ranked_letters",
    "villains": "portraits", "jumbles": "jumbles",
}  # fmt: skip


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, help="where what was read is kept")
    parser.add_argument("--accepted", type=int, default=3000, help="so many accepted readings of each family")
    parser.add_argument("--family", choices=FAMILIES, nargs="+", default=FAMILIES)
    parser.add_argument("--harsh", action="store_true", help="in bad light, blurred, with grain")
    parser.add_argument("--told", action="store_true", help="read no more tables than are kept")
    parser.add_argument("--photos", type=Path, nargs="+", default=[], help="folders of labelled photographs")
    args = parser.parse_args()
    print(f"{'family':24}{'tables':>8}{'accepted':>10}{'wrong':>7}{'each for itself':>17}{'by tables':>11}")
    for family in args.family if args.keep else ():
        kept = args.keep / f"{family}{'-harsh' if args.harsh else ''}.jsonl"
        print(told(family, list(_tables(family, kept, args)), MOST_CARDS[family]), flush=True)
    for folder in args.photos:
        if not (folder / "labels.json").exists():
            print(f"{folder} has no labels.json: no photographs were read")
            continue
        for name, counted in photographs(folder):
            print(told(name, counted, max(one.accepted for one in counted)), flush=True)


def told(name: str, tables: list[Counted], most: int) -> str:
    """One line: what was counted of a family and the bounds of the share that is wrong."""
    accepted, wrong = (sum(one[part] for one in tables) for part in (0, 1))
    alone, together = at_most(wrong, max(accepted, 1)), share_at_most(tables, most)
    return f"{name:24}{len(tables):8}{accepted:10}{wrong:7}{alone:17.3%}{together:11.2%}"


def _tables(family: Family, kept: Path, args: argparse.Namespace) -> Iterator[Counted]:
    """The tables of a family until enough readings were accepted."""
    accepted = 0
    for said in gathered(family, "tried", kept, harsh if args.harsh else None, more=not args.told):
        yield Counted(sum(one.accepted for one in said), sum(one.accepted and not one.right for one in said))
        accepted += sum(one.accepted for one in said)
        if accepted >= args.accepted:
            return


def photographs(folder: Path) -> Iterator[tuple[str, list[Counted]]]:
    """The subsets of a folder, and what was accepted on each photograph of them."""
    labels = {entry["file"]: entry for entry in json.loads((folder / "labels.json").read_text())}
    for name, files in json.loads((folder / "subsets.json").read_text()).items():
        family = SUBSETS.get(name.removeprefix("holdout_").split("_")[0])
        if family is None:
            continue
        entries = [_legible(labels[file]) for file in files if labels[file].get("quads", True)]
        if not entries:
            continue
        reader = _reader(family, entries)
        counted = []
        for entry in entries:
            counts, _ = score(entry, reader.read(load_photo(str(folder / "images" / entry["file"]))))
            wrong = counts["silent"] + (counts["extra"] if entry.get("complete") else 0)
            counted.append(Counted(counts["right"] + wrong, wrong))
        yield name, counted


def _legible(entry: dict[str, Any]) -> dict[str, Any]:
    """A photograph without what no deck here has: letters with dots."""
    items = [{**item, "illegible": item.get("illegible") or _dotted(item)} for item in entry["items"]]
    return {**entry, "items": items}


def _dotted(item: dict[str, Any]) -> bool:
    return item["kind"] == "letter" and item["label"].upper() not in LETTERS


def _reader(family: Family, entries: list[dict[str, Any]]) -> Reader:
    """Who reads these photographs: villains with the names that lie there, everything else as on drawn tables."""
    if family != "portraits":
        return reader_of(family)
    names = sorted({item["label"] for entry in entries for item in entry["items"] if item["label"] != "?"})
    return Reader(Deck("those", "Those", "portraits", tuple(Card("monster", name) for name in names)))


if __name__ == "__main__":
    main()
