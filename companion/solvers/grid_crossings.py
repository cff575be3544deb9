"""What each card of the hands brings on the grid in lines that it lengthens where it comes to lie across them (W9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.columns import alike
from companion.solvers.row_ends import Ends, no_cards

if TYPE_CHECKING:
    from companion.solvers.grid_growing import GridGrower, SignReading
    from companion.solvers.spellings import Flags, Ints

    Lengthened = dict[tuple[object, ...], int]

FREE = -1  # behind the last of the cards beside a place


class Crossings:
    """The lines that may be lengthened, by number: `may` says by line and piece of a hand whether that may lie there,
    `gains` is by piece what laying it brings by itself, `as_lying` the piece that it is once it lies. Number 0 is no
    line: everything may lie there, and brings nothing by it."""

    def __init__(self, grower: GridGrower) -> None:
        self._grower = grower
        pieces = grower.pieces[: grower.of_hand]
        self.gains: Ints = np.array([piece.gain for piece in pieces], dtype=np.int64)
        self.as_lying: Ints = np.array([grower.lying[piece.laid] for piece in pieces], dtype=np.int64)
        self._numbers: Lengthened = {}
        self.may: Flags = np.ones((1, len(pieces)), dtype=np.bool_)
        self._brings: Ints = np.zeros((1, len(pieces)), dtype=np.int64)
        self._full: Ints = np.zeros((1, len(pieces)), dtype=np.int64)
        self._may_move = grower.may_move(self.may)

    def brought(self, line: Ints, piece: Ints) -> tuple[Ints, Ints]:
        """What those pieces bring in those lines, and what these count then."""
        return self._brings[line, piece], self._full[line, piece]

    def brings(self, line: Ints, piece: Ints) -> Ints:
        """The first of both; those that lie, in none, nothing."""
        width = self.may.shape[1]
        found: Ints = self._brings.ravel().take(line * width + np.minimum(piece, width - 1))
        return found

    def may_lie(self, line: Ints, piece: Ints) -> Flags:
        """Whether those pieces may lie there; those that lie may."""
        width = self.may.shape[1]
        found: Flags = self.may.ravel().take(line * width + np.minimum(piece, width - 1))
        return found

    def may_move(self) -> Flags:
        """By line and move, one after the other, whether any of its pieces may lie there."""
        known = len(self._may_move)
        if known < len(self.may):
            self._may_move = np.concatenate([self._may_move, self._grower.may_move(self.may[known:])])
        return self._may_move.ravel()

    def numbers(self, before: Ints, behind: Ints, paid: Ints) -> Ints:
        """The numbers of lines: of the pieces before and behind a place, both from there on (FREE behind the last), and
        what was paid for them."""
        before, behind = _trimmed(before), _trimmed(behind)
        first, which = alike((paid, *(before - FREE).T, *(behind - FREE).T))
        found = np.zeros(len(first), dtype=np.int64)
        fresh: list[int] = []
        every = zip(*(part[first].tolist() for part in (paid, before, behind)), strict=True)
        for at, (points, *beside) in enumerate(every):
            key = (points, *(tuple(piece for piece in cards if piece != FREE) for cards in beside))
            number = self._numbers.setdefault(key, len(self._numbers) + 1)
            if number == len(self.may) + len(fresh):
                fresh.append(first[at])
            found[at] = number
        if fresh:
            some = np.array(fresh)
            self._find(before[some], behind[some], paid[some])
        return found[which]

    def _find(self, before: Ints, behind: Ints, paid: Ints) -> None:
        """Find what the pieces bring in further lines."""
        shape = len(paid), self.may.shape[1]
        may, full = np.ones(shape, np.bool_), np.zeros(shape, np.int64)
        lines, order = _in_order(before, behind)
        for signs, read in self._grower.readings():
            good, counts = self._read(lines, signs, read)
            may[order] &= good
            full[order] += counts
        brings = np.where(may, full - paid[:, np.newaxis], 0)
        self.may, self._brings, self._full = (
            np.concatenate(parts) for parts in ((self.may, may), (self._brings, brings), (self._full, full))
        )

    def _read(self, lines: _Lines, signs: Ints, read: SignReading) -> tuple[Flags, Ints]:
        """By line and piece of the hands whether that may lie in the missing place, as far as this reads it, and what
        the line counts then."""
        choice, chosen = np.unique(signs[: self.may.shape[1]], return_inverse=True)
        count, longest = lines.cards.shape
        may, full = np.zeros((count, len(choice)), np.bool_), np.zeros((count, len(choice)), np.int64)
        line, chose, gain, ends = (
            np.arange(count),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            no_cards(count),
        )
        written, missing = signs.take(lines.cards.T), set(lines.missing.tolist())
        going_on = np.searchsorted(-lines.length, -np.arange(longest + 1)).tolist()
        for place in range(longest + 1):
            left = int(line.searchsorted(going_on[place])) if going_on[place] < count else len(line)
            if left < len(line):  # the shortest lines end here
                last = Ends(*(part[left:] for part in ends))
                may[line[left:], chose[left:]] = self._grower.ends.may_end(last)
                full[line[left:], chose[left:]] = gain[left:]
                line, chose, gain, ends = line[:left], chose[:left], gain[:left], Ends(*(part[:left] for part in ends))
            if not left:
                break
            row, sign = np.arange(left), written[place].take(line)
            if place in missing:
                is_missing = (lines.missing == place).take(line)
                counts = np.where(is_missing, len(choice), 1)
                row, is_missing = row.repeat(counts), is_missing.repeat(counts)
                chose, sign = chose.take(row), sign.take(row)
                chose[is_missing] = np.tile(np.arange(len(choice)), np.count_nonzero(is_missing) // len(choice))
                sign[is_missing] = choice.take(chose[is_missing])
            ends, brought, some = read(ends, row, sign)
            if some is not None:
                row, chose = row.take(some), chose.take(some)
            line, gain = line.take(row), gain.take(row) + brought
        return may.take(chosen, axis=1), full.take(chosen, axis=1)


class _Lines(NamedTuple):
    """Lines, the longest first: the cards of each from its beginning on, of which that in the place `missing` is none,
    and how many they are with that."""

    cards: Ints
    missing: Ints
    length: Ints


def _in_order(before: Ints, behind: Ints) -> tuple[_Lines, Ints]:
    """Lines of which the cards before and behind a place are known, both from there on, and which each is."""
    lengths = [(cards != FREE).sum(axis=1) for cards in (before, behind)]
    order = np.argsort(-(lengths[0] + lengths[1]), kind="stable")
    missing = lengths[0][order]
    length = missing + 1 + lengths[1][order]
    cards = np.zeros((len(order), int(length.max(initial=0))), dtype=np.int64)
    for side, step in ((before[order], -1), (behind[order], 1)):
        line, at = np.nonzero(side != FREE)
        cards[line, missing[line] + step * (at + 1)] = side[line, at]
    return _Lines(cards, missing, length), order


def _trimmed(cards: Ints) -> Ints:
    """Without the places in which nothing lies anywhere."""
    trimmed: Ints = cards[:, : int((cards != FREE).sum(axis=1).max(initial=0))]
    return trimmed
