"""Quads, the outlines of cards in a picture: how large they are and how much they share.

A quad is float32 (4, 2) in pixels, clockwise as the picture shows it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)  # a card, in parts of its width and height
CLUSTER = 6  # so many quads side by side are one thing
_NEXT_TO = 2.0  # quads whose middles are nearer than this many times their size lie side by side
_FROM_CORNER = np.add.outer(np.arange(4), np.arange(4)) % 4


def begun_at(quad: Quad, corner: int) -> Quad:
    """The same quad from another corner on: a card lying turned by so many quarter turns has its own top left there."""
    return np.asarray(quad[_FROM_CORNER[corner]], quad.dtype)


def edges(quad: NDArray[np.floating]) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """From a quad's left to its right and from its upper to its lower end (2,), each the mean of two sides; of many
    quads (n, 4, 2) for each of them (n, 2)."""
    first, second, third, fourth = (quad[..., corner, :] for corner in range(4))
    return (second - first + third - fourth) / 2, (fourth - first + third - second) / 2


def aspect(quad: Quad) -> float:
    """Width over height of a quad from its top left corner."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return float((sides[0] + sides[2]) / max(1e-6, sides[1] + sides[3]))


def depth_px(quad: Quad, place: NDArray[np.floating]) -> float:
    """How far a place (2,) is within a quad; less than 0 where it lies beside it."""
    x, y = place.tolist()
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), (x, y), measureDist=True)


def holds(quad: Quad, place: NDArray[np.floating]) -> bool:
    """Whether a place (2,) lies within a quad."""
    x, y = place.tolist()
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), (x, y), measureDist=False) > 0


def in_step(outline: Quad, quad: Quad) -> Quad:
    """The outline's corners in the order of the quad's, from the one on that lies as the quad's first."""
    if cv2.contourArea(quad, oriented=True) * cv2.contourArea(outline, oriented=True) < 0:
        outline = outline[::-1]
    return min((begun_at(outline, corner) for corner in range(4)), key=lambda one: float(np.linalg.norm(one - quad)))


def area_px(quad: Quad) -> float:
    """A quad's area in square pixels, 1 at least, so that it may be divided by."""
    return max(float(cv2.contourArea(np.ascontiguousarray(quad, np.float32))), 1.0)


def size_px(quad: Quad) -> float:
    """How large a quad is: the square root of its area, 1 at least."""
    return float(np.sqrt(area_px(quad)))


def sizes_px(quads: Sequence[Quad] | Quad) -> NDArray[np.float64]:
    """`size_px` of each (n,)."""
    corners = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    falling, rising = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]  # the diagonals
    doubled = np.abs(falling[:, 0] * rising[:, 1] - falling[:, 1] * rising[:, 0])
    return np.asarray(np.sqrt(np.maximum(doubled / 2, 1.0)))


def alike_px(one_px: float, other_px: float, most: float) -> bool:
    """Whether two sizes differ by less than this factor."""
    return max(one_px, other_px) < most * min(one_px, other_px)


def usual_size_px(sizes_px: Sequence[float] | NDArray[np.float64]) -> float:
    """The size so that half of what is covered is covered by larger cards, however many small ones there are."""
    ordered_px = np.sort(sizes_px)
    covered = np.cumsum(ordered_px**2)
    return float(ordered_px[np.searchsorted(covered, covered[-1] / 2)])


def shared_area_px(one: Quad, other: Quad) -> float:
    """How large the part is that lies in both, in square pixels; of a quad that is not convex its hull counts.

    Sutherland and Hodgman, Reentrant Polygon Clipping, 1974. OpenCV's intersectConvexConvex is wrong where
    sides lie on one line, by as much as all there is: for one in fourteen quads moved along their own side (measured).
    """
    if (one.max(0) <= other.min(0)).any() or (other.max(0) <= one.min(0)).any():
        return 0.0
    corners, frame = _hull(one), _hull(other)
    for (x, y), (next_x, next_y) in zip(frame, frame[1:] + frame[:1], strict=True):
        within = [(next_x - x) * (v - y) - (next_y - y) * (u - x) for u, v in corners]
        kept = []
        for index, (u, v) in enumerate(corners):
            depth, before, (from_u, from_v) = within[index], within[index - 1], corners[index - 1]
            if (depth >= 0) != (before >= 0):
                part = before / (before - depth)
                kept.append((from_u + part * (u - from_u), from_v + part * (v - from_v)))
            if depth >= 0:
                kept.append((u, v))
        corners = kept
    return abs(sum(u * next_v - next_u * v for (u, v), (next_u, next_v) in pairwise([*corners, *corners[:1]]))) / 2


def _hull(quad: Quad) -> list[tuple[float, float]]:
    """The corners of a quad's convex hull, clockwise as the picture shows it."""
    # OpenCV thinks of y as pointing upwards.
    hull = cv2.convexHull(np.ascontiguousarray(quad, np.float32), clockwise=False)[:, 0]
    return [(float(x), float(y)) for x, y in hull]


def shared(one: Quad, other: Quad) -> float:
    """How much of the smaller of two quads lies in the other (0…1)."""
    return shared_area_px(one, other) / min(area_px(one), area_px(other))


def in_common(one: Quad, other: Quad) -> float:
    """What two quads share, as a part of what they cover together (0…1; intersection over union)."""
    both = shared_area_px(one, other)
    return both / max(area_px(one) + area_px(other) - both, 1.0)


def filled(shape: tuple[int, ...], quads: Iterable[Quad]) -> NDArray[np.uint8]:
    """A picture as large as `shape` (height, width …), 1 where it lies within one of the quads, else 0."""
    mask = np.zeros(shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), (1,))
    return mask


def free_part(cards: Sequence[Quad], place: Quad) -> float:
    """How much of a place lies beside these cards; less than 0 where several cover it."""
    return 1 - sum(shared_area_px(place, card) for card in cards) / area_px(place)


def clusters(quads: Sequence[Quad]) -> list[Quad]:
    """The upright boxes around the quads that lie next to each other, of as many as make a `CLUSTER`."""
    if not len(quads):
        return []
    middles = np.array([quad.mean(0) for quad in quads])
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < _NEXT_TO * sizes_px(quads)
    together = near | near.T
    free = np.ones(len(quads), bool)
    boxes = []
    for first in range(len(quads)):
        members = np.arange(len(quads)) == first
        while free[first] and (grown := together[members].any(0)).sum() > members.sum():
            members = grown
        if members.sum() >= CLUSTER:
            corners = np.array(quads)[members].reshape(-1, 2)
            (left, top), (right, bottom) = corners.min(0), corners.max(0)
            boxes.append(np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32))
        free &= ~members
    return boxes
