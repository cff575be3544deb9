"""Every run of a grid the plain way, for tests to hold against what the game finds out of a few places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.wordcard.state import Line, Spot

if TYPE_CHECKING:
    from collections.abc import Mapping


def runs(grid: Mapping[Spot, str]) -> tuple[Line, ...]:
    """Every run of two or more neighbouring cards: across first, each from its top-left, in reading order (W9)."""
    found = []
    for down, (right, below) in ((False, (1, 0)), (True, (0, 1))):
        for x, y in sorted(grid, key=lambda place: (place[1], place[0])):
            places = [(x, y)]
            while (place := (places[-1][0] + right, places[-1][1] + below)) in grid:
                places.append(place)
            if len(places) > 1 and (x - right, y - below) not in grid:
                found.append(Line(tuple(grid[place] for place in places), owner=None, at=(x, y), down=down))
    return tuple(found)
