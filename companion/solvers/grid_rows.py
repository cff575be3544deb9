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

if TYPE_CHECKING:
    from companion.solvers.abreast import Abreast, Kept, RowGrower
    from companion.solvers.grid_boards import GridBoards, GridGround
    from companion.solvers.grid_crossings import Crossings
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.spellings import Flags, Ints

COST_OF_NEED = 40  # points that a row is less hoped for by each card that it still needs to join


class Begun(NamedTuple):
    """Where rows begin: on which grid, in which direction, in which place, and how many cards they need to join."""

    board: Ints
    down: Ints
    start: Ints
    need: Ints


class EndedRows(NamedTuple):
    """Rows that may be laid: on which grid, the set of the cards used then and what all has brought; and where each is
    found again, its step and its number in that."""

    board: Ints
    used: Ints
    gain: Ints
    step: Ints
    at: Ints


class NextRows:
    """The rows that can be laid next on some grids: `ended`."""

    def __init__(
        self, boards: GridBoards, ground: GridGround, crossings: Crossings, grower: RowGrower, sets: HandSets
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
        board, spot = np.nonzero(boards.joins & ~ground.barred)
        board, spot = np.tile(board, 2), np.tile(spot, 2)
        down = np.repeat(np.arange(2), len(board) // 2)
        left = self._sets.left[boards.used]
        need = np.ones(len(board), dtype=np.int64)
        found = []
        while len(board):
            stride = ground.strides[down]
            some = need <= left[board]
            board, down, spot, need, stride = (part[some] for part in (board, down, spot, need, stride))
            before = spot - stride
            is_free = boards.cell[board, before] == FREE
            found.append(Begun(*(part[is_free] for part in (board, down, spot, need))))
            some = ~(is_free & ground.barred[before])
            board, down, spot, need = board[some], down[some], before[some], (need + is_free)[some]
        every = Begun(*(np.concatenate(part) for part in zip(*found, strict=True))) if found else Begun(*[spot] * 4)
        key = (every.board * 2 + every.down) * ground.count + every.start
        order = np.lexsort((every.need, key))
        fresh = np.ones(len(order), dtype=np.bool_)
        fresh[1:] = key[order][1:] != key[order][:-1]
        return Begun(*(part[order[fresh]] for part in every))

    def _grow(self) -> None:
        """All rows, step by step."""
        begun, boards, ground = self._begun, self._boards, self._ground
        rows = empty_rows(np.arange(len(begun.board)), boards.used[begun.board])
        rows = rows._replace(gain=boards.gain[begun.board], before=np.arange(len(begun.board)))
        spot, stride = begun.start, ground.strides[begun.down]
        need = begun.need
        while len(rows.used):
            lying = boards.cell[begun.board, spot].astype(np.int64)
            lies = lying != FREE
            rows = self._one_further(rows, lying, spot)
            need = need - ~lies
            spot = np.minimum(spot + stride, ground.count - 1)  # of what is no row any more
            may_end = (need <= 0) & (boards.cell[begun.board, spot] == FREE)
            rows = self._grower.best(_those(rows, self._sets.left[rows.used] >= need[rows.line]))
            good = may_end[rows.line] & self._grower.ends.may_end(rows.ends)
            self._steps.append(kept(rows, good))
            gain = rows.gain
            hoped = gain - COST_OF_NEED * np.maximum(need, 0)[rows.line]
            rows = rows._replace(before=np.arange(len(gain)), gain=hoped)
            rows = self._grower.narrowed(rows, spared=rows.piece == NO_PIECE)
            rows = rows._replace(gain=gain[rows.before])

    def _one_further(self, rows: Abreast, lying: Ints, spot: Ints) -> Abreast:
        """The rows with the next place; of those that lay a card `piece` says which."""
        begun, boards = self._begun, self._boards
        may = (lying != FREE) | ~self._ground.barred[spot]
        rows = _those(rows, may[rows.line])
        paid = boards.paid[begun.down, begun.board, spot]
        crossing = boards.crossed[1 - begun.down, begun.board, spot]
        lines = rows.line
        there = lying[lines]
        lies = there != FREE

        def crossed(row: Ints, piece: Ints) -> tuple[Ints, Flags]:
            line = lines[row]
            at, hand = crossing[line], np.where(lies[row], 0, piece)
            brings = np.where(lies[row], 0, self._crossings.brings(at, hand))
            return brings - paid[line], lies[row] | self._crossings.may[at, hand]

        then = self._grower.along(rows, lies, there, crossed)
        piece = np.where(lies[then.before], NO_PIECE, then.piece)
        return then._replace(before=rows.before[then.before], piece=piece)

    def _all_ended(self) -> EndedRows:
        """The rows that may end."""
        none = np.zeros(0, dtype=np.int64)
        found = [(none,) * 5]
        for step, rows in enumerate(self._steps):
            at = np.nonzero(rows.brings != NONE)[0]
            board = self._begun.board[rows.line[at]]
            found.append((board, rows.used[at], rows.brings[at], np.full(len(at), step), at))
        return EndedRows(*(np.concatenate(part) for part in zip(*found, strict=True)))

    def rows(self, which: Ints, most_laid: int) -> RowsToLay:
        """Some of those that may be laid, with places for so many cards."""
        board, used, gain, step, at = (part[which] for part in self.ended)
        count = len(which)
        spots, pieces = (np.full((count, most_laid), NO_SPOT, dtype=np.int64) for _ in range(2))
        line = np.zeros(count, dtype=np.int64)
        for last, rows in enumerate(self._steps):
            ends = np.nonzero(step == last)[0]
            line[ends] = rows.line[at[ends]]
        start, stride = self._begun.start[line], self._ground.strides[self._begun.down[line]]
        laid = self._sets.cards[used] - self._sets.cards[self._boards.used[board]]
        at = at.copy()
        for last in reversed(range(len(self._steps))):
            some = np.nonzero(step >= last)[0]
            rows = self._steps[last]
            piece = rows.piece[at[some]]
            lays = some[piece != NO_PIECE]
            laid[lays] -= 1
            spots[lays, laid[lays]] = start[lays] + last * stride[lays]
            pieces[lays, laid[lays]] = piece[piece != NO_PIECE]
            at[some] = rows.before[at[some]]
        return RowsToLay(board, self._begun.down[line], used, gain, spots, pieces)


def _those(rows: Abreast, which: Flags) -> Abreast:
    """Some of them, mostly all."""
    return rows if which.all() else rows.of(which)
