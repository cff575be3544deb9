"""What a line can become, whatever cards are left: words (`spellings.py`) and combinations (`rows.py`) together.

A state is the node of the words' automaton, the cards from the first that still needs a word, the long and the hidden
words that a longer one may take in, and the choice of rows of combinations. It knows of the cards used no more than
those that spell its node. All that a search needs to know of a line is its state and the cards used; without these it
is a walk through the automaton, by which `prices.py` reckons what there can be at most.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS
from companion.solvers.rows import NEVER, RankChoices, RankRows
from companion.solvers.spellings import A, CardBits, Flags, Ints, Spellings, distinct, is_among, spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.solvers.problem import Problem

NOT_READ = -1  # the letter of a card that no word counts of


class JointState(NamedTuple):
    """States side by side. `open_` and `bare` count the cards from the first without a word and from the first of a
    hidden word that a longer one must take in; a bit of `long` is a long word that began LONG or more cards ago."""

    node: Ints
    open_: Ints
    bare: Ints
    long: Ints
    choice: Ints

    def of(self, which: Ints | Flags) -> JointState:
        """Some of them."""
        return JointState(*(part[which] for part in self))


class Edges(NamedTuple):
    """Cards put at the end of lines: of which state, which kind, read as which letter, to which state, what words and
    the card itself bring (`gain`), and that with what combinations can at most (`most`)."""

    source: Ints
    kind: Ints
    letter: Ints
    target: Ints
    gain: Ints
    most: Ints


_BITS = (4, 4, 7, 18)  # that all but the node of a state fit in


class JointAutomaton:
    """The automaton of one hand in one game; state 0 is that of an empty line.

    `edges` are sorted by their source; those of a state are `further` from `starts` on. `shorter` is what each state
    may be taken for (NEVER: nothing): a shorter ending of itself, which forgets words and so never brings more, or
    where it could, a new line (`cut`). States that may be taken for another come after it: `by_length` says from which
    to which number all go that may so many times. `ends` says where a line may end, combinations taken at their best.
    """

    def __init__(self, problem: Problem, look: Callable[[int], None]) -> None:
        """`look` is told how many edges were made, and ends the work by raising."""
        scheme, kinds = problem.scheme, problem.kinds
        only_long = scheme.aim == "fewest" and not scheme.needs_words  # nothing else counts there
        words = [word for word in problem.words if len(word) >= LONG] if only_long else problem.words
        self.bits = CardBits(kinds)
        self.rows = RankRows(kinds, scheme)
        self._choices = RankChoices(RankRows(kinds, scheme, loose=True))
        self._tree = Spellings(kinds, self.bits, words, problem.hidden, pays=scheme.aim == "most")
        self._needed = scheme.needs_words
        self._worth: Ints = np.array(problem.worth, dtype=np.int64)
        self._letters = [ord(kind.letter) - A if kind.card != WILD else NOT_READ for kind in kinds]
        self._find_all(look)

    # ——— all states that can be reached ———

    def _find_all(self, look: Callable[[int], None]) -> None:
        """Follow the lines from the empty one on, without looking what cards are used up."""
        known = fresh = np.zeros(1, dtype=np.int64)
        edges, forgets = [], []
        while len(fresh):
            states = _unpacked(fresh)
            grown, target = self._grown(states)
            look(len(grown.source))
            shorter, which, cut = self._forgotten(states)
            edges.append(_narrow(grown)._replace(source=fresh[grown.source], target=_packed(target)))
            forgets.append((fresh[which], _packed(shorter), cut))
            reached = distinct(np.concatenate([edges[-1].target, forgets[-1][1]]))
            fresh = reached[~is_among(reached, known)]
            known = np.sort(np.concatenate([known, fresh]))
        self.count = len(known)
        number = self._in_order(known, *(np.concatenate(part) for part in zip(*forgets, strict=True)))
        every = Edges(*(np.concatenate(part) for part in zip(*edges, strict=True)))
        edges.clear()  # for the sake of memory
        numbered = [number[np.searchsorted(known, part)].astype(np.int32) for part in (every.source, every.target)]
        self._sort_edges(every._replace(source=numbered[0], target=numbered[1]))
        self.ends = np.zeros(self.count, dtype=np.bool_)
        self.ends[number] = self._may_end(_unpacked(known))

    def _in_order(self, known: Ints, source: Ints, target: Ints, cut: Flags) -> Ints:
        """Number the states so that what one is taken for comes before it, a stretch of `by_length` after the other."""
        source, target = np.searchsorted(known, source), np.searchsorted(known, target)
        step = np.full(self.count, NEVER, dtype=np.int64)
        step[source] = target
        length, on = np.zeros(self.count, dtype=np.int64), step
        while (on != NEVER).any():
            length += on != NEVER
            on = np.where(on != NEVER, step[on], NEVER)
        order = np.argsort(length, kind="stable")
        number = np.empty_like(order)
        number[order] = np.arange(self.count)
        self.shorter = np.full(self.count, NEVER, dtype=np.int64)
        self.cut = np.zeros(self.count, dtype=np.bool_)
        self.shorter[number[source]], self.cut[number[source]] = number[target], cut
        ends = np.cumsum(np.bincount(length)).tolist()
        self.by_length = list(pairwise(ends))
        return number

    def _sort_edges(self, edges: Edges) -> None:
        order = np.argsort(edges.source, kind="stable").astype(np.int32)
        self.edges = Edges(*(part[order] for part in edges))
        self.further: Ints = np.bincount(edges.source, minlength=self.count)
        self.starts: Ints = np.cumsum(self.further) - self.further

    def _may_end(self, states: JointState) -> Flags:
        may: Flags = (states.open_ == 0) & (states.bare == 0) & self._choices.good()[states.choice]
        return may

    # ——— one card more ———

    def _grown(self, states: JointState) -> tuple[Edges, JointState]:
        """Every card put at the end of the lines, read in every way; what they lead to."""
        tree = self._tree
        counts = tree.further[states.node]
        source = np.repeat(np.arange(len(counts)), counts)
        node = tree.onward[spread(tree.starts[states.node], counts)]
        kind, letter = tree.kind[node], tree.letter[node]
        if not self._needed:
            source, node, kind, letter = self._with_unread(states, source, node, kind, letter)
        choice, brought = self._choices.after(states.choice[source], kind)
        free = self.bits.free(tree.used[states.node[source]], kind) & (choice != NEVER)
        source, node, kind, letter, choice, brought = (
            part[free] for part in (source, node, kind, letter, choice, brought)
        )
        before = states.of(source)
        bare = np.maximum(np.where(before.bare > 0, before.bare + 1, 0), tree.bare[node])
        bare = np.where(tree.shown[node] >= bare, 0, bare)
        long, bonus = self._long(before.long, node)
        gain = tree.points[node] + self._worth[kind] + bonus
        open_ = self._still_open(before, node)
        kept = np.maximum(open_, bare) <= tree.depth[node]  # else no word can take in what still needs one
        grown = Edges(*(part[kept] for part in (source, kind, letter, node, gain, gain + brought)))
        return grown, JointState(node, open_, bare, long, choice).of(kept)

    def _still_open(self, before: JointState, node: Ints) -> Ints:
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
        self, states: JointState, source: Ints, node: Ints, kind: Ints, letter: Ints
    ) -> tuple[Ints, Ints, Ints, Ints]:
        """Also every card of which no word counts, where words are not needed: it leads back to the root.

        Other states are taken for the root first, but careful ones are not: of them only a card that no word goes on
        with, and none with which a word begins that may not be overlooked.
        """
        tree = self._tree
        parts = [(source, node, kind, letter)]
        may = np.nonzero((states.bare == 0) & ((states.node == 0) | tree.careful[states.node]))[0]
        for number, sign in enumerate(self._letters):
            some = may
            if sign != NOT_READ and number in tree.perilous_starts:
                continue
            if sign != NOT_READ:
                some = some[~(tree.careful[states.node[some]] & tree.goes_on(states.node[some], number, sign))]
            fresh = np.zeros(len(some), dtype=np.int64)
            parts.append((some, fresh, fresh + number, fresh + NOT_READ))
        joined = [np.concatenate(each) for each in zip(*parts, strict=True)]
        return joined[0], joined[1], joined[2], joined[3]

    def _forgotten(self, states: JointState) -> tuple[JointState, Ints, Flags]:
        """What states are taken for next: a shorter ending of themselves, or where that could go wrong a new line.

        With them which of the states they are, and whether that is a new line.
        """
        tree = self._tree
        shorter = tree.shorter[states.node]
        depth = tree.depth[shorter]
        careful = tree.careful[states.node]
        ends = careful & self._may_end(states)
        may = (states.node > 0) & ~careful & (np.maximum(states.open_, states.bare) <= depth)
        then = states._replace(node=shorter, long=states.long & ((1 << np.maximum(depth - LONG + 1, 0)) - 1))
        then = JointState(*(np.where(ends, 0, part) for part in then))
        which = np.nonzero(may | ends)[0]
        return then.of(which), which, ends[which]


def _narrow(edges: Edges) -> Edges:
    """The same in half the bytes, for the sake of memory."""
    return Edges(*(part.astype(np.int32) for part in edges))


def _packed(states: JointState) -> Ints:
    """Each in one number. Raises OverflowError where a part does not fit in its bits, and would stand for another."""
    key = states.node
    for name, part, width in zip(JointState._fields[1:], states[1:], _BITS, strict=True):
        if len(part) and part.max() >> width:
            raise OverflowError(f"{name} of a state is {part.max()}, but is packed in {width} bits")
        key = (key << width) | part
    return key


def _unpacked(key: Ints) -> JointState:
    parts = []
    for width in reversed(_BITS):
        parts.append(key & ((1 << width) - 1))
        key = key >> width
    return JointState(key, *reversed(parts))
