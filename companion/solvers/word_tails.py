"""The words along rows that grow side by side: what of the end of a row can still matter to them.

A tail is the longest ending of a row that begins a word, by its letters. Tails are an automaton (Aho and Corasick,
1975) of which only as much is found out as rows come to; what is found out of a dictionary is kept with it. Tail 0 is
the empty one: no word is begun.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from companion.games.wordcard.scoring import LONG, SHORTEST_WORD
from companion.solvers.prefix_tree import NOWHERE, A

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.solvers.prefix_tree import PrefixTree, WordTree
    from companion.solvers.spellings import Ints

NOT_YET = -1  # what a card makes of a tail, before somebody asks
ROOM = 4096  # tails that there is room for at first
MOST_KEPT = 30_000  # tails, with the dictionary; beyond that one begins anew
BLANK = 26  # the letter of a card that shows none
SIGNS = BLANK + 1


def letter_sign(letter: str) -> int:
    """The number of a letter (a–z), or of none (a blank)."""
    return ord(letter) - A if letter != " " else BLANK


class WordTails:
    """The tails of one dictionary; more may be found out of it in several threads at once.

    By tail: `live` is how many cards it has, `longest` how many the longest word has that ends with it, `shown` how
    many the longest that may be shown, `hidden` that may not, and `hidden_long` that may not and has LONG or more.
    `are_long` says whether any has LONG cards.
    """

    def __init__(self, tree: WordTree) -> None:
        self._tree = tree
        self._lock = Lock()
        self.count = 1
        self.are_long = False
        self._then: Ints = np.full(ROOM * SIGNS, NOT_YET)
        self._know(np.zeros((8, ROOM), dtype=np.int64))

    def _know(self, facts: Ints) -> None:
        self._facts = facts
        self.live: Ints = facts[0]
        self.longest: Ints = facts[1]
        self.shown: Ints = facts[2]
        self.hidden: Ints = facts[3]
        self.hidden_long: Ints = facts[4]
        self._shorter: Ints = facts[5]  # the next shorter ending that begins a word
        self._word: Ints = facts[6]  # the longest ending, the tail itself or a shorter one, that is a word
        self._node: Ints = facts[7]  # in the tree

    def after(self, tail: Ints, letter: Ints) -> Ints:
        """The tails with one more card, by the signs of letters."""
        at = tail * SIGNS + letter
        then: Ints = self._then.take(at)
        unknown = then < 0
        if unknown.any():
            with self._lock:
                self._find_some(at[unknown])
            then = self._then.take(at)
        return then

    def words_at(self, tail: Ints) -> Iterator[tuple[Ints, Ints]]:
        """The words that end with these tails, the longest of each, then the next: of which of these, and how many
        cards it has."""
        ending = self._word.take(tail)
        some = np.nonzero(ending)[0]
        ending = ending.take(some)
        while len(some):
            yield some, self.live.take(ending)
            ending = self._word.take(self._shorter.take(ending))
            more = np.nonzero(ending)[0]
            some, ending = some.take(more), ending.take(more)

    # ——— found out when somebody asks ———

    def _find_some(self, asked: Ints) -> None:
        """Find what is not known yet in these places of `_then`."""
        asked = asked[self._then.take(asked) == NOT_YET]
        marks = NOT_YET - 1 - np.arange(len(asked))
        self._then[asked] = marks
        once = asked[self._then.take(asked) == marks]
        self._then[once] = NOT_YET
        self._find(once)

    def _find(self, asked: Ints) -> None:
        """Find what cards make of tails: places of `_then`, all different."""
        tail, letter = np.divmod(asked, SIGNS)
        longer = np.nonzero(tail)[0]
        then = np.zeros(len(tail), dtype=np.int64)  # what the card makes of the next shorter ending
        if len(longer):
            shorter = self._shorter.take(tail.take(longer)) * SIGNS + letter.take(longer)
            if (self._then.take(shorter) == NOT_YET).any():
                self._find_some(shorter)
            then[longer] = self._then.take(shorter)
            still = self._then.take(asked) == NOT_YET  # some of them may be shorter endings of others
            asked, tail, letter, then = asked[still], tail[still], letter[still], then[still]
        child = self._tree.child(self._node.take(tail), letter)
        fresh = np.nonzero(child != NOWHERE)[0]
        numbers, then[fresh] = then.take(fresh), self.count + np.arange(len(fresh))
        self._add(tail.take(fresh), numbers, child.take(fresh))
        self._then[asked] = then

    def _add(self, before: Ints, shorter: Ints, node: Ints) -> None:
        """Note tails of one card more than those before, by what is left of them when they become shorter."""
        begin, end = self.count, self.count + len(before)
        while end > len(self.live):
            more = len(self.live)
            self._know(np.hstack([self._facts, np.zeros((len(self._facts), more), dtype=np.int64)]))
            self._then = np.concatenate([self._then, np.full(more * SIGNS, NOT_YET)])
        live = self.live.take(before) + 1
        is_word = self._tree.is_word(node) & (live >= SHORTEST_WORD)
        is_shown = self._tree.is_shown(node)
        is_hidden = is_word & ~is_shown
        self._facts[:, begin:end] = (
            live,
            np.where(is_word, live, self.longest.take(shorter)),
            np.where(is_word & is_shown, live, self.shown.take(shorter)),
            np.where(is_hidden, live, self.hidden.take(shorter)),
            np.where(is_hidden & (live >= LONG), live, self.hidden_long.take(shorter)),
            shorter,
            np.where(is_word, np.arange(begin, end), self._word.take(shorter)),
            node,
        )
        self.are_long |= bool(live.max(initial=0) >= LONG)
        self.count = end


_TAILS: WeakKeyDictionary[PrefixTree, WordTails] = WeakKeyDictionary()
_TAILS_SHOWN: WeakKeyDictionary[PrefixTree, WordTails] = WeakKeyDictionary()


def tails_of(tree: WordTree) -> WordTails:
    """The tails of a tree; where no words are added to its dictionary, those that are kept with that."""
    if not tree.is_plain:
        return WordTails(tree)
    kept = _TAILS_SHOWN if tree.only_shown else _TAILS
    tails = kept.get(tree.of_dictionary)
    if tails is None or tails.count > MOST_KEPT:
        tails = kept[tree.of_dictionary] = WordTails(tree)
    return tails
