"""Cards that the finder did not see, by one of their sides.

The finder may make one card of two that lie over each other, and their outline is no card's. But the uppermost still
shows straight sides of its own: each straight stretch of that outline may be a whole side of a card, the long one or
the short one, and says where the rest of it would lie. A card may also touch a known one along its side, and has its
paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.around import ALIKE
from companion.vision.outline import LEAST, straight_side, unlikeness, usual_colour
from companion.vision.quads import alike_px, edges, holds, size_px
from companion.vision.sampling import colours_at, places_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

# These were chosen, and tried on pairs of drawn cards (`benchmarks/overlapping.py`), seeds 0 to 40.
_LONG_PX = 640  # outlines are looked for in a frame so long
_LEAST_PART, _MOST_PART = 0.003, 0.4  # of the frame's area, for what stands out
_FREE = 0.4  # of which so much is no known card
_BENT = 0.03  # a side is straight, give or take this part of the size of what stands out
_LEAST_SIDE = 0.35  # and as long as this part of it
_MIDDLE = 0.76  # part of a side that is straight for sure, where rounded corners end
_CORNER = 0.1  # a corner is rounded by this part of a side at most
_WITHIN = 0.92  # of a card, so much stands out from the table
_SPREAD = places_on(np.stack(np.meshgrid(*2 * [np.linspace(0.05, 0.95, 10)]), -1).reshape(-1, 2).astype(np.float32))
# Both were settled on path-traced tables of the house's cards, of seed 501 (`benchmarks/rendered.py`).
_PAPER = 0.15  # colours differ by less than this part of the brightest one on paper of one kind
_SOME = 0.2  # so much of a face or a back is bare paper at least


def by_sides(frame: NDArray[np.uint8], aspect: float, known: Sequence[Quad]) -> list[list[Quad]]:
    """Where cards of this shape (width over height) may lie in a frame (BGR), none of them `known`: for each straight
    side of what stands out from the table the quads (4, 2), clockwise, of which it may be a side."""
    scale = min(1.0, _LONG_PX / max(frame.shape[:2]))
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    shapes = _standing_out(small)
    usual_px = float(np.median([size_px(quad) for quad in known])) * scale if len(known) else None
    there = [np.asarray((quad + 0.5) * scale - 0.5, np.float32) for quad in known]
    ways = []
    for shape in shapes:
        if not _is_free(shape, there):
            continue
        filled = np.zeros(small.shape[:2], np.uint8)
        cv2.drawContours(filled, [shape], -1, 1, cv2.FILLED)
        for one, other in _sides(shape.reshape(-1, 2).astype(np.float32)):
            quads = [quad for quad in _of_side(one, other, aspect) if _may_be_card(filled, quad, usual_px)]
            ways.append([np.asarray((quad + 0.5) / scale - 0.5, np.float32) for quad in quads])
    return [quads for quads in ways if quads]


def _standing_out(picture: NDArray[Any]) -> list[NDArray[Any]]:
    """The outlines of what is not of the table's usual colour, and as large as cards may be, as OpenCV has them."""
    soft = cv2.GaussianBlur(picture, (3, 3), 0)
    unlike = unlikeness(soft, usual_colour(soft))
    level, _ = cv2.threshold(unlike, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    _, mask = cv2.threshold(unlike, max(level, LEAST), 255, cv2.THRESH_BINARY)
    shapes, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [one for one in shapes if _LEAST_PART < cv2.contourArea(one) / mask.size < _MOST_PART]


def _is_free(shape: NDArray[Any], known: list[Quad]) -> bool:
    """Whether much of what stands out is none of the known cards."""
    inside = [quad for quad in known if holds(shape, quad.mean(0))]
    return sum(size_px(quad) ** 2 for quad in inside) < (1 - _FREE) * cv2.contourArea(shape)


def _sides(outline: NDArray[np.float32]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """The straight stretches of an outline, each from its one end to its other, with what stands out to the right."""
    size = float(np.sqrt(cv2.contourArea(outline)))
    ends = cv2.approxPolyDP(outline, _BENT * size, closed=True).reshape(-1, 2).astype(np.float32)
    if cv2.contourArea(ends, oriented=True) < 0:
        ends = ends[::-1]
    for one, other in zip(ends, np.roll(ends, -1, 0), strict=True):
        length = float(np.linalg.norm(other - one))
        if length < _LEAST_SIDE * size:
            continue
        fitted = straight_side(outline, one, other, _MIDDLE, _BENT * size)
        if fitted is None:
            continue
        line, point = np.array(fitted[:2]), np.array(fitted[2:])
        line *= np.sign((other - one) @ line)
        bare = (one - point) @ line, (other - point) @ line
        for start, end in dict.fromkeys((bare, _with_corners(outline, point, line, *bare))):
            yield point + line * start, point + line * end


def _with_corners(
    outline: NDArray[np.float32], point: NDArray[Any], line: NDArray[Any], start: float, end: float
) -> tuple[float, float]:
    """Where a side along a line through a point starts and ends with the rounded corners that it may have."""
    off = outline - point
    along, deep = off @ line, off @ np.array([-line[1], line[0]])
    corner = _CORNER * (end - start)
    near = (deep > -_BENT * (end - start)) & (deep < corner)
    before = along[near & (along < start)].min(initial=start)
    after = along[near & (along > end)].max(initial=end)
    return float(max(before, start - corner)), float(min(after, end + corner))


def _of_side(one: NDArray[Any], other: NDArray[Any], aspect: float) -> Iterator[Quad]:
    """The cards with this side, as its upper one and as its left one."""
    along = other - one
    inwards = np.array([-along[1], along[0]])
    for deep in (1 / aspect, aspect):
        yield np.asarray([one, other, other + deep * inwards, one + deep * inwards], np.float32)


def _may_be_card(mask: NDArray[np.uint8], quad: Quad, usual_px: float | None) -> bool:
    """Whether all of a quad stands out from the table, and it is as large as cards usually are there."""
    if usual_px is not None and not alike_px(size_px(quad), usual_px, ALIKE):
        return False
    x, y = np.rint(_SPREAD @ quad).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
    return bool(inside.all() and mask[y, x].mean() > _WITHIN)


def next_to(quad: Quad) -> list[Quad]:
    """Where cards would lie that touch this one along its sides."""
    across, down = edges(quad)
    return [np.asarray(quad + step, np.float32) for step in (across, -across, down, -down)]


def with_its_paper(frame: NDArray[np.uint8], card: Quad, places: list[Quad]) -> list[Quad]:
    """The places that show some of the colour of a card's paper, as every card of its deck does, the back too; none
    that reaches beyond the frame."""
    end = frame.shape[1::-1]
    within = [quad for quad in (card, *places) if (quad >= 0).all() and (quad < end).all()]
    if not within or within[0] is not card:
        return []
    colours, *others = colours_at(frame, np.array(within), _SPREAD).astype(np.float32)
    brightness = colours.sum(1)
    paper = np.median(colours[brightness >= np.median(brightness)], axis=0)
    return [
        place for place, seen in zip(within[1:], others, strict=True)
        if (np.abs(seen - paper).max(1) < _PAPER * paper.max()).mean() > _SOME
    ]  # fmt: skip
