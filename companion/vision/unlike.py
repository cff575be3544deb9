"""A picture unlike all that the eyes were tried on: mirrored, or its cards darker, fainter, softer or grainier than on
any table there.

What is so of most cards of a table is so of its light or its lens. Then a reading must be surer to be believed (none is
in a mirror), and people are told why they are asked. The bounds are quantiles of drawn everyday tables
(`python -m training --only familiar`), and lie in `models/familiar.json`.

Most letters look the same in a mirror, or as if they lay upside down, and are read; the others are mostly asked about,
and read surely once their places are looked at the other way round.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.calibrate import threshold
from companion.vision.classifiers import LETTERS, by_letter, classify_letters, steepness
from companion.vision.rectify import CROP_PX, cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.detections import Examined
    from companion.vision.sighting import Unlike

    Floats = NDArray[np.float32]
    Picture = NDArray[np.uint8]

MOST_CARDS = 6  # so many cards of a table are looked at
LIGHTEST, DARKEST = 0.98, 0.02  # so much of a card is darker: what it has of paper and of ink
ONE_WAY = tuple(LETTERS.index(letter) for letter in "FGJLNPQRSZ")  # mirrored they look like no letter, however turned
# Of 61 photographed and path-traced tables and 240 drawn ones in typefaces not taught on none had so many places that
# were surely such a letter mirrored, and three had one; of the same pictures mirrored 165 had so many.
SURE, MANY = 0.97, 2


def surer_where_unlike(
    family: str, pyramid: list[Picture], examined: list[Examined]
) -> tuple[list[Examined], Unlike | None]:
    """What was `examined`, and what is unlike about the picture: then what is read must be surer. It is looked at only
    where somebody may be asked."""
    surer = threshold(family, is_unlike=True)
    if all(one.sighting.accepted and one.sighting.confidence >= surer for one in examined):
        return examined, None
    asked = [one.quad for one in examined if not one.sighting.accepted]
    odd = (
        "mirrored"
        if family == "letters" and _is_mirrored(pyramid, asked)
        else unlike(pyramid, [one.quad for one in examined])
    )
    if odd is None:
        return examined, None
    surer = np.inf if odd == "mirrored" else surer
    return [one.asked() if _was_read(one) and one.sighting.confidence < surer else one for one in examined], odd


def _was_read(one: Examined) -> bool:
    """Whether only print speaks for it: what is known by its looks is sure in another measure."""
    return "looks" not in one.scores


def _is_mirrored(pyramid: list[Picture], asked: Sequence[Floats]) -> bool:
    """Whether a picture is mirrored, by the places (4, 2) of letters that are asked about."""
    if len(asked) < MANY:
        return False
    chances = by_letter(classify_letters(pyramid, [quad[[1, 0, 3, 2]] for quad in asked]))
    return int((chances[:, ONE_WAY] > SURE).sum()) >= MANY


def unlike(pyramid: list[Picture], quads: Sequence[Floats]) -> Unlike | None:
    """What is unlike about the cards (4, 2) of a picture, given its halvings; None when nothing is, or no cards lie
    there."""
    if not len(quads):
        return None
    light, contrast, sharp, grain = conditions(pyramid, quads)
    known = _bounds()
    if light < known["light"]:
        return "dark"
    if contrast < known["contrast"]:
        return "faint"
    if sharp < known["sharp"]:
        return "blurred"
    return "grainy" if grain > known["grain"] else None


def conditions(pyramid: list[Picture], quads: Sequence[Floats]) -> Floats:
    """What the cards have in the median (4,): how light the lightest of a card is and how far the darkest is from it
    (grey levels, 0…255), how steep its edges are (0…1, in parts of that per pixel of a crop), and how much a pixel
    differs from those around it, in the same parts."""
    crops = np.array([cut(pyramid, quad, CROP_PX, CROP_PX) for quad in quads[:MOST_CARDS]], np.uint8)
    darkest, lightest = np.sort(crops.reshape(len(crops), -1))[:, [_place(DARKEST), _place(LIGHTEST)]].T.astype(float)
    contrast = np.maximum(lightest - darkest, 1.0)
    soft = np.array([cv2.medianBlur(crop, 3) for crop in crops])
    grain = np.abs(crops.astype(np.float32) - soft).mean((1, 2)) / contrast
    sharp = steepness(crops[:, None].astype(np.float32))
    return np.asarray(np.median([lightest, contrast, sharp, grain], axis=1), np.float32)


def _place(share: float) -> int:
    """The pixel of a crop that so much of it is darker than, when they are in order."""
    return round(share * (CROP_PX**2 - 1))


@cache
def _bounds() -> dict[str, float]:
    bounds: dict[str, float] = json.loads((Path(__file__).parent / "models" / "familiar.json").read_text())
    return bounds
