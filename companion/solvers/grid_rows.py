"""What rows can be laid next on grids side by side, each so that it joins what it must (W9).

A row goes across or down through a place that joins. All rows of all grids grow side by side, each from its first
place on. What a card brings in the line that crosses a place is known beforehand (`grid_crossings.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.abreast import NO_PIECE, empty_rows, kept
from companion.solvers.card_sets import NONE
from companion.solvers.grid_boards import FREE, NO_SPOT, RowsToLay
from companion.solvers.grid_growing import Places

if TYPE_CHECKING:
    from companion.solvers.abreast import Kept
    from companion.solvers.grid_boards import GridBoards, GridGround
    from companion.solvers.grid_crossings import Crossings
    from companion.solvers.grid_growing import GridGrower
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.spellings import Ints

COST_OF_NEED = 40  # points that a row is less hoped for by each card that it still needs to join


class Begun(NamedTuple):
    """Where rows begin: on which grid, in which direction, in which place, and how many cards they need to join."""

    board: Ints
    down: Ints
    start: Ints
    need: Ints


class EndedRows(NamedTuple):
    """Rows that may be laid: on which grid, in which lane, the set of the cards used then and what all has brought; and
    where each is found again, its step and its number in that."""

    board: Ints
    line: Ints
    used: Ints
    gain: Ints
    step: Ints
    at: Ints


class NextRows:
    """The rows that can be laid next on some grids: `ended`."""

    def __init__(
        self, boards: GridBoards, ground: GridGround, crossings: Crossings, grower: GridGrower, sets: HandSets
    ) -> None:
        self._boards, self._ground, self._crossings = boards, ground, crossings
        self._grower, self._sets = grower, sets
        self._begun = self._begin()
        self._steps: list[Kept] = []
        self._grow()
        self.ended = self._all_ended()

    def _begin(self) -> Begun:
        """Every place where a row may begin that comes to join."""
        boards, ground = self._boards, self._ground
        cells, joins = boards.cell.ravel(), boards.joins.ravel()
        board, spot = np.nonzero(boards.joins & ~ground.barred)
        board, spot = np.tile(board, 2), np.tile(spot, 2)
        down = np.repeat(np.arange(2), len(board) // 2)
        at, stride = board * ground.count + spot, ground.strides.take(down)
        left = self._sets.left.take(boards.used).take(board)
        need = np.ones(len(board), dtype=np.int64)
        lane, found = np.nonzero(left > 0)[0], []
        while len(lane):
            at -= stride  # the place before
            before = at.take(lane)
            is_free = cells.take(before) == FREE
            some = lane.compress(is_free)
            found.append((some, need.take(some)))
            need[some] += 1
            # From a place that joins, too, fewer cards are needed.
            goes_on = ~(is_free & joins.take(before)) & (need <= left).take(lane)
            if ground.is_barred:
                goes_on &= ~(is_free & ground.barred.take(before % ground.count))
            lane = lane.compress(goes_on)
        lanes, needs = (np.concatenate(part) for part in zip(*found, strict=True)) if found else (lane, lane)
        steps = np.repeat(np.arange(len(found)), [len(some) for some, _ in found])
        start = spot.take(lanes) - steps * stride.take(lanes)
        board, down = board.take(lanes), down.take(lanes)
        order = np.argsort((board * 2 + down) * ground.count + start)
        return Begun(*(part.take(order) for part in (board, down, start, needs)))

    def _grow(self) -> None:
        """All rows, step by step."""
        begun, boards, ground = self._begun, self._boards, self._ground
        lanes = _Lanes(boards, begun, ground.count)
        rows = empty_rows(np.arange(len(begun.board)), boards.used.take(begun.board))
        rows = rows._replace(gain=boards.gain.take(begun.board), before=np.arange(len(begun.board)))
        at, stride = lanes.start, ground.strides.take(begun.down)
        need = begun.need
        places = lanes.places(at)
        while len(rows.used):
            rows = self._grower.along_lanes(rows, places, self._crossings)
            need = need - (places.lying == FREE)
            at = np.minimum(at + stride, lanes.last)  # of what is no row any more
            places = lanes.places(at)
            is_free = places.lying == FREE
            if len(self._steps) > 1:  # before that no two are alike
                rows = self._grower.best_of_many(rows)
            good = (is_free & (need <= 0)).take(rows.line) & self._grower.ends.may_end(rows.ends)
            self._steps.append(kept(rows, good))
            rows = rows._replace(before=np.arange(len(rows.used)))
            if ground.is_barred:
                rows = rows.of((~is_free | ~ground.barred.take(at % ground.count)).take(rows.line))
            needed = COST_OF_NEED * np.maximum(need, 0)
            rows = self._grower.going_on(rows, places, needed, len(self._steps))

    def _all_ended(self) -> EndedRows:
        """The rows that may end."""
        none = np.zeros(0, dtype=np.int64)
        found = [(none,) * 6]
        for step, rows in enumerate(self._steps):
            at = np.nonzero(rows.brings != NONE)[0]
            line = rows.line.take(at)
            board = self._begun.board.take(line)
            found.append((board, line, rows.used.take(at), rows.brings.take(at), np.full(len(at), step), at))
        return EndedRows(*(np.concatenate(part) for part in zip(*found, strict=True)))

    def rows(self, which: Ints, most_laid: int) -> RowsToLay:
        """Some of those that may be laid, with places for so many cards."""
        board, line, used, gain, step, at = (part.take(which) for part in self.ended)
        start, down = self._begun.start.take(line), self._begun.down.take(line)
        stride = self._ground.strides.take(down)
        spots, pieces = (np.full((len(which), most_laid), NO_SPOT, dtype=np.int64) for _ in range(2))
        if len(which) == 1:
            laid = self._laid(int(step[0]), int(at[0]))
            pieces[0, : len(laid)] = [piece for _, piece in laid]
            spots[0, : len(laid)] = [int(start[0]) + place * int(stride[0]) for place, _ in laid]
            return RowsToLay(board, down, used, gain, spots, pieces)
        left = self._sets.cards.take(used) - self._sets.cards.take(self._boards.used.take(board))
        for last in range(int(step.max(initial=-1)), -1, -1):
            some = np.nonzero(step >= last)[0]
            rows, before = self._steps[last], at.take(some)
            piece = rows.piece.take(before)
            at[some] = rows.before.take(before)
            lays = np.nonzero(piece != NO_PIECE)[0]
            some, piece = some.take(lays), piece.take(lays)
            left[some] -= 1
            spots[some, left.take(some)] = start.take(some) + last * stride.take(some)
            pieces[some, left.take(some)] = piece
        return RowsToLay(board, down, used, gain, spots, pieces)

    def _laid(self, step: int, at: int) -> list[tuple[int, int]]:
        """The cards laid on the way to that row of that step: in which place of the row each is, and which piece."""
        found = []
        for place in range(step, -1, -1):
            rows = self._steps[place]
            if rows.piece[at] != NO_PIECE:
                found.append((place, int(rows.piece[at])))
            at = int(rows.before[at])
        return found[::-1]


class _Lanes:
    """Lanes of grids, whose places are numbered grid by grid: where each begins, `start`, and the `last` place."""

    def __init__(self, boards: GridBoards, begun: Begun, count: int) -> None:
        self.start: Ints = begun.board * count + begun.start
        self.last = boards.cell.size - 1
        self._cell, self._crossed, self._paid = boards.cell.ravel(), boards.crossed.ravel(), boards.paid.ravel()
        self._along: Ints = begun.down * boards.cell.size
        self._across: Ints = (1 - begun.down) * boards.cell.size

    def places(self, at: Ints) -> Places:
        """What is known of a place of each."""
        return Places(self._cell.take(at), self._crossed.take(at + self._across), self._paid.take(at + self._along))
