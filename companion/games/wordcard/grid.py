"""Lines that cross: from cards with places to the runs they stand in (W9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.wordcard.state import Line, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

STEPS: tuple[tuple[bool, Spot], ...] = ((False, (1, 0)), (True, (0, 1)))


def runs(grid: Mapping[Spot, str]) -> tuple[Line, ...]:
    """Every run of two or more neighbouring cards: across first, each from its top-left, in reading order."""
    found = []
    for down, step in STEPS:
        for spot in sorted(grid, key=lambda place: (place[1], place[0])):
            cards = tuple(grid[place] for place in _run_from(spot, step, grid))
            if len(cards) > 1:
                found.append(Line(cards, owner=None, at=spot, down=down))
    return tuple(found)


def _run_from(spot: Spot, step: Spot, grid: Mapping[Spot, str]) -> Iterator[Spot]:
    """The places of the run that begins here; none when an earlier card makes it begin elsewhere."""
    if (spot[0] - step[0], spot[1] - step[1]) in grid:
        return
    while spot in grid:
        yield spot
        spot = (spot[0] + step[0], spot[1] + step[1])


def spots(line: Line) -> tuple[Spot, ...]:
    """The places of a line's cards on the grid."""
    assert line.at is not None  # it is a line of the grid
    x, y = line.at
    return tuple((x, y + step) if line.down else (x + step, y) for step in range(len(line.cards)))


def place_in(inner: Line, outer: Line) -> int | None:
    """At which card of `outer` the run `inner` begins; None when it is no part of it."""
    if inner.down != outer.down or inner.at not in spots(outer):
        return None
    return spots(outer).index(inner.at)


def neighbours(spot: Spot) -> tuple[Spot, ...]:
    """The four places beside one."""
    x, y = spot
    return ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
