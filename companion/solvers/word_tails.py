"""The words along rows that grow side by side: what of the end of a row can still matter to them.

A tail is the longest ending of a row that begins a word, by its letters and, where words pay by their cards, the points
of these: so it knows what all words that end with it bring. Tails are an automaton (Aho and Corasick, 1975) of which
only as much is found out as rows come to. Tail 0 is the empty one: no word is begun.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.games.wordcard.scoring import LONG, SHORTEST_WORD
from companion.solvers.prefix_tree import NOWHERE, A

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
    longest has that may be shown and that may not, where these are told apart. `are_long` says whether any has LONG
    cards.
    """

    def __init__(self, scheme: Scheme, tree: WordTree, shortest_hidden: int | None = None) -> None:
        """`shortest_hidden`: words of so many letters or more that may not be shown are told apart (None: none are)."""
        self._tree = tree
        self._shortest_hidden = shortest_hidden
        self._factor = scheme.factor if scheme.aim == "most" else 0
        self._signs: dict[tuple[str, int], int] = {}
        self._count = 1
        self.are_long = False
        self._letters: Ints = np.zeros(0, dtype=np.int64)
        self._values: Ints = np.zeros(0, dtype=np.int64)
        self._then: Ints = np.full((ROOM, 0), NOT_YET, dtype=np.int64)
        self._know(np.zeros((8, ROOM), dtype=np.int64))

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
            then = np.full((len(self._then), len(self._signs)), NOT_YET)
            then[:, :-1] = self._then
            self._then = then
        return self._signs[shown]

    def after(self, tail: Ints, sign: Ints) -> Ints:
        """The tails with one more card."""
        at = tail * len(self._signs) + sign
        then: Ints = self._then.ravel().take(at)
        unknown = then == NOT_YET
        if unknown.any():
            self._find(self._distinct(at[unknown]))
            then = self._then.ravel().take(at)
        return then

    def _distinct(self, asked: Ints) -> Ints:
        """Each of these places of `_then`, where nothing is known yet, once."""
        then = self._then.ravel()
        marks = NOT_YET - 1 - np.arange(len(asked))
        then[asked] = marks
        found: Ints = asked[then.take(asked) == marks]
        then[found] = NOT_YET
        return found

    def _find(self, asked: Ints) -> None:
        """Find what these cards make of those tails: places of `_then`, all different."""
        tail, sign = np.divmod(asked, len(self._signs))
        longer = np.nonzero(tail > 0)[0]
        without = np.zeros(len(tail), dtype=np.int64)  # what the card makes of the next shorter ending
        if len(longer):
            without[longer] = self.after(self._shorter.take(tail.take(longer)), sign.take(longer))
            still = self._then.ravel().take(asked) == NOT_YET  # some of them may be shorter endings of others
            if not still.all():
                asked, tail, sign, without = asked[still], tail[still], sign[still], without[still]
        child = self._tree.child(self._node.take(tail), self._letters.take(sign))
        fresh = np.nonzero(child != NOWHERE)[0]
        without[fresh], shorter = self._count + np.arange(len(fresh)), without.take(fresh)
        self._then.ravel()[asked] = without
        self._add(tail.take(fresh), sign.take(fresh), shorter, child.take(fresh))

    def _add(self, before: Ints, sign: Ints, shorter: Ints, node: Ints) -> None:
        """Note tails of one card more than those before."""
        begin, self._count = self._count, self._count + len(before)
        while self._count > len(self._then):
            more = len(self._then) // 2
            self._know(np.hstack([self._facts, np.zeros((len(self._facts), more), dtype=np.int64)]))
            self._then = np.vstack([self._then, np.full((more, self._then.shape[1]), NOT_YET, dtype=np.int64)])
        live = self.live.take(before) + 1
        points = self.points.take(before) + self._values.take(sign)
        self.are_long |= bool(live.max(initial=0) >= LONG)
        fresh = slice(begin, self._count)
        self._facts[4:6, fresh] = shorter, node
        is_word = self._tree.is_word(node) & (live >= SHORTEST_WORD)
        brings = self.brings.take(shorter) + np.where(is_word, self._factor * points, 0)
        longest = np.where(is_word, live, self.longest.take(shorter))
        self._facts[:4, fresh] = live, brings, longest, points
        if self._shortest_hidden is not None:
            is_shown = self._tree.is_shown(node)
            is_hidden = is_word & ~is_shown & (live >= self._shortest_hidden)
            self.shown[fresh] = np.where(is_word & is_shown, live, self.shown.take(shorter))
            self.hidden[fresh] = np.where(is_hidden, live, self.hidden.take(shorter))
