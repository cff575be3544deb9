"""One place further along lanes of the grid, all rows side by side: what crosses the lanes is asked first, for that
rules out most cards before any word is read (W9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.abreast import NO_PIECE, Abreast, RowGrower
from companion.solvers.columns import best_of_alike
from companion.solvers.grid_boards import FREE
from companion.solvers.spellings import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.grid_crossings import Crossings
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.row_ends import Ends, RowEnds
    from companion.solvers.spellings import Flags, Ints

    SignReading = Callable[[Ends, Ints, Ints], tuple[Ends, Ints, Ints | None]]

FEW_ROWS = 400  # of which none is looked for that is like another: that takes longer than to grow both
# What part of the room there is after so many steps: longer rows are seldom the better ones (settled on 400 ends on the
# grid, see `whole_turn.py`).
ROOM_BY_STEP = (1, 1, 1, 0.7, 0.5, 0.25, 0.15)


class Places(NamedTuple):
    """A place of each lane: the piece that lies there (FREE: none), the number of the line that crosses it, and what
    was paid for the line that begins there."""

    lying: Ints
    crossed: Ints
    paid: Ints


class GridGrower(RowGrower):
    """Grows rows along lanes of the grid."""

    def __init__(self, sets: HandSets, lying: Iterable[str], scheme: Scheme, ends: RowEnds, room: int) -> None:
        """See RowGrower."""
        super().__init__(sets, lying, scheme, ends, room)
        self._pays_words, self._pays_ranks = scheme.pays_words, scheme.pays_combinations

    def along_lanes(self, rows: Abreast, places: Places, crossings: Crossings) -> Abreast:
        """The rows with the next place of their lanes, `line` being that: where a card lies with that, elsewhere with
        each card of the hand that may lie there; `piece` says which, NO_PIECE none of the hand."""
        lying = places.lying.take(rows.line).astype(np.int64)
        lies = lying != FREE
        there, free = lies.nonzero()[0], (~lies).nonzero()[0]
        row, move, used = self._moves_of(rows.used.take(free))
        row = free.take(row)
        crossed = places.crossed.take(rows.line.take(row)).astype(np.int64)
        may = crossings.may_move().take(crossed * self._first_lying + move)
        if not may.all():
            some = may.nonzero()[0]
            row, move, used, crossed = row.take(some), move.take(some), used.take(some), crossed.take(some)
        if len(there):
            row = np.concatenate([there, row])
            move = np.concatenate([lying.take(there) - self.of_hand + self._first_lying, move])
            used = np.concatenate([rows.used.take(there), used])
            crossed = np.concatenate([np.zeros(len(there), dtype=np.int64), crossed])
        then = self._put_down(rows, row, move, used, crossed, crossings)
        if places.paid.any():
            then.gain[:] -= places.paid.take(then.line)
        piece = np.where(then.piece < self.of_hand, then.piece, NO_PIECE)
        return then._replace(before=rows.before.take(then.before), piece=piece)

    def _put_down(
        self, rows: Abreast, row: Ints, move: Ints, used: Ints, crossed: Ints, crossings: Crossings
    ) -> Abreast:
        """The rows with those numbers further by those moves, in every rank that may lie across those lines."""
        ends, gain, some = self.ends.read(rows.ends, row, self._sign_of.take(move))
        if some is not None:
            row, move, used, crossed = row.take(some), move.take(some), used.take(some), crossed.take(some)
        gain = rows.gain.take(row) + gain
        piece = self._first_ranked.take(move)
        if not self._are_plain:
            counts = self._counts.take(move)
            if counts.max(initial=1) > 1:
                brings = gain + crossings.brings(crossed, piece)
                some = self._worth_ranking(Abreast(used, row, brings, ends, row, piece), counts)
                move, gain, ends, counts = move.take(some), gain.take(some), ends.of(some), counts.take(some)
                row, used, crossed, piece = row.take(some), used.take(some), crossed.take(some), piece.take(some)
            if counts.max(initial=1) > 1:
                which = np.repeat(np.arange(len(move)), counts)
                piece = self._ranked.take(spread(self._starts.take(move), counts))
                crossed = crossed.take(which)
                some = np.nonzero(crossings.may_lie(crossed, piece))[0]
                which, piece, crossed = which.take(some), piece.take(some), crossed.take(some)
                row, used, gain, ends = row.take(which), used.take(which), gain.take(which), ends.of(which)
        ends, brought, may = self.ends.rank(ends, self._ways.take(piece))
        gain = gain + brought + self._gains.take(piece) + crossings.brings(crossed, piece)
        if may is not None and not may.all():
            some = may.nonzero()[0]
            row, used, gain, piece = row.take(some), used.take(some), gain.take(some), piece.take(some)
            ends = ends.of(some)
        return Abreast(used, rows.line.take(row), gain, ends, row, piece)

    def _worth_ranking(self, rows: Abreast, ranks: Ints) -> Ints:
        """Which of the rows, by how many ranks the last card may have, there is room for in all of these; of one rank
        all."""
        keeps, dropped = self._fitting(rows, np.where(ranks > 1, ranks, 0), self._room)
        self.dropped |= dropped
        return np.nonzero(keeps)[0]

    def readings(self) -> list[tuple[Ints, SignReading]]:
        """How words are read and how combinations are, as far as either counts: by piece its sign, and what some of the
        ends become by those signs, what that brings, and which of them can still be good (None: every one)."""
        found: list[tuple[Ints, SignReading]] = []
        if self._pays_words:
            found.append((self._signs, self.ends.read))
        if self._pays_ranks:
            found.append((self._ways, self._rank))
        return found

    def _rank(self, ends: Ends, row: Ints, way: Ints) -> tuple[Ends, Ints, Ints | None]:
        """See `RowEnds.read`."""
        ends, brought, may = self.ends.rank(ends.of(row), way)
        if may is None or may.all():
            return ends, brought, None
        some = may.nonzero()[0]
        return ends.of(some), brought.take(some), some

    def may_move(self, may: Flags) -> Flags:
        """By line and move whether any of its pieces may lie there, by line and piece."""
        found: Flags = may.take(self._ranked[self._ranked < self.of_hand], axis=1)
        if not self._are_plain:
            found = np.logical_or.reduceat(found, self._starts[: self._first_lying], axis=1)
        return found

    def best_of_many(self, rows: Abreast) -> Abreast:
        """Of rows that agree in all that matters only the best; of few rows all."""
        if len(rows.used) <= FEW_ROWS:
            return rows
        return rows.of(best_of_alike((rows.line, rows.used, *rows.ends), rows.gain))

    def going_on(self, rows: Abreast, places: Places, needed: Ints, step: int) -> Abreast:
        """The most promising of them, as many as there is room for whatever comes next in those places after so many
        steps; `needed` is by lane for how many points less a row is hoped."""
        part = ROOM_BY_STEP[min(step, len(ROOM_BY_STEP)) - 1]
        free = (places.lying == FREE).take(rows.line)
        ways = self._ways_left.take(rows.used) * free
        if int(ways.sum()) <= part * int(self._room.min()):
            return rows
        room = np.ceil(self._room * part).astype(np.int64)
        hoped = rows.gain - needed.take(rows.line)
        keeps, dropped = self._fitting(rows._replace(gain=hoped), ways, room)
        self.dropped |= dropped
        return rows if keeps.all() else rows.of(keeps.nonzero()[0])
