"""What became different between two tables: a card added here, taken there, moved, turned. Pure.

Places are compared in units of the card's own size, so the same rules hold for tiles of 25 pixels and cards of 600.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.sighting import Corners, Point, Sighting, Table

SAME_PLACE = 0.4  # centres nearer than this part of a card's shorter side are the same place
_SAME_SCALE = 0.04  # a camera that is pushed does not come much nearer
TURNED_DEG = 40.0  # a card that lies this much differently has been turned, not nudged


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `before` is missing for an added card, `after` for a taken one.

    "turned" is a card turned over (its label changes to or from "?") or turned sideways where it lies.
    """

    kind: Literal["added", "taken", "moved", "turned"]
    before: Sighting | None
    after: Sighting | None


def centre(quad: Corners) -> Point:
    """The middle of a quad."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def shorter_side_px(quad: Corners) -> float:
    """Length of the shorter side of a quad, in pixels."""
    sides = np.linalg.norm(np.diff(np.array([*quad, quad[0]]), axis=0), axis=1)
    return float(min((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))


def lying_at(sightings: Sequence[Sighting], quad: Corners) -> int | None:
    """The index of the sighting that lies where a card lay, the nearest if there are several; None if there is none."""
    (x, y), reach_px = centre(quad), SAME_PLACE * shorter_side_px(quad)
    away = [float(np.hypot(*np.subtract(centre(other.quad), (x, y)))) for other in sightings]
    nearest = int(np.argmin(away)) if away else 0
    return nearest if away and away[nearest] < reach_px else None


def compare(before: Sequence[Sighting], after: Sequence[Sighting]) -> tuple[Change, ...]:
    """The differences, cards that stay where they were left out."""
    old, new = list(range(len(before))), list(range(len(after)))
    changes: list[Change] = []
    for one, other in _pairs(before, after, old, new, alike=True, near=True):
        if _is_turned(before[one], after[other]):
            changes.append(Change("turned", before[one], after[other]))
    for one, other in _pairs(before, after, old, new, alike=True, near=False):
        changes.append(Change("moved", before[one], after[other]))
    for one, other in _pairs(before, after, old, new, alike=False, near=True):
        if "back" in (before[one].kind, after[other].kind):
            changes.append(Change("turned", before[one], after[other]))
        else:  # another card lies there now
            changes += [Change("taken", before[one], None), Change("added", None, after[other])]
    changes += [Change("taken", before[index], None) for index in old]
    changes += [Change("added", None, after[index]) for index in new]
    return tuple(changes)


def _pairs(
    before: Sequence[Sighting], after: Sequence[Sighting], old: list[int], new: list[int], *, alike: bool, near: bool
) -> list[tuple[int, int]]:
    """Pairs of cards, nearest first, each card once; the paired ones are taken out of `old` and `new`."""
    candidates = []
    for one in old:
        for other in new:
            if alike and (before[one].label, before[one].rank) != (after[other].label, after[other].rank):
                continue
            distance = _distance(before[one], after[other])
            if not near or distance < SAME_PLACE:
                candidates.append((distance, one, other))
    pairs = []
    for _, one, other in sorted(candidates):
        if one in old and other in new:
            old.remove(one)
            new.remove(other)
            pairs.append((one, other))
    return pairs


def _distance(one: Sighting, other: Sighting) -> float:
    """Between the centres, in card widths."""
    (x, y), (u, v) = centre(one.quad), centre(other.quad)
    return float(np.hypot(x - u, y - v)) / max(1.0, min(shorter_side_px(one.quad), shorter_side_px(other.quad)))


def _is_turned(before: Sighting, after: Sighting) -> bool:
    if before.sideways is not None and after.sideways is not None:
        return before.sideways != after.sideways
    # Which end of a card is up may be read differently from frame to frame; how its long side lies may not.
    directions = [_long_side_deg(sighting.quad) for sighting in (before, after)]
    if None in directions:
        return False
    turn_deg = abs(float(directions[0] or 0) - float(directions[1] or 0)) % 180
    return min(turn_deg, 180 - turn_deg) > TURNED_DEG


def _long_side_deg(quad: Corners) -> float | None:
    """How the longer side lies (0…180, from the picture's x axis); None for a card that is nearly square."""
    sides = np.diff(np.array([*quad, quad[0]]), axis=0)
    lengths = np.linalg.norm(sides, axis=1)
    first, second = lengths[0] + lengths[2], lengths[1] + lengths[3]
    if max(first, second) < 1.2 * min(first, second):
        return None
    x, y = sides[0] if first > second else sides[1]
    return float(np.degrees(np.arctan2(y, x)) % 180)


def common_motion(before: Table, after: Table) -> NDArray[np.float64] | None:
    """The one motion (3×3) that explains where all cards have gone, two or more of them; None if there is none.

    Cards that all went the same way have not been moved one by one: the camera, or the cloth, has. Only cards whose
    label lies there once are asked, since equal ones cannot be told apart; and only where their middles are, since
    which end of a card is up may be read differently.
    """
    starts, ends = [], []
    labels = [card.label for card in before.sightings]
    for one in before.sightings:
        same = [other for other in after.sightings if other.label == one.label]
        if labels.count(one.label) == 1 and len(same) == 1:
            starts.append(centre(one.quad))
            ends.append(centre(same[0].quad))
    if len(starts) < 2:
        return None
    motion, agreeing = cv2.estimateAffinePartial2D(np.array(starts), np.array(ends), ransacReprojThreshold=5.0)
    if motion is None or not agreeing.all():
        return None
    if abs(float(np.hypot(motion[0, 0], motion[1, 0])) - 1) > _SAME_SCALE:  # one of two cards went elsewhere
        return None
    return np.vstack([motion, [0.0, 0.0, 1.0]])


def carried(sightings: Sequence[Sighting], motion: NDArray[np.float64]) -> tuple[Sighting, ...]:
    """The same cards where a motion (3×3, pixels to pixels) takes them."""

    def carry(sighting: Sighting) -> Sighting:
        corners = cv2.perspectiveTransform(np.array([sighting.quad], np.float64), motion)[0]
        first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
        return replace(sighting, quad=(first, second, third, fourth))

    return tuple(carry(sighting) for sighting in sightings)


def motion_px(motion: NDArray[np.float64], width_px: int, height_px: int) -> float:
    """The farthest a motion carries any corner of a frame of this size, in pixels."""
    corners = np.array([[(0, 0), (width_px, 0), (width_px, height_px), (0, height_px)]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(corners, motion) - corners).max())
