"""Where a card's corners are exactly: a small network looks at a card as it was found and says how far each is off.

The finder gives parallelograms, a few hundredths of a card off at the corners; seen at an angle a card is none. The
network (companion/vision/models/corners.onnx) sees the card with a margin around it and says for each corner of the
quad, in parts of the card's width and height, where it belongs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.models import infer
from companion.vision.quads import UNIT
from companion.vision.rectify import cut, inset, normalised, on_card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

AROUND = 0.2  # how much around the card the network sees, in parts of the card
FARTHEST = 0.35  # no corner is moved further than this


def to_corners(pyramid: list[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """The quads (4, 2) with their corners moved to where those of the cards are, each still beginning at its own."""
    if not len(quads):
        return []
    crops = np.array([cut(pyramid, with_surroundings(quad)) for quad in quads], np.uint8)
    steps = np.clip(infer("corners", normalised(crops)).reshape(-1, 4, 2), -FARTHEST, FARTHEST)
    return [moved(quad, step) for quad, step in zip(quads, steps, strict=True)]


def with_surroundings(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the network sees of a card found at `quad`, as a quad (4, 2)."""
    return inset(quad, -AROUND)


def moved(quad: NDArray[np.float32], steps: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quad with each corner moved by (4, 2) parts of its own width and height."""
    return on_card(quad, UNIT + steps)


def steps_to(quad: NDArray[np.float32], exact: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each corner of `quad` is from that of `exact`, (4, 2) in parts of the quad's width and height."""
    to_unit = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), UNIT)
    return np.asarray(cv2.perspectiveTransform(np.asarray(exact, np.float32)[None], to_unit)[0] - UNIT, np.float32)
