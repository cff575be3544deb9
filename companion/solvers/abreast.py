"""Rows that cards of a hand make with cards that lie on the table, all of a kind grown side by side, in numpy.

A row grows from left to right, place by place. Where a card lies it goes on with that, elsewhere with each card that
is left in the hand, a wild as everything; what its future depends on is all that is kept of it (`row_ends.py`), and of
rows that agree in that and in the cards used only the best. So nothing that could be better is lost, until there are
more rows than are kept: then the most promising are, and it is remembered that others were dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.card_sets import NONE
from companion.solvers.growing import lying_piece, pieces_of
from companion.solvers.row_ends import Ends, no_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.card_sets import CardSets
    from companion.solvers.row_ends import RowEnds
    from companion.solvers.spellings import Flags, Ints

    Crossing = Callable[[Ints, Ints], tuple[Ints, Flags]]

MOST_KEYS = 2**62
LEAST_KEPT = 100  # rows, whatever the room
NO_PIECE = -1  # of a row to which the last step has put no card of the hand


class Abreast(NamedTuple):
    """Rows side by side: the cards used (a set, by number), on which line each grows, what it has brought, its end, and
    of which row it came in the step before, by which piece."""

    used: Ints
    line: Ints
    gain: Ints
    ends: Ends
    before: Ints
    piece: Ints

    def of(self, which: Ints | Flags) -> Abreast:
        """Some of them."""
        used, line, gain, ends, before, piece = self
        return Abreast(used[which], line[which], gain[which], ends.of(which), before[which], piece[which])


class Kept(NamedTuple):
    """What is kept of rows to find them again, in few bytes: on which line each grew, the set of its cards and what it
    brings where it may end (NONE where not), and of which row it came by which piece."""

    line: Ints
    used: Ints
    brings: Ints
    before: Ints
    piece: Ints

    def first(self, line: int, used: int, brings: int) -> int | None:
        """The first on that line that uses that set and brings so much; None where none does."""
        found = np.nonzero((self.line == line) & (self.used == used) & (self.brings == brings))[0]
        return int(found[0]) if len(found) else None


def kept(rows: Abreast, may_end: Flags) -> Kept:
    """What is kept of rows."""
    brings = np.where(may_end, rows.gain, NONE)
    parts = (rows.line, rows.used, brings, rows.before, rows.piece)
    return Kept(*(part.astype(np.int32) for part in parts))


def together(parts: Sequence[Abreast]) -> Abreast:
    """All of them, in their order."""
    return Abreast(
        np.concatenate([part.used for part in parts]),
        np.concatenate([part.line for part in parts]),
        np.concatenate([part.gain for part in parts]),
        Ends(*(np.concatenate(part) for part in zip(*(part.ends for part in parts), strict=True))),
        np.concatenate([part.before for part in parts]),
        np.concatenate([part.piece for part in parts]),
    )


def empty_rows(lines: Ints) -> Abreast:
    """A row without a card on each of these lines."""
    rows = len(lines)
    none = np.zeros(rows, dtype=np.int64)
    return Abreast(none, lines, none, no_cards(rows), none, np.full(rows, NO_PIECE))


class RowGrower:
    """Grows rows with cards of one hand in one game; `dropped` says whether rows were, for want of room."""

    def __init__(
        self,
        sets: CardSets,
        hands: Iterable[int],
        lying: Iterable[str],
        scheme: Scheme,
        ends: RowEnds,
        room: int,
    ) -> None:
        """`hands` are sets of cards of which one must hold all that a row uses, `lying` the cards that rows may have in
        them, `room` how many cards may be put at the end of rows at once."""
        self._sets = sets
        self._held = np.any([sets.held_in(hand) for hand in hands], axis=0)
        self._room = room
        self.dropped = False
        cards = dict.fromkeys(lying)
        self.pieces = pieces_of([kind.card for kind in sets.kinds], scheme)
        self.of_hand = len(self.pieces)
        self.lying = {card: self.of_hand + number for number, card in enumerate(cards)}
        self.pieces += tuple(lying_piece(card, scheme, number) for card, number in self.lying.items())
        self.ends = ends
        self._signs, self._ways = self.ends.signs(self.pieces), self.ends.ways(self.pieces)
        self._gains = np.array([piece.gain for piece in self.pieces], dtype=np.int64)
        self._list_moves()

    def _list_moves(self) -> None:
        """What can be done with a card of each kind as far as words go, and for each the pieces that differ in rank."""
        moves: dict[tuple[int, int], dict[int, int]] = {}
        for number in range(self.of_hand):
            move = moves.setdefault((self.pieces[number].kind, int(self._signs[number])), {})
            move.setdefault(int(self._ways[number]), number)
        self._kind_of, self._sign_of = (np.array(part, dtype=np.int64) for part in zip(*moves, strict=True))
        self._ranked = np.array([number for ways in moves.values() for number in ways.values()], dtype=np.int64)
        self._counts = np.array([len(ways) for ways in moves.values()], dtype=np.int64)
        self._starts = np.cumsum(self._counts) - self._counts
        ways = np.bincount(self._kind_of, weights=self._counts).astype(np.int64)  # to lay a card of each kind
        self._ways_left = self._sets.has_more @ ways

    # ——— one place further ———

    def onto(self, rows: Abreast, pieces: Ints) -> tuple[Abreast, Ints]:
        """The rows where these cards lie next, one for each; with them which rows those were that can still be good."""
        ends, brought, may = self.ends.read(rows.ends, self._signs[pieces])
        ends, more, may_rank = self.ends.rank(ends, self._ways[pieces])
        which = np.nonzero(may & may_rank)[0]
        then = rows._replace(ends=ends, gain=rows.gain + brought + more)
        return then.of(which), which

    def laying(self, rows: Abreast, crossing: Crossing | None = None) -> Abreast:
        """The rows where a card of the hand comes to lie next. `crossing` says by line and piece what lines that cross
        there bring, and whether it may lie there."""
        row, move = np.nonzero(self._sets.has_more[rows.used][:, self._kind_of])
        used = rows.used[row] + self._sets.ones[self._kind_of[move]]
        held = self._held[used]
        if not held.all():
            row, move, used = row[held], move[held], used[held]
        ends, brought, may = self.ends.read(rows.ends.of(row), self._sign_of[move])
        which = np.nonzero(may)[0]
        gain = (rows.gain[row] + brought)[which]
        row, move, used, ends = row[which], move[which], used[which], ends.of(which)
        counts = self._counts[move]
        if counts.max(initial=0) > 1:
            which = np.repeat(np.arange(len(move)), counts)
            piece = self._ranked[
                np.arange(len(which)) + np.repeat(self._starts[move] - np.cumsum(counts) + counts, counts)
            ]
            row, used, ends, gain = row[which], used[which], ends.of(which), gain[which]
        else:
            piece = self._ranked[self._starts[move]]
        ends, brought, may = self.ends.rank(ends, self._ways[piece])
        gain = gain + brought + self._gains[piece]
        line = rows.line[row]
        if crossing is not None:
            crossed, may_cross = crossing(line, piece)
            gain, may = gain + crossed, may & may_cross
        then = Abreast(used, line, gain, ends, row, piece)
        if not may.all():
            then = then.of(may)
        return self.narrowed(self.best(then))

    # ——— which rows are kept ———

    def best(self, rows: Abreast) -> Abreast:
        """Of rows that agree in all that matters only the best."""
        if len(rows.used) < 2:
            return rows
        return rows.of(best_of_alike((rows.line, rows.used, *rows.ends), rows.gain))

    def narrowed(self, rows: Abreast) -> Abreast:
        """The most promising of them, as many as there is room for whatever comes next."""
        if len(rows.used) <= LEAST_KEPT:
            return rows
        ways = self._ways_left[rows.used]
        if ways.sum() <= self._room:
            return rows
        order = np.argsort(-(rows.gain + self.ends.promise(rows.ends)), kind="stable")
        fit = max(int(np.searchsorted(np.cumsum(ways[order]), self._room)), LEAST_KEPT)
        self.dropped |= fit < len(order)
        return rows.of(np.sort(order[:fit]))

    def laid(self, steps: Sequence[Kept], at: int) -> list[int]:
        """The pieces that were put down on the way to that row of the last step, from left to right."""
        pieces = []
        for rows in reversed(steps):
            piece = int(rows.piece[at])
            pieces += [piece] if piece != NO_PIECE else []
            at = int(rows.before[at])
        return pieces[::-1]


def alike(columns: Iterable[Ints]) -> tuple[Ints, Ints]:
    """Of those that are alike in all columns (whole numbers from 0) one, and by all which of these they are like."""
    first: Ints
    which: Ints
    _, first, which = np.unique(_keys(columns, MOST_KEYS), return_index=True, return_inverse=True)
    return first, which


def best_of_alike(columns: Iterable[Ints], gain: Ints) -> Ints:
    """Of those that are alike in all columns (whole numbers from 0) the one of the highest gain, the first of these."""
    less = gain.max() - gain
    most = int(less.max()) + 1
    keys = _keys(columns, MOST_KEYS // most)
    order = np.argsort(keys * most + less, kind="stable")
    keys = keys[order]
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = keys[1:] != keys[:-1]
    return np.sort(order[fresh])


def _keys(columns: Iterable[Ints], limit: int) -> Ints:
    """A number less than the limit for all columns together."""
    keys: Ints = np.zeros(1, dtype=np.int64)
    most = 1
    for column in columns:
        count = int(column.max(initial=0)) + 1
        if most * count > limit:
            _, keys = np.unique(keys, return_inverse=True)
            most = int(keys.max(initial=0)) + 1
        keys, most = keys * count + column, most * count
    return keys
