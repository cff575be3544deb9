"""Single printed signs: capitals, small letters and digits, upright or upside down, by a small network of their own.

The network (models/glyphs.onnx) sees one sign at a time, alone, dark on light. Small letters count as their capitals:
what matters on a card is which letter stands there. It reads what the letter network, which looks at whole cards,
cannot: ranks in corners, printed values, names and jumbles glyph by glyph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.models import infer, softmax
from companion.vision.rectify import normalised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.textlines import Bounds

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
# The network's classes: twice the sign, one more when it stands upside down; then no sign at all.
NO_GLYPH = 2 * len(SIGNS)
GLYPH_CLASSES = NO_GLYPH + 1
CROP_PX = 40
SAME_UPSIDE_DOWN = {**{sign: sign for sign in "OISXZNH08"}, "M": "W", "W": "M", "6": "9", "9": "6"}
TALL = 0.58  # how high a line of print stands in a crop, in parts of the crop


def read_glyphs(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How likely each crop (n, 40, 40) shows each sign: (n, 2, 36), upright first, upside down second.

    A sign that looks like another one, or itself, upside down counts for both: the picture cannot tell. What is missing
    to 1 is the chance that it shows no sign, or more than one.
    """
    if not len(crops):
        return np.zeros((0, 2, len(SIGNS)), np.float32)
    chances = softmax(infer("glyphs", normalised(crops)))
    one_way = chances[:, :NO_GLYPH].reshape(-1, len(SIGNS), 2).transpose(0, 2, 1)
    either_way = one_way.copy()
    for sign, twin in SAME_UPSIDE_DOWN.items():
        either_way[:, :, SIGNS.index(sign)] += one_way[:, ::-1, SIGNS.index(twin)]
    return np.asarray(either_way, np.float32)


def cut_glyphs(
    card: NDArray[np.uint8], boxes: Sequence[Bounds], line_px: float, ink: float, ground: float
) -> NDArray[np.uint8]:
    """The signs in these boxes of a card (uint8 grey) as the network takes them (n, 40, 40).

    `line_px` is how high the line of print is they stand in, `ink` and `ground` are its grey levels.
    """
    crops = []
    span = ground - ink if abs(ground - ink) > 1 else 1.0
    for x, y, w, h in boxes:
        glyph = card[max(0, y - 1) : y + h + 1, max(0, x - 1) : x + w + 1].astype(np.float32)
        crops.append(tile(np.clip((glyph - ink) / span * 255, 0, 255), line_px))
    return np.array(crops, np.uint8).reshape(-1, CROP_PX, CROP_PX)


def tile(glyph: NDArray[np.float32], line_px: float, crop_px: int = CROP_PX) -> NDArray[np.uint8]:
    """A glyph (dark on white, 0…255) alone on white, as high as it stands in a line of print of this height, as a
    picture `crop_px` a side."""
    height, width = glyph.shape
    side = max(4, round(max(line_px, height, 0.9 * width) / TALL), height, width)
    ground = np.full((side, side), 255, np.float32)
    top, left = (side - height) // 2, (side - width) // 2
    ground[top : top + height, left : left + width] = glyph
    interpolation = cv2.INTER_AREA if side > crop_px else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(ground, (crop_px, crop_px), interpolation=interpolation), np.uint8)
