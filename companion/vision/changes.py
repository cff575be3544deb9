"""What became different between two tables: a card added here, taken there, moved, turned. Pure.

Places are compared in units of the card's own size, so the same rules hold for tiles of 25 pixels and cards of 600.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.vision.sighting import Corners, Point, Sighting

SAME_PLACE = 0.4  # centres nearer than this part of a card's shorter side are the same place
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
    first, second, third, fourth = _sides_px(quad)
    return min((first + third) / 2, (second + fourth) / 2)


def is_same_place(one: Corners, other: Corners) -> bool:
    """Whether a card that lies at `one` lies where `other` is."""
    return math.dist(centre(one), centre(other)) < SAME_PLACE * shorter_side_px(other)


def lying_at(sightings: Sequence[Sighting], quad: Corners) -> int | None:
    """The index of the sighting that lies where a card lay, the nearest if there are several; None if there is none."""
    middle, reach_px = centre(quad), SAME_PLACE * shorter_side_px(quad)
    away = [math.dist(centre(other.quad), middle) for other in sightings]
    nearest_px = min(away, default=math.inf)
    return away.index(nearest_px) if nearest_px < reach_px else None


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
    apart_px = math.dist(centre(one.quad), centre(other.quad))
    return apart_px / max(1.0, min(shorter_side_px(one.quad), shorter_side_px(other.quad)))


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
    first, second, third, fourth = _sides_px(quad)
    one, other = first + third, second + fourth
    if max(one, other) < 1.2 * min(one, other):
        return None
    (x, y), (u, v) = quad[:2] if one > other else quad[1:3]
    return math.degrees(math.atan2(v - y, u - x)) % 180


def _sides_px(quad: Corners) -> list[float]:
    """How long its four sides are, in pixels."""
    return [math.dist(start, end) for start, end in pairwise((*quad, quad[0]))]
