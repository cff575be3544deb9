"""The very best of a whole hand where lines may hold several words: layer by layer, in numpy, with a bound that holds.

A state is the cards used and the state of the line (`joint.py`). A layer holds all states after so many cards, each
with the most that it can have brought. What can still come of a state at most is told by prices (`prices.py`), and what
by that cannot become better than the best known is dropped. A narrow pass first finds that best, towards which the
prices are then moved. Where a layer outgrows what is kept, the bound of what was dropped is remembered: what is found
comes with the most there could be.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.joint import NOT_READ, JointAutomaton
from companion.solvers.prices import SLACK, Prices, first_prices
from companion.solvers.rows import FAR, NEVER
from companion.solvers.spellings import A, spread
from companion.solvers.states import States, best_of_alike, joined, start

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.solvers.problem import LaidLine, Problem
    from companion.solvers.spellings import Flags, Ints

# How many states are kept after each card in each pass, and how often the prices are moved before it.
PASSES = ((100, 0), (1_000, 6), (50_000, 0), (500_000, 10))
PASSES_AFTER = ((100, 0), (1_000, 0), (50_000, 0), (500_000, 10))  # where the prices are known from another search
CHUNK = 6_000  # ways that states are grown at once, for the sake of memory


class _Grown(NamedTuple):
    """States one card further: which states they came of, and by which edge."""

    states: States
    source: Ints
    edge: Ints

    def of(self, which: Ints | Flags) -> _Grown:
        """Some of them."""
        return _Grown(self.states.of(which), self.source[which], self.edge[which])


class LayerSearch:
    """The search over one hand in one game; `best` and `gain` are what it has found so far, `at_most` what there may be
    (None: not known yet), `told` the best prices by whether they are for emptying the hand.

    `spend` is told how many cards were put at the end of lines, `look` how much was done that only readies the search;
    both end it by raising. `before` is `told` of a search of the same cards with other words allowed: prices that
    are good ones to begin with.
    """

    def __init__(
        self,
        problem: Problem,
        spend: Callable[[int], None],
        look: Callable[[int], None],
        before: Mapping[bool, Ints] | None = None,
    ) -> None:
        self._problem = problem
        self._spend, self._look = spend, look
        self._enough: dict[int, bool] = {}
        self._layers: list[States] = []
        self._prices: list[tuple[Prices, int]] = []
        self.told: dict[bool, Ints] = dict.fromkeys((False, True), first_prices(problem))
        if before is not None:
            self.told.update(before)
        self._passes = PASSES if before is None else PASSES_AFTER
        self.best: tuple[LaidLine, ...] = ()
        self.gain = 0
        self.at_most: int | None = None

    def run(self) -> None:
        """Wider and wider passes with better and better prices, until nothing was dropped that could be better."""
        self._joint = JointAutomaton(self._problem, self._look)
        self._bits, self._rows = self._joint.bits, self._joint.rows
        # Without a bonus those for any laydown hold for one that empties the hand, too.
        bonuses = {False: 0, True: self._problem.finish_bonus} if self._problem.finish_bonus else {False: 0}
        for finishing, bonus in bonuses.items():
            prices = Prices(self._problem, self._joint, self._look, finishing=finishing, first=self.told[finishing])
            self._prices.append((prices, bonus))
        at_most = max(prices.bound + bonus for prices, bonus in self._prices)
        for width, moves in self._passes:
            for prices, bonus in self._prices:
                prices.improve(moves, self.gain - bonus)
                self.told[prices.finishing] = prices.each
            self._prices = [each for each in self._prices if each[0].bound + each[1] > self.gain]
            bounds = [prices.bound + bonus for prices, bonus in self._prices]
            self.at_most = at_most = min(at_most, max(bounds, default=self.gain))
            if at_most > self.gain:
                self.at_most = at_most = self._pass(width, at_most)
            if at_most <= self.gain:
                return

    # ——— one pass ———

    def _pass(self, width: int, at_most: int) -> int:
        """Grow the lines card by card, keeping so many states of each layer; what there may be at most after it."""
        layer, dropped = start(), 0
        self._layers = [layer]
        for left in range(self._bits.cards - 1, -1, -1):
            layer = self._next(layer, left)
            most = self._most_of(layer, left, own=True)
            if len(layer.used) > width:
                order = np.argpartition(-most, width)
                dropped = max(dropped, int(most[order[width:]].max() + SLACK))
                kept = np.sort(order[:width])
                layer, most = layer.of(kept), most[kept]
            self._layers.append(layer)
            to_come = int(most.max(initial=0) + SLACK)
            self.at_most = at_most = min(at_most, max(self.gain, dropped, to_come))
            if to_come <= self.gain:
                break
        return min(at_most, max(self.gain, dropped))

    def _next(self, layer: States, left: int) -> States:
        """The next layer: of states that are alike in all but the gain only the best."""
        parts = [layer.of(slice(0))]
        ways = np.cumsum(self._joint.further[layer.at])
        ends = np.searchsorted(ways, np.arange(CHUNK, int(ways[-1]) + CHUNK, CHUNK), side="right").tolist()
        for begin, end in pairwise([0, *ends[:-1], len(layer.used)]):
            grown = self._grown(layer.of(slice(begin, end)))
            self._spend(len(grown.source))
            states = self._promising(grown.states, left, own=False)
            self._note(states, left)
            parts.append(best_of_alike(self._promising(self._shortened(states)[0], left, own=True)))
        return best_of_alike(joined(parts))

    def _promising(self, states: States, left: int, *, own: bool) -> States:
        return states.of(self._most_of(states, left, own=own) >= self.gain + 1 - SLACK)

    def _most_of(self, states: States, left: int, *, own: bool) -> Ints:
        """No less than can come of each state, all told."""
        cards = self._bits.full ^ states.used
        most = np.full(len(cards), -float(FAR))
        for prices, bonus in self._prices:
            most = np.maximum(most, prices.most(cards, left, states.at, own=own) + bonus)
        return most + states.gain + self._rows.credit[states.row]

    def _note(self, states: States, left: int) -> None:
        """Note the best line that is good with its last card."""
        total = states.gain + (self._problem.finish_bonus if left == 0 else 0)
        good = np.nonzero(self._joint.ends[states.at] & self._rows.good[states.row] & (total > self.gain))[0]
        for at in good[np.argsort(-total[good], kind="stable")].tolist():
            if self._is_enough(int(states.used[at])):
                self.gain = int(total[at])
                self.best = self._lines_to(states.of(np.array([at])))
                return

    def _is_enough(self, used: int) -> bool:
        if used not in self._enough:
            self._enough[used] = self._problem.enough(
                tuple((used & int(whole)).bit_count() for whole in self._bits.all)
            )
        return self._enough[used]

    # ——— one card more ———

    def _grown(self, layer: States) -> _Grown:
        """Every card that is left put at the end of the line."""
        joint = self._joint
        counts = joint.further[layer.at]
        source = np.repeat(np.arange(len(counts)), counts)
        edge = spread(joint.starts[layer.at], counts)
        kind = joint.edges.kind[edge]
        free = self._bits.free(layer.used[source], kind)
        source, edge, kind = source[free], edge[free], kind[free]
        which, row, brought = self._rows.onward(layer.row[source], kind)
        source, edge, kind = source[which], edge[which], kind[which]
        used = self._bits.with_one(layer.used[source], kind)
        gain = layer.gain[source] + joint.edges.gain[edge] + brought
        return _Grown(States(used, joint.edges.target[edge], row, gain), source, edge)

    def _shortened(self, states: States) -> tuple[States, Ints, Flags]:
        """The states and all that they may be taken for; with each which it was, and whether a new line begins."""
        joint = self._joint
        which, cut = np.arange(len(states.used)), np.zeros(len(states.used), dtype=np.bool_)
        parts = [(states, which, cut)]
        while len(which):
            may = (joint.shorter[states.at] != NEVER) & ~cut  # a new line is not taken for anything else
            may &= ~joint.cut[states.at] | self._rows.good[states.row]
            states, which = states.of(may), which[may]
            cut = joint.cut[states.at]
            states = states._replace(at=joint.shorter[states.at], row=np.where(cut, 0, states.row))
            parts.append((states, which, cut))
        every, whiches, cuts = zip(*parts, strict=True)
        return joined(list(every)), np.concatenate(whiches), np.concatenate(cuts)

    # ——— the way back ———

    def _lines_to(self, state: States) -> tuple[LaidLine, ...]:
        """The lines that end in this state, found again from layer to layer."""
        lines: list[list[int]] = [[]]  # by edges, the last one first, each from its end
        for layer in reversed(self._layers):
            before = [self._bits.without_one(int(state.used[0]), kind) for kind in range(len(self._problem.kinds))]
            some = np.nonzero(np.isin(layer.used, before))[0]
            grown = self._grown(layer.of(some))
            reached, which, cut = self._shortened(grown.states)
            same = (reached.used == state.used) & (reached.at == state.at)
            same &= (reached.row == state.row) & (reached.gain == state.gain)
            at = int(np.nonzero(same)[0][0])  # every state kept was grown of the layer before
            if cut[at]:
                lines.append([])
            lines[-1].append(int(grown.edge[which[at]]))
            state = layer.of(some[grown.source[which[at : at + 1]]])
        return tuple(self._line(edges[::-1]) for edges in reversed(lines) if edges)

    def _line(self, edges: list[int]) -> LaidLine:
        kinds, letters = self._joint.edges.kind[edges].tolist(), self._joint.edges.letter[edges].tolist()
        signs = ["" if letter == NOT_READ else chr(A + letter) for letter in letters]
        return tuple(map(self._problem.laid, kinds, signs, self._rows.ranks_of(kinds)))
