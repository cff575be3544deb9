"""How the eyes bear what happens to pictures: labelled photographs as they are, and turned, scaled, dark, blurred …

    python -m benchmarks.disturbed --photos DIR
    python -m benchmarks.disturbed --photos DIR --subset words --how blurred --how "scaled 0.6"

DIR holds `images/`; `labels.json`, a list of photographs: {"file", "complete", "items": [{"label", "kind", "quad"}]};
and `subsets.json`, files by the name of a subset, which begins with the deck that reads it: "letters_boards". A reading
is a label's when its middle lies in the box around the label's quad, grown by a quarter, the nearest first. Photographs
whose labels have no places are left out. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.decks import deckfiles
from companion.vision import Reader
from training.matching import nearest_first

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.vision import Sighting

    Disturb = Callable[[Any], tuple[Any, Any]]  # a picture (BGR) to another, and the homography (3, 3) between them

GROWN = 0.25
COUNTS = ("items", "right", "asked", "silent", "missed", "extra")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def turned(angle_deg: float) -> Disturb:
    """About its middle, on a larger picture; what was beside the edge is drawn out of it."""

    def disturb(picture: Any) -> tuple[Any, Any]:
        height, width = picture.shape[:2]
        warp = cv2.getRotationMatrix2D((width / 2, height / 2), angle_deg, 1)
        across, along = abs(warp[0, 0]), abs(warp[0, 1])
        size = round(width * across + height * along), round(width * along + height * across)
        warp[:, 2] += [(size[0] - width) / 2, (size[1] - height) / 2]
        return _warped(picture, np.vstack([warp, [0, 0, 1]]), size)

    return disturb


def scaled(factor: float) -> Disturb:
    """As from further away, or with more pixels."""

    def disturb(picture: Any) -> tuple[Any, Any]:
        way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
        return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.diag([factor, factor, 1.0])

    return disturb


def tilted(picture: Any) -> tuple[Any, Any]:
    """As from lower down."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    there = corners + np.array([[0.18 * width, 0.1 * height], [-0.18 * width, 0.1 * height], [0, 0], [0, 0]])
    return _warped(picture, cv2.getPerspectiveTransform(corners, there.astype(np.float32)), (width, height))


def _warped(picture: Any, warp: Any, size: tuple[int, int]) -> tuple[Any, Any]:
    return cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), warp


def changed(change: Callable[[Any], Any]) -> Disturb:
    """Other grey levels in the same place; `change` takes and gives floats 0…255."""
    return lambda picture: (np.clip(change(picture.astype(np.float32)), 0, 255).astype(np.uint8), np.eye(3))


def shaded(picture: Any) -> Any:
    """Light that falls off to one side, to less than a third."""
    height, width = picture.shape[:2]
    return picture * np.linspace(1.15, 0.35, width)[None, :, None] * np.linspace(1, 0.8, height)[:, None, None]


def squeezed(picture: Any) -> Any:
    """JPEG of poor quality."""
    coded = cv2.imencode(".jpg", picture.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 25])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


DISTURBED: dict[str, Disturb] = {
    "as they are": scaled(1.0),
    **{f"turned {angle}°": turned(angle) for angle in (17, 45, 90, 180)},
    **{f"scaled {factor}": scaled(factor) for factor in (0.6, 0.8, 1.5)},
    "tilted": tilted,
    "dark": changed(lambda picture: 0.35 * picture),
    "overexposed": changed(lambda picture: 1.5 * picture),
    "gamma 2": changed(lambda picture: 255 * (picture / 255) ** 2),
    "gamma 0.5": changed(lambda picture: 255 * (picture / 255) ** 0.5),
    "pale": changed(lambda picture: 0.45 * picture + 60),
    "warm light": changed(lambda picture: picture * np.array([0.55, 0.85, 1.1])),
    "shaded": changed(shaded),
    "grey": changed(lambda picture: np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)),
    "noise": changed(lambda picture: picture + np.random.default_rng(1).normal(0, 14, picture.shape)),
    "blurred": changed(lambda picture: cv2.GaussianBlur(picture, (0, 0), 1.5)),
    "JPEG 25": changed(squeezed),
}


def score(photo: dict[str, Any], warp: Any, sightings: Sequence[Sighting]) -> dict[str, int]:
    """Items, right, asked, silently wrong, missed and extra, for one photograph."""
    counts = dict.fromkeys(COUNTS, 0)
    items = [item for item in photo["items"] if item.get("quad")]
    quads = [cv2.perspectiveTransform(np.array([item["quad"]], np.float32), warp)[0] for item in items]
    middles = np.array([np.mean(one.quad, 0) for one in sightings]).reshape(1, -1, 2)
    boxes = np.array([(quad.min(0), quad.max(0)) for quad in quads]).reshape(-1, 2, 1, 2)
    room = GROWN * (boxes[:, 1] - boxes[:, 0])
    inside = ((middles >= boxes[:, 0] - room) & (middles <= boxes[:, 1] + room)).all(2)
    away = np.linalg.norm(np.array(quads).reshape(-1, 4, 2).mean(1)[:, None] - middles, axis=2)
    matched = nearest_first(away, inside)
    for number, item in enumerate(items):
        if item.get("illegible") or item["kind"] == "blank" or (
            item["kind"] == "letter" and item["label"].upper() not in LETTERS
        ):  # fmt: skip
            continue
        counts["items"] += 1
        one = sightings[matched[number]] if number in matched else None
        if one is None:
            counts["missed"] += 1
        elif not one.accepted:
            counts["asked"] += 1
        else:
            counts["right" if one.label.upper() == item["label"].upper() else "silent"] += 1
    if photo.get("complete"):
        free = set(range(len(sightings))) - set(matched.values())
        counts["extra"] = sum(sightings[one].accepted and sightings[one].kind != "back" for one in free)
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True, metavar="DIR")
    parser.add_argument("--subset", action="append")
    parser.add_argument("--how", action="append", choices=DISTURBED)
    args = parser.parse_args()
    photos = {photo["file"]: photo for photo in json.loads((args.photos / "labels.json").read_text("utf-8"))}
    subsets = json.loads((args.photos / "subsets.json").read_text("utf-8"))
    print(f"{'subset':18}{'how':14}" + "".join(f"{name:>9}" for name in COUNTS))
    for subset in args.subset or subsets:
        reader = Reader(deckfiles.load(subset.split("_")[0]))
        total = dict.fromkeys(COUNTS, 0)
        for how in args.how or DISTURBED:
            counts = dict.fromkeys(COUNTS, 0)
            for file in subsets[subset]:
                if not photos[file].get("quads", True):
                    continue
                picture, warp = DISTURBED[how](cv2.imread(str(args.photos / "images" / file)))
                for name, count in score(photos[file], warp, reader.read(picture).sightings).items():
                    counts[name] += count
                    total[name] += count
            _show(subset, how, counts)
        _show(subset, "all", total)


def _show(subset: str, how: str, counts: dict[str, int]) -> None:
    shares = "".join(f"{100 * counts[name] / max(1, counts['items']):8.2f}%" for name in COUNTS[1:-1])
    print(f"{subset:18}{how:14}{counts['items']:9}{shares}{counts['extra']:9}", flush=True)


if __name__ == "__main__":
    main()
