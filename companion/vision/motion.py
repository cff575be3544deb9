"""One motion of everything on a table: the camera, or the cloth, has been pushed. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.changes import centre, is_same_place
from companion.vision.sighting import as_quad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.sighting import Corners, Point, Sighting, Table

    Motion = NDArray[np.float64]  # 3×3, pixels of an earlier picture to those of a later one
    _Middles = dict[str, NDArray[np.float64]]

_SAME_SCALE = 0.04  # a camera that is pushed does not come much nearer
_SAME_PX = 5.0  # by which the middle of a card that lies still is read differently at most (chosen)
_MOST_TURN_DEG = 45.0  # nor does it turn as two cards do that are switched, or one that is laid on another's other side


def common_motion(before: Table, after: Table) -> Motion | None:
    """The one motion that explains where all cards have gone, two or more of them; None if there is none.

    Cards that all went the same way have not been moved one by one: the camera, or the cloth, has. Cards that lie there
    once are asked first, and with the equal ones, of which as many must lie there as before, where they are too few or
    disagree. Only where their middles are counts, since which end of a card is up may be read differently.
    """
    were, are = (_middles(table) for table in (before, after))
    as_many = [name for name in were if len(were[name]) == len(are.get(name, ()))]
    alone = [name for name in as_many if len(were[name]) == 1]
    motion = _motion_of(alone, were, are)
    if motion is None:
        motion = _motion_of(as_many, were, are)
        if motion is not None and _some_stayed(as_many, were, are, motion):
            return None
    return None if motion is None or _one_took_a_place(before, after, motion) else motion


def _motion_of(names: Sequence[str], were: _Middles, are: _Middles) -> Motion | None:
    """The one motion of the cards that are called so. Equal ones are told apart by how far all went."""
    if sum(len(were[name]) for name in names) < 2:
        return None
    starts, ends = (np.vstack([middles[name] for name in names]) for middles in (were, are))
    far = ends.mean(0) - starts.mean(0)
    gone = np.array([_nearest(are[name], start + far) for name in names for start in were[name]])
    motion, agreeing = cv2.estimateAffinePartial2D(starts, gone, ransacReprojThreshold=_SAME_PX)
    if motion is None or not agreeing.all():
        return None
    scale = float(np.hypot(motion[0, 0], motion[1, 0]))  # no number where two cards lie on each other
    if not abs(scale - 1) <= _SAME_SCALE:  # one of two cards went elsewhere
        return None
    if abs(np.degrees(np.arctan2(motion[1, 0], motion[0, 0]))) > _MOST_TURN_DEG:
        return None
    return np.vstack([motion, [0.0, 0.0, 1.0]])


def _some_stayed(names: Sequence[str], were: _Middles, are: _Middles, motion: Motion) -> bool:
    """Whether a card lies where an equal one lay though a motion has carried all: then one was moved and not all."""
    start = np.vstack([were[name] for name in names])
    moved = cv2.perspectiveTransform(start[None], motion)[0]
    if np.linalg.norm(moved - start, axis=1).min() <= _SAME_PX:
        return False
    return any(np.linalg.norm(_nearest(are[name], place) - place) <= _SAME_PX for name in names for place in were[name])


def _one_took_a_place(before: Table, after: Table, motion: Motion) -> bool:
    """Whether a new card lies where one was that is gone, and not where the motion would have carried that: then the
    table stayed, and the others were slid."""
    were, are = ({card.name for card in table.sightings} for table in (before, after))
    gone = [card.quad for card in before.sightings if card.name not in are]
    new = [card.quad for card in after.sightings if card.name not in were]
    pairs = ((one, place) for one in new for place in gone if is_same_place(one, place))
    return any(not is_same_place(one, carried_quad(place, motion)) for one, place in pairs)


def _nearest(middles: NDArray[np.float64], place: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = middles[np.linalg.norm(middles - place, axis=1).argmin()]
    return found


def _middles(table: Table) -> _Middles:
    """Where the middles of the cards lie, by what the cards are called."""
    found: dict[str, list[Point]] = {}
    for card in table.sightings:
        found.setdefault(card.name, []).append(centre(card.quad))
    return {name: np.array(middles) for name, middles in found.items()}


def carried(sightings: Sequence[Sighting], motion: Motion) -> tuple[Sighting, ...]:
    """The same cards where a motion takes them."""
    return tuple(replace(sighting, quad=carried_quad(sighting.quad, motion)) for sighting in sightings)


def carried_quad(quad: Corners, motion: Motion) -> Corners:
    """Where a motion takes the corners of a card."""
    return as_quad(cv2.perspectiveTransform(np.array([quad], np.float64), motion)[0])


def motion_px(motion: Motion, width_px: int, height_px: int) -> float:
    """The farthest a motion carries any corner of a frame of this size, in pixels."""
    corners = np.array([[(0, 0), (width_px, 0), (width_px, height_px), (0, height_px)]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(corners, motion) - corners).max())
