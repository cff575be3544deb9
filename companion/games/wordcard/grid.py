"""Lines that cross: from cards with places to the runs they stand in (W9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.wordcard.state import Line, Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

STEPS: tuple[tuple[bool, Spot], ...] = ((False, (1, 0)), (True, (0, 1)))


def runs_through(grid: Mapping[Spot, str], some: Iterable[Spot]) -> tuple[Line, ...]:
    """Every run of two or more neighbouring cards that has any of these places: across first, each from its top-left,
    in reading order."""
    found = []
    for down, step in STEPS:
        first = {_beginning(spot, step, grid) for spot in some}
        places = sorted(first, key=lambda place: (place[1], place[0]))
        found += [_run_from(spot, down, grid) for spot in places if _begins(spot, step, grid)]
    return tuple(found)


def _beginning(spot: Spot, step: Spot, grid: Mapping[Spot, str]) -> Spot:
    """Where the run through a place begins."""
    (x, y), (across, down) = spot, step
    while (x - across, y - down) in grid:
        x, y = x - across, y - down
    return x, y


def _begins(spot: Spot, step: Spot, grid: Mapping[Spot, str]) -> bool:
    """Whether a run of two or more cards begins here."""
    (x, y), (across, down) = spot, step
    return (x + across, y + down) in grid and (x - across, y - down) not in grid


def _run_from(spot: Spot, down: bool, grid: Mapping[Spot, str]) -> Line:
    """The run that begins here."""
    (x, y), cards = spot, []
    while (card := grid.get((x, y))) is not None:
        cards.append(card)
        x, y = (x, y + 1) if down else (x + 1, y)
    return Line(tuple(cards), owner=None, at=spot, down=down)


def spots(line: Line) -> tuple[Spot, ...]:
    """The places of a line's cards on the grid."""
    assert line.at is not None  # it is a line of the grid
    x, y = line.at
    return tuple((x, y + step) if line.down else (x + step, y) for step in range(len(line.cards)))


def in_order(line: Line) -> tuple[bool, int, int]:
    """Where a line comes among others: across first, then in reading order of where they begin."""
    assert line.at is not None  # it is a line of the grid
    x, y = line.at
    return line.down, y, x


def place_in(inner: Line, outer: Line) -> int | None:
    """At which card of `outer` the run `inner` begins; None when it is no part of it."""
    assert inner.at is not None  # both are lines of the grid
    assert outer.at is not None
    x, y = inner.at[0] - outer.at[0], inner.at[1] - outer.at[1]
    along, aside = (y, x) if outer.down else (x, y)
    return along if inner.down == outer.down and not aside and 0 <= along < len(outer.cards) else None


def neighbours(spot: Spot) -> tuple[Spot, ...]:
    """The four places beside one."""
    x, y = spot
    return ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
