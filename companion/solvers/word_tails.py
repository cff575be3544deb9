"""The words along rows that grow side by side: what of the end of a row can still matter to them.

A tail is the longest ending of a row that begins a word, by its letters and, where words pay by their cards, the points
of these: so it knows what all words that end with it bring. Tails are an automaton (Aho and Corasick, 1975) of which
only as much is found out as rows come to. Tail 0 is the empty one: no word is begun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.games.wordcard.scoring import SHORTEST_WORD
from companion.solvers.prefix_tree import NOWHERE, A
from companion.solvers.spellings import distinct

if TYPE_CHECKING:
    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.prefix_tree import WordTree
    from companion.solvers.spellings import Ints

NOT_YET = -1  # what a card makes of a tail, before somebody asks
ROOM = 1024  # tails that there is room for at first
BLANK = 26  # the letter of a card that shows none


class WordTails:
    """The tails of one game with one dictionary.

    By tail: `live` is how many cards it has, `brings` what the words that end with it bring by their cards, `longest`
    how many cards the longest of them has, and `points` those of all its cards. `shown` and `hidden` are how many the
    longest has that may be shown and that may not, where these are told apart.
    """

    def __init__(self, scheme: Scheme, tree: WordTree, shortest_hidden: int | None = None) -> None:
        """`shortest_hidden`: words of so many letters or more that may not be shown are told apart (None: none are)."""
        self._tree = tree
        self._shortest_hidden = shortest_hidden
        self._factor = scheme.factor if scheme.aim == "most" else 0
        self._signs: dict[tuple[str, int], int] = {}
        self._count = 1
        self._letters: Ints = np.zeros(0, dtype=np.int64)
        self._values: Ints = np.zeros(0, dtype=np.int64)
        self._then: Ints = np.full((ROOM, 0), NOT_YET, dtype=np.int32)
        self._know(np.zeros((8, ROOM), dtype=np.int32))

    def _know(self, facts: Ints) -> None:
        self._facts = facts
        self.live: Ints = facts[0]
        self.brings: Ints = facts[1]
        self.longest: Ints = facts[2]
        self.points: Ints = facts[3]
        self._shorter: Ints = facts[4]  # the next shorter ending that begins a word
        self._node: Ints = facts[5]  # in the tree
        self.shown: Ints = facts[6]
        self.hidden: Ints = facts[7]

    def sign(self, letter: str, points: int) -> int:
        """The number of what cards show that are alike to words: a letter, a blank for none, and points."""
        shown = letter, points if self._factor else 0
        if shown not in self._signs:
            self._signs[shown] = len(self._signs)
            self._letters = np.append(self._letters, ord(letter) - A if letter != " " else BLANK)
            self._values = np.append(self._values, points if self._factor else 0)
            self._then = np.hstack([self._then, np.full((len(self._then), 1), NOT_YET, dtype=np.int32)])
        return self._signs[shown]

    def after(self, tail: Ints, sign: Ints) -> Ints:
        """The tails with one more card."""
        at = tail * len(self._signs) + sign
        then: Ints = self._then.ravel().take(at)
        unknown = then == NOT_YET
        if unknown.any():
            self._find(*np.divmod(distinct(at[unknown]), len(self._signs)))
            then = self._then.ravel().take(at)
        return then

    def _find(self, tail: Ints, sign: Ints) -> None:
        """Find what each of these cards, all different, makes of those tails."""
        longer = tail > 0
        without = np.zeros(len(tail), dtype=np.int32)  # what the card makes of the next shorter ending
        without[longer] = self.after(self._shorter[tail[longer]], sign[longer])
        still = self._then[tail, sign] == NOT_YET  # some of them may be shorter endings of others
        tail, sign, without = tail[still], sign[still], without[still]
        child = self._tree.child(self._node[tail], self._letters[sign])
        fresh = child != NOWHERE
        numbers = self._count + np.cumsum(fresh) - 1
        self._then[tail, sign] = np.where(fresh, numbers, without)
        self._add(tail[fresh], sign[fresh], without[fresh], child[fresh])

    def _add(self, before: Ints, sign: Ints, shorter: Ints, node: Ints) -> None:
        """Note tails of one card more than those before."""
        begin, self._count = self._count, self._count + len(before)
        while self._count > len(self._then):
            more = len(self._then) // 2
            self._know(np.hstack([self._facts, np.zeros((len(self._facts), more), dtype=np.int32)]))
            self._then = np.vstack([self._then, np.full((more, self._then.shape[1]), NOT_YET, dtype=np.int32)])
        live = self.live[before] + 1
        points = self.points[before] + self._values[sign]
        fresh = slice(begin, self._count)
        self._facts[4:6, fresh] = shorter, node
        is_word = self._tree.is_word(node) & (live >= SHORTEST_WORD)
        brings = self.brings[shorter] + np.where(is_word, self._factor * points, 0)
        longest = np.where(is_word, live, self.longest[shorter])
        self._facts[:4, fresh] = live, brings, longest, points
        if self._shortest_hidden is not None:
            is_shown = self._tree.is_shown(node)
            is_hidden = is_word & ~is_shown & (live >= self._shortest_hidden)
            self.shown[fresh] = np.where(is_word & is_shown, live, self.shown[shorter])
            self.hidden[fresh] = np.where(is_hidden, live, self.hidden[shorter])
