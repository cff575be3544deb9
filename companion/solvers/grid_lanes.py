"""A grid as lanes, each with its places, as arrays: what rows across and down grow along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from companion.solvers.spellings import Flags, Ints

    GridPlace = tuple[int, int]  # x to the right, y downwards

FREE = -1  # of a place where no card lies, and of one that no line crosses
FAR = 10**6  # places


@dataclass(frozen=True, slots=True)
class GridTable:
    """What lies on a grid by place, the free places where nothing may be laid, and what was paid for the lines, by the
    place of their first card and whether they go down."""

    there: Mapping[GridPlace, str]
    barred: AbstractSet[GridPlace]
    paid: Mapping[tuple[GridPlace, bool], int]


class Crossed(NamedTuple):
    """A line that crosses a free place: the places with cards before and behind it, and its direction."""

    before: list[GridPlace]
    behind: list[GridPlace]
    down: bool


class Lanes:
    """All lanes of the grid that touch what lies there, across and then down, by lane and place, with a place more at
    the end of each.

    `piece` is what lies there, `touches` whether a card there touches what lies, `barred` whether none may lie there,
    `paid` what was paid for the line that begins there, `crossing` the number of the line that crosses there, and
    `to_touch` how many cards a row that begins there must have to touch anything.
    """

    def __init__(self, table: GridTable, lying: Mapping[str, int], reach: int) -> None:
        """`lying` are the pieces of what lies there, `reach` is how many cards a row may have before and behind it."""
        there = self.there = table.there
        across, along = ([spot[axis] for spot in there] for axis in (1, 0))  # of a row across: its lanes, its places
        self._first = min(across) - 1, min(along) - 1
        lanes, places = max(across) - min(across) + 3, max(along) - min(along) + 3
        self._of_across, self._reach = lanes, reach
        self.count, self.places = lanes + places, max(lanes, places) + 2 * reach
        shape = self.count, self.places + 1
        self.piece: Ints = np.full(shape, FREE)
        self.touches: Flags = np.zeros(shape, dtype=np.bool_)
        self.barred: Flags = np.zeros(shape, dtype=np.bool_)
        self.paid: Ints = np.zeros(shape, dtype=np.int64)
        self.crossing: Ints = np.full(shape, FREE)
        for spot, card in there.items():
            for at in self._both(spot):
                self.piece[at], self.touches[at] = lying[card], True
            for beside in neighbours(spot):
                for at in self._both(beside):
                    self.touches[at], self.barred[at] = True, beside in table.barred
        for (spot, down), points in table.paid.items():
            self.paid[self._both(spot)[down]] = points
        distance = np.full(self.count, FAR)
        self.to_touch: Ints = np.full(shape, FAR)
        for place in reversed(range(self.places)):
            distance = np.where(self.touches[:, place], self.piece[:, place] == FREE, distance + 1)
            self.to_touch[:, place] = distance

    def spot(self, lane: int, place: int) -> GridPlace:
        """Where that is on the grid."""
        along = place - self._reach
        if lane < self._of_across:
            return along + self._first[1], lane + self._first[0]
        return lane - self._of_across + self._first[1], along + self._first[0]

    def _both(self, spot: GridPlace) -> tuple[tuple[int, int], tuple[int, int]]:
        """Lane and place of a place of the grid, across and down."""
        across, along = spot[1] - self._first[0], spot[0] - self._first[1]
        return (across, along + self._reach), (self._of_across + along, across + self._reach)

    def is_down(self, lane: int) -> bool:
        """Whether that lane goes down."""
        return lane >= self._of_across

    def crossed(self) -> list[Crossed]:
        """The lines that cross free places, by the numbers of `crossing`, which it notes."""
        found: list[Crossed] = []
        for lane, place in zip(*np.nonzero((self.piece == FREE) & self.touches & ~self.barred), strict=True):
            spot, down = self.spot(int(lane), int(place)), self.is_down(lane)
            dx, dy = (1, 0) if down else (0, 1)
            before, behind = self._from(spot, (-dx, -dy))[::-1], self._from(spot, (dx, dy))
            if before or behind:
                self.crossing[lane, place] = len(found)
                found.append(Crossed(before, behind, down=not down))
        return found

    def _from(self, spot: GridPlace, step: GridPlace) -> list[GridPlace]:
        """The places beside that one in which cards lie, one after the other."""
        found = []
        while (spot := (spot[0] + step[0], spot[1] + step[1])) in self.there:
            found.append(spot)
        return found


def neighbours(spot: GridPlace) -> Iterator[GridPlace]:
    """The four places beside one."""
    x, y = spot
    yield from ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
