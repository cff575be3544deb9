"""Cards with nothing on them: many tiles are blank when they lie face down, and there is nothing to compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.rectify import window

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

DARK = 8.0  # grey levels below which differences say less
SOFT_PX = 1.0
LOCAL = 6  # parts of a picture's height: light changes over a card, print within less than this
BESIDE = 0.05  # how far within and without its edge a card is compared with the table, in parts of the card
STANDS_OUT = 0.12  # natural logarithm of how much lighter or darker, in any colour, a card is than the table
SIDES = 3  # so many of a card's sides are seen against the table


def contrast(face: NDArray[np.uint8]) -> float:
    """How strong the print on a face is (uint8, square), whatever the light: the deviation of the logarithm of the
    grey levels, about 0.3 with large letters, below 0.03 with none."""
    levels = cv2.GaussianBlur(np.log(face.astype(np.float32) + DARK), (0, 0), SOFT_PX)
    reach = 2 * (face.shape[0] // LOCAL) + 1
    return float((levels - cv2.blur(cv2.blur(levels, (reach, reach)), (reach, reach))).std())


def stands_out(frame: NDArray[np.uint8], quad: Quad) -> bool:
    """Whether something of another colour than what is around it has its edges where this quad (4, 2) has its."""
    inner = _sides(frame, window(quad, BESIDE, BESIDE, 1 - BESIDE, 1 - BESIDE))
    outer = _sides(frame, window(quad, -BESIDE, -BESIDE, 1 + BESIDE, 1 + BESIDE))
    return int((np.abs(inner - outer).max(1) > STANDS_OUT).sum()) >= SIDES


def _sides(frame: NDArray[np.uint8], quad: Quad) -> NDArray[np.float64]:
    """The logarithm of the usual colour along each side of a quad (4 × 3)."""
    along = np.linspace(0.1, 0.9, 24)[:, None]
    colours = []
    for one, other in zip(quad, np.roll(quad, -1, 0), strict=True):
        points = np.round(one + (other - one) * along).astype(int)
        x, y = points[:, 0].clip(0, frame.shape[1] - 1), points[:, 1].clip(0, frame.shape[0] - 1)
        colours.append(np.log(np.median(frame[y, x], axis=0) + DARK))
    return np.array(colours)
