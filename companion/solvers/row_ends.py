"""The ends of rows that grow side by side, words (`word_tails.py`) and combinations (`rank_tails.py`) together.

All that the future of a row depends on is its end. What a card makes of it is found for the words and for the
combinations apart, so that a wild is asked for each letter and for each rank, and not for each of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_WORD
from companion.solvers.rank_tails import RankTails
from companion.solvers.word_tails import WordTails

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.growing import Piece
    from companion.solvers.prefix_tree import WordTree
    from companion.solvers.spellings import Flags, Ints

BARE = 2**16  # more cards than a row has


class Ends(NamedTuple):
    """Ends side by side: the tails of words and of combinations, the cards from the first that still needs a word, and
    the long words that a longer one may take in (a bit is one that began LONG or more cards ago)."""

    word: Ints
    rank: Ints
    open_: Ints
    long: Ints

    def of(self, which: Ints | Flags) -> Ends:
        """Some of them."""
        if which.dtype == np.bool_:
            which = np.nonzero(which)[0]
        word, rank, open_, long = self
        return Ends(word.take(which), rank.take(which), open_.take(which), long.take(which))


def no_cards(rows: int) -> Ends:
    """The ends of so many empty rows."""
    return Ends(*(np.zeros(rows, dtype=np.int64) for _ in Ends._fields))


class RowEnds:
    """The ends of rows in one game with one dictionary.

    A row may be laid bit by bit: a long word keeps the bonus it has earned before a longer one takes it in, and counted
    is no less than that can bring.
    """

    def __init__(self, scheme: Scheme, tree: WordTree, shortest_hidden: int | None = None) -> None:
        """For `shortest_hidden` see WordTails."""
        self.words = WordTails(scheme, tree, shortest_hidden)
        self._ranks = RankTails(scheme)
        self.pays_words = scheme.pays_words
        self._needs_words = scheme.needs_words
        self._whole = scheme.type == "wordcard"

    def signs(self, pieces: Sequence[Piece]) -> Ints:
        """What words read in them: the same number for those that are alike."""
        return np.array([self.words.sign(piece.letter, piece.value) for piece in pieces], dtype=np.int64)

    def ways(self, pieces: Sequence[Piece]) -> Ints:
        """What combinations see in them: the same number for those that are alike."""
        return np.array([self._ranks.way(piece.rank, piece.value) for piece in pieces], dtype=np.int64)

    def read(self, ends: Ends, sign: Ints) -> tuple[Ends, Ints, Flags]:
        """The ends with one more card as far as words go, what these bring, and whether the row can still be good."""
        if not self.pays_words:
            return ends, np.zeros(len(sign), dtype=np.int64), np.ones(len(sign), dtype=np.bool_)
        words = self.words
        word = words.after(ends.word, sign)
        live, brought, longest = words.live[word], words.brings[word], words.longest[word]
        may, open_ = np.ones(len(word), dtype=np.bool_), ends.open_
        if self._needs_words:
            open_ = np.where(longest > open_, 0, open_ + 1)
            may = open_ <= live
        if self._whole:
            may &= live == words.live[ends.word] + 1
        long = ends.long
        if live.max(initial=0) >= LONG or long.any():
            long, bonus = _long_words(long, live, longest)
            brought = brought + bonus
        return Ends(word, ends.rank, open_, long), brought, may

    def rank(self, ends: Ends, way: Ints) -> tuple[Ends, Ints, Flags]:
        """The same as far as combinations go."""
        rank, brought = self._ranks.after(ends.rank, way)
        return ends._replace(rank=rank), brought, rank >= 0

    def may_end(self, ends: Ends) -> Flags:
        """Whether rows may end so."""
        may: Flags = (ends.open_ == 0) & self._ranks.good[ends.rank]
        if self._whole:
            may &= self.words.longest[ends.word] == self.words.live[ends.word]
        return may

    def promise(self, ends: Ends) -> Ints:
        """How good ends look beyond what rows have brought: twice the points of the cards that begin a word."""
        points: Ints = 2 * self.words.points[ends.word]
        return points


class ShownEnds(RowEnds):
    """The ends of rows of which no word stands by itself that may not be shown: only inside longer ones that may.

    What of a row needs a word is beside `open_` the cards from the first of such a word on, by BARE more.
    """

    def __init__(self, scheme: Scheme, tree: WordTree) -> None:
        only_long = scheme.aim == "fewest" and not scheme.needs_words  # nothing else counts there
        super().__init__(scheme, tree, LONG if only_long else SHORTEST_WORD)

    def read(self, ends: Ends, sign: Ints) -> tuple[Ends, Ints, Flags]:
        """See RowEnds."""
        bare, open_ = np.divmod(ends.open_, BARE)
        then, brought, may = super().read(ends._replace(open_=open_), sign)
        if not self.pays_words:
            return then, brought, may
        bare = np.maximum(np.where(bare > 0, bare + 1, 0), self.words.hidden[then.word])
        bare = np.where(self.words.shown[then.word] >= bare, 0, bare)
        may = may & (bare <= self.words.live[then.word])
        return then._replace(open_=then.open_ + BARE * bare), brought, may


def _long_words(long: Ints, live: Ints, longest: Ints) -> tuple[Ints, Ints]:
    """The long words that a longer one may still take in, and the bonus of the longest that ends here (W19)."""
    is_long = longest >= LONG
    inside = np.where(is_long, (1 << np.maximum(longest - LONG + 1, 0)) - 1, 0)
    long = long << 1
    bonus = np.where(is_long & ((long & inside) == 0), LONG_BONUS, 0)
    long = np.where(is_long, (long & ~inside) | (1 << np.maximum(longest - LONG, 0)), long)
    return long & ((1 << np.maximum(live - LONG + 1, 0)) - 1), bonus
