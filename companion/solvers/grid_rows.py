"""What cards of a hand can be laid on the grid so that they touch what lies there: one row with all it crosses (W9).

All rows across and all rows down grow side by side from place to place. What a card brings in the line that crosses a
place is found beforehand, for all places and all cards at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.solvers.abreast import NO_PIECE, empty_rows, kept, together
from companion.solvers.grid_lanes import FREE, Lanes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.solvers.abreast import Abreast, Kept, RowGrower
    from companion.solvers.grid_lanes import GridPlace, GridTable
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.spellings import Flags, Ints

NO_ROW = -1
BEGINS = -1  # of a row that has no card before that place


class GridRows:
    """The rows that can be laid: `best` is what they bring by set of cards."""

    def __init__(self, table: GridTable, grower: RowGrower, sets: HandSets) -> None:
        self._table, self._grower, self._sets = table, grower, sets
        self._lanes = Lanes(table, grower.lying, int(sets.cards.max()))
        self._find_crossings()
        self._kept: list[Kept] = []
        self.best = sets.nothing()
        rows = empty_rows(np.zeros(0, dtype=np.int64))
        for place in range(self._lanes.places):
            rows = self._one_further(rows, place)
            self._kept.append(kept(rows._replace(line=rows.line // 2), self._may_end(rows, place)))

    # ——— what crosses ———

    def _find_crossings(self) -> None:
        """What each piece of the hand brings in each line that crosses, and whether it may lie there."""
        paid = self._table.paid
        every, of_hand = self._lanes.crossed(), self._grower.of_hand
        lines = empty_rows(np.arange(len(every)))
        lines = self._through(lines, [each.before for each in every])
        lines = lines.of(np.repeat(np.arange(len(lines.line)), of_hand))
        laid = np.tile(np.arange(of_hand), len(lines.line) // of_hand)
        lines, _ = self._grower.onto(lines._replace(piece=laid), laid)
        lines = self._through(lines, [each.behind for each in every])
        lines = lines.of(self._grower.ends.may_end(lines.ends))
        was_paid: Ints = np.zeros(len(every), dtype=np.int64)
        for number, each in enumerate(every):
            was_paid[number] = sum(paid.get((spot, each.down), 0) for spot in (*each.before, *each.behind))
        pieces = len(self._grower.pieces)  # and what lies there, where nothing crosses
        self._may_cross: Flags = np.zeros((len(every) + 1, pieces), dtype=np.bool_)
        self._brings: Ints = np.zeros((len(every) + 1, pieces), dtype=np.int64)
        self._may_cross[FREE] = True  # where nothing crosses everything may lie, and brings nothing there
        self._may_cross[lines.line, lines.piece] = True
        self._brings[lines.line, lines.piece] = lines.gain - was_paid[lines.line]

    def _through(self, lines: Abreast, spots: Sequence[Sequence[GridPlace]]) -> Abreast:
        """Lines where these cards lie next, those that can still be good."""
        lying = [[self._grower.lying[self._lanes.there[spot]] for spot in each] for each in spots]
        lengths = np.array([len(each) for each in lying], dtype=np.int64)
        for place in range(max(map(len, lying), default=0)):
            pieces = np.array([each[place] if place < len(each) else 0 for each in lying])
            goes_on = lengths[lines.line] > place
            then, _ = self._grower.onto(lines.of(goes_on), pieces[lines.line[goes_on]])
            lines = together([then, lines.of(~goes_on)])
        return lines

    # ——— along the lanes ———

    def _one_further(self, rows: Abreast, place: int) -> Abreast:
        """The rows with that place; a lane is told by twice its number, and by one more once the row touches."""
        lanes, sets = self._lanes, self._sets
        begins = np.nonzero(lanes.piece[:, place - 1] == FREE)[0] if place else np.arange(lanes.count)
        hands = len(sets.begins)
        fresh = empty_rows(2 * np.repeat(begins, hands), np.tile(sets.begins, len(begins)))
        fresh = fresh.of(np.nonzero(self._may_touch(fresh, place))[0])
        came = np.concatenate([np.arange(len(rows.used)), np.full(len(fresh.used), BEGINS)])
        rows = together([rows, fresh])
        lane = rows.line // 2
        lying = lanes.piece[lane, place]
        which = np.nonzero((lying != FREE) | ~lanes.barred[lane, place])[0]
        if not len(which):
            return rows.of(which)
        lane, lying = lane[which], lying[which]
        crossing, paid = lanes.crossing[lane, place], lanes.paid[lane, place]

        def crossed(row: Ints, piece: Ints) -> tuple[Ints, Flags]:
            at = crossing[row]
            return self._brings[at, piece] - paid[row], self._may_cross[at, piece]

        then = self._grower.along(rows.of(which), lying != FREE, lying, crossed)
        lay = lying[then.before] == FREE
        then = then._replace(
            line=then.line | lanes.touches[lane[then.before], place],
            before=came[which[then.before]],
            piece=np.where(lay, then.piece, NO_PIECE),
        )
        then = self._grower.best(then.of(np.nonzero(self._may_touch(then, place + 1))[0]))
        return self._grower.narrowed(then, spared=self._noted(then, place) | (then.piece == NO_PIECE))

    def _noted(self, rows: Abreast, place: int) -> Flags:
        """Note which rows may end in that place; of each set one that brings more than all before."""
        good = np.nonzero(self._may_end(rows, place))[0][::-1]
        used, gain = rows.used[good], rows.gain[good]
        before = self.best.copy()
        np.maximum.at(self.best, used, gain)
        better = (gain > before[used]) & (gain == self.best[used])
        one = np.full(len(before), NO_ROW)
        one[used[better]] = good[better]
        found = np.zeros(len(rows.used), dtype=np.bool_)
        found[one[one != NO_ROW]] = True
        return found

    def _may_touch(self, rows: Abreast, place: int) -> Flags:
        """Which of the rows that have come to that place touch what lies there, or have cards enough left for it."""
        lane, touches = np.divmod(rows.line, 2)
        may: Flags = (touches == 1) | (self._sets.left[rows.used] >= self._lanes.to_touch[lane, place])
        return may

    def _may_end(self, rows: Abreast, place: int) -> Flags:
        """Which rows may end in that place."""
        lane, touches = np.divmod(rows.line, 2)
        good: Flags = (touches == 1) & (self._sets.cards[rows.used] > 0) & (self._lanes.piece[lane, place + 1] == FREE)
        good &= self._grower.ends.may_end(rows.ends)
        return good

    def way(self, number: int) -> dict[GridPlace, int]:
        """The pieces of that set where they bring the most."""
        for place, rows in enumerate(self._kept):
            for at in np.nonzero((rows.used == number) & (rows.brings == self.best[number]))[0].tolist():
                return self._way_to(place, at)
        raise AssertionError  # it was noted there

    def _way_to(self, place: int, at: int) -> dict[GridPlace, int]:
        pieces = {}
        while at != BEGINS:
            rows = self._kept[place]
            if rows.piece[at] != NO_PIECE:
                pieces[self._lanes.spot(int(rows.line[at]), place)] = int(rows.piece[at])
            at = int(rows.before[at])
            place -= 1
        return dict(reversed(pieces.items()))
