"""Every way to spell the beginnings of words with the cards at hand, as arrays: the words' half of `joint.py`.

A node is a beginning of a word together with the cards that spell it, so that it knows what every word that ends with
it is worth. With its longest shorter ending that is a node as well the nodes make an automaton (Aho and Corasick,
1975). Nodes are numbered by their depth; 0 is the root. All is done for a whole depth at once, in numpy.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.wordcard.notation import WILD
from companion.games.wordcard.scoring import LONG

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from companion.games.wordcard.kinds import Kind

Ints = npt.NDArray[Any]  # whole numbers, as a rule of 64 bits
Flags = npt.NDArray[np.bool_]

A = ord("a")
LETTERS = 26


class CardBits:
    """A set of cards as bits: each kind has as many as it has cards, and those used are its lowest."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        counts = np.array([kind.count for kind in kinds], dtype=np.int64)
        self.cards = int(counts.sum())
        self.low: Ints = 1 << (np.cumsum(counts) - counts)
        self.all: Ints = ((1 << counts) - 1) * self.low
        self.full = (1 << self.cards) - 1

    def free(self, used: Ints, kind: Ints) -> Flags:
        """Whether a card of the kind is left."""
        whole = self.all[kind]
        free: Flags = (used & whole) != whole
        return free

    def with_one(self, used: Ints, kind: Ints) -> Ints:
        """The cards used with one more of a kind of which there is one left."""
        whole = self.all[kind]
        more: Ints = used | ((((used & whole) << 1) | self.low[kind]) & whole)
        return more

    def without_one(self, used: int, kind: int) -> int:
        """The cards with one less of a kind, where there is one."""
        low, whole = int(self.low[kind]), int(self.all[kind])
        return (used & ~whole) | ((used & whole) >> 1 & whole & ~(low - 1))

    def sums(self, worth: Sequence[float] | Ints) -> Ints:
        """For every set of bits what so many cards are worth, by what one of each kind is."""
        each = np.repeat(np.array(worth), [int(whole).bit_count() for whole in self.all])
        found = np.zeros(1)
        for one in each:
            found = np.concatenate([found, found + one])
        return found


class _Level(NamedTuple):
    """The nodes of one depth: where each stands in the tree of words, cards used, node before, last card, letter."""

    tree: Ints
    used: Ints
    parent: Ints
    kind: Ints
    letter: Ints


class _Tree:
    """The words as a tree, by depth: the node before (counted in its depth), the letter, which word ends there."""

    def __init__(self, words: Sequence[str]) -> None:
        ordered = sorted(words)
        longest = max(map(len, ordered), default=0)
        table = np.zeros((len(ordered), longest + 1), dtype=np.uint8)
        for number, word in enumerate(ordered):
            table[number, : len(word)] = np.frombuffer(word.encode(), dtype=np.uint8)
        at: Ints = np.zeros(len(ordered), dtype=np.int64)
        which: Ints = np.arange(len(ordered))
        self.words = ordered
        self.levels: list[tuple[Ints, Ints, Ints]] = []
        for depth in range(longest):
            here = table[which, depth] > 0
            at, which = at[here], which[here]
            sign = table[which, depth].astype(np.int64)
            first = np.ones(len(at), dtype=np.bool_)
            first[1:] = (at[1:] != at[:-1]) | (sign[1:] != sign[:-1])
            numbers = np.cumsum(first) - 1
            ends = np.full(int(first.sum()), -1, dtype=np.int64)
            done = table[which, depth + 1] == 0
            ends[numbers[done]] = which[done]
            self.levels.append((at[first], sign[first] - A, ends))
            at = numbers


class Spellings:
    """The automaton over all spellings of `words` with the cards; arrays by node.

    `by_depth` says from which to which node each depth goes, without the root. `own` is what the cards of a node are
    worth, `points` what the words that end there bring by their cards, `longest` the length of the longest of them,
    and `careful` are nodes whose longer continuations must not be forgotten, for a hidden word or one that takes in two
    long ones may come of them; elsewhere a line may be taken for a shorter ending of itself, which forgets words and so
    never brings more. `onward` are the nodes one card further by `starts` and `further`, how many: those of the tree,
    and of careful nodes those of all shorter endings too.
    """

    def __init__(
        self, kinds: Sequence[Kind], bits: CardBits, words: Sequence[str], hidden: Collection[str], *, pays: bool
    ) -> None:
        """`hidden` are the words that must stand inside longer ones; `pays` says whether words pay by their cards."""
        tree = _Tree(words)
        levels = [_Level(*(np.zeros(1, dtype=np.int64) for _ in range(5)))]
        first = [0, 1]
        for before, (parent, letter, _) in enumerate(tree.levels):
            levels.append(_deeper(levels[-1], first[before], parent, letter, kinds, bits))
            first.append(first[-1] + len(levels[-1].used))
        self.bits = bits
        self.by_depth = [(start, end) for start, end in pairwise(first[1:]) if end > start]
        self.used: Ints = np.concatenate([level.used for level in levels])
        self.parent: Ints = np.concatenate([level.parent for level in levels])
        self.kind: Ints = np.concatenate([level.kind for level in levels])
        self.letter: Ints = np.concatenate([level.letter for level in levels])
        self.depth: Ints = np.repeat(np.arange(len(levels)), np.diff(first))
        self.count = len(self.used)
        ends = [np.full(1, -1, dtype=np.int64), *(level[2] for level in tree.levels)]
        word: Ints = np.concatenate([end[level.tree] for end, level in zip(ends, levels, strict=True)])
        self.is_word: Flags = word >= 0
        secret = np.array([each in hidden for each in tree.words], dtype=np.bool_)
        self.is_hidden: Flags = self.is_word & secret[word] if len(secret) else self.is_word
        values = np.array([kind.value if pays else 0 for kind in kinds], dtype=np.int64)
        self.own = self._summed_up(values)
        self._move: Ints = self.kind * LETTERS + self.letter
        self.shorter = self._linked()
        self._counted()
        self._connected()

    def _summed_up(self, values: Ints) -> Ints:
        own = np.zeros(self.count, dtype=np.int64)
        for start, end in self.by_depth:
            own[start:end] = own[self.parent[start:end]] + values[self.kind[start:end]]
        return own

    def _linked(self) -> Ints:
        """For every node its longest shorter ending that is a node."""
        moves = LETTERS * (int(self.kind.max(initial=0)) + 1)
        keys = self.parent[1:] * moves + self._move[1:]
        order = np.argsort(keys, kind="stable")
        self._keys, self._key_nodes, self._moves = keys[order], order + 1, moves
        shorter = np.zeros(self.count, dtype=np.int64)
        for start, end in self.by_depth[1:]:
            nodes = np.arange(start, end)
            at = shorter[self.parent[nodes]]
            while len(nodes):
                child = self._child(at, self._move[nodes])
                found = child > 0
                shorter[nodes[found]] = child[found]
                going_on = ~found & (at > 0)
                nodes, at = nodes[going_on], shorter[at[going_on]]
        return shorter

    def _child(self, node: Ints, move: Ints) -> Ints:
        """The node one card further in the tree, 0 where there is none."""
        wanted = node * self._moves + move
        place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        return np.where(self._keys[place] == wanted, self._key_nodes[place], 0)

    def _counted(self) -> None:
        """What the words that end at each node come to."""
        self.points = np.where(self.is_word, self.own, 0)
        self.longest = np.where(self.is_word, self.depth, 0)
        self.shown = np.where(self.is_word & ~self.is_hidden, self.depth, 0)
        self.bare = np.where(self.is_hidden, self.depth, 0)
        swallowed = np.zeros(self.count, dtype=np.int64)  # long words on the way to the node that end before it
        for start, end in self.by_depth:
            nodes = slice(start, end)
            back, before = self.shorter[nodes], self.parent[nodes]
            self.points[nodes] += self.points[back]
            self.longest[nodes] = np.maximum(self.longest[nodes], self.longest[back])
            self.shown[nodes] = np.maximum(self.shown[nodes], self.shown[back])
            self.bare[nodes] = np.maximum(self.bare[nodes], self.bare[back])
            swallowed[nodes] = swallowed[before] + (self.longest[before] >= LONG)
        # Only the longest of the hidden words counts, and not where one that may be shown is longer.
        self.bare[self.bare < self.shown] = 0
        # A word that takes in two long ones: two that end before it, or one, and one that ends with it.
        swallowed += self.longest[self.shorter] >= LONG
        perilous = self.is_hidden | (self.is_word & (swallowed > 1))
        for start, end in reversed(self.by_depth):
            marked = np.arange(start, end)[perilous[start:end]]
            perilous[self.parent[marked]] = True
        # A node is perilous when it is such a word or one may still come, careful when one may still come.
        self.careful = np.zeros(self.count, dtype=np.bool_)
        self.careful[self.parent[1:][perilous[1:]]] = True
        self.careful[0] = False
        begins = self.depth == 1
        self.perilous_starts = frozenset(self.kind[begins & perilous].tolist())

    def _connected(self) -> None:
        """The nodes one card further."""
        source, target = self.parent[1:], np.arange(1, self.count)
        wary = np.nonzero(self.careful)[0]
        pairs = [(source, target)]
        seen = self._keys
        counts = np.bincount(source, minlength=self.count)
        order = np.argsort(source, kind="stable")
        begins = np.cumsum(counts) - counts
        at = self.shorter[wary]
        while len(wary):
            repeat = np.repeat(np.arange(len(wary)), counts[at])
            child = target[order[spread(begins[at], counts[at])]]
            key = wary[repeat] * self._moves + self._move[child]
            fresh = ~is_among(key, seen)
            pairs.append((wary[repeat[fresh]], child[fresh]))
            seen = np.sort(np.concatenate([seen, key[fresh]]))
            further = at > 0
            wary, at = wary[further], self.shorter[at[further]]
        sources, targets = (np.concatenate(part) for part in zip(*pairs, strict=True))
        order = np.argsort(sources, kind="stable")
        self.onward: Ints = targets[order]
        self.further: Ints = np.bincount(sources, minlength=self.count)
        self.starts: Ints = np.cumsum(self.further) - self.further
        self._goes_on = np.sort(sources * self._moves + self._move[targets])

    def goes_on(self, node: Ints, kind: int, letter: int) -> Flags:
        """Whether a word goes on at the nodes with a card of that kind, read as that letter (0–25)."""
        return is_among(node * self._moves + kind * LETTERS + letter, self._goes_on)


def _deeper(level: _Level, first: int, parent: Ints, letter: Ints, kinds: Sequence[Kind], bits: CardBits) -> _Level:
    """The nodes one card deeper: every card that is left for every letter that goes on there."""
    counts = np.bincount(parent, minlength=int(level.tree.max(initial=0)) + 1)
    begins = np.cumsum(counts) - counts
    repeat = np.repeat(np.arange(len(level.tree)), counts[level.tree])
    tree = spread(begins[level.tree], counts[level.tree])
    used, letters = level.used[repeat], letter[tree]
    parts = []
    for number, kind in enumerate(kinds):
        fits = bits.free(used, np.full(len(used), number))
        if kind.card != WILD:
            fits &= letters == ord(kind.letter) - A
        some = np.nonzero(fits)[0]
        which = np.full(len(some), number, dtype=np.int64)
        parts.append((tree[some], bits.with_one(used[some], which), first + repeat[some], which, letters[some]))
    return _Level(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def is_among(numbers: Ints, ordered: Ints) -> Flags:
    """Whether each of the numbers is one of those in order."""
    if not len(ordered):
        return np.zeros(len(numbers), dtype=np.bool_)
    found: Flags = ordered[np.minimum(np.searchsorted(ordered, numbers), len(ordered) - 1)] == numbers
    return found


def distinct(numbers: Ints) -> Ints:
    """Each of the numbers once, in order: by sorting, which for many is sooner done than what numpy does."""
    ordered = np.sort(numbers)
    fresh = np.ones(len(ordered), dtype=np.bool_)
    fresh[1:] = ordered[1:] != ordered[:-1]
    found: Ints = ordered[fresh]
    return found


def spread(begins: Ints, counts: Ints) -> Ints:
    """The numbers from each beginning on, as many as its count, one after the other."""
    numbers: Ints = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts - begins, counts)
    return numbers
