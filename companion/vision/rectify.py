"""Cut a card out of a frame as if it lay straight before the camera."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.quads import UNIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

CROP_PX = 40
FINE_PX = 64  # a crop in which the tail of a Q and the slant of an N are seen, of cards as near as on most tables
MOST_PX = 1200  # no side of a card that is laid flat is longer
CARD_MARGIN = 0.08  # how much of the table around a card a crop shows, in parts of the card
INDEX_WIDTH, INDEX_HEIGHT = 0.30, 0.27  # the corner of a playing card that holds its index, in parts of the card
LEVELS = 8  # of a frame and its halvings at most
INDEX_OUT = 0.02  # and so much of the table beside it


def window(quad: NDArray[np.float32], x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float32]:
    """The part of a card from (x0, y0) to (x1, y1), in parts of its width and height, as a quad (4, 2) in pixels."""
    return on_card(quad, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32))


def inset(quad: NDArray[np.float32], rim: float) -> NDArray[np.float32]:
    """A card without its rim, in parts of its width and height, as a quad (4, 2) in pixels; with so much of the table
    around it where that is less than 0."""
    return window(quad, rim, rim, 1 - rim, 1 - rim)


def on_card(quad: NDArray[np.float32], places: NDArray[np.float32]) -> NDArray[np.float32]:
    """Places on a card (n, 2), in parts of its width and height, in pixels."""
    to_px = cv2.getPerspectiveTransform(UNIT, np.asarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(places[None], to_px)[0], np.float32)


def whole_card(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The card with a small margin of table around it, as a quad (4, 2)."""
    return inset(quad, -CARD_MARGIN)


def index_corners(quad: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The four corners of an upright playing card that may hold its index, each turned so that the index stands
    upright: top-left, bottom-right (upside down on the card), top-right, bottom-left (upside down)."""
    w, h, out = INDEX_WIDTH, INDEX_HEIGHT, INDEX_OUT
    top_left = window(quad, -out, -out, w, h)
    bottom_right = np.roll(window(quad, 1 - w, 1 - h, 1 + out, 1 + out), -2, 0)
    top_right = window(quad, 1 - w, -out, 1 + out, h)
    bottom_left = np.roll(window(quad, -out, 1 - h, w, 1 + out), -2, 0)
    return [top_left, bottom_right, top_right, bottom_left]


def cut(
    pyramid: list[NDArray[np.uint8]], quad: NDArray[np.float32], width_px: int = CROP_PX, height_px: int = CROP_PX
) -> NDArray[np.uint8]:
    """The quad warped to an upright picture (height × width); from the level of the pyramid (each half the one
    before) nearest above the wanted resolution, so that large cards do not alias."""
    first, second, _, last = quad.tolist()
    longest = max(math.dist(first, second) / width_px, math.dist(first, last) / height_px, 1e-6)
    level = min(max(math.floor(math.log2(longest) + 0.35), 0), len(pyramid) - 1)
    source = np.asarray((quad + 0.5) / 2**level - 0.5, np.float32)
    warp = cv2.getPerspectiveTransform(source, upright(width_px, height_px))
    flat = cv2.warpPerspective(
        pyramid[level], warp, (width_px, height_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def flat(pyramid: list[NDArray[np.uint8]], quad: NDArray[np.float32], short_px: int) -> NDArray[np.uint8]:
    """The card laid flat, its shorter side `short_px` long; as its quad lies, from its first corner."""
    width, height = (float(np.linalg.norm(quad[i] - quad[0]) + np.linalg.norm(quad[2] - quad[4 - i])) for i in (1, 3))
    scale = short_px / max(min(width, height), 1.0)
    return cut(pyramid, quad, round(min(width * scale, MOST_PX)), round(min(height * scale, MOST_PX)))


@lru_cache(maxsize=16)
def upright(width_px: int, height_px: int) -> NDArray[np.float32]:
    """The corners of a whole picture, where the middle of the first pixel is 0, 0."""
    return np.array([[0, 0], [width_px, 0], [width_px, height_px], [0, height_px]], np.float32) - np.float32(0.5)


def halvings(grey: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The frame and its successive halvings, for `cut`."""
    pyramid = [grey]
    while len(pyramid) < LEVELS and min(pyramid[-1].shape[:2]) >= 32:
        last = pyramid[-1]
        half = (last.shape[1] // 2, last.shape[0] // 2)
        pyramid.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), np.uint8))
    return pyramid


def normalised(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops (n, height, width) as the networks take them: (n, 1, height, width), each with mean 0 and deviation 1."""
    pictures = crops.astype(np.float32)
    pictures -= pictures.mean((1, 2), keepdims=True)
    pictures /= pictures.std((1, 2), keepdims=True) + 6.0
    return pictures[:, None]
