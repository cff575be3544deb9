"""Close-ups: corners of playing cards, drawn by the thousand without a table around them.

A table shows a dozen cards in a few typefaces and takes long to draw; a close-up takes a hundredth of that. They show
the reader every rank in every typeface, narrow and wide, on many grounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.rectify import index_corners
from training.faces import RANKS, SUITS, pip_typeface, rank_face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from training.fonts import Typeface

SIDE_PX = 128
INDEX_PX = (30.0, 70.0)  # how large an index is, the square root of its area
BENT = 0.04  # how far perspective moves the corners, in parts of the card
TILTED_DEG = 10.0
ANOTHER_MIDDLE = 0.5  # this part of the playing cards have in the middle what does not tell their rank


@dataclass(frozen=True, slots=True)
class CloseUps:
    """`pictures` uint8 (n, 128, 128) grey; what is to be read in each: `quads` (n, 4, 2), upright, and `labels` (n,),
    indices into RANKS."""

    pictures: NDArray[np.uint8]
    quads: NDArray[np.float32]
    labels: NDArray[np.int64]


def of_indices(count: int, typefaces: Sequence[Typeface], seed: int) -> CloseUps:
    """So many corners of playing cards with an index; the same seed draws the same ones."""
    rng = np.random.default_rng(seed)
    pips = pip_typeface(typefaces)
    shown = []
    for rank in rng.choice(RANKS, count):
        # The index alone must tell: not every deck has so many pips in the middle.
        middle = str(rng.choice([*RANKS, "", "", ""])) if rng.random() < ANOTHER_MIDDLE else None
        face = rank_face(str(rank), str(rng.choice(list(SUITS))), typefaces, pips, rng, middle=middle).picture
        corner = index_corners(_corners_of(face))[0]
        shown.append((*_laid(face, corner, rng), RANKS.index(str(rank))))
    pictures, quads, labels = zip(*shown, strict=True)
    return CloseUps(np.array(pictures, np.uint8), np.array(quads, np.float32), np.array(labels, np.int64))


def _corners_of(face: Any) -> NDArray[np.float32]:
    height, width = face.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _laid(face: Any, part: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """The face laid on some ground, a little tilted and bent, so that its `part` (4, 2) is in the middle: the picture
    and the part's quad there."""
    size_px = float(np.exp(rng.uniform(*np.log(INDEX_PX))))
    angle = np.deg2rad(rng.uniform(-TILTED_DEG, TILTED_DEG))
    scale = size_px / np.sqrt(cv2.contourArea(part))
    spin = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = _corners_of(face)
    middle = SIDE_PX / 2 + rng.normal(0, 3, 2)
    there = (corners - part.mean(0)) @ spin + middle
    there += rng.normal(0, BENT, (4, 2)) * np.sqrt(cv2.contourArea(there.astype(np.float32)))
    warp = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    small = cv2.GaussianBlur(face, (0, 0), 0.5 / scale) if scale < 0.8 else face
    laid = cv2.warpPerspective(small, warp, (SIDE_PX, SIDE_PX), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = laid[..., 3] / 255
    grey = laid[..., :3] @ np.array([0.114, 0.587, 0.299], np.float32)
    picture = grey * _light(rng) + (1 - alpha) * _ground(face, rng)
    quad = cv2.perspectiveTransform(np.asarray(part, np.float32)[None], warp)[0]
    return np.clip(picture, 0, 255).astype(np.uint8), quad


def _light(rng: np.random.Generator) -> Any:
    """Light that falls off to one side."""
    slope = rng.normal(0, 0.12, 2)
    across = np.linspace(-1, 1, SIDE_PX, dtype=np.float32)
    return float(rng.uniform(0.5, 1.1)) * (1 + slope[0] * across[None] + slope[1] * across[:, None])


def _ground(face: Any, rng: np.random.Generator) -> Any:
    """What lies around the card: a plain or a rough cloth, or another card like it."""
    if rng.random() < 0.3:
        other = cv2.resize(face[..., :3], (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)[::-1, ::-1]
        return other @ np.array([0.114, 0.587, 0.299], np.float32) * float(rng.uniform(0.5, 1.0))
    rough = rng.standard_normal((SIDE_PX // 2, SIDE_PX // 2), np.float32) * float(rng.uniform(0, 18))
    return float(rng.uniform(10, 235)) + cv2.resize(rough, (SIDE_PX, SIDE_PX))
