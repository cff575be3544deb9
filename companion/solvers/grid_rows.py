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
    from companion.solvers.card_sets import CardSets
    from companion.solvers.grid_lanes import GridPlace, GridTable
    from companion.solvers.spellings import Flags, Ints

BEGINS = -1  # of a row that has no card before that place


class GridRows:
    """The rows that can be laid: `best` is what they bring by set of cards."""

    def __init__(self, table: GridTable, grower: RowGrower, sets: CardSets) -> None:
        self._table, self._grower, self._sets = table, grower, sets
        self._lanes = Lanes(table, grower.lying, int(sets.cards[-1]))
        self._find_crossings()
        self._kept: list[Kept] = []
        self.best = sets.nothing()
        rows = empty_rows(np.zeros(0, dtype=np.int64))
        for place in range(self._lanes.places):
            rows = self._one_further(rows, place)
            self._note(rows, place)

    # ——— what crosses ———

    def _find_crossings(self) -> None:
        """What each piece of the hand brings in each line that crosses, and whether it may lie there."""
        paid = self._table.paid
        every, of_hand = self._lanes.crossed(), self._grower.of_hand
        lines = empty_rows(np.arange(len(every)))
        lines = self._through(lines, [each.before for each in every])
        lines = lines.of(np.repeat(np.arange(len(lines.line)), of_hand))
        pieces = np.tile(np.arange(of_hand), len(lines.line) // of_hand)
        lines, _ = self._grower.onto(lines._replace(piece=pieces), pieces)
        lines = self._through(lines, [each.behind for each in every])
        lines = lines.of(self._grower.ends.may_end(lines.ends))
        was_paid: Ints = np.zeros(len(every), dtype=np.int64)
        for number, each in enumerate(every):
            was_paid[number] = sum(paid.get((spot, each.down), 0) for spot in (*each.before, *each.behind))
        self._may_cross: Flags = np.zeros((len(every) + 1, of_hand), dtype=np.bool_)
        self._brings: Ints = np.zeros((len(every) + 1, of_hand), dtype=np.int64)
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
        lanes = self._lanes
        begins = np.nonzero(lanes.piece[:, place - 1] == FREE)[0] if place else np.arange(lanes.count)
        came = np.concatenate([np.arange(len(rows.used)), np.full(len(begins), BEGINS)])
        rows = together([rows, empty_rows(2 * begins)])
        left = self._sets.cards[-1] - self._sets.cards[rows.used]
        lane, touches = np.divmod(rows.line, 2)
        may = (touches == 1) | (left >= lanes.to_touch[lane, place])
        lies = lanes.piece[lane, place] != FREE
        onto, free = np.nonzero(may & lies)[0], np.nonzero(may & ~lies & ~lanes.barred[lane, place])[0]
        there, which = self._grower.onto(rows.of(onto), lanes.piece[lane[onto], place])
        there = there._replace(
            gain=there.gain - lanes.paid[there.line // 2, place],
            before=onto[which],
            piece=np.full(len(which), NO_PIECE),
        )
        laid = self._grower.laying(rows.of(free), lambda line, piece: self._crossed(line, piece, place))
        then = together([there, laid._replace(before=free[laid.before])])
        touched = then.line | lanes.touches[then.line // 2, place]
        return self._grower.best(then._replace(line=touched, before=came[then.before]))

    def _crossed(self, line: Ints, piece: Ints, place: int) -> tuple[Ints, Flags]:
        """See RowGrower.laying."""
        at = self._lanes.crossing[line // 2, place]
        return self._brings[at, piece], self._may_cross[at, piece]

    def _note(self, rows: Abreast, place: int) -> None:
        """Note which rows may end in that place."""
        lane, touches = np.divmod(rows.line, 2)
        good = (touches == 1) & (rows.used > 0) & (self._lanes.piece[lane, place + 1] == FREE)
        good &= self._grower.ends.may_end(rows.ends)
        np.maximum.at(self.best, rows.used[good], rows.gain[good])
        self._kept.append(kept(rows._replace(line=lane), good))

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
