"""The ends of rows that grow side by side, words (`word_tails.py`) and combinations (`rank_tails.py`) together.

All that the future of a row depends on is its end. What a card makes of it is found for the words and for the
combinations apart, so that a wild is asked for each letter and for each rank, and not for each of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_WORD
from companion.solvers.columns import NOTHING, is_nothing, put_together, taken
from companion.solvers.rank_tails import RankTails
from companion.solvers.word_tails import WordTails

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.growing import Piece
    from companion.solvers.prefix_tree import WordTree
    from companion.solvers.spellings import Flags, Ints

BARE_BITS = 16  # a row has less cards than that is room for
BARE = 1 << BARE_BITS


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
        return Ends(taken(word, which), taken(rank, which), taken(open_, which), taken(long, which))


def ends_together(parts: Iterable[Ends]) -> Ends:
    """All of them, in their order."""
    return Ends(*map(put_together, zip(*parts, strict=True)))


def no_cards(rows: int) -> Ends:
    """The ends of so many empty rows."""
    return Ends(*(NOTHING[:rows] for _ in Ends._fields))


class RowEnds:
    """The ends of rows in one game with one dictionary.

    A row may be laid bit by bit: a long word keeps the bonus it has earned before a longer one takes it in, and counted
    is no less than that can bring.
    """

    def __init__(self, scheme: Scheme, tree: WordTree, shortest_hidden: int | None = None) -> None:
        """For `shortest_hidden` see WordTails."""
        self.words = WordTails(scheme, tree, shortest_hidden)
        self._ranks = RankTails(scheme)
        self.pays_words, self._pays_ranks = scheme.pays_words, scheme.pays_combinations
        self._needs_words = scheme.needs_words
        self._whole = scheme.type == "wordcard"

    def signs(self, pieces: Sequence[Piece]) -> Ints:
        """What words read in them: the same number for those that are alike."""
        return np.array([self.words.sign(piece.letter, piece.value) for piece in pieces], dtype=np.int64)

    def ways(self, pieces: Sequence[Piece]) -> Ints:
        """What combinations see in them: the same number for those that are alike."""
        return np.array([self._ranks.way(piece.rank, piece.value) for piece in pieces], dtype=np.int64)

    def read(self, ends: Ends, row: Ints, sign: Ints) -> tuple[Ends, Ints, Ints | None]:
        """Of the rows with those numbers the ends with one more card as far as words go, and what these bring, where
        the row can still be good; with them where that is (None: everywhere)."""
        if not self.pays_words:
            return ends.of(row), NOTHING[: len(row)], None
        words = self.words
        before = taken(ends.word, row)
        word = words.after(before, sign)
        open_, may = self._needing(taken(ends.open_, row), word)
        if self._whole:
            is_one = words.live.take(word) == words.live.take(before) + 1
            may = is_one if may is None else may & is_one
        some = None
        if may is not None and not may.all():
            some = np.nonzero(may)[0]
            row, word, open_ = row.take(some), word.take(some), taken(open_, some)
        brought, long = words.brings.take(word), taken(ends.long, row)
        if words.are_long:
            live = words.live.take(word)
            if live.max(initial=0) >= LONG or long.any():
                long, bonus = _long_words(long, live, words.longest.take(word))
                brought = brought + bonus
        return Ends(word, taken(ends.rank, row), open_, long), brought, some

    def _needing(self, open_: Ints, word: Ints) -> tuple[Ints, Flags | None]:
        """The cards from the first that still needs a word, with one more card and those tails, and whether it can
        still get one (None: every row can)."""
        if not self._needs_words:
            return open_, None
        open_ = np.where(self.words.longest.take(word) > open_, 0, open_ + 1)
        return open_, open_ <= self.words.live.take(word)

    def rank(self, ends: Ends, way: Ints) -> tuple[Ends, Ints, Flags | None]:
        """The ends with one more card as far as combinations go, what these bring, and whether the row can still be
        good (None: every row can)."""
        if not self._pays_ranks:
            return ends, NOTHING[: len(way)], None
        rank, brought = self._ranks.after(ends.rank, way)
        return ends._replace(rank=rank), brought, rank >= 0

    def may_end(self, ends: Ends) -> Flags:
        """Whether rows may end so."""
        may: Flags = self._ranks.good.take(ends.rank)
        if not is_nothing(ends.open_):
            may &= ends.open_ == 0
        if self._whole:
            may &= self.words.longest.take(ends.word) == self.words.live.take(ends.word)
        return may

    def promise(self, ends: Ends) -> Ints:
        """How good ends look beyond what rows have brought: twice the points of the cards that begin a word."""
        points: Ints = 2 * self.words.points.take(ends.word)
        return points


class ShownEnds(RowEnds):
    """The ends of rows of which no word stands by itself that may not be shown: only inside longer ones that may.

    What of a row needs a word is beside `open_` the cards from the first of such a word on, by BARE more.
    """

    def __init__(self, scheme: Scheme, tree: WordTree) -> None:
        only_long = scheme.aim == "fewest" and not scheme.needs_words  # nothing else counts there
        super().__init__(scheme, tree, LONG if only_long else SHORTEST_WORD)

    def _needing(self, open_: Ints, word: Ints) -> tuple[Ints, Flags | None]:
        """See RowEnds."""
        bare, open_ = open_ >> BARE_BITS, open_ & (BARE - 1)
        open_, may = super()._needing(open_, word)
        bare = np.maximum(np.where(bare > 0, bare + 1, 0), self.words.hidden.take(word))
        bare = np.where(self.words.shown.take(word) >= bare, 0, bare)
        fits = bare <= self.words.live.take(word)
        return open_ + BARE * bare, fits if may is None else may & fits


def _long_words(long: Ints, live: Ints, longest: Ints) -> tuple[Ints, Ints]:
    """The long words that a longer one may still take in, and the bonus of the longest that ends here (W19)."""
    is_long = longest >= LONG
    inside = np.where(is_long, (1 << np.maximum(longest - LONG + 1, 0)) - 1, 0)
    long = long << 1
    bonus = np.where(is_long & ((long & inside) == 0), LONG_BONUS, 0)
    long = np.where(is_long, (long & ~inside) | (1 << np.maximum(longest - LONG, 0)), long)
    return long & ((1 << np.maximum(live - LONG + 1, 0)) - 1), bonus
