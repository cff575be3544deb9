"""From about where a card lies to exactly where: its quad is drawn to the outline that stands out from the table."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

_AROUND = 0.3  # how far around the quad to look, in parts of its size
_SAME = 0.6  # least overlap (intersection over union) of an outline with the quad it belongs to
_LEAST = 14.0  # grey levels that a card differs from the table by
_STRAIGHT = 0.7  # the middle part of each side, where rounded corners do not matter
_EVERY_PX = 16  # the table's usual colour is taken from every so many pixels of the whole picture


def to_outline(picture: NDArray[np.uint8], quad: Quad) -> Quad:
    """The quad (4, 2) drawn to the outline of its card in a picture (BGR); as it was when no outline fits.

    What stands out is told by its difference from the table's colour, so that a card's coloured border belongs to the
    card: the colour beside the quad, and the whole picture's usual one, since beside a card among others there are
    mostly cards. Of several outlines the one that shares most with the quad is taken.
    """
    size = float(np.sqrt(max(cv2.contourArea(quad), 1.0)))
    left, top = np.maximum(np.floor(quad.min(0) - _AROUND * size), 0).astype(int)
    right, bottom = np.minimum(np.ceil(quad.max(0) + _AROUND * size), picture.shape[1::-1]).astype(int)
    if right - left < 8 or bottom - top < 8:
        return quad
    own = quad - np.array([left, top], np.float32)
    patch = cv2.GaussianBlur(picture[top:bottom, left:right], (3, 3), 0)
    best, overlap = quad, _SAME
    beside, usual = _beside(patch, own), np.median(picture[::_EVERY_PX, ::_EVERY_PX], axis=(0, 1))
    for table in [beside] if np.abs(usual - beside).max() < _LEAST else [beside, usual]:
        for outline in _outlines(patch, table, 0.5 * size * size):
            if (shared := _overlap(own, outline)) > overlap:
                best, overlap = _in_step(own, outline) + np.array([left, top], np.float32), shared
    return np.asarray(best, np.float32)


def _outlines(patch: NDArray[Any], table: NDArray[Any], least_area: float) -> Iterator[Quad]:
    """The four-sided outlines of what stands out from a table of this colour (BGR), at several levels."""
    unlike = np.asarray(np.abs(patch.astype(np.float32) - table).max(2), np.uint8)
    usual, _ = cv2.threshold(unlike, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    for level in (usual, usual / 2, usual / 3):
        _, mask = cv2.threshold(unlike, max(level, _LEAST), 255, cv2.THRESH_BINARY)
        shapes, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for shape in shapes:
            if cv2.contourArea(shape) < least_area:
                continue
            outline = _four_sides(cv2.convexHull(shape))
            if outline is not None:
                yield outline


def _beside(patch: NDArray[Any], quad: Quad) -> NDArray[Any]:
    """The usual colour (BGR) outside the quad."""
    inside = np.zeros(patch.shape[:2], np.uint8)
    middle = quad.mean(0)
    cv2.fillConvexPoly(inside, np.round(middle + 1.15 * (quad - middle)).astype(np.int32), 1)
    beside = patch[inside == 0]
    return np.asarray(np.median(beside, axis=0) if len(beside) else np.zeros(3))


def _four_sides(hull: NDArray[Any]) -> Quad | None:
    """The quad whose sides run along the straight parts of a hull; None when it has no four straight sides."""
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    closed = np.concatenate([hull, hull[:1]]).reshape(-1, 2).astype(np.float32)
    dense = np.concatenate([np.linspace(one, other, 12, endpoint=False) for one, other in pairwise(closed)])
    lines = []
    for corner, following in zip(box, np.roll(box, -1, 0), strict=True):
        along = following - corner
        length = float(np.linalg.norm(along))
        if length < 4:
            return None
        along /= length
        offset = dense - corner
        place, beside = offset @ along / length, np.abs(offset @ np.array([-along[1], along[0]]))
        on_side = (np.abs(place - 0.5) < _STRAIGHT / 2) & (beside < 0.12 * length)
        if on_side.sum() < 4:
            return None
        x, y, px, py = (float(value) for value in cv2.fitLine(dense[on_side], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
        lines.append(np.cross([px, py, 1.0], [px + x, py + y, 1.0]))
    corners = [np.cross(lines[index - 1], lines[index]) for index in range(4)]
    if any(abs(corner[2]) < 1e-9 for corner in corners):
        return None
    return np.array([corner[:2] / corner[2] for corner in corners], np.float32)


def _overlap(one: Quad, other: Quad) -> float:
    if not cv2.isContourConvex(other):
        return 0.0
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared / max(1.0, cv2.contourArea(one) + cv2.contourArea(other) - shared))


def _in_step(quad: Quad, outline: Quad) -> Quad:
    """The outline's corners in the order of the quad's."""
    if cv2.contourArea(quad, oriented=True) * cv2.contourArea(outline, oriented=True) < 0:
        outline = outline[::-1]
    turns = [float(np.linalg.norm(np.roll(outline, turn, 0) - quad)) for turn in range(4)]
    return np.roll(outline, int(np.argmin(turns)), 0)
