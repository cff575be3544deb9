"""What each card of a hand brings in the lines that it lengthens where it comes to lie across them on the grid (W9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.solvers.abreast import empty_rows, together
from companion.solvers.columns import alike

if TYPE_CHECKING:
    from companion.solvers.abreast import Abreast, RowGrower
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.spellings import Flags, Ints

    Lengthened = dict[tuple[object, ...], int]

FREE = -1  # behind the last of the cards beside a place
NONE_THERE = 0  # the number of no line: everything may lie there, and brings nothing by it


class Crossings:
    """The lines that may be lengthened, by number: `may` says by line and piece of the hand whether that may lie there,
    `gains` is by piece what laying it brings by itself, `as_lying` the piece that it is once it lies."""

    def __init__(self, grower: RowGrower, sets: HandSets) -> None:
        self._grower, self._sets = grower, sets
        pieces = grower.pieces[: grower.of_hand]
        self.gains: Ints = np.array([piece.gain for piece in pieces], dtype=np.int64)
        self.as_lying: Ints = np.array([grower.lying[piece.laid] for piece in pieces], dtype=np.int64)
        owner = np.repeat(np.arange(len(sets.parts)), [len(part.kinds) for part in sets.parts])
        kinds = np.array([piece.kind for piece in pieces], dtype=np.int64)
        self._of_owner = [np.nonzero(owner[kinds] == hand)[0] for hand in range(len(sets.parts))]
        self._numbers: Lengthened = {}
        self.may: Flags = np.ones((1, len(pieces)), dtype=np.bool_)
        self._brings: Ints = np.zeros((1, len(pieces)), dtype=np.int64)
        self._full: Ints = np.zeros((1, len(pieces)), dtype=np.int64)

    def brought(self, line: Ints, piece: Ints) -> tuple[Ints, Ints]:
        """What those pieces bring in those lines, and what these count then."""
        return self._brings[line, piece], self._full[line, piece]

    def brings(self, line: Ints, piece: Ints) -> Ints:
        """The first of both."""
        found: Ints = self._brings[line, piece]
        return found

    def numbers(self, used: Ints, before: Ints, behind: Ints, paid: Ints) -> Ints:
        """The numbers of lines for whoever has used these sets: of the pieces before and behind a place, both from
        there on (FREE behind the last), and what was paid for them."""
        owner = self._sets.owner[used]
        before, behind = _trimmed(before), _trimmed(behind)
        first, which = alike((owner, paid, *(before - FREE).T, *(behind - FREE).T))
        found = np.zeros(len(first), dtype=np.int64)
        fresh: list[int] = []
        every = zip(*(part[first].tolist() for part in (owner, paid, before, behind)), strict=True)
        for at, (hand, points, *beside) in enumerate(every):
            key = (hand, points, *(tuple(piece for piece in cards if piece != FREE) for cards in beside))
            number = self._numbers.setdefault(key, len(self._numbers) + 1)
            if number == len(self.may) + len(fresh):
                fresh.append(first[at])
            found[at] = number
        if fresh:
            some = np.array(fresh)
            self._find(owner[some], before[some], behind[some], paid[some])
        return found[which]

    def _find(self, owner: Ints, before: Ints, behind: Ints, paid: Ints) -> None:
        """Find what the pieces bring in further lines."""
        lines = self._through(empty_rows(np.arange(len(owner))), before[:, ::-1])
        pieces = [self._of_owner[hand] for hand in owner[lines.line].tolist()]
        lines = lines.of(np.repeat(np.arange(len(pieces)), [len(some) for some in pieces]))
        laid = np.concatenate([*pieces, np.zeros(0, dtype=np.int64)])
        lines, _ = self._grower.onto(lines._replace(piece=laid), laid)
        lines = self._through(lines, behind)
        lines = lines.of(self._grower.ends.may_end(lines.ends))
        shape = len(owner), self.may.shape[1]
        may, brings, full = np.zeros(shape, np.bool_), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        may[lines.line, lines.piece] = True
        full[lines.line, lines.piece] = lines.gain
        brings[lines.line, lines.piece] = lines.gain - paid[lines.line]
        self.may, self._brings, self._full = (
            np.concatenate(parts) for parts in ((self.may, may), (self._brings, brings), (self._full, full))
        )

    def _through(self, lines: Abreast, cards: Ints) -> Abreast:
        """Lines where these cards lie next, place by place, FREE where none does; those that can still be good."""
        for there in cards.T:
            piece = there[lines.line]
            some = np.nonzero(piece != FREE)[0]
            if not len(some):
                continue
            then, _ = self._grower.onto(lines.of(some), piece[some])
            lines = then if len(some) == len(piece) else together([then, lines.of(np.nonzero(piece == FREE)[0])])
        return lines


def _trimmed(cards: Ints) -> Ints:
    """Without the places in which nothing lies anywhere."""
    trimmed: Ints = cards[:, : int((cards != FREE).sum(axis=1).max(initial=0))]
    return trimmed
