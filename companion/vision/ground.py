"""The ground of a card: what has that of the cards that are read, and their size, is one of them, whatever it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.quads import sizes_px
from companion.vision.sampling import colours_at, places_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Of 160 drawn tables in typefaces taught on, 43 letters and two places without a card had a ground as much like that of
# a card read there, in units of CIELAB, and were left out although the finder was surer of a card than 0.85.
ALIKE = 3.0
APART = 0.5  # what lies nearer to a card that is read, in parts of its size, is a part of that
_OUT, _IN, _STEPS = 0.12, 0.28, 11  # the ring that is looked at, between frame and sign, in parts of the card; chosen
_ACROSS = np.linspace(_OUT, 1 - _OUT, _STEPS, dtype=np.float32)
_GRID = np.stack(np.meshgrid(_ACROSS, _ACROSS), -1).reshape(-1, 2)
_RING = places_on(_GRID[((_GRID < _IN) | (_GRID > 1 - _IN)).any(1)])


def on_like_ground(
    frame: NDArray[np.uint8], quads: NDArray[np.float32], cards: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which of the places (n, 4, 2) in a frame (BGR) have the ground of one of the `cards` (m, 4, 2) that are read, and
    do not lie where one does: (n,). None where there are more of them than cards: they are the pattern of a cloth."""
    apart = np.linalg.norm(quads.mean(1)[:, None] - cards.mean(1), axis=2) > APART * sizes_px(cards)
    unlike = np.linalg.norm(_grounds(frame, quads)[:, None] - _grounds(frame, cards), axis=2)
    like = apart.all(1) & (unlike.min(1) < ALIKE)
    return np.asarray(like & (like.sum() <= len(cards)))


def _grounds(frame: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The usual colour between frame and sign of each card (n, 3), in CIELAB."""
    colours = colours_at(frame, quads, _RING).astype(np.float32) / 255
    return np.asarray(np.median(cv2.cvtColor(colours, cv2.COLOR_BGR2LAB), axis=1), np.float32)
