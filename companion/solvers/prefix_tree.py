"""All that the words of a dictionary begin with, as a tree of whole numbers: thousands of beginnings are followed at
once, in numpy. Node 0 is the empty beginning; the nodes one letter further lie beside each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from companion.solvers.growing import WordsInRuns
    from companion.solvers.spellings import Flags, Ints

A = ord("a")
SIGNS = 32  # numbers for a letter
NOWHERE = -1  # where no word goes on


class PrefixTree:
    """The tree of the words of a dictionary: nine bytes for each node. `is_word` says where words end."""

    def __init__(self, runs: Iterable[tuple[int, str]]) -> None:
        """`runs` are words (a–z) of one length each, in the order of the alphabet, run together."""
        letters, first, is_word = zip(*_levels(runs), strict=True)
        self._letters: Ints = np.concatenate(letters)
        self._first: Ints = np.concatenate(first)
        self.is_word: Flags = np.concatenate(is_word)

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
        tree = _TREES[words] = PrefixTree(words.runs())
    return tree


class WordTree:
    """The tree of a dictionary with a few words more, as far as its words count in one place."""

    def __init__(
        self, words: WordsInRuns, more: Iterable[str] = (), counts: Callable[[str], bool] | None = None
    ) -> None:
        """`more` are words (a–z) that count though the dictionary need not have them, `counts` says of each of its own
        whether it does (None: all do)."""
        self._tree = tree_of(words)
        self._counts = counts
        self._more: dict[int, int] = {}  # by a node and a letter the node that the dictionary does not have
        self._ends: set[int] = set()
        for word in more:
            node = 0
            for letter in word:
                node = self._one_further(node, ord(letter) - A)
            self._ends.add(node)
        self._keys = np.array(sorted(self._more), dtype=np.int64)
        self._nodes = np.array([self._more[key] for key in sorted(self._more)], dtype=np.int64)

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

    def is_word(self, node: Ints, texts: Callable[[int], str]) -> Flags:
        """Whether a word that counts ends at the nodes; `texts` says how the one with that number begins."""
        own = node < len(self._tree)
        found: Flags = own & self._tree.is_word[np.where(own, node, 0)]
        if self._counts is not None:
            for number in np.nonzero(found)[0].tolist():
                found[number] = self._counts(texts(number))
        if self._ends:
            found |= np.isin(node, list(self._ends))
        return found
