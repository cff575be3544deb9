"""`tableside scan PHOTO…`: read the cards on photographs.

Coordinates are pixels of the file as stored. Where a note in the file says that it should be shown turned, as phones
write one, the rows are those that people see.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.cli.terminal import print_json, print_line
from companion.decks import albums, deckfiles
from companion.errors import BadInput
from companion.vision.overlay import draw_overlay
from companion.vision.photo import load_photo, side_of_viewer
from companion.vision.rectify import flat, halvings, whole_card
from companion.vision.sharpness import Sharpness, sharpness

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision import Reader, Table
    from companion.vision.detections import Examined
    from companion.vision.sighting import Printing, Unlike

HELP = "read the cards on photographs"
PRINTINGS: dict[Printing, str] = {
    "ours": "the cards are those that `tableside deck print` makes, known by their looks",
    "another": "the cards are another printing than that of `tableside deck print`, read by what stands on them",
}
UNLIKE: dict[Unlike, str] = {
    "dark": "darker than any picture the eyes were tried on",
    "faint": "print and paper are more alike than on any picture the eyes were tried on",
    "blurred": "less sharp than any picture the eyes were tried on",
    "grainy": "more grain than on any picture the eyes were tried on",
    "mirrored": "turned left to right, by a mirror or by the camera",
}
SHOWN_PX = 160  # the shorter side of the card that is explained
SHADES = " .:-=+*#%@"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `tableside scan`."""
    parser.add_argument("photos", nargs="*", metavar="PHOTO", help="photographs to read")
    parser.add_argument(
        "--deck", default="letters", metavar="NAME|FILE", help="the deck on the table (default: letters)"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list with one object per photo")
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="also draw the readings over copies of the photos")
    parser.add_argument(
        "--explain", action="store_true", help="show one card closely: crop, scores, what each reader said"
    )
    parser.add_argument(
        "--card", type=int, metavar="N", help="the card to explain, as numbered (default: the most doubtful)"
    )
    parser.add_argument(
        "--side", type=int, choices=(0, 90, 180, 270),
        help="where the reading player sits: 0 at the bottom of the picture as it is stored, 90 left, 180 top, 270 "
        "right (default: as the photo says that it is to be shown)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Read each photo and print what lies on it. Raises BadInput for what cannot be read."""
    if not args.photos:
        raise BadInput("name at least one photo to scan, as in: tableside scan table.jpg")
    reader = albums.house_reader(deckfiles.read(args.deck))
    if args.overlay:
        _make_folder(args.overlay)
    documents = []
    for number, name in enumerate(args.photos, 1):
        if len(args.photos) > 1 and sys.stderr.isatty():
            print(f"\r{number}/{len(args.photos)} {name}\033[K", end="", file=sys.stderr, flush=True)
        documents.append(_scan(reader, name, args))
    if len(args.photos) > 1 and sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    if args.json:
        print_json(documents)
    return 0


def _scan(reader: Reader, name: str, args: argparse.Namespace) -> dict[str, Any]:
    frame = load_photo(name)
    reader = replace(reader, side_deg=side_of_viewer(name) if args.side is None else args.side)
    started = time.perf_counter()
    examined, table = reader.examine(frame)
    ms = (time.perf_counter() - started) * 1000
    sharp = sharpness(frame)
    if args.overlay:
        _save(args.overlay / f"{Path(name).stem}.overlay.jpg", draw_overlay(frame, table, sharp))
    document: dict[str, Any] = {
        "file": name,
        "ms": round(ms, 1),
        "edge_px": None if sharp.edge_px is None else round(sharp.edge_px, 1),
        "cards": [sighting.to_json() for sighting in table.sightings],
        "rows": [list(row) for row in table.rows],
        "printing": table.printing,
        "unlike": table.unlike,
    }
    chosen = _chosen(examined, args.card, name) if args.explain and examined else None
    if not args.json:
        _print(_readable(name, ms, table, sharp))
    if chosen is not None:
        document["explained"] = {"card": chosen, "scores": _shortened(examined[chosen])}
        if not args.json:
            _print(_explained(chosen, examined[chosen], _cut_out(frame, examined[chosen])))
        if args.overlay:
            _save(args.overlay / f"{Path(name).stem}.card-{chosen}.png", _cut_out(frame, examined[chosen]))
    return document


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        print_line(line)


def _readable(name: str, ms: float, table: Table, sharp: Sharpness) -> list[str]:
    lines = [f"{name}: {len(table.sightings)} card{'s' * (len(table.sightings) != 1)} in {ms:.0f} ms; {sharp.said}"]
    if table.printing is not None:
        lines.append(f"  {PRINTINGS[table.printing]}")
    if table.unlike is not None:
        lines.append(f"  {UNLIKE[table.unlike]}: less is accepted")
    for row in table.rows:
        shown = (table.sightings[index] for index in row)
        lines.append("  " + " ".join(one.label if one.accepted else f"({one.label})" for one in shown))
    for index, one in enumerate(table.sightings):
        if not one.accepted:
            others = ", ".join(f"{other.label} {100 * other.confidence:.0f} %" for other in one.alternatives)
            x, y = np.mean(one.quad, 0)
            asked = f" or {others}" if others else ""
            lines.append(
                f"  card {index} at ({x:.0f}, {y:.0f}) is doubtful: {one.label} {100 * one.confidence:.0f} %{asked}"
            )
    return lines


def _chosen(examined: list[Examined], wanted: int | None, name: str) -> int:
    if wanted is None:
        return min(range(len(examined)), key=lambda index: examined[index].sighting.confidence)
    if not 0 <= wanted < len(examined):
        raise BadInput(f"{name} shows {len(examined)} cards, numbered from 0; there is no card {wanted}")
    return wanted


def _shortened(one: Examined) -> dict[str, dict[str, float]]:
    ranked = {reader: sorted(scores.items(), key=lambda item: -item[1])[:5] for reader, scores in one.scores.items()}
    return {reader: {label: round(score, 4) for label, score in scores} for reader, scores in ranked.items()}


def _cut_out(frame: NDArray[np.uint8], one: Examined) -> NDArray[np.uint8]:
    """The card lying straight, with a little of the table around it, in grey."""
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    return flat(halvings(grey), whole_card(one.quad), SHOWN_PX)


def _explained(number: int, one: Examined, crop: NDArray[np.uint8]) -> list[str]:
    sighting = one.sighting
    verdict = "accepted" if sighting.accepted else "asked about"
    lines = [f"  card {number}: {sighting.kind} {sighting.label}, confidence {sighting.confidence:.4f}, {verdict}"]
    for reader, scores in _shortened(one).items():
        lines.append(f"    {reader}: " + ", ".join(f"{label} {score:.4f}" for label, score in scores.items()))
    small = cv2.resize(crop, (40, 20), interpolation=cv2.INTER_AREA).astype(int)
    low, high = small.min(), max(small.max(), small.min() + 1)
    lines += ["    " + "".join(SHADES[9 - (v - low) * 9 // (high - low)] for v in row) for row in small]
    return lines


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the folder {folder} for overlays cannot be made ({error.strerror})") from error


def _save(path: Path, picture: NDArray[np.uint8]) -> None:
    _, encoded = cv2.imencode(path.suffix, picture)
    try:
        path.write_bytes(encoded.tobytes())  # OpenCV takes every name for UTF-8
    except OSError as error:
        raise BadInput(f"the overlay {path} cannot be written ({error.strerror})") from error
