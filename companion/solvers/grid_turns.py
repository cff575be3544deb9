"""What can be laid on the grid in one turn: rows upon rows, each touching what lies there or what was laid before (W9).

First every row is found that can be laid on the grid as it lies. The most promising are laid, and on each of these
grids the rows are found that join what was laid; and all those that have nothing to do with it, which are known. Of all
that the most promising are laid again, until nothing more can be. A line that lies apart may be the first, too. What is
the same cards in the same places is laid once, in whatever order.

Every turn of at most two cards is found so, unless one was left out: two cards that make no row have nothing to do with
each other. Of three cards two may be good by the third only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import LONG
from companion.solvers.abreast import HOPE, HOPE_OF_WILD
from companion.solvers.card_sets import NONE
from companion.solvers.grid_boards import NO_SPOT, GridBoards, GridGround, GridLayout, RowsToLay, empty_boards
from companion.solvers.grid_crossings import Crossings
from companion.solvers.grid_rows import NextRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.abreast import Kept
    from companion.solvers.grid_boards import GridPlace, GridTable
    from companion.solvers.grid_growing import GridGrower
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.spellings import Flags, Ints

LEAST_OF_GRIDS = 3  # what part of the grids side by side is left to one hand however many there are
LIKE_EACH_OTHER = 1  # of those on which the same cards were laid
LOOKED_AT = 2  # times as many as are laid: some are the same
KNOWN_ROWS = 200  # of one hand that are kept to be laid beside others
LINES_APART = 2  # of one hand
ROOM_FOR_LONG = 8_000  # for rows that may earn a bonus, played for the fewest (see RowGrower)
ROOM_UPON = 2_000  # for rows that join what was laid in this turn (see RowGrower)
FEW_CARDS = 2  # of which every turn is found
APART = 10  # rows of the grid between what lies there and what lies apart
MIXED = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD)


class _Laid(NamedTuple):
    """Rows that may be laid next, by grid: the set of the cards used then and what all has brought; and where each is
    found again, by its number among those that join or those that are known."""

    board: Ints
    used: Ints
    gain: Ints
    joins: Flags
    at: Ints

    def of(self, which: Ints) -> _Laid:
        """Some of them."""
        return _Laid(*(part[which] for part in self))


class _Layer:
    """The rows that may be laid next on some grids: those that join what was laid, and some that are known."""

    def __init__(self, boards: GridBoards, joining: NextRows, known: RowsToLay, beside: _Laid) -> None:
        """`beside` are those of the known that may be laid on each of the grids."""
        self.boards, self._joining, self._known = boards, joining, known
        ended = joining.ended
        count = len(ended.board)
        joins = _Laid(ended.board, ended.used, ended.gain, np.ones(count, dtype=np.bool_), np.arange(count))
        self.laid = _Laid(*(np.concatenate(parts) for parts in zip(joins, beside, strict=True)))

    def rows(self, which: Ints) -> RowsToLay:
        """Some of them, with all that is needed to lay them."""
        board, used, gain, joins, at = self.laid.of(which)
        places = self.boards.spots.shape[1]
        some, others = joins.nonzero()[0], (~joins).nonzero()[0]
        found = self._joining.rows(at[some], places), self._known.of(at[others])
        down, spots, pieces = (
            np.concatenate(parts)[np.argsort(np.concatenate([some, others]), kind="stable")]
            for parts in zip(*((rows.down, rows.spots, rows.pieces) for rows in found), strict=True)
        )
        return RowsToLay(board, down, used, gain, spots, pieces)


class GridTurns:
    """What can be laid: by set of cards `single` is the most that one row brings, `best` that rows upon rows do.

    By hand `are_all` says whether no turn of it was left out, and `may_be_long` whether a line may come to pay a bonus.
    That is looked at where it is played for the fewest and one row and a line lay all cards, too many for every turn to
    be found: nothing else is better then, and rows upon rows are not looked for.
    """

    def __init__(
        self,
        table: GridTable,
        grower: GridGrower,
        sets: HandSets,
        scheme: Scheme,
        apart: Sequence[Kept],
        wholes: Sequence[Sequence[int]],
        upon: tuple[int, int],
    ) -> None:
        """`apart` are the lines, step by step, that may be laid apart; `wholes` are by hand the sets of all cards that
        it may come to have, by their number in it; `upon` is on how many grids side by side, of
        all hands together, rows are laid upon others, and how many rows in one turn."""
        self._grower, self._sets = grower, sets
        self._grids, most_rows = upon
        self._most = int(sets.cards.max())
        self._hope: Ints = sets.left_of([_hoped_for(kind.card, scheme) for kind in sets.kinds])
        self._ground = GridGround(table, self._most)
        self._crossings = Crossings(grower)
        self._layout = GridLayout(self._ground, self._crossings)
        first = self._layout.first(table, grower.lying, sets.begins, self._most)
        self._cell = first.cell[0]
        self.are_all: Flags = sets.cards[self._wholes()] <= FEW_CARDS
        self._layers = [self._first_layer(first, apart)]
        layer = self._layers[0]
        self.single = sets.nothing()
        joins = layer.laid.joins
        np.maximum.at(self.single, layer.laid.used[joins], layer.laid.gain[joins])
        self.best = self.single.copy()
        self._is_done: Flags = np.zeros(len(sets.parts), dtype=np.bool_)
        self.may_be_long: Flags = ~self._is_done
        if scheme.aim == "fewest":
            self._is_done = self._can_all_be_laid(apart, wholes) & ~self.are_all
            self.may_be_long = ~self._is_done | self._may_be_long(first, scheme)
        known = self._known_rows(layer)
        grower.give_room([ROOM_UPON] * len(sets.parts))
        while len(self._layers) < most_rows:
            chosen = self._chosen(layer)
            if not len(chosen.board):
                break
            layer = self._next_layer(self._layout.with_rows(layer.boards, chosen), known)
            np.maximum.at(self.best, layer.laid.used, layer.laid.gain)
            self._layers.append(layer)

    def _wholes(self) -> Ints:
        """Of each hand all its cards, by set."""
        return np.append(self._sets.begins[1:], self._sets.count) - 1

    # ——— whether there can be more ———

    def _can_all_be_laid(self, steps: Sequence[Kept], wholes: Sequence[Sequence[int]]) -> Flags:
        """By hand whether all its cards make a line that lies apart and a row on the grid, or one of both."""
        apart = self._sets.nothing()
        for rows in steps:
            np.maximum.at(apart, rows.used, rows.brings)
        found = np.zeros(len(wholes), dtype=np.bool_)
        for hand, (part, some) in enumerate(zip(self._sets.parts, wholes, strict=True)):
            line, row = (self._sets.of(hand, best) > NONE for best in (apart, self.single))
            line[0] = row[0] = True
            for whole in some:
                number = np.nonzero(part.held_in(whole))[0]
                found[hand] |= bool((line[number] & row[whole - number]).any())
        return found

    def _may_be_long(self, first: GridBoards, scheme: Scheme) -> Flags:
        """By hand whether a line of the grid may come to pay a bonus. Where it crosses others nothing hinders it here,
        and so many cards that they make such a line alone are not looked at."""
        most = self._sets.cards[self._wholes()]
        lies = self._cell.reshape(-1, self._ground.width) != NO_SPOT
        beside = np.maximum(_most_beside(lies, LONG), _most_beside(lies.T, LONG).T).ravel()
        near = most[:, np.newaxis] + beside >= LONG
        may: Flags = np.any(near & first.joins, axis=1)
        some = np.nonzero(may & (most < LONG) & self._is_done)[0]
        if len(some):
            boards = first.of(some)
            boards = boards._replace(crossed=np.zeros_like(boards.crossed), joins=boards.joins & near[some])
            was_dropped = self._grower.dropped
            self._grower.dropped = np.zeros_like(was_dropped)
            self._grower.give_room([ROOM_FOR_LONG] * len(most))
            ended = self._joining(boards).ended
            may[some] = self._grower.dropped[some]
            self._grower.dropped = was_dropped
            cost = self._sets.left_of([scheme.in_hand(kind.card) for kind in self._sets.kinds])
            begins = self._sets.begins[self._sets.owner[ended.used]]
            may[self._sets.owner[ended.used[ended.gain > cost[begins] - cost[ended.used]]]] = True
        return may

    # ——— layer upon layer ———

    def _first_layer(self, first: GridBoards, steps: Sequence[Kept]) -> _Layer:
        """The rows that can be laid on the grid as it lies, and the best lines that can be laid apart."""
        hands = len(first.used)
        nothing = empty_boards(first.used, self._ground.count, self._most)
        both = zip(first, nothing._replace(is_apart=np.ones(hands, dtype=np.bool_)), strict=True)
        boards = GridBoards(*(np.concatenate(pair, axis=int(pair[0].ndim == 3)) for pair in both))
        known = self._apart(steps)
        count = len(known.board)
        beside = _Laid(known.board, known.used, known.gain, np.zeros(count, dtype=np.bool_), np.arange(count))
        return _Layer(boards, self._joining(boards), known, beside)

    def _next_layer(self, boards: GridBoards, known: RowsToLay) -> _Layer:
        return _Layer(boards, self._joining(boards), known, self._beside(boards, known))

    def _joining(self, boards: GridBoards) -> NextRows:
        return NextRows(boards, self._ground, self._crossings, self._grower, self._sets)

    def _apart(self, steps: Sequence[Kept]) -> RowsToLay:
        """The most promising lines that may lie apart, each on a grid on which nothing lies."""
        used = np.concatenate([rows.used for rows in steps]).astype(np.int64)
        gain = np.concatenate([rows.brings for rows in steps]).astype(np.int64)
        step = np.repeat(np.arange(len(steps)), [len(rows.used) for rows in steps])
        at = np.concatenate([np.arange(len(rows.used)) for rows in steps])
        may = np.nonzero((gain > NONE) & (step > 1) & (self._sets.left[used] > 0))[0]
        some = may[self._most_promising(used[may], gain[may], LINES_APART)]
        spots, pieces = (np.full((len(some), self._most), NO_SPOT, dtype=np.int64) for _ in range(2))
        for number, (last, row) in enumerate(zip(step[some].tolist(), at[some].tolist(), strict=True)):
            laid = self._grower.laid(steps[: last + 1], row)
            pieces[number, : len(laid)] = laid
            spots[number, : len(laid)] = self._ground.middle - len(laid) // 2 + np.arange(len(laid))
        board = len(self._sets.parts) + self._sets.owner[used[some]]
        return RowsToLay(board, np.zeros(len(some), dtype=np.int64), used[some], gain[some], spots, pieces)

    def _known_rows(self, layer: _Layer) -> RowsToLay:
        """The most promising of the rows that can be laid on the grid as it lies."""
        joins = layer.laid.joins.nonzero()[0]
        used, gain = layer.laid.used[joins], layer.laid.gain[joins]
        self.are_all &= np.bincount(self._sets.owner[used], minlength=len(self.are_all)) <= KNOWN_ROWS
        return layer.rows(joins[self._most_promising(used, gain, KNOWN_ROWS)])

    def _beside(self, boards: GridBoards, known: RowsToLay) -> _Laid:
        """Which of the known rows have nothing to do with what was laid on each grid."""
        taken = boards.joins | (boards.cell != self._cell)
        owner, of_known = self._sets.owner[boards.used], self._sets.owner[known.used]
        found = []
        for hand, part in enumerate(self._sets.parts):
            board = np.nonzero((owner == hand) & ~boards.is_apart)[0]
            row = np.nonzero(of_known == hand)[0]
            begin = self._sets.begins[hand]
            spots = known.spots[row]
            is_free = ~(taken[board][:, spots] & (spots != NO_SPOT)).any(axis=2)
            is_free &= part.apart((boards.used[board] - begin)[:, np.newaxis], known.used[row] - begin)
            one, other = np.nonzero(is_free)
            one, other = board[one], row[other]
            used, gain = boards.used[one] + known.used[other] - begin, boards.gain[one] + known.gain[other]
            found.append(_Laid(one, used, gain, np.zeros(len(one), dtype=np.bool_), other))
        return _Laid(*(np.concatenate(parts) for parts in zip(*found, strict=True)))

    # ——— which are laid ———

    def _most_promising(self, used: Ints, gain: Ints, most: int) -> Ints:
        """Of each hand so many, the most promising first."""
        order = np.argsort(-(gain + self._hope[used]), kind="stable")
        owner = self._sets.owner[used[order]]
        return np.concatenate([order[owner == hand][:most] for hand in range(len(self._sets.parts))])

    def _chosen(self, layer: _Layer) -> RowsToLay:
        """The rows that are laid: of each hand the most promising that leave it a card."""
        used, gain = layer.laid.used, layer.laid.gain
        some = np.nonzero((self._sets.left[used] > 0) & ~self._is_done[self._sets.owner[used]])[0]
        is_few = self.are_all[self._sets.owner[used[some]]]
        some = some[is_few | _first_of_each(used[some], gain[some], LIKE_EACH_OTHER)]
        each = max(self._grids // len(self._sets.parts), self._grids // LEAST_OF_GRIDS)
        most = np.where(self.are_all, KNOWN_ROWS, each)
        some = some[self._most_promising(used[some], gain[some], int(LOOKED_AT * most.max()))]
        rows = layer.rows(some)
        key = _mixed(used[some]) + self._told_apart(rows.spots, rows.pieces)
        key += self._told_apart(layer.boards.spots, layer.boards.pieces)[rows.board]
        _, fresh = np.unique(key, return_index=True)
        fresh.sort()
        owner = self._sets.owner[used[some[fresh]]]
        return rows.of(np.concatenate([fresh[owner == hand][: most[hand]] for hand in range(len(most))]))

    def _told_apart(self, spots: Ints, pieces: Ints) -> Ints:
        """By row of cards in places a number, the same for the same ones in any order."""
        numbers = _mixed(spots * len(self._grower.pieces) + pieces)
        found: Ints = np.where(spots != NO_SPOT, numbers, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        return found

    # ——— what was found ———

    def one_row(self, number: int) -> list[dict[GridPlace, int]]:
        """The pieces of that set in one row, where they bring the most."""
        return self._found(self._layers[0], number, int(self.single[number]))

    def rows(self, number: int) -> list[dict[GridPlace, int]]:
        """The pieces of that set where they bring the most, row by row."""
        gain = int(self.best[number])
        if gain == self.single[number]:
            return self.one_row(number)
        return next(found for layer in self._layers[1:] if (found := self._found(layer, number, gain)))

    def _found(self, layer: _Layer, number: int, gain: int) -> list[dict[GridPlace, int]]:
        """The first way to lay that set on these grids that brings so much; nothing where none does."""
        at = np.nonzero((layer.laid.used == number) & (layer.laid.gain == gain))[0]
        if not len(at):
            return []
        rows = layer.rows(at[:1])
        board = int(rows.board[0])
        laid, pieces, row = (
            part[board].tolist() for part in (layer.boards.spots, layer.boards.pieces, layer.boards.row)
        )
        found = _by_row(laid, pieces, row) + _by_row(rows.spots[0].tolist(), rows.pieces[0].tolist(), [0] * self._most)
        up = 0
        if layer.boards.is_apart[board]:
            up = max(self._ground.place(spot)[1] for some in found for spot in some) - self._ground.top + APART
        places = {spot: self._ground.place(spot) for some in found for spot in some}
        return [{(places[spot][0], places[spot][1] - up): piece for spot, piece in some.items()} for some in found]


def _by_row(spots: Sequence[int], pieces: Sequence[int], row: Sequence[int]) -> list[dict[int, int]]:
    """Cards in places as rows."""
    found: dict[int, dict[int, int]] = {}
    for spot, piece, number in zip(spots, pieces, row, strict=True):
        if spot != NO_SPOT:
            found.setdefault(number, {})[spot] = piece
    return [found[number] for number in sorted(found)]


def _most_beside(lies: Flags, places: int) -> Ints:
    """By place the most cards that lie in so many places one after the other, across, of which it is one."""
    before: Ints = np.cumsum(np.pad(lies, ((0, 0), (places, places))), axis=1)
    inside: Ints = before[:, places:] - before[:, :-places]
    width = lies.shape[1]
    found: Ints = np.max([inside[:, shift : shift + width] for shift in range(places)], axis=0)
    return found


def _hoped_for(card: str, scheme: Scheme) -> int:
    """What is hoped for of a card that is left."""
    if scheme.aim == "fewest":
        return 0
    return HOPE * (HOPE_OF_WILD if card == WILD else scheme.value(card))


def _first_of_each(used: Ints, gain: Ints, most: int) -> Flags:
    """Of each set so many that bring the most."""
    order = np.lexsort((-gain, used))
    ordered = used[order]
    fresh = np.ones(len(order), dtype=np.bool_)
    fresh[1:] = ordered[1:] != ordered[:-1]
    place = np.arange(len(order))
    rank = place - np.maximum.accumulate(np.where(fresh, place, 0))
    found = np.zeros(len(order), dtype=np.bool_)
    found[order[rank < most]] = True
    return found


def _mixed(numbers: Ints) -> Ints:
    """Numbers all over, the same for the same ones."""
    mixed = numbers.astype(np.uint64) * np.uint64(MIXED[0])
    for multiplier in MIXED[1:]:
        mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(multiplier)
    found: Ints = mixed ^ (mixed >> np.uint64(29))
    return found
