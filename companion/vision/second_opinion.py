"""Tesseract asked about letters that are nearly sure: where it says the same, less of the doubt is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.vision.calibrate import threshold
from companion.vision.rectify import cut, window
from companion.vision.tesseract import SIGN_PX, is_installed, read_signs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEARLY_SURE = 0.75  # from this confidence on Tesseract is asked too
AGREEING = 6.0  # its saying the same makes a letter likelier by so much (odds; measured on unseen typefaces: 8 to 12)
SIGN = (0.12, 0.12, 0.88, 0.88)  # the part of a card that it is shown


def nearly_sure(confidence: float) -> bool:
    """Whether Tesseract's saying the same may make a letter accepted that is not yet."""
    return NEARLY_SURE <= confidence < threshold("letters")


def read_by_tesseract(pyramid: list[NDArray[np.uint8]], quads: list[NDArray[np.float32]]) -> list[str]:
    """Which capital Tesseract makes out in the middle of each card (4, 2), that begins at its top left; "" for none, or
    where it is not installed. All in one call."""
    if not quads or not is_installed():
        return [""] * len(quads)
    return read_signs([cut(pyramid, window(quad, *SIGN), SIGN_PX, SIGN_PX) for quad in quads])


def agreed(confidence: float) -> float:
    """The confidence in a letter after Tesseract has said the same."""
    odds = AGREEING * confidence / (1 - confidence)
    return odds / (1 + odds)
