"""From about where a card lies to exactly where: its quad is drawn to the outline that stands out from the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.quads import filled, in_common, in_step, size_px

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]
    _Line = tuple[float, float, float, float]

_AROUND = 0.3  # how far around the quad to look, in parts of its size
_SAME = 0.6  # least overlap (intersection over union) of an outline with the quad it belongs to
LEAST = 14.0  # grey levels that a card differs from the table by
_REACH, _TURNS_DEG = (
    0.12,
    (-4.0, -2.0, 0.0, 2.0, 4.0),
)  # how far a quad of the right shape may be off: parts of its size
_STRAIGHT = 0.7  # the middle part of each side, where rounded corners do not matter
_BESIDE_PX = 80  # in so many rows and columns the colour beside a card is looked at
_EVERY_PX = 16  # the table's usual colour is taken from every so many pixels of the whole picture


def to_outline(picture: NDArray[np.uint8], quad: Quad) -> Quad:
    """The quad (4, 2) drawn to the outline of its card in a picture (BGR); as it was when no outline fits.

    What stands out is told by its difference from the table's colour, so that a card's coloured border belongs to the
    card: the colour beside the quad, and the whole picture's usual one, since beside a card among others there are
    mostly cards. Of several outlines the one that shares most with the quad is taken.
    """
    size = size_px(quad)
    left, top = np.maximum(np.floor(quad.min(0) - _AROUND * size), 0).astype(int)
    right, bottom = np.minimum(np.ceil(quad.max(0) + _AROUND * size), picture.shape[1::-1]).astype(int)
    if right - left < 8 or bottom - top < 8:
        return quad
    own = quad - np.array([left, top], np.float32)
    patch = cv2.GaussianBlur(picture[top:bottom, left:right], (3, 3), 0)
    best, overlap = quad, _SAME
    beside, usual = _beside(patch, own), usual_colour(picture)
    for table in [beside] if np.abs(usual - beside).max() < LEAST else [beside, usual]:
        for outline in _outlines(patch, table, 0.5 * size * size):
            if cv2.isContourConvex(outline) and (common := in_common(own, outline)) > overlap:
                best, overlap = in_step(outline, own) + np.array([left, top], np.float32), common
    return np.asarray(best, np.float32)


def usual_colour(picture: NDArray[Any]) -> NDArray[Any]:
    """The colour (BGR) that most of a picture has: its table's."""
    return np.asarray(np.median(picture[::_EVERY_PX, ::_EVERY_PX], axis=(0, 1)))


def unlikeness(picture: NDArray[Any], colour: NDArray[Any]) -> NDArray[Any]:
    """How much each pixel of a picture (BGR) differs from a colour where it does most (uint8, height × width)."""
    blue, green, red = cv2.split(cv2.absdiff(picture, np.array([*colour, 0.0])))
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def to_edges(picture: NDArray[np.uint8], quad: Quad) -> Quad:
    """The quad (4, 2), whose shape is right, moved and turned a little to where all its sides lie on edges of a picture
    (BGR). Finds a card on a cloth so lively that no outline stands out from it."""
    size = size_px(quad)
    reach = max(2, round(_REACH * size))
    corner = np.maximum(np.floor(quad.min(0) - reach), 0).astype(int)
    end = np.minimum(np.ceil(quad.max(0) + reach), picture.shape[1::-1]).astype(int)
    if (end - corner < 8).any():
        return quad
    patch = cv2.cvtColor(picture[corner[1] : end[1], corner[0] : end[0]], cv2.COLOR_BGR2GRAY)
    patch = cv2.GaussianBlur(patch, (0, 0), 1.0)
    slopes = cv2.merge([cv2.Sobel(patch, cv2.CV_32F, 1, 0), cv2.Sobel(patch, cv2.CV_32F, 0, 1)])
    steps = np.arange(-reach, reach + 1, max(1, reach // 12))
    shorter = 1 - 0.5 * np.hypot(*np.meshgrid(steps, steps)) / reach  # what was found is about right
    best, most = quad, -1.0
    for turn_deg in _TURNS_DEG:
        turned = cv2.transform(quad[None], cv2.getRotationMatrix2D(quad.mean(0).tolist(), turn_deg, 1.0))[0]
        edges = _along_sides(slopes, np.asarray(turned - corner, np.float32), steps) * shorter
        down, right = np.unravel_index(int(edges.argmax()), edges.shape)
        if edges[down, right] > most:
            best, most = turned + np.array([steps[right], steps[down]], np.float32), float(edges[down, right])
    return np.asarray(best, np.float32)


def _along_sides(slopes: NDArray[Any], quad: Quad, steps: NDArray[Any]) -> NDArray[Any]:
    """How much a picture with these slopes (right and down, height × width × 2) changes across the quad's sides, the
    least of the four counting most, for the quad moved by so many pixels (down × right)."""
    sides = []
    for one, other in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = (other - one) / max(float(np.linalg.norm(other - one)), 1e-6)
        points = one + (other - one) * np.linspace(0.12, 0.88, 24)[:, None]
        right = np.round(points[:, 0] + steps[:, None]).astype(int)[None, :, :]
        down = np.round(points[:, 1] + steps[:, None]).astype(int)[:, None, :]
        seen = slopes[down.clip(0, slopes.shape[0] - 1), right.clip(0, slopes.shape[1] - 1)]
        across = np.sqrt(np.abs(seen @ np.array([along[1], -along[0]], np.float32)))
        inside = (right >= 0) & (right < slopes.shape[1]) & (down >= 0) & (down < slopes.shape[0])
        sides.append(np.where(inside, across, 0).mean(2))
    return np.asarray(np.minimum.reduce(sides) + 0.3 * np.sum(sides, axis=0))


def _outlines(patch: NDArray[Any], table: NDArray[Any], least_area: float) -> Iterator[Quad]:
    """The four-sided outlines of what stands out from a table of this colour (BGR), at several levels."""
    unlike = unlikeness(patch, table)
    usual, _ = cv2.threshold(unlike, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    for level in (usual, usual / 2, usual / 3):
        _, mask = cv2.threshold(unlike, max(level, LEAST), 255, cv2.THRESH_BINARY)
        shapes, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for shape in shapes:
            if cv2.contourArea(shape) < least_area:
                continue
            outline = _four_sides(cv2.convexHull(shape))
            if outline is not None:
                yield outline


def _beside(patch: NDArray[Any], quad: Quad) -> NDArray[Any]:
    """The usual colour (BGR) outside the quad."""
    middle = quad.mean(0)
    inside = filled(patch.shape, [middle + 1.15 * (quad - middle)])
    sparse = max(1, min(patch.shape[:2]) // _BESIDE_PX)
    beside = patch[::sparse, ::sparse][inside[::sparse, ::sparse] == 0]
    return np.asarray(np.median(beside, axis=0) if len(beside) else np.zeros(3))


def _four_sides(hull: NDArray[Any]) -> Quad | None:
    """The quad whose sides run along the straight parts of a hull; None when it has no four straight sides."""
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    closed = np.concatenate([hull, hull[:1]]).reshape(-1, 2).astype(np.float32)
    between = np.linspace(0, 1, 12, endpoint=False, dtype=np.float32)[:, None]
    dense = (closed[:-1, None] + between * np.diff(closed, axis=0)[:, None]).reshape(-1, 2)
    lines = []
    for corner, following in zip(box, np.roll(box, -1, 0), strict=True):
        length = float(np.linalg.norm(following - corner))
        line = straight_side(dense, corner, following, _STRAIGHT, 0.12 * length) if length >= 4 else None
        if line is None:
            return None
        lines.append(line)
    corners = [_crossing(lines[index - 1], lines[index]) for index in range(4)]
    return None if None in corners else np.array(corners, np.float32)


def straight_side(
    outline: NDArray[Any], one: NDArray[Any], other: NDArray[Any], middle: float, reach_px: float
) -> _Line | None:
    """The straight line, by its direction and a point, through those points of an outline that lie along the `middle`
    part of the way from one corner to another, no further beside it than that; None when there are too few."""
    length = float(np.linalg.norm(other - one))
    along, off = (other - one) / length, outline - one
    place, beside = off @ along / length, np.abs(off @ np.array([-along[1], along[0]]))
    points = outline[(np.abs(place - 0.5) < middle / 2) & (beside < reach_px)]
    if len(points) < 4:
        return None
    x, y, px, py = (float(value) for value in cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
    return x, y, px, py


def _crossing(one: _Line, other: _Line) -> tuple[float, float] | None:
    """Where two lines meet, each given by its direction and a point; None when they are parallel."""
    (x, y, px, py), (u, v, qx, qy) = one, other
    across = x * v - y * u
    if abs(across) < 1e-9:
        return None
    along = ((qx - px) * v - (qy - py) * u) / across
    return px + along * x, py + along * y
