"""The very best of a whole hand in WORDCARD, where every line is one word and one combination over its full length.

Such lines are few: of every spelling of a word (`spellings.py`) it is known at once whether its ranks are all equal or
a run. The best line of every set of cards is kept; then lines are put together that use no card twice, set by set of
cards, so that no better choice exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.games.wordcard.notation import RANKS, WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_RUN
from companion.solvers.spellings import A, CardBits, Ints, Spellings

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.solvers.problem import LaidLine, Problem

ANY = (1 << len(RANKS)) - 1  # a bit for each rank
EQUAL, UP, DOWN = 0, 1, 2


class PackingSearch:
    """The search over one hand; `best` and `gain` are what it has found, `at_most` what there may be (None: not
    known yet).

    `spend` is told how many cards were put at the end of lines, and ends the search by raising.
    """

    def __init__(self, problem: Problem, spend: Callable[[int], None]) -> None:
        self._problem = problem
        self._spend = spend
        self._bits = CardBits(problem.kinds)
        self._tree = Spellings(
            problem.kinds, self._bits, problem.words, problem.hidden, pays=problem.scheme.aim == "most"
        )
        self.best: tuple[LaidLine, ...] = ()
        self.gain = 0
        self.at_most: int | None = None

    def run(self) -> None:
        """Judge every spelling of a word, then put the best lines together."""
        self._spend(self._tree.count)
        ranks = self._ranks()
        gains = self._gains(ranks)
        lines = self._best_lines(gains)
        self._put_together(lines, gains, ranks)
        self.at_most = self.gain

    def _ranks(self) -> Ints:
        """By way to combine and node the ranks, as bits, that its last card can have: none where it is no such line."""
        tree, kinds = self._tree, self._problem.kinds
        own = np.array([ANY if kind.card == WILD else 1 << kind.rank for kind in kinds], dtype=np.int64)
        ranks = np.full((3, tree.count), ANY, dtype=np.int64)
        for start, end in tree.by_depth:
            before, mine = tree.parent[start:end], own[tree.kind[start:end]]
            first = tree.depth[start] == 1
            ranks[EQUAL, start:end] = ranks[EQUAL, before] & mine
            ranks[UP, start:end] = (ranks[UP, before] if first else ranks[UP, before] << 1) & mine
            ranks[DOWN, start:end] = (ranks[DOWN, before] if first else ranks[DOWN, before] >> 1) & mine
        ranks[UP:, tree.depth < SHORTEST_RUN] = 0  # only now: what is shorter may yet become a run
        ranks[EQUAL, tree.depth < 2] = 0
        return ranks

    def _gains(self, ranks: Ints) -> Ints:
        """By node what it brings as a line; nothing where it is none."""
        tree, problem = self._tree, self._problem
        good = tree.is_word & (tree.bare == 0) & (ranks != 0).any(axis=0)
        worth = np.zeros(tree.count, dtype=np.int64)
        words = np.zeros(tree.count, dtype=np.int64)
        each = np.array(problem.worth, dtype=np.int64)
        for start, end in tree.by_depth:
            before = tree.parent[start:end]
            worth[start:end] = worth[before] + each[tree.kind[start:end]]
            words[start:end] = words[before] + tree.points[start:end]
        long = tree.depth >= LONG
        paid = problem.scheme.factor * (words + tree.own) + worth + np.where(long, 2 * LONG_BONUS, 0)
        return np.where(good, paid, -1)

    def _best_lines(self, gains: Ints) -> Ints:
        """For every set of cards the node of the best line they make, the best first."""
        nodes = np.nonzero(gains >= 0)[0]
        nodes = nodes[np.lexsort((nodes, -gains[nodes]))]
        _, first = np.unique(self._tree.used[nodes], return_index=True)
        return nodes[np.sort(first)]

    def _put_together(self, lines: Ints, gains: Ints, ranks: Ints) -> None:
        """For every set of cards the best lines that use all of it, by taking in one line after the other."""
        bits = self._bits
        best = np.full(1 << bits.cards, -1, dtype=np.int64)
        best[0] = 0
        last = np.full(1 << bits.cards, -1, dtype=np.int64)
        for line in lines:
            for _ in range(self._times(int(line))):
                some = np.nonzero(best >= 0)[0]
                after = self._with(some, int(self._tree.used[line]))
                some, after = some[after >= 0], after[after >= 0]
                self._spend(len(some))
                better = best[some] + gains[line] > best[after]
                some, after = some[better], after[better]
                best[after] = best[some] + gains[line]
                last[after] = line
        self._choose(best, last, ranks)

    def _times(self, line: int) -> int:
        """How often the line may be laid: more than once only where nothing but alike cards is in it."""
        used = int(self._tree.used[line])
        shares = [
            int(whole).bit_count() // (used & int(whole)).bit_count() for whole in self._bits.all if used & int(whole)
        ]
        return min(shares)

    def _with(self, sets: Ints, used: int) -> Ints:
        """The sets with these cards as well; -1 where there are not so many."""
        after, fits = np.zeros_like(sets), np.ones(len(sets), dtype=np.bool_)
        single = 0
        for low, whole in zip(self._bits.low.tolist(), self._bits.all.tolist(), strict=True):
            more = (used & whole).bit_count()
            if whole == low or not more:
                single |= whole
                continue
            here = sets & whole
            grown = (here << more) | (((1 << more) - 1) * low)
            fits &= grown & ~whole == 0
            after |= grown & whole
        fits &= sets & used & single == 0
        after |= (sets | used) & single
        return np.where(fits, after, -1)

    def _choose(self, best: Ints, last: Ints, ranks: Ints) -> None:
        problem = self._problem
        total = best + np.where(np.arange(len(best)) == self._bits.full, problem.finish_bonus, 0)
        for used in sorted((1 + np.nonzero(best[1:] >= 0)[0]).tolist(), key=lambda each: (-int(total[each]), each)):
            if total[used] <= 0:
                return
            if problem.enough(tuple((used & whole).bit_count() for whole in self._bits.all.tolist())):
                self.gain = int(total[used])
                self.best = self._lines_of(used, last, ranks)
                return

    def _lines_of(self, used: int, last: Ints, ranks: Ints) -> tuple[LaidLine, ...]:
        lines = []
        while used:
            line = int(last[used])
            lines.append(self._line(line, ranks))
            used = self._without(used, int(self._tree.used[line]))
        return tuple(lines)

    def _without(self, used: int, line: int) -> int:
        left = 0
        for low, whole in zip(self._bits.low.tolist(), self._bits.all.tolist(), strict=True):
            count = (used & whole).bit_count() - (line & whole).bit_count()
            left |= ((1 << count) - 1) * low
        return left

    def _line(self, node: int, ranks: Ints) -> LaidLine:
        """The cards on the way to a node, wilds with what they stand for."""
        tree = self._tree
        way = next(way for way in (EQUAL, UP, DOWN) if ranks[way, node])
        rank = int(ranks[way, node]).bit_length() - 1
        cards = []
        while node:
            letter = chr(A + int(tree.letter[node]))
            cards.append(self._problem.laid(int(tree.kind[node]), letter, rank))
            rank -= {EQUAL: 0, UP: 1, DOWN: -1}[way]
            node = int(tree.parent[node])
        return tuple(reversed(cards))
