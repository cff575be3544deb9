"""The combinations along a line that grows card by card, as tables: the ranks' half of `layers.py`.

A row is all that the future depends on: the last rank, the step to it, how many cards go on so, the points of the last
cards where they may still count, and the cards from the first that is in no combination yet. There are a few hundred at
most, so that what each card makes of each, and the most that can still come with every choice of cards left, is written
down once.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import RANKS, WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_RUN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.kinds import Kind
    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.spellings import CardBits, Flags, Ints

EQUAL = 0  # the step of cards of one rank; 1 and -1 are runs
SHORTEST = {EQUAL: 2, 1: SHORTEST_RUN, -1: SHORTEST_RUN}
NEVER = -1


class _Row(NamedTuple):
    """The end of a line; `rank` None before the first card."""

    rank: int | None = None
    step: int = EQUAL
    length: int = 0
    last: int = 0
    before: int = 0
    open_: int = 0


class _Ranked(NamedTuple):
    """A card as it is ranked: the rank it has or stands for, and its points."""

    rank: int
    value: int


class RankRows:
    """What each card makes of each row in one game: `then` (NEVER where the line cannot become good) and `gain`.

    `moves` are by kind the ways to rank one of its cards, by number; `ranks` what rank each way means (-1: none).
    """

    def __init__(self, kinds: Sequence[Kind], scheme: Scheme, bits: CardBits) -> None:
        self._pays = scheme.aim == "most"
        self._needed = scheme.needs_combinations
        self._bits = bits
        ways: dict[_Ranked, int] = {}
        self.moves: list[list[int]] = []
        for kind in kinds:
            ranks = (range(len(RANKS)) if kind.card == WILD else [kind.rank]) if scheme.pays_combinations else [-1]
            self.moves.append([ways.setdefault(_Ranked(rank, kind.value), len(ways)) for rank in ranks])
        self.ranks = [way.rank for way in ways]
        self._tabulate(list(ways), counted=scheme.pays_combinations)
        self._look_ahead()

    def most(self, row: Ints, left: Ints) -> Ints:
        """No less than combinations can bring still with these cards left (bits)."""
        return self._most[self._hand[left], row]

    def _tabulate(self, ways: Sequence[_Ranked], *, counted: bool) -> None:
        """Find all rows there are, from the empty one on."""
        rows, numbers = [_Row()], {_Row(): 0}
        then: list[list[int]] = []
        gain: list[list[int]] = []
        for row in rows:  # which grows meanwhile
            to, brought = [NEVER] * len(ways), [0] * len(ways)
            for number, way in enumerate(ways):
                after = self._after(row, way) if counted else (row, 0)
                if after is not None:
                    if after[0] not in numbers:
                        numbers[after[0]] = len(rows)
                        rows.append(after[0])
                    to[number], brought[number] = numbers[after[0]], after[1]
            then.append(to)
            gain.append(brought)
        self.count = len(rows)
        self.then: Ints = np.array(then, dtype=np.int64)
        self.gain: Ints = np.array(gain, dtype=np.int64)
        self.good: Flags = np.array([row.open_ == 0 for row in rows], dtype=np.bool_)

    def _after(self, before: _Row, way: _Ranked) -> tuple[_Row, int] | None:
        """The row with one more card and what that brings; None when a card is left behind without a combination."""
        step, length = EQUAL, 1
        if before.rank is not None and abs(way.rank - before.rank) <= 1:
            step = way.rank - before.rank
            length = before.length + 1 if step == before.step or before.length == 1 else 2
        least = SHORTEST[step]
        open_ = before.open_ + 1 if self._needed else 0
        if least <= length >= open_:
            open_ = 0
        if open_ > length:
            return None
        gain = self._brought(before, step, length, way.value) if self._pays else 0
        if length == LONG:
            gain += LONG_BONUS
        last = way.value if self._pays else 0
        between = before.last if step != EQUAL and length == SHORTEST_RUN - 1 else 0
        return _Row(way.rank, step, min(length, LONG + (step == EQUAL)), last, between, open_), gain

    def _brought(self, before: _Row, step: int, length: int, value: int) -> int:
        least = SHORTEST[step]
        if length < least or length == 1:
            return 0
        if length > least:
            return value
        return value + before.last + (0 if step == EQUAL else before.before)

    def _look_ahead(self) -> None:
        """For every choice of cards left, as far as ranks tell them apart, the most that can still come of each row."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for kind, moves in enumerate(self.moves):
            alike.setdefault(tuple(moves), []).append(kind)
        groups = list(alike.items())
        counts = [sum(int(self._bits.all[kind]).bit_count() for kind in kinds) for _, kinds in groups]
        weights = np.cumprod([1, *(count + 1 for count in counts)])
        self._most = np.zeros((int(weights[-1]), self.count), dtype=np.int16)
        for left in product(*(range(count + 1) for count in reversed(counts))):  # parts come before the whole
            at = sum(number * int(weight) for number, weight in zip(reversed(left), weights, strict=False))
            best = self._most[at]
            for (alternatives, _), number, weight in zip(groups, reversed(left), weights, strict=False):
                if number:
                    self._go_on(best, alternatives, self._most[at - int(weight)])
        each = np.zeros(self._bits.cards, dtype=np.int64)
        for (_, kinds), weight in zip(groups, weights, strict=False):
            for kind in kinds:
                each[[bit for bit in range(self._bits.cards) if int(self._bits.all[kind]) >> bit & 1]] = weight
        self._hand: Ints = np.zeros(1, dtype=np.int64)
        for one in each:
            self._hand = np.concatenate([self._hand, self._hand + one])

    def _go_on(self, best: Ints, moves: Sequence[int], after: Ints) -> None:
        """Improve on the best by one more card of those moves, which may also be left out; or a line begins anew."""
        np.maximum(best, after, out=best)
        np.maximum(best, np.where(self.good, best[0], 0), out=best)
        for move in moves:
            then = self.then[:, move]
            brought = self.gain[:, move] + np.where(then >= 0, after[then], 0)
            np.maximum(best, np.where(then >= 0, brought, 0), out=best, casting="unsafe")
