"""Grids side by side, as arrays: what lies on each of them, the lines that cross its free places, and what was paid.

Every grid has the same places, one after the other in reading order, with room around what lies there for all that may
be laid. A line goes across (0) or down (1), and a step along it is so many places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from companion.solvers.grid_crossings import Crossings
    from companion.solvers.spellings import Flags, Ints

    GridPlace = tuple[int, int]  # x to the right, y downwards

FREE = -1  # of a place where no card lies
NO_SPOT = -1  # where no further card was laid


class GridTable(NamedTuple):
    """What lies on a grid by place, the free places where nothing may be laid, and what was paid for the lines, by the
    place of their first card and whether they go down."""

    there: Mapping[GridPlace, str]
    barred: AbstractSet[GridPlace]
    paid: Mapping[tuple[GridPlace, bool], int]


class GridGround:
    """The places of the grids: `strides` is how many places a step across and a step down are, `barred` says where
    nothing may be laid, `is_barred` whether that is anywhere."""

    def __init__(self, table: GridTable, reach: int) -> None:
        """`reach` is how many cards may be laid."""
        margin: int = reach + 3  # with a place more behind the end of a line, and one more to see that it is free
        xs, ys = ([place[axis] for place in table.there or [(0, 0)]] for axis in (0, 1))
        self.top = min(ys)
        self._left, self._top = min(xs) - margin, min(ys) - margin
        least = 3 * margin  # room for what lies apart
        self.width = max(max(xs) - min(xs) + 1 + 2 * margin, least)
        self.height = max(max(ys) - min(ys) + 1 + 2 * margin, least)
        self.count = self.width * self.height
        self.middle = self.height // 2 * self.width + self.width // 2
        self.strides: Ints = np.array([1, self.width])
        self.barred: Flags = np.zeros(self.count, dtype=np.bool_)
        for place in table.barred:
            self.barred[self.spot(place)] = True
        self.is_barred = len(table.barred) > 0

    def spot(self, place: GridPlace) -> int:
        """The number of a place."""
        return (place[1] - self._top) * self.width + place[0] - self._left

    def place(self, spot: int) -> GridPlace:
        """The place of that number."""
        y, x = divmod(spot, self.width)
        return x + self._left, y + self._top


class GridBoards(NamedTuple):
    """Grids side by side. By grid and place: `cell` is the piece that lies there, `joins` whether a card there makes a
    line with one that was laid in this turn (at first: with any). By direction, grid and place: `crossed` is the number
    of the line of that direction that a card there would lengthen, `paid` what was paid for the line that begins there.

    By grid: `used` is the set of the cards laid, `gain` what they have brought, `is_apart` whether nothing else lies
    there, `spots` and `pieces` where they lie and what they are, and `row` which of the rows laid each is in.
    """

    cell: Ints
    joins: Flags
    crossed: Ints
    paid: Ints
    used: Ints
    gain: Ints
    is_apart: Flags
    spots: Ints
    pieces: Ints
    row: Ints

    def of(self, which: Ints) -> GridBoards:
        """Copies of some of them."""
        cell, joins, crossed, paid, *others = self
        return GridBoards(
            cell[which], joins[which], crossed[:, which], paid[:, which], *(other[which] for other in others)
        )  # fmt: skip


class RowsToLay(NamedTuple):
    """Rows to lay, one on each of some grids: on which, in which direction, the set of the cards used then and what all
    has brought, and where its cards come to lie (NO_SPOT: no more) and what they are."""

    board: Ints
    down: Ints
    used: Ints
    gain: Ints
    spots: Ints
    pieces: Ints

    def of(self, which: Ints) -> RowsToLay:
        """Some of them."""
        return RowsToLay(*(part[which] for part in self))


class _Lines(NamedTuple):
    """Lines on grids: on which, in which direction, and where they begin and end."""

    board: Ints
    down: Ints
    start: Ints
    end: Ints


class GridLayout:
    """Puts rows on grids."""

    def __init__(self, ground: GridGround, crossings: Crossings) -> None:
        self._ground, self._crossings = ground, crossings

    def first(self, table: GridTable, lying: Mapping[str, int], begins: Ints, most_laid: int) -> GridBoards:
        """The grid as it lies, once for each hand, of which `begins` are the empty sets; `lying` are the pieces of what
        lies there, `most_laid` is how many cards may be laid on each."""
        hands, count = len(begins), self._ground.count
        boards = empty_boards(begins, count, most_laid)
        for place, card in table.there.items():
            boards.cell[:, self._ground.spot(place)] = lying[card]
        for (place, is_down), points in table.paid.items():
            boards.paid[int(is_down), :, self._ground.spot(place)] = points
        spots = np.array([self._ground.spot(place) for place in table.there], dtype=np.int64)
        board, down, spot = (part.ravel() for part in np.meshgrid(np.arange(hands), np.arange(2), spots))
        self._connect(boards, self._lines_at(boards, board, down, spot))
        return boards

    def with_rows(self, boards: GridBoards, rows: RowsToLay) -> GridBoards:
        """A copy of a grid for each of the rows, which lies on it."""
        then = boards.of(rows.board)
        which, at = np.nonzero(rows.spots != NO_SPOT)
        spot, piece, down = rows.spots[which, at], rows.pieces[which, at], rows.down[which]
        crossing = then.crossed[1 - down, which, spot]
        brought, full = self._crossings.brought(crossing, piece)
        count = len(rows.board)
        by_others = np.bincount(which, weights=brought + self._crossings.gains[piece], minlength=count)
        own = rows.gain - then.gain - by_others.astype(np.int64)  # what the rows pay more than lay in them
        then.cell[which, spot] = self._crossings.as_lying[piece]
        then.crossed[:, which, spot] = 0
        then.joins[which, spot] = False
        board = np.concatenate([np.arange(count), which])
        lines = self._lines_at(
            then, board, np.concatenate([rows.down, 1 - down]), np.concatenate([rows.spots[:, 0], spot])
        )
        own += self._paid_along(then, _Lines(*(part[:count] for part in lines)))
        self._pay(then, lines, np.concatenate([own, full]))
        self._connect(then, lines)
        laid = (then.spots != NO_SPOT).sum(axis=1)[which] + at
        then.spots[which, laid], then.pieces[which, laid] = spot, piece
        then.row[which, laid] = then.row.max(axis=1, initial=-1)[which] + 1
        return then._replace(used=rows.used, gain=rows.gain)

    # ——— lines ———

    def _lines_at(self, boards: GridBoards, board: Ints, down: Ints, spot: Ints) -> _Lines:
        """The lines in those places, of one card or more."""
        stride = self._ground.strides[down]
        start, end = (self._last(boards, board, spot, step) for step in (-stride, stride))
        return _Lines(board, down, start, end)

    def _last(self, boards: GridBoards, board: Ints, spot: Ints, step: Ints) -> Ints:
        """The last place in that direction up to which cards lie."""
        while True:
            goes_on = boards.cell[board, spot + step] != FREE
            if not goes_on.any():
                return spot
            spot = spot + np.where(goes_on, step, 0)

    def _paid_along(self, boards: GridBoards, lines: _Lines) -> Ints:
        """What was paid for lines that lie in these now."""
        paid = np.zeros(len(lines.board), dtype=np.int64)
        for inside, spot in self._along(lines):
            paid += np.where(inside, boards.paid[lines.down, lines.board, spot], 0)
        return paid

    def _pay(self, boards: GridBoards, lines: _Lines, worth: Ints) -> None:
        """Note what is paid for lines, and for nothing that lies in them any more."""
        for inside, spot in self._along(lines):
            some = inside.nonzero()[0]
            boards.paid[lines.down[some], lines.board[some], spot[some]] = 0
        boards.paid[lines.down, lines.board, lines.start] = np.where(lines.start == lines.end, 0, worth)

    def _along(self, lines: _Lines) -> list[tuple[Flags, Ints]]:
        """Place by place of lines: in which of them it still is, and which it is."""
        stride = self._ground.strides[lines.down]
        length = (lines.end - lines.start) // stride
        found = []
        for step in range(int(length.max(initial=0)) + 1):
            inside = length >= step
            found.append((inside, np.where(inside, lines.start + step * stride, lines.start)))
        return found

    def _connect(self, boards: GridBoards, lines: _Lines) -> None:
        """Note the free places at both ends of lines: that a card there makes a line with these, and with which."""
        stride = self._ground.strides[lines.down]
        board, down = np.tile(lines.board, 2), np.tile(lines.down, 2)
        spot = np.concatenate([lines.start - stride, lines.end + stride])
        some = np.nonzero(~self._ground.barred[spot])[0]
        board, down, spot = board[some], down[some], spot[some]
        boards.joins[board, spot] = True
        stride = self._ground.strides[down]
        before, behind = (self._from(boards, board, spot, step) for step in (-stride, stride))
        paid = np.where(
            before[:, 0] != FREE,
            boards.paid[down, board, spot - stride * (before != FREE).sum(axis=1)],
            0,
        ) + np.where(behind[:, 0] != FREE, boards.paid[down, board, spot + stride], 0)
        boards.crossed[down, board, spot] = self._crossings.numbers(before, behind, paid)

    def _from(self, boards: GridBoards, board: Ints, spot: Ints, step: Ints) -> Ints:
        """The pieces that lie one after the other beside those places, FREE behind the last."""
        found: list[Ints] = []
        lies = np.ones(len(spot), dtype=np.bool_)
        while lies.any() or not found:
            spot = spot + np.where(lies, step, 0)
            cell = np.where(lies, boards.cell[board, spot], FREE)
            lies = cell != FREE
            found.append(cell)
        return np.stack(found, axis=1)


def empty_boards(used: Ints, count: int, most_laid: int) -> GridBoards:
    """Grids of so many places on which nothing lies, for those sets."""
    boards = len(used)
    return GridBoards(
        np.full((boards, count), FREE, dtype=np.int32),
        np.zeros((boards, count), dtype=np.bool_),
        np.zeros((2, boards, count), dtype=np.int32),
        np.zeros((2, boards, count), dtype=np.int32),
        used,
        np.zeros(boards, dtype=np.int64),
        np.zeros(boards, dtype=np.bool_),
        *(np.full((boards, most_laid), NO_SPOT, dtype=np.int64) for _ in range(3)),
    )
