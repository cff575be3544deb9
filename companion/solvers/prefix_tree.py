"""All that the words of a dictionary begin with, as a tree of whole numbers: thousands of beginnings are followed at
once, in numpy. Node 0 is the empty beginning; the nodes one letter further lie beside each other.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.solvers.growing import WordsInRuns
    from companion.solvers.spellings import Flags, Ints

A = ord("a")
SIGNS = 32  # numbers for a letter
NOWHERE = -1  # where no word goes on


class PrefixTree:
    """The tree of the words of a dictionary: ten bytes for each node. `is_word` says where words end, `is_shown` where
    such end that may be shown."""

    def __init__(self, runs: Iterable[tuple[int, str]], unshown: Iterable[str]) -> None:
        """`runs` are words (a–z) of one length each, in the order of the alphabet, run together; `unshown` those of
        them that may not be shown."""
        letters, first, is_word = zip(*_levels(runs), strict=True)
        self._letters: Ints = np.concatenate(letters)
        self._first: Ints = np.concatenate(first)
        self.is_word: Flags = np.concatenate(is_word)
        self.is_shown: Flags = self.is_word.copy()
        for _, words in groupby(sorted(unshown, key=len), key=len):
            self.is_shown[self._nodes_of(list(words))] = False

    def _nodes_of(self, words: Sequence[str]) -> Ints:
        """The nodes of words of one length."""
        letters = np.frombuffer("".join(words).encode(), dtype=np.uint8).reshape(len(words), -1).astype(np.int64) - A
        node = np.zeros(len(words), dtype=np.int64)
        for column in letters.T:
            node = self.child(node, column)
        return node

    def child(self, node: Ints, letter: Ints) -> Ints:
        """The nodes one letter (0 for a) further, NOWHERE where no word goes on so."""
        letters = self._letters[node]
        before = np.bitwise_count(letters & ((1 << letter) - 1).astype(np.int32))
        there = (letters >> letter) & 1
        return np.where(there == 1, self._first[node] + before, NOWHERE)

    def __len__(self) -> int:
        return len(self.is_word)


def _levels(runs: Iterable[tuple[int, str]]) -> Iterator[tuple[Ints, Ints, Flags]]:
    """Depth by depth what its nodes are: which letters their children have, a bit each, which node is the first of
    these, whether a word ends."""
    words = [np.frombuffer(text.encode(), dtype=np.uint8).reshape(-1, length) for length, text in runs if text]
    at = [np.zeros(len(some), dtype=np.int32) for some in words]
    begin, end, depth = 0, 1, 0  # of the nodes of one depth
    is_word = np.zeros(1, dtype=np.bool_)
    while end > begin:
        longer = [number for number, some in enumerate(words) if some.shape[1] > depth]
        codes = [at[number] * SIGNS + (words[number][:, depth] - A) for number in longer]
        fresh = [np.append(True, each[1:] != each[:-1]) for each in codes]  # words are in order, and so are these
        every = _distinct([each[new] for each, new in zip(codes, fresh, strict=True)])
        yield (*_children(every, begin, end), is_word)
        begin, end, depth = end, end + len(every), depth + 1
        is_word = np.zeros(len(every), dtype=np.bool_)
        for number, each, new in zip(longer, codes, fresh, strict=True):
            here = (begin + np.searchsorted(every, each[new])).astype(np.int32)
            at[number] = here[np.cumsum(new, dtype=np.int32) - 1]
            if words[number].shape[1] == depth:
                is_word[at[number] - begin] = True


def _distinct(parts: Sequence[Ints]) -> Ints:
    return np.unique(np.concatenate([np.zeros(0, dtype=np.int32), *parts]))


def _children(codes: Ints, begin: int, end: int) -> tuple[Ints, Ints]:
    """Of the nodes from there to there, by the codes of their children: which letters these have, a bit each, and which
    is the first of them."""
    letters, first = np.zeros(end - begin, dtype=np.int32), np.zeros(end - begin, dtype=np.int32)
    parent, letter = np.divmod(codes, SIGNS)
    starts = np.nonzero(np.append(True, parent[1:] != parent[:-1])[: len(parent)])[0]
    if len(starts):
        letters[parent[starts] - begin] = np.bitwise_or.reduceat(np.int32(1) << letter, starts)
        first[parent[starts] - begin] = end + starts
    return letters, first


_TREES: WeakKeyDictionary[WordsInRuns, PrefixTree] = WeakKeyDictionary()


def tree_of(words: WordsInRuns) -> PrefixTree:
    """The tree of a dictionary, made the first time, which takes some tenths of a second, and kept as long as that."""
    tree = _TREES.get(words)
    if tree is None:
        tree = _TREES[words] = PrefixTree(words.runs(), words.unshown())
    return tree


class WordTree:
    """The tree of a dictionary (`of_dictionary`) with a few words more, as far as its words count in one place;
    `only_shown` says whether only those of its own do that may be shown."""

    def __init__(self, words: WordsInRuns, more: Iterable[str] = (), *, only_shown: bool = False) -> None:
        """`more` are words (a–z) that count though the dictionary need not have or show them; `only_shown` says that
        of its own only those count that may be shown."""
        self._tree = self.of_dictionary = tree_of(words)
        self.only_shown = only_shown
        self._is_word = self._tree.is_shown if only_shown else self._tree.is_word
        self._more: dict[int, int] = {}  # by a node and a letter the node that the dictionary does not have
        ends: set[int] = set()
        for word in more:
            node = 0
            for letter in word:
                node = self._one_further(node, ord(letter) - A)
            if node >= len(self._tree) or not self._tree.is_shown[node]:
                ends.add(node)
        self._ends = np.array(sorted(ends), dtype=np.int64)
        self._keys = np.array(sorted(self._more), dtype=np.int64)
        self._nodes = np.array([self._more[key] for key in sorted(self._more)], dtype=np.int64)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is added that is not there already."""
        return not len(self._ends)

    def _one_further(self, node: int, letter: int) -> int:
        child = self._of_dictionary(np.array([node]), np.array([letter]))[0]
        if child != NOWHERE:
            return int(child)
        return self._more.setdefault(node * SIGNS + letter, len(self._tree) + len(self._more))

    def child(self, node: Ints, letter: Ints) -> Ints:
        """See PrefixTree."""
        found = self._of_dictionary(node, letter)
        if len(self._keys):
            wanted = node * SIGNS + letter
            at = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
            found = np.where(self._keys[at] == wanted, self._nodes[at], found)
        return found

    def _of_dictionary(self, node: Ints, letter: Ints) -> Ints:
        own = node < len(self._tree)
        return np.where(own, self._tree.child(np.where(own, node, 0), letter), NOWHERE)

    def is_word(self, node: Ints) -> Flags:
        """Whether a word that counts ends at the nodes."""
        return self._ends_at(node, self._is_word)

    def is_shown(self, node: Ints) -> Flags:
        """Whether one ends there that counts and may be shown: those added may."""
        return self._ends_at(node, self._tree.is_shown)

    def _ends_at(self, node: Ints, is_word: Flags) -> Flags:
        own = node < len(self._tree)
        found: Flags = own & is_word[np.where(own, node, 0)]
        if len(self._ends):
            found |= self._ends[np.minimum(np.searchsorted(self._ends, node), len(self._ends) - 1)] == node
        return found
