"""The whole card around a place: what was found may be the picture on it, or the field within its border.

Outlines with four corners are looked for in the frame; a place that lies in one is drawn out to it, when it is such a
card as the deck has, in shape, and as its neighbours are, in size.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.corners import to_corners
from companion.vision.detections import MUCH_LARGER, outermost
from companion.vision.find import Found
from companion.vision.outline import to_outline
from companion.vision.quads import alike_px, depth_px, holds, in_step, shared, size_px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LONG_PX = 960  # outlines are looked for in a frame so long
LEAST_PART, MOST_PART = 0.004, 0.6  # of the frame's area
SHAPES = (1.15, 1.85)  # longer over shorter side of a card, seen at an angle
FILLED = 0.93  # how much of its four-cornered hull an outline fills
LARGER = 1.12  # the outline is this much larger than the place found in it
HALF = 0.3  # a place that fills this part of an outline may be one of two cards in it
ALIKE = 1.3  # sizes of neighbouring cards differ by less
# Two places in one outline share more than this part of the smaller one if they are parts of a card: 190 of 206 did,
# most of them on 60 drawn tables of creatures, and of 41 pairs of cards that touch, most on path-traced tables, none.
OVERLAP = 0.12
SAME_PLACE = 0.35  # places whose middles are nearer than this part of a card's size are on one card
CROWD = 3  # so many fields of one size, each with its own outline, no card has
LEFT = 0.06  # corners that are moved by less, in parts of the card's size, are left where they are
LOST = 0.5  # and where one is moved by more no card's corners are seen; chosen
LOOKS = 3  # so often the corners are looked at, each time from where they were seen before
ONE_SIZE = 1.18  # and mostly by less than this; two cards that touch are 1.4 times as large as one


def whole_cards(
    frame: NDArray[np.uint8], pyramid: list[NDArray[np.uint8]], found: list[Found], cards: Sequence[Found] = (),
    around: Sequence[NDArray[np.float32]] | None = None,
) -> list[Found]:  # fmt: skip
    """The places as whole cards, each drawn to its outline in a frame (BGR) with its halvings; places on one card are
    one.

    `cards` are those of the places that surely are single cards, if that is known: what is much larger and lies around
    one of them is a stretch of the table, and what runs around several is no card. `around` are the frame's outlines,
    if somebody has looked for them already.
    """
    places = outermost([place for place in found if not _is_stretch(place, cards)])
    every = [Found(one, 1.0) for one in (outlines(frame) if around is None else around)]
    outlined = [place for place in places if _has_outline(place, every)]
    several = [
        len(_halves(one, places)) > 1 or _holds_crowd(one, outlined) or sum(_within(card, one) for card in cards) > 1
        for one in every
    ]
    single = [one for one, held in zip(every, several, strict=True) if not held]
    double = [one for one, held in zip(every, several, strict=True) if held]
    grown = [_grown(place, single) for place in places]
    whole = _usual_size([place for place in grown if _is_whole(place, single, double)])
    if whole is None:  # no three cards were found as one
        whole = _usual_size(_once([], [one for one in double if _parts_overlap(one, places)]))
    if whole is not None:
        single += [one for one in double if _is_one(one, places, whole)]
        grown = [_grown(place, single) for place in places]
    usual = _usual_size([place for place in grown if place.score > 0.7])
    fitting = [
        after if after is before or usual is None or alike_px(after.size_px, usual, ALIKE) else before
        for before, after in zip(places, grown, strict=True)
    ]
    drawn = [to_outline(frame, place.quad) for place in fitting]
    settled = _settled(pyramid, [place.quad for place in places], drawn)
    whole_places = [replace(place, quad=quad) for place, quad in zip(places, settled, strict=True)]
    known = {id(card) for card in cards}
    return _once(
        [own for place, own in zip(places, whole_places, strict=True) if id(place) in known],
        [own for place, own in zip(places, whole_places, strict=True) if id(place) not in known],
    )


def _once(cards: list[Found], others: list[Found]) -> list[Found]:
    """The cards, then the other places, without those that lie on one that counts already: the larger of two, for a
    part of a card is smaller."""
    kept: list[Found] = []
    for places in (cards, others):
        for place in sorted(places, key=lambda one: -one.size_px):
            near_px = SAME_PLACE * place.size_px
            away = [float(np.linalg.norm(place.centre - other.centre)) for other in kept]
            if not any(px <= near_px or _within(place, other) for px, other in zip(away, kept, strict=True)):
                kept.append(place)
    return kept


def _settled(
    pyramid: list[NDArray[np.uint8]], found: list[NDArray[np.float32]], outlined: list[NDArray[np.float32]]
) -> list[NDArray[np.float32]]:
    """Of each card the outline that was drawn around it, where whoever knows corners of cards leaves them there.

    Elsewhere it ran along a shadow, the grain of the table or the next card, and the corners count that are seen from
    where the card was found, unless this was a part of it only; then those that are seen from the outline.
    """
    seen = _to_corners(pyramid, outlined)
    settled = [one if _moved(one, other) < LEFT else other for one, other in zip(outlined, seen, strict=True)]
    astray = [number for number, quad in enumerate(settled) if quad is not outlined[number]]
    for number, quad in zip(astray, _to_corners(pyramid, [found[one] for one in astray]), strict=True):
        is_lost = _moved(outlined[number], settled[number]) > LOST
        if is_lost or alike_px(size_px(quad), size_px(outlined[number]), ALIKE):
            settled[number] = quad
    return settled


def _to_corners(pyramid: list[NDArray[np.uint8]], quads: list[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    for _ in range(LOOKS):
        quads = to_corners(pyramid, quads)
    return quads


def _moved(quad: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How far the corner that differs most is elsewhere, in parts of the card's size."""
    return float(np.abs(quad - other).max()) / size_px(quad)


def _grown(place: Found, wider: list[Found]) -> Found:
    """The place drawn to the largest of the outlines that it lies in."""
    around = [one for one in wider if _contains(one, place)]
    largest = max(around, key=lambda one: one.size_px, default=None)
    return place if largest is None else replace(place, quad=in_step(largest.quad, place.quad))


def outlines(frame: NDArray[np.uint8], shapes: tuple[float, float] = SHAPES) -> list[NDArray[np.float32]]:
    """Four-cornered outlines as large as cards may be, in pixels of the frame; `shapes` are the least and the greatest
    ratio of the longer sides to the shorter ones."""
    scale = min(1.0, LONG_PX / max(frame.shape[:2]))
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    channels = cv2.split(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB))
    area = float(small.shape[0] * small.shape[1])
    quads = []
    for low, high in ((20, 60), (50, 120)):
        edges = np.zeros(small.shape[:2], np.uint8)
        for channel, weight in zip(channels, (1.0, 0.5, 0.5), strict=True):
            edges |= np.asarray(cv2.Canny(channel, low * weight, high * weight), np.uint8)
        for close_px in (3, 5):  # the wider closes a broken outline, but also the gap to the next card
            closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((close_px, close_px), np.uint8))
            for shape in cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                hull = cv2.convexHull(shape)
                if (
                    LEAST_PART * area < cv2.contourArea(hull) < MOST_PART * area
                    and (quad := _four(hull, shapes)) is not None
                ):
                    quads.append(np.asarray((quad + 0.5) / scale - 0.5, np.float32))
    return quads


def _four(hull: NDArray[Any], shapes: tuple[float, float]) -> NDArray[np.float32] | None:
    """The hull as four corners, clockwise; None when it has not four sides or not the shape of a card."""
    corners = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, closed=True), closed=True)
    quad = np.asarray(corners if len(corners) == 4 else cv2.boxPoints(cv2.minAreaRect(hull)), np.float32).reshape(4, 2)
    if cv2.contourArea(hull) < FILLED * cv2.contourArea(quad):
        return None
    if cv2.contourArea(quad, oriented=True) < 0:
        quad = quad[::-1]
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    one, other = sides[0] + sides[2], sides[1] + sides[3]
    return np.ascontiguousarray(quad) if shapes[0] <= max(one, other) / max(min(one, other), 1) < shapes[1] else None


def _contains(outline: Found, place: Found) -> bool:
    if outline.size_px**2 < LARGER * place.size_px**2:
        return False
    slack = -0.06 * place.size_px
    return all(depth_px(outline.quad, corner) > slack for corner in place.quad)


def _is_stretch(place: Found, cards: Sequence[Found]) -> bool:
    """Whether a card lies in the place that is far too small to be the one that was found there."""
    return any(place.size_px > MUCH_LARGER * card.size_px and _within(card, place) for card in cards)


def _parts_overlap(outline: Found, places: list[Found]) -> bool:
    """Whether it holds two places that lie over each other: cards side by side do not, parts of one card mostly do."""
    halves = _halves(outline, places)
    return any(shared(one.quad, other.quad) > OVERLAP for one, other in combinations(halves, 2))


def _halves(outline: Found, places: list[Found]) -> list[Found]:
    """The places that fill much of it, none of them within another; if there are two, side by side, it runs around two
    cards, or one that was found in two parts."""
    area = outline.size_px**2
    large = [place for place in places if place.size_px**2 > HALF * area and _within(place, outline)]
    return [one for one in large if not any(_within(one, other) for other in large if other.size_px > one.size_px)]


def _is_whole(place: Found, single: list[Found], double: list[Found]) -> bool:
    """Whether a place has an outline of its own, and lies in none that holds two."""
    return _has_outline(place, single) and not any(_within(place, one) for one in double)


def _has_outline(place: Found, outlines: list[Found]) -> bool:
    """Whether one of these runs around the place itself."""
    return any(alike_px(place.size_px, one.size_px, LARGER) and _within(place, one) for one in outlines)


def _holds_crowd(outline: Found, outlined: list[Found]) -> bool:
    """Whether it runs around several cards: around as many places, alike in size, that have outlines of their own."""
    inside = [place for place in outlined if place.size_px < outline.size_px / LARGER and _within(place, outline)]
    usual = _usual_size(inside)
    return usual is not None and sum(alike_px(place.size_px, usual, ALIKE) for place in inside) >= CROWD


def _is_one(outline: Found, places: list[Found], whole_px: float) -> bool:
    """Whether an outline that holds two places is one card all the same, found in two parts: it is as large as the
    others, and no place in it is."""
    if not alike_px(outline.size_px, whole_px, ONE_SIZE):
        return False
    return not any(alike_px(place.size_px, whole_px, ONE_SIZE) and _within(place, outline) for place in places)


def _within(place: Found, other: Found) -> bool:
    return holds(other.quad, place.centre)


def _usual_size(places: list[Found]) -> float | None:
    return float(np.median([place.size_px for place in places])) if len(places) > 2 else None
