"""The very best of a whole hand where lines may hold several words: layer by layer, in numpy, with a bound that holds.

A state (`states.py`) is the cards used, the node of the words' automaton (`spellings.py`), the row of combinations
(`rows.py`), and the cards from the first that still needs a word. A layer holds all states after so many cards, each
with the most that it can have brought. Of a state no more can come than it has brought, what words that have begun may
still bring, what words and combinations of the cards left may bring by themselves, and the bonus for finishing; what by
that cannot become better than the best known is dropped. Some narrow passes first find that best. Where a layer
outgrows what is kept, the bound of what was dropped is remembered: what is found comes with the most there could be.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS
from companion.solvers.rows import NEVER, RankRows
from companion.solvers.spellings import A, CardBits, Spellings, spread
from companion.solvers.states import States, best_of_alike, joined, narrow, start, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.solvers.problem import CardInLine, LaidLine, Problem
    from companion.solvers.spellings import Flags, Ints

PASSES = (200, 5_000, 500_000)  # how many states are kept after each card in each pass
GROWN = 6  # cards of which all lines of words are grown, for the bound
CHUNK = 50_000  # states grown at once, for the sake of memory
NOT_READ = -1  # the letter of a card that no word counts of


class _Grown(NamedTuple):
    """States one card further: which states they came of, and the card laid: its kind, its letter, the way it ranks."""

    states: States
    source: Ints
    kind: Ints
    letter: Ints
    way: Ints

    def of(self, which: Ints | Flags) -> _Grown:
        """Some of them."""
        return _Grown(self.states.of(which), *(part[which] for part in self[1:]))


class LayerSearch:
    """The search over one hand in one game; `best` and `gain` are what it has found so far, `at_most` what there may be
    (None: not known yet).

    `spend` is told how many cards were put at the end of lines, and ends the search by raising.
    """

    def __init__(self, problem: Problem, spend: Callable[[int], None]) -> None:
        self._problem = problem
        self._spend = spend
        scheme = problem.scheme
        only_long = scheme.aim == "fewest" and not scheme.needs_words  # nothing else counts there
        words = [word for word in problem.words if len(word) >= LONG] if only_long else problem.words
        self._bits = CardBits(problem.kinds)
        self._tree = Spellings(problem.kinds, self._bits, words, problem.hidden, pays=scheme.aim == "most")
        self._rows = RankRows(problem.kinds, scheme, self._bits)
        self._needed = scheme.needs_words
        self._wary = bool(problem.hidden)
        self._any_long = bool((self._tree.longest >= LONG).any())
        self._worth: Ints = np.array(problem.worth, dtype=np.int64)
        self._sums = self._bits.sums(problem.worth)
        self._letters = np.array([ord(kind.letter) - A if kind.card != WILD else NOT_READ for kind in problem.kinds])
        self._in_order = self._sets()
        self._enough: dict[int, bool] = {}
        self._layers: list[States] = []
        self.best: tuple[LaidLine, ...] = ()
        self.gain = 0
        self._apart: Ints = np.zeros(1, dtype=np.int64)
        self.at_most: int | None = None

    def run(self) -> None:
        """Wider and wider passes, until nothing was dropped that could be better."""
        self._apart = self._words_apart(1)
        at_most = int(self._most_of(start())[0])
        for number, width in enumerate(PASSES):
            if number == 1:
                self._apart = self._words_apart(GROWN)
            self.at_most = at_most = self._pass(width, at_most)
            if at_most <= self.gain:
                return

    # ——— one pass ———

    def _pass(self, width: int, at_most: int) -> int:
        """Grow the lines card by card, keeping so many states of each layer; what there may be at most after it."""
        layer, dropped = narrow(start()), 0
        self._layers = [layer]
        for _ in range(self._bits.cards):
            layer = self._next(layer, lambda grown: self._promising(self._noted(grown)))
            if len(layer.used) > width:
                most = self._most_of(layer)
                order = np.argsort(-most, kind="stable")
                dropped = max(dropped, int(most[order[width]]))
                layer = layer.of(np.sort(order[:width]))
            self._layers.append(layer)
            to_come = int(self._most_of(layer).max(initial=0))
            self.at_most = at_most = min(at_most, max(self.gain, dropped, to_come))
            if to_come <= self.gain:
                break
        return min(at_most, max(self.gain, dropped))

    def _next(self, layer: States, kept: Callable[[_Grown], States]) -> States:
        """The next layer: of states that are alike in all but the gain only the best."""
        parts = [layer.of(np.zeros(0, dtype=np.int64))]
        for grown in self._grown_in_chunks(layer):
            forgetful, _ = self._forgotten(kept(grown))
            fruitful = (self._tree.further[forgetful.node] > 0) | (forgetful.node == 0)
            parts.append(narrow(best_of_alike(forgetful.of(fruitful))))
        return best_of_alike(joined(parts))

    def _grown_in_chunks(self, layer: States) -> Iterator[_Grown]:
        for begin in range(0, len(layer.used), CHUNK):
            grown = self._grown(wide(layer.of(slice(begin, begin + CHUNK))))
            self._spend(len(grown.source))
            yield grown

    def _promising(self, states: States) -> States:
        return states.of(self._most_of(states) > self.gain)

    def _most_of(self, states: States) -> Ints:
        """No less than can come of each state, all told."""
        left = self._bits.full ^ states.used
        # Of alike cards the lowest bits are used: those left are the highest, which come to the same as the lowest.
        left = self._lowest[left]
        most: Ints = states.gain.astype(np.int64) + self._sums[-1] - self._sums[states.used]
        most += self._tree.cross[states.node] + self._apart[left] + self._rows.most(states.row, left)
        most += self._problem.finish_bonus
        return most

    def _noted(self, grown: _Grown) -> States:
        """Note the best line that is good with its last card."""
        states = grown.states
        total = states.gain + np.where(states.used == self._bits.full, self._problem.finish_bonus, 0)
        good = (states.open_ == 0) & (states.bare == 0) & self._rows.good[states.row] & (total > self.gain)
        for at in sorted(np.nonzero(good)[0], key=lambda number: -total[number]):
            if total[at] <= self.gain:
                break
            if self._is_enough(int(states.used[at])):
                self.gain = int(total[at])
                self.best = self._lines_to(states.of(np.array([at])))
        return states

    def _is_enough(self, used: int) -> bool:
        if used not in self._enough:
            self._enough[used] = self._problem.enough(
                tuple((used & int(whole)).bit_count() for whole in self._bits.all)
            )
        return self._enough[used]

    # ——— one card more ———

    def _grown(self, layer: States) -> _Grown:
        """Every card that is left put at the end of the line, read and ranked in every way."""
        tree, bits = self._tree, self._bits
        counts = tree.further[layer.node]
        source = np.repeat(np.arange(len(layer.used)), counts)
        node = tree.onward[spread(tree.starts[layer.node], counts)]
        kind, letter = tree.kind[node], tree.letter[node]
        if not self._needed:
            source, node, kind, letter = self._with_unread(layer, source, node, kind, letter)
        free = bits.free(layer.used[source], kind)
        source, node, kind, letter = source[free], node[free], kind[free], letter[free]
        before = layer.of(source)
        open_ = self._still_open(before, node)
        bare = before.bare
        if self._wary:
            bare = np.maximum(np.where(bare > 0, bare + 1, 0), tree.bare[node])
            bare = np.where(tree.shown[node] >= bare, 0, bare)
        gain = before.gain + tree.points[node] + self._worth[kind]
        long = before.long
        if self._any_long:
            long, bonus = self._long(long, node)
            gain = gain + bonus
        states = States(bits.with_one(before.used, kind), node, open_, bare, long, before.row, gain)
        grown = _Grown(states, source, kind, letter, np.zeros_like(kind))
        return self._ranked(grown.of(bare <= tree.depth[node]) if self._wary else grown)

    def _still_open(self, before: States, node: Ints) -> Ints:
        if not self._needed:
            return np.zeros(len(node), dtype=np.int64)
        open_ = before.open_ + 1
        return np.where(self._tree.longest[node] >= open_, 0, open_)

    def _long(self, long: Ints, node: Ints) -> tuple[Ints, Ints]:
        """The long words that a longer one may still take in, and the bonus of the longest that ends here (W19)."""
        longest, depth = self._tree.longest[node], self._tree.depth[node]
        long = long << 1
        is_long = longest >= LONG
        inside = np.where(is_long, (1 << np.maximum(longest - LONG + 1, 0)) - 1, 0)
        bonus = np.where(is_long, LONG_BONUS * (1 - np.bitwise_count(long & inside).astype(np.int64)), 0)
        long = np.where(is_long, (long & ~inside) | (1 << np.maximum(longest - LONG, 0)), long)
        return long & ((1 << np.maximum(depth - LONG + 1, 0)) - 1), bonus

    def _with_unread(
        self, layer: States, source: Ints, node: Ints, kind: Ints, letter: Ints
    ) -> tuple[Ints, Ints, Ints, Ints]:
        """Also every card of which no word counts, where words are not needed: it leads back to the root.

        Of a careful state only a card that no word goes on with, and none with which a word begins that may not be
        overlooked.
        """
        tree = self._tree
        parts = [(source, node, kind, letter)]
        may = np.nonzero(layer.bare == 0)[0]
        for number, sign in enumerate(self._letters):
            some = may
            if sign != NOT_READ and number in tree.perilous_starts:
                continue
            if sign != NOT_READ:
                some = some[~(tree.careful[layer.node[some]] & tree.goes_on(layer.node[some], number, int(sign)))]
            fresh = np.zeros(len(some), dtype=np.int64)
            parts.append((some, fresh, fresh + number, fresh + NOT_READ))
        joined = [np.concatenate(each) for each in zip(*parts, strict=True)]
        return joined[0], joined[1], joined[2], joined[3]

    def _ranked(self, grown: _Grown) -> _Grown:
        """The last cards ranked, wilds in every way."""
        if self._rows.count == 1:  # where combinations do not count
            return grown
        parts = []
        for kind, moves in enumerate(self._rows.moves):
            of_kind = np.nonzero(grown.kind == kind)[0]
            for move in moves if len(of_kind) else ():
                row = self._rows.then[grown.states.row[of_kind], move]
                some = grown.of(of_kind[row != NEVER])
                before = some.states
                gain = before.gain + self._rows.gain[before.row, move]
                states = before._replace(row=row[row != NEVER], gain=gain)
                parts.append(some._replace(states=states, way=np.full(len(gain), move)))
        if not parts:
            return grown.of(np.zeros(0, dtype=np.int64))
        states = joined([part.states for part in parts])
        source, kinds, letter, way = (
            np.concatenate([part[index] for part in parts]) for index in range(1, len(_Grown._fields))
        )
        return _Grown(states, source, kinds, letter, way)

    def _forgotten(self, states: States) -> tuple[States, list[tuple[Ints, bool]]]:
        """The states, those taken for shorter endings of themselves, and new lines where one could else go wrong.

        With them, part by part, which of the states they were, and whether a new line begins.
        """
        tree = self._tree
        parts, origins = [states], [(np.arange(len(states.used)), False)]
        here, origin = states, origins[0][0]
        while len(here.used):
            shorter = tree.shorter[here.node]
            depth = tree.depth[shorter]
            may = (here.node > 0) & ~tree.careful[here.node] & (here.open_ <= depth) & (here.bare <= depth)
            kept = (1 << np.maximum(depth - LONG + 1, 0)) - 1
            here = here._replace(node=shorter, long=here.long & kept).of(may)
            origin = origin[may]
            parts.append(here)
            origins.append((origin, False))
        ends = tree.careful[states.node] & (states.open_ == 0) & (states.bare == 0) & self._rows.good[states.row]
        if ends.any():
            fresh = states.of(ends)
            nothing = np.zeros(len(fresh.used), dtype=np.int64)
            parts.append(fresh._replace(node=nothing, long=nothing, row=nothing))
            origins.append((np.nonzero(ends)[0], True))
        return joined(parts), origins

    # ——— what may still come ———

    def _sets(self) -> list[list[int]]:
        """The sets of cards by their number, each in one way: of alike cards the lowest."""
        by_size: list[list[int]] = [[] for _ in range(self._bits.cards + 1)]
        lowest = np.zeros(1, dtype=np.int64)
        for low, whole in zip(self._bits.low, self._bits.all, strict=True):
            count = int(whole).bit_count()
            of_kind = np.array([((1 << bits.bit_count()) - 1) * int(low) for bits in range(1 << count)])
            lowest = (of_kind[:, np.newaxis] + lowest).ravel()
        self._lowest: Ints = lowest
        choices = [range(int(whole).bit_count() + 1) for whole in self._bits.all]
        for counts in product(*choices):
            used = sum(((1 << count) - 1) * int(low) for count, low in zip(counts, self._bits.low, strict=True))
            by_size[sum(counts)].append(used)
        return by_size

    def _words_apart(self, grown: int) -> Ints:
        """For every set of cards no less than words can bring that are made of nothing else.

        Of up to `grown` cards the very most, for all their lines are grown. A line of more is cut in two, its beginning
        no longer than that: it brings no more than that beginning, whatever is still to come of the words begun in it,
        and words of the other cards by themselves.
        """
        found = np.zeros(1 << self._bits.cards, dtype=np.int64)
        if self._tree.count == 1:
            return found
        begun = np.zeros_like(found)
        needed, rows, worth = self._needed, self._rows, self._worth
        layer = narrow(start())
        try:
            self._needed, self._rows, self._worth = True, _NoRankRows(len(worth)), np.zeros_like(worth)
            for _ in range(grown - 1):
                layer = self._next(layer, lambda grown: self._note_apart(grown.states, found, begun))
            for last in self._grown_in_chunks(layer):
                self._note_apart(last.states, found, begun)
        finally:
            self._needed, self._rows, self._worth = needed, rows, worth
        for size, sets in enumerate(self._in_order[1:], start=1):
            here = np.array(sets, dtype=np.int64)
            for kind in range(len(self._worth)):
                found[here] = np.maximum(found[here], found[self._without_one(here, kind)])
            if size > grown:
                parts = np.array(self._in_order[min(size - grown, grown)], dtype=np.int64)
                for cards in sets:
                    some = parts[parts & cards == parts]
                    found[cards] = max(found[cards], (begun[some] + found[self._lowest[cards ^ some]]).max())
        return found

    def _note_apart(self, states: States, found: Ints, begun: Ints) -> States:
        done = states.open_ == 0
        np.maximum.at(found, states.used[done], states.gain[done])
        np.maximum.at(begun, states.used, states.gain + self._tree.cross[states.node])
        return states

    def _without_one(self, used: Ints, kind: int) -> Ints:
        """The cards with one less of a kind, where there is one."""
        low, whole = self._bits.low[kind], self._bits.all[kind]
        less: Ints = (used & ~whole) | ((used & whole) >> 1 & whole & ~(low - 1))
        return less

    # ——— the way back ———

    def _lines_to(self, state: States) -> tuple[LaidLine, ...]:
        """The lines that end in this state, found again from layer to layer."""
        lines: list[list[CardInLine]] = [[]]  # the last one first, each from its end
        for layer in reversed(self._layers):
            grown, number, cut = self._came_from(layer, state)
            if cut:
                lines.append([])
            letter, rank = int(grown.letter[number]), self._rows.ranks[int(grown.way[number])]
            kind = int(grown.kind[number])
            lines[-1].append(self._problem.laid(kind, "" if letter == NOT_READ else chr(A + letter), rank))
            state = wide(layer.of(grown.source[number : number + 1]))
        return tuple(tuple(reversed(line)) for line in reversed(lines) if line)

    def _came_from(self, layer: States, state: States) -> tuple[_Grown, int, bool]:
        """The step by which the layer led to the state, and whether after it a new line began."""
        before = np.array([self._without_one(state.used[0], kind) for kind in range(len(self._worth))])
        some = np.nonzero(np.isin(layer.used, before))[0]
        grown = self._grown(wide(layer.of(some)))
        reached, origins = self._forgotten(grown.states)
        same = np.ones(len(reached.used), dtype=np.bool_)
        for part, wanted in zip(reached, state, strict=True):
            same &= part == wanted
        at = int(np.nonzero(same)[0][0])
        for origin, cut in origins:
            if at < len(origin):
                found = int(origin[at])
                return grown._replace(source=some[grown.source]), found, cut
            at -= len(origin)
        raise AssertionError("a state comes of one of its layer")  # every state kept was grown of the layer before


class _NoRankRows(RankRows):
    """No combinations at all: one row, which everything leads back to."""

    def __init__(self, kinds: int) -> None:
        self.moves = [[0]] * kinds
        self.ranks = [-1]
        self.count = 1
        self.then = np.zeros((1, 1), dtype=np.int64)
        self.gain = np.zeros((1, 1), dtype=np.int64)
        self.good = np.ones(1, dtype=np.bool_)
