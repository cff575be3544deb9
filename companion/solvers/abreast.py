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
from companion.solvers.growing import lying_piece, pieces_of
from companion.solvers.row_ends import Ends, no_cards
from companion.solvers.spellings import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.row_ends import RowEnds
    from companion.solvers.spellings import Flags, Ints

    Crossing = Callable[[Ints, Ints], tuple[Ints, Flags]]

MOST_KEYS = 2**62
LEAST_KEPT = 25  # rows, whatever the room
SOON_SORTED = 700  # so few are sooner sorted than put into slots
SLOTS_FOR_EACH = 4
MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)  # odd, with bits all over
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
        Ends(*(np.concatenate(part) for part in zip(*(part.ends for part in parts), strict=True))),
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
        ends, brought, may = self.ends.read(rows.ends, self._signs[pieces])
        ends, more, may_rank = self.ends.rank(ends, self._ways[pieces])
        which = np.nonzero(may & may_rank)[0]
        then = rows._replace(ends=ends, gain=rows.gain + brought + more)
        return then.of(which), which

    def laying(self, rows: Abreast) -> Abreast:
        """The rows where a card of the hand comes to lie next."""
        return self.narrowed(self.best(self._further_by(rows, *self._moves_of(rows.used))))

    def laying_apart(self, rows: Abreast, room_for_held: Sequence[int]) -> Abreast:
        """The same of rows that lie apart, with room of its own for cards of the hand held; line 1 is that of rows for
        which there is no room for others."""
        row, move, used = self._moves_of(rows.used)
        if rows.line.any():
            may = np.nonzero((rows.line[row] == 0) | self._sets.is_held[used])[0]
            row, move, used = row[may], move[may], used[may]
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
        return then.of(np.nonzero(keeps & (goes_on | self._sets.is_held[then.used]))[0])

    def along(self, rows: Abreast, lies: Flags, lying: Ints, crossing: Crossing) -> Abreast:
        """All rows one place further: where a card `lies`, one of `lying`, with that, elsewhere with each card of the
        hand. `crossing` says by row and piece what lines that cross there bring, and whether it may lie there. Not yet
        the best ones."""
        there, free = np.nonzero(lies)[0], np.nonzero(~lies)[0]
        row, move, used = self._moves_of(rows.used[free])
        row = np.concatenate([there, free[row]])
        move = np.concatenate([lying[there] - self.of_hand + self._first_lying, move])
        return self._further_by(rows, row, move, np.concatenate([rows.used[there], used]), crossing)

    def _moves_of(self, used: Ints) -> tuple[Ints, Ints, Ints]:
        """Every move that is left: of which row, which move, and to which set it leads."""
        counts = self._further[used]
        row = np.repeat(np.arange(len(used)), counts)
        way = spread(self._further_from[used], counts)
        return row, self._move[way], self._target[way]

    def _further_by(
        self, rows: Abreast, row: Ints, move: Ints, used: Ints, crossing: Crossing | None = None
    ) -> Abreast:
        """The rows with those numbers further by those moves, in every rank; those that can still be good."""
        ends, brought, may = self.ends.read(rows.ends.of(row), self._sign_of[move])
        if not may.all():
            which = np.nonzero(may)[0]
            row, move, used, brought = (part.take(which) for part in (row, move, used, brought))
            ends = ends.of(which)
        gain = rows.gain[row] + brought
        piece = self._ranked[self._starts[move]]
        if not self._are_plain:
            counts = self._counts[move]
            which = np.repeat(np.arange(len(move)), counts)
            piece = self._ranked[spread(self._starts[move], counts)]
            row, used, gain, ends = row.take(which), used.take(which), gain.take(which), ends.of(which)
        ends, brought, may = self.ends.rank(ends, self._ways[piece])
        gain = gain + brought + self._gains[piece]
        if crossing is not None:
            crossed, may_cross = crossing(row, piece)
            gain, may = gain + crossed, may & may_cross
        then = Abreast(used, rows.line[row], gain, ends, row, piece)
        return then if may.all() else then.of(np.nonzero(may)[0])

    # ——— which rows are kept ———

    def best(self, rows: Abreast) -> Abreast:
        """Of rows that agree in all that matters only the best."""
        if len(rows.used) < 2:
            return rows
        return rows.of(best_of_alike((rows.line, rows.used, *rows.ends), rows.gain))

    def narrowed(self, rows: Abreast, spared: Flags | None = None) -> Abreast:
        """The most promising of them, of each as many as there is room for whatever comes next, and those that are
        `spared`."""
        ways = self._ways_left[rows.used]
        keeps, dropped = self._fitting(rows, ways if spared is None else np.where(spared, 0, ways), self._room)
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
        owner = self._sets.owner[rows.used]
        for hand in np.nonzero(np.bincount(owner, weights=ways, minlength=len(room)) > room)[0].tolist():
            some = np.nonzero((owner == hand) & (ways > 0))[0]
            promise = rows.gain[some] + self.ends.promise(rows.ends.of(some)) + self._hope[rows.used[some]]
            some = some[np.argsort(-promise, kind="stable")]
            fit = max(int(np.searchsorted(np.cumsum(ways[some]), room[hand])), LEAST_KEPT)
            dropped[hand] = fit < len(some)
            keeps[some[fit:]] = False
        return keeps, dropped

    def laid(self, steps: Sequence[Kept], at: int) -> list[int]:
        """The pieces that were put down on the way to that row of the last step, from left to right."""
        pieces = []
        for rows in reversed(steps):
            piece = int(rows.piece[at])
            pieces += [piece] if piece != NO_PIECE else []
            at = int(rows.before[at])
        return pieces[::-1]


def _hoped_for(card: str, scheme: Scheme) -> int:
    """What is hoped for of a card that is left."""
    if scheme.aim == "fewest":
        return 0  # what it costs there it may as well cost less now
    return HOPE * (HOPE_OF_WILD if card == WILD else scheme.value(card))


def alike(columns: Iterable[Ints]) -> tuple[Ints, Ints]:
    """Of those that are alike in all columns (whole numbers from 0) one, and by all which of these they are like."""
    first: Ints
    which: Ints
    _, first, which = np.unique(_keys(columns, MOST_KEYS), return_index=True, return_inverse=True)
    return first, which


def best_of_alike(columns: Iterable[Ints], gain: Ints) -> Ints:
    """Of those that are alike in all columns (whole numbers from 0) the one of the highest gain, the first of these."""
    is_best = np.zeros(len(gain), dtype=np.bool_)
    keys = _keys(columns, MOST_KEYS)
    some = np.arange(len(gain))
    for multiplier in MULTIPLIERS:
        if len(some) <= SOON_SORTED:
            break
        best = _best_in_slots(keys[some], gain[some], multiplier)
        is_best[some[best]] = True
        some = some[keys[some[best]] != keys[some]]  # each with the best of its slot, which others may share with it
    is_best[some[_best_sorted(keys[some], gain[some])]] = True
    return np.nonzero(is_best)[0]


def _best_in_slots(keys: Ints, gain: Ints, multiplier: int) -> Ints:
    """For each the number of the best in its slot, the first of these. Keys that are alike share one."""
    bits = int(SLOTS_FOR_EACH * len(keys)).bit_length()
    mixed = keys.view(np.uint64) * np.uint64(multiplier)
    slot = (mixed >> np.uint64(64 - bits)).view(np.int64)
    most = np.full(1 << bits, gain.min())
    np.maximum.at(most, slot, gain)
    good = np.nonzero(gain == most[slot])[0][::-1]
    best = np.zeros(1 << bits, dtype=np.int64)
    best[slot[good]] = good  # the last that is put there is the first
    found: Ints = best[slot]
    return found


def _best_sorted(keys: Ints, gain: Ints) -> Ints:
    """Of those of one key the best, the first of these."""
    order = np.lexsort((-gain, keys))
    keys = keys[order]
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = keys[1:] != keys[:-1]
    found: Ints = order[fresh]
    return found


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
