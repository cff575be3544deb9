"""Laying a picture exactly on another of the same card: where the quad must be for the two to agree best.

The finder and the outlines give a card's corners to a pixel or two, sometimes worse; two cards that differ in one
small stroke can be told apart only when they lie on each other exactly. The corners are drawn to where the picture in
the quad is most like the one that is known, in all eight directions at once (inverse compositional Gauss–Newton: Baker
and Matthews, Int. J. Computer Vision 56, 2004), whatever the light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.quads import UNIT, size_px
from companion.vision.rectify import cut, on_card

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    Floats = NDArray[np.float32]

ALIGN_PX = 40
STEPS = 10
_LEAST_STEP = 0.002  # of a card's sides: nearer than this is exact enough
_MOST_STEP = 0.1
_SOFT_PX = 0.7
_DAMPING = 0.01  # where nothing is printed nothing says where a corner is: it stays
_FLAT = 0.3  # grey levels: what varies less than this is no print, but noise
_LOCAL = 6  # parts of a picture's height: light changes over a card, print within less than this
_CUT_ALIKE = 0.1  # two faces are cut alike, give or take this part of a card
_ENOUGH, _IN_COMMON = 12, 0.9  # so many faces tell what is common; how much of a face that must be to say where it lies
_STRAIGHTER = 0.03  # what is cut askew has this much more in common once it is drawn straight
_RIM, _SPOT = 4, 16  # pixels left out, where what is beyond a face is not known; parts of a face that a sign may be
_DARK = 8.0  # grey levels below which differences say less
_PALE = 0.1  # of the strongest print: what is paler counts for no more


class Known:
    """A picture (uint8, square) made ready for laying others on it."""

    def __init__(self, picture: Picture) -> None:
        small = np.asarray(cv2.resize(picture, (ALIGN_PX, ALIGN_PX), interpolation=cv2.INTER_AREA), np.uint8)
        flat = print_only(small, _SOFT_PX)
        self.print = flat.ravel()
        down, across = (slope.astype(np.float32) * ALIGN_PX for slope in np.gradient(flat))
        y, x = (np.indices(flat.shape, np.float32) + 0.5) / ALIGN_PX - 0.5
        moves = np.stack([(across * one + down * other).ravel() for one, other in _moves(x, y)], 1) @ _OF_CORNERS
        moves -= moves.mean(0)
        moves -= self.print[:, None] * (self.print @ moves)  # brighter or paler is no move
        square = moves.T @ moves
        damped = square + _DAMPING * np.trace(square) / 8 * np.eye(8, dtype=np.float32)
        self.corners_of = np.asarray(np.linalg.solve(damped, moves.T), np.float32)


def aligned(pyramid: list[Picture], quad: Floats, known: Known, most_off: float = 0.25) -> Floats:
    """The quad (4, 2) drawn to where the frame (as its `halvings`) is most like a known picture; no corner is moved by
    more than `most_off` of its sides. The quad is given from the corner that is the picture's top left."""
    best, most, start = quad, -1.0, quad
    reach = most_off * size_px(quad)
    for _ in range(STEPS):
        seen = print_only(cut(pyramid, quad, ALIGN_PX, ALIGN_PX), _SOFT_PX).ravel()
        likeness = float(seen @ known.print)
        if likeness > most and float(np.linalg.norm(quad - start, axis=1).max()) <= reach:
            best, most = quad, likeness
        off = (known.corners_of @ (seen - known.print)).reshape(4, 2)
        step = float(np.abs(off).max())
        if step < _LEAST_STEP:
            break
        quad = on_card(quad, np.asarray(UNIT - off * min(1.0, _MOST_STEP / step), np.float32))
    return best


def print_only(picture: Picture, soft_px: float) -> Floats:
    """What is printed, without the light on it: a little blurred, the mean of what is around taken off, mean 0 and
    length 1. Works on one picture (height × width) or on many at once (height × width × many)."""
    flat = _without_light(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), soft_px))
    flat -= flat.mean((0, 1))
    return np.asarray(flat / (np.sqrt(np.square(flat).sum((0, 1))) + _FLAT * picture.shape[0]), np.float32)


def contrast(face: Picture) -> float:
    """How strong the print on a face is (uint8, square), whatever the light: the deviation of the logarithm of the
    grey levels, about 0.3 with large letters, below 0.03 with none."""
    return float(_without_light(cv2.GaussianBlur(np.log(face.astype(np.float32) + _DARK), (0, 0), 1.0)).std())


def _without_light(soft: NDArray[Any]) -> Floats:
    """A picture, or many at once, with the mean of what is around taken off."""
    reach = 2 * (soft.shape[0] // _LOCAL) + 1
    return np.asarray(soft - cv2.blur(cv2.blur(soft, (reach, reach)), (reach, reach)), np.float32)


def unlike(face: Picture, other: Picture) -> float:
    """How much two faces (uint8, square, as large) differ where they differ most, once the other is laid on the one:
    0 for one card seen twice, 2 where the one has print and the other has none."""
    whole = UNIT * face.shape[0] - 0.5
    there = cut([other], aligned([other], whole, Known(face), _CUT_ALIKE), *face.shape)
    own, its = (print_only(one, 1.0)[_RIM:-_RIM, _RIM:-_RIM] for one in (face, there))
    spot = (2 * (face.shape[0] // _SPOT) + 1,) * 2
    differ, printed = cv2.blur((own - its) ** 2, spot), cv2.blur(own**2 + its**2, spot)
    return float((differ / np.maximum(printed, _PALE * printed.max() + 1e-9)).max())


def cut_alike(faces: Picture) -> Picture:
    """Faces of one deck (uint8, n × side × side), those that were cut askew drawn to where what all have in common,
    such as a coloured band, lies in most of them. What is cut well, or has little in common with the others, stays."""
    if len(faces) < _ENOUGH:
        return faces
    usual = Known(np.median(faces, axis=0).astype(np.uint8))
    side = faces.shape[1]
    whole = (UNIT * side - 0.5).astype(np.float32)
    alike = faces.copy()
    for number, face in enumerate(faces):
        place = aligned([face], whole, usual, _CUT_ALIKE)
        before, after = (
            float(print_only(cut([face], quad, ALIGN_PX, ALIGN_PX), _SOFT_PX).ravel() @ usual.print)
            for quad in (whole, place)
        )
        if after > max(_IN_COMMON, before + _STRAIGHTER):
            alike[number] = cut([face], place, side, side)
    return alike


def _moves(x: Floats, y: Floats) -> list[tuple[Floats, Floats]]:
    """The eight ways in which a plane seen by a camera may move a little: how far (x, y) moves in each."""
    none, all_ = np.zeros_like(x), np.ones_like(x)
    straight = [(all_, none), (x, none), (y, none), (none, all_), (none, x), (none, y)]
    return [*straight, (x * x, x * y), (x * y, y * y)]


_at_corners = np.stack([np.stack(one, -1).ravel() for one in _moves(*(UNIT - 0.5).T)], 1)
_OF_CORNERS = np.linalg.inv(_at_corners).astype(np.float32)  # the same moves, told by how the four corners move
