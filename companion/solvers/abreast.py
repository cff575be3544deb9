"""Rows that cards of a hand make with cards that lie on the table, all of a kind grown side by side, in numpy.

A row grows from left to right, place by place. Where a card lies it goes on with that, elsewhere with each card that
is left in the hand, a wild as everything; what its future depends on is all that is kept of it (`row_ends.py`), and of
rows that agree in that and in the cards used only the best. So nothing that could be better is lost, until there are
more rows than are kept: then the most promising are, and it is remembered that others were dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import WILD
from companion.solvers.card_sets import NONE
from companion.solvers.columns import best_of_alike
from companion.solvers.growing import lying_piece, pieces_of
from companion.solvers.row_ends import ends_together, no_cards
from companion.solvers.spellings import spread

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.row_ends import Ends, RowEnds
    from companion.solvers.spellings import Flags, Ints


LEAST_KEPT = 25  # rows, whatever the room
FEW_PROMISES = 2**16  # different ones, which are sooner counted than sorted
HOPE, HOPE_OF_WILD = 2, 50  # how many times what a card counts is hoped for of it, and what a wild is taken to count
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
        if which.dtype == np.bool_:
            which = np.nonzero(which)[0]
        used, line, gain, ends, before, piece = self
        used, line, gain, before, piece = (part.take(which) for part in (used, line, gain, before, piece))
        return Abreast(used, line, gain, ends.of(which), before, piece)


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
        ends_together([part.ends for part in parts]),
        np.concatenate([part.before for part in parts]),
        np.concatenate([part.piece for part in parts]),
    )


def empty_rows(lines: Ints, used: Ints | None = None) -> Abreast:
    """A row without a card on each of these lines; `used` are the empty sets of their hands (else of the only one)."""
    rows = len(lines)
    none = np.zeros(rows, dtype=np.int64)
    return Abreast(none if used is None else used, lines, none, no_cards(rows), none, np.full(rows, NO_PIECE))


class RowGrower:
    """Grows rows with cards of some hands in one game; `dropped` says by hand whether rows were, for want of room, and
    `dropped_held` whether rows of the hand held were."""

    def __init__(self, sets: HandSets, lying: Iterable[str], scheme: Scheme, ends: RowEnds, room: int) -> None:
        """`lying` are the cards that rows may have in them, `room` how many cards of each hand may be put at the end of
        rows at once."""
        self._sets = sets
        self.dropped: Flags = np.zeros(len(sets.parts), dtype=np.bool_)
        self.dropped_held = self.dropped.copy()
        self._room: Ints = np.full(len(sets.parts), room)
        self._hope: Ints = sets.left_of([_hoped_for(kind.card, scheme) for kind in sets.kinds])
        cards = dict.fromkeys(lying)
        self.pieces = pieces_of([kind.card for kind in sets.kinds], scheme)
        self.of_hand = len(self.pieces)
        self.lying = {card: self.of_hand + number for number, card in enumerate(cards)}
        self.pieces += tuple(lying_piece(card, scheme, number) for card, number in self.lying.items())
        self.ends = ends
        self._signs, self._ways = self.ends.signs(self.pieces), self.ends.ways(self.pieces)
        self._gains = np.array([piece.gain for piece in self.pieces], dtype=np.int64)
        self._list_moves()
        self._list_further()

    def _list_moves(self) -> None:
        """What can be done with a card of each kind as far as words go, and for each the pieces that differ in rank;
        then what lies there, each card a move by itself."""
        moves: dict[tuple[int, int], dict[int, int]] = {}
        signs, ways = self._signs.tolist(), self._ways.tolist()
        for number in range(self.of_hand):
            move = moves.setdefault((self.pieces[number].kind, signs[number]), {})
            move.setdefault(ways[number], number)
        kinds = np.array([kind for kind, _ in moves], dtype=np.int64)
        self._of_kind: Ints = np.bincount(kinds, minlength=len(self._sets.kinds))  # moves
        self._first_of_kind: Ints = np.cumsum(self._of_kind) - self._of_kind
        self._first_lying = len(moves)
        lying = range(self.of_hand, len(self.pieces))
        self._sign_of = np.array([sign for _, sign in moves] + signs[self.of_hand :], dtype=np.int64)
        self._ranked = np.array([number for each in moves.values() for number in each.values()] + [*lying])
        self._counts = np.array([len(each) for each in moves.values()] + [1 for _ in lying], dtype=np.int64)
        self._starts = np.cumsum(self._counts) - self._counts
        self._first_ranked = self._ranked[self._starts]
        self._are_plain = bool((self._counts == 1).all())

    def _list_further(self) -> None:
        """By set the moves that its hand can still make, and what set each makes of it."""
        sets = self._sets
        counts = self._of_kind[sets.kind]
        self._move: Ints = spread(self._first_of_kind[sets.kind], counts)
        self._target: Ints = np.repeat(sets.target, counts)
        source = np.repeat(sets.source, counts)
        self._further: Ints = np.bincount(source, minlength=sets.count)
        self._further_from: Ints = np.cumsum(self._further) - self._further
        ways, inward = (
            np.bincount(source, weights=counted, minlength=sets.count).astype(np.int64)
            for counted in (self._counts[self._move], self._counts[self._move] * sets.is_held[self._target])
        )
        self._ways_left: Ints = ways
        self._inward: Ints = inward  # to what the hand held has

    def give_room(self, room: Sequence[int]) -> None:
        """From now on let so many cards of each hand be put at the end of rows at once."""
        self._room = np.array(room)

    # ——— one place further ———

    def onto(self, rows: Abreast, pieces: Ints) -> tuple[Abreast, Ints]:
        """The rows where these cards lie next, one for each; with them which rows those were that can still be good."""
        which = np.arange(len(rows.used))
        ends, brought, some = self.ends.read(rows.ends, which, self._signs.take(pieces))
        which, pieces = (which, pieces) if some is None else (some, pieces.take(some))
        ends, more, may = self.ends.rank(ends, self._ways.take(pieces))
        then = rows.of(which)
        then = then._replace(ends=ends, gain=then.gain + brought + more)
        if may is None or may.all():
            return then, which
        some = np.nonzero(may)[0]
        return then.of(some), which.take(some)

    def laying(self, rows: Abreast) -> Abreast:
        """The rows where a card of the hand comes to lie next."""
        return self.narrowed(self.best(self._further_by(rows, *self._moves_of(rows.used))))

    def laying_apart(self, rows: Abreast, room_for_held: Sequence[int]) -> Abreast:
        """The same of rows that lie apart, with room of its own for cards of the hand held; line 1 is that of rows for
        which there is no room for others."""
        row, move, used = self._moves_of(rows.used)
        if rows.line.any():
            may = np.nonzero((rows.line.take(row) == 0) | self._sets.is_held.take(used))[0]
            row, move, used = row.take(may), move.take(may), used.take(may)
        then = self.best(self._further_by(rows, row, move, used))
        inward = self._inward[then.used]
        keeps, dropped = self._fitting(then, inward, np.array(room_for_held))
        self.dropped_held |= dropped
        outward = np.where(then.line == 0, self._ways_left[then.used] - inward, 0)
        goes_on, stopped = self._fitting(then, outward, self._room)
        self.dropped |= dropped | stopped
        if keeps.all() and goes_on.all():
            return then
        then.line[~goes_on] = 1
        # Of a hand whose best laydown will not be known any more no row is kept for that alone.
        for_laydown = self._sets.is_held & ~self.dropped_held[self._sets.owner]
        return then.of(np.nonzero(keeps & (goes_on | for_laydown.take(then.used)))[0])

    def _moves_of(self, used: Ints) -> tuple[Ints, Ints, Ints]:
        """Every move that is left: of which row, which move, and to which set it leads."""
        counts = self._further.take(used)
        row = np.repeat(np.arange(len(used)), counts)
        way = spread(self._further_from.take(used), counts)
        return row, self._move.take(way), self._target.take(way)

    def _further_by(self, rows: Abreast, row: Ints, move: Ints, used: Ints) -> Abreast:
        """The rows with those numbers further by those moves, in every rank; those that can still be good."""
        ends, gain, some = self.ends.read(rows.ends, row, self._sign_of.take(move))
        if some is not None:
            row, move, used = row.take(some), move.take(some), used.take(some)
        gain = rows.gain.take(row) + gain
        piece = self._first_ranked.take(move)
        if not self._are_plain:
            counts = self._counts.take(move)
            if counts.max(initial=1) > 1:
                piece = self._ranked.take(spread(self._starts.take(move), counts))
                which = np.repeat(np.arange(len(move)), counts)
                row, used, gain, ends = row.take(which), used.take(which), gain.take(which), ends.of(which)
        ends, brought, may = self.ends.rank(ends, self._ways.take(piece))
        gain = gain + brought + self._gains.take(piece)
        if may is not None and not may.all():
            some = np.nonzero(may)[0]
            row, used, gain, piece, ends = (
                row.take(some),
                used.take(some),
                gain.take(some),
                piece.take(some),
                ends.of(some),
            )
        return Abreast(used, rows.line.take(row), gain, ends, row, piece)

    # ——— which rows are kept ———

    def best(self, rows: Abreast) -> Abreast:
        """Of rows that agree in all that matters only the best."""
        if len(rows.used) < 2:
            return rows
        columns = (rows.line, rows.used, *rows.ends)
        return rows.of(best_of_alike(columns, rows.gain))

    def narrowed(self, rows: Abreast) -> Abreast:
        """The most promising of them, as many as there is room for whatever comes next."""
        keeps, dropped = self._fitting(rows, self._ways_left[rows.used], self._room)
        self.dropped |= dropped
        return rows if keeps.all() else rows.of(np.nonzero(keeps)[0])

    def promising(self, rows: Abreast) -> Ints:
        """Which of the rows there is room for."""
        keeps, dropped = self._fitting(rows, self._ways_left[rows.used] + 1, self._room)
        self.dropped |= dropped
        return np.nonzero(keeps)[0]

    def _fitting(self, rows: Abreast, ways: Ints, room: Ints) -> tuple[Flags, Flags]:
        """Which rows there is room for, the most promising of each hand, by how many cards may be put to each; and by
        hand whether there are others."""
        keeps = np.ones(len(rows.used), dtype=np.bool_)
        dropped = np.zeros(len(self.dropped), dtype=np.bool_)
        if len(rows.used) <= LEAST_KEPT:
            return keeps, dropped
        owner = self._sets.owner.take(rows.used)
        for hand in np.nonzero(np.bincount(owner, weights=ways, minlength=len(room)) > room)[0].tolist():
            some = np.nonzero((owner == hand) & (ways > 0))[0]
            promise = rows.gain.take(some) + self.ends.promise(rows.ends, some) + self._hope.take(rows.used.take(some))
            others = _without_room(promise, ways.take(some), int(room[hand]))
            dropped[hand] = len(others) > 0
            keeps[some.take(others)] = False
        return keeps, dropped

    def laid(self, steps: Sequence[Kept], at: int) -> list[int]:
        """The pieces that were put down on the way to that row of the last step, from left to right."""
        pieces = []
        for rows in reversed(steps):
            piece = int(rows.piece[at])
            pieces += [piece] if piece != NO_PIECE else []
            at = int(rows.before[at])
        return pieces[::-1]


def _without_room(promise: Ints, ways: Ints, room: int) -> Ints:
    """Which there is no room for, by what they promise, the first of those of one promise before others."""
    highest = int(promise.max())
    below = highest - promise  # nought for the most promising
    if int(below.max()) < FEW_PROMISES:
        needed = np.cumsum(np.bincount(below, weights=ways))
        last = int(np.searchsorted(needed, room))  # the promise for which there is room for some only
        sure = np.count_nonzero(below < last)
        some = np.nonzero(below == last)[0]
        before = int(needed[last - 1]) if last else 0
        fit = int(np.searchsorted(np.cumsum(ways.take(some)) + before, room))
        if sure + fit >= LEAST_KEPT:
            return np.concatenate([some[fit:], np.nonzero(below > last)[0]])
    order = np.argsort(below, kind="stable")
    fit = max(int(np.searchsorted(np.cumsum(ways.take(order)), room)), LEAST_KEPT)
    return order[fit:]


def _hoped_for(card: str, scheme: Scheme) -> int:
    """What is hoped for of a card that is left."""
    if scheme.aim == "fewest":
        return 0  # what it costs there it may as well cost less now
    return HOPE * (HOPE_OF_WILD if card == WILD else scheme.value(card))
