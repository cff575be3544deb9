"""Where colours tell cards from cloth and brightness does not: the frame in a grey made of its colours.

Brown tiles on a blue cloth may be as bright as the cloth. The finder sees grey pictures only; on such a table it gets
a second one, in which the colours that differ most between neighbouring places lie furthest apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLACES = 64  # so many places across the frame are compared
APART = 2  # with those so many places further
MUCH = 0.5  # brightness that makes up less than this part of all differences tells too little
BRIGHTNESS = np.array([0.114, 0.587, 0.299]) / np.linalg.norm([0.114, 0.587, 0.299])  # of blue, green and red (BT.601)
DARKEST, LIGHTEST = 18.0, 238.0
FEW = 0.5  # per cent of the places may be darker or lighter than that


def colour_grey(frame: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """A grey picture of the colours of a frame (uint8 BGR) without its brightness; None when brightness tells enough.

    What is rarer, mostly the cards, is light in it.
    """
    step = max(1, frame.shape[1] // PLACES)
    places = frame[::step, ::step].astype(np.float32)
    across = (places[:, APART:] - places[:, :-APART]).reshape(-1, 3)
    down = (places[APART:] - places[:-APART]).reshape(-1, 3)
    spread = across.T @ across + down.T @ down
    if BRIGHTNESS @ spread @ BRIGHTNESS >= MUCH * np.trace(spread):
        return None
    hueless = np.eye(3) - np.outer(BRIGHTNESS, BRIGHTNESS)
    axis = np.linalg.eigh(hueless @ spread @ hueless)[1][:, 2]
    values = (places @ axis).ravel()
    if np.median(values) > values.mean():
        axis, values = -axis, -values
    low, high = np.percentile(values, [FEW, 100 - FEW])
    scale = (LIGHTEST - DARKEST) / max(float(high - low), 1.0)
    matrix = np.array([[*(axis * scale), DARKEST - low * scale]])
    return np.asarray(cv2.transform(frame, matrix), np.uint8)
