"""The one large sign in the middle of a card, parted from all else that is printed there and read alone.

The letter network sees a whole card in few pixels: the tail of a Q, the foot of a slanted E may be one of them. Here
the sign is drawn out to the size in which the glyph network knows its signs, without frame, value and neighbours. It is
another network, taught on other pictures, so that what both say is hardly wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.glyphs import SIGNS, cut_glyphs, read_glyphs
from companion.vision.print_lines import flat
from companion.vision.read import LETTERS
from companion.vision.rectify import window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

SHORT_PX = 120  # the shorter side of a card in which its sign is looked for
RIMS = (0.07, 0.0)  # the part of a card that is left out along each side; less, where the sign reaches into it
MIDDLE = 0.25  # how far from the middle a sign may stand, in parts of the card
LEAST, MOST = 0.18, 0.85  # how large it is: larger is a frame
SOFT_PX = 1.0  # grain of wood and cloth is no ink


def read_lone_signs(pyramid: list[Picture], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """How likely the sign in the middle of each card (4, 2) is each capital: (n, 26, 4 quarter turns).

    Turn t means that it stands upright when the quad begins at its corner t. All 0 where no sign stands apart from what
    is around it. What looks like another letter turned counts for both.
    """
    chances = np.zeros((len(quads), len(LETTERS), 4), np.float32)
    crops: list[Picture] = []
    seen: list[int] = []
    for number, quad in enumerate(quads):
        found = _lone_sign(pyramid, quad)
        if found is not None:
            crops += found
            seen.append(number)
    if seen:
        read = read_glyphs(np.array(crops)).reshape(-1, 2, 2, len(SIGNS))[..., : len(LETTERS)]
        for turn in range(4):
            chances[seen, :, turn] = read[:, turn % 2, turn // 2]
    return chances


def _lone_sign(pyramid: list[Picture], quad: NDArray[np.float32]) -> list[Picture] | None:
    """The sign on a card as the glyph network takes it, as the quad begins and a quarter turned: two of (40, 40)."""
    for rim in RIMS:
        card = flat(pyramid, window(quad, rim, rim, 1 - rim, 1 - rim), SHORT_PX)
        ink = _ink(card)
        _, numbers, shapes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
        may_be = [number for number in range(1, len(shapes)) if _may_be_sign(shapes[number].tolist(), card.shape)]
        signs = [one for one in may_be if not any(_frames(shapes[one], shapes[other]) for other in may_be)]
        if signs:
            number = max(signs, key=lambda one: int(shapes[one, cv2.CC_STAT_AREA]))
            return _alone(card, ink, np.asarray(numbers == number, np.uint8), shapes[number, :4].tolist())
    return None


def _alone(card: Picture, ink: Picture, own: Picture, box: list[int]) -> list[Picture]:
    """The sign in this box, whose ink is its `own`, without what else is on the card."""
    ground, tone = float(np.median(card[ink == 0])), float(np.median(card[own > 0]))
    near = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
    alone = np.asarray(np.where(near, card, np.uint8(ground)), np.uint8)
    x, y, w, h = box
    upright = cut_glyphs(alone, [(x, y, w, h)], h, tone, ground)
    turned = cut_glyphs(np.rot90(alone), [(y, card.shape[1] - x - w, h, w)], w, tone, ground)
    return [*upright, *turned]


def _ink(card: Picture) -> Picture:
    """1 where the card is as its sign is, dark or light, 0 where it is as its ground: there is more of that."""
    soft = np.asarray(cv2.GaussianBlur(card, (0, 0), SOFT_PX), np.uint8)
    height, width = soft.shape
    middle = soft[height // 6 : height - height // 6, width // 6 : width - width // 6]
    level, dark = cv2.threshold(middle, 0, 1, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    return np.asarray(soft <= level if dark.mean() < 0.5 else soft > level, np.uint8)


def _frames(shape: NDArray[np.int32], other: NDArray[np.int32]) -> bool:
    """Whether the other stands within this one's box."""
    (x, y, w, h, _), (u, v, wide, high, _) = shape, other
    return bool(x < u and y < v and x + w > u + wide and y + h > v + high)


def _may_be_sign(box: list[int], shape: tuple[int, ...]) -> bool:
    x, y, w, h, _ = box
    height, width = shape
    whole = x > 0 and y > 0 and x + w < width and y + h < height
    central = abs(x + w / 2 - width / 2) < MIDDLE * width and abs(y + h / 2 - height / 2) < MIDDLE * height
    return whole and central and LEAST < max(w / width, h / height) < MOST
