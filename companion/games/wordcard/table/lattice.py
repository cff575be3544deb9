"""Crossing lines: cards that lie side by side or one below the other get places on a grid (WORDCARD, W9)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.arrange import reading_direction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.vision.sighting import Sighting

Spot = tuple[int, int]  # x to the right, y downwards

_NEXT = (0.6, 1.7)  # the next card's middle is so many cards further on
_DRIFT = 0.4  # and at most this part of a card out of line
_STEPS: tuple[Spot, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def islands(sightings: Sequence[Sighting]) -> list[dict[int, Spot]]:
    """Cards that hang together, as index → place; each island has places of its own, from (0, 0) at its first card.

    A card is linked with those beside it and above and below it; a corner alone links nothing.
    """
    if not sightings:
        return []
    neighbours = _neighbours(sightings)
    found: list[dict[int, Spot]] = []
    left = set(range(len(sightings)))
    while left:
        first = min(left)
        island = {first: (0, 0)}
        waiting = [first]
        while waiting:
            one = waiting.pop()
            for other, (right, down) in neighbours[one].items():
                if other not in island:
                    island[other] = (island[one][0] + right, island[one][1] + down)
                    waiting.append(other)
        found.append(island)
        left -= set(island)
    return found


def anchored(
    found: Sequence[Mapping[int, Spot]], texts: Sequence[str | None], grid: Mapping[Spot, str]
) -> dict[int, Spot] | None:
    """The cards of the island that has the grid's cards, at the grid's own places; `texts` are the cards read, None
    for a doubtful one. On an empty grid it is the largest island, from (0, 0) at its top left. None when no island,
    or more than one, has cards of the grid: then nobody can say how the islands lie to each other.
    """
    if not grid:
        largest = max(found, key=len, default={})
        left, top = (min((spot[axis] for spot in largest.values()), default=0) for axis in (0, 1))
        return {index: (x - left, y - top) for index, (x, y) in largest.items()}
    moved = [island for island in (_moved(island, texts, grid) for island in found) if island is not None]
    return moved[0] if len(moved) == 1 else None


def _moved(island: Mapping[int, Spot], texts: Sequence[str | None], grid: Mapping[Spot, str]) -> dict[int, Spot] | None:
    """The island shifted to where most of its cards lie on the grid; None when none of them does."""
    shifts = Counter(
        (at[0] - spot[0], at[1] - spot[1])
        for index, spot in island.items()
        for at, card in grid.items()
        if texts[index] == card
    )
    if not shifts:
        return None
    (right, down), _ = shifts.most_common(1)[0]
    return {index: (x + right, y + down) for index, (x, y) in island.items()}


def _neighbours(sightings: Sequence[Sighting]) -> list[dict[int, Spot]]:
    """For each card the nearest one on each of its four sides, and the step that leads there."""
    quads = [np.array(sighting.quad, np.float32) for sighting in sightings]
    angle = np.deg2rad(reading_direction(quads))
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    middles = np.array([quad.mean(0) for quad in quads])
    sizes = np.array([[max(float(np.ptp(quad @ way)), 1.0) for way in (along, across)] for quad in quads])
    places = np.stack([middles @ along, middles @ across], 1)
    found: list[dict[int, Spot]] = []
    for one in range(len(quads)):
        steps = (places - places[one]) / np.minimum(sizes, sizes[one])
        own: dict[int, Spot] = {}
        for way in _STEPS:
            ahead, beside = steps @ np.array(way), np.abs(steps @ np.array([way[1], way[0]]))
            near = np.flatnonzero((ahead > _NEXT[0]) & (ahead < _NEXT[1]) & (beside < _DRIFT))
            if len(near):
                own[int(near[np.argmin(ahead[near])])] = way
        found.append(own)
    return found
