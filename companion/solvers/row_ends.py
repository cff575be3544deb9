"""The ends of rows that grow side by side, words (`word_tails.py`) and combinations (`rank_tails.py`) together.

All that the future of a row depends on is its end. What a card makes of it is found for the words and for the
combinations apart, so that a wild is asked for each letter and for each rank, and not for each of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.scoring import LONG, LONG_BONUS
from companion.solvers.columns import NOTHING, is_nothing, put_together, taken
from companion.solvers.rank_tails import rank_tails_of
from companion.solvers.word_points import MOST_CARDS, WordPoints
from companion.solvers.word_tails import letter_sign, tails_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.growing import Piece
    from companion.solvers.prefix_tree import WordTree
    from companion.solvers.spellings import Flags, Ints

LETTER_BITS = 5
BARE_BITS = 16  # a row has less cards than that is room for
BARE = 1 << BARE_BITS


class Ends(NamedTuple):
    """Ends side by side: the tails of words and of combinations, the cards from the first that still needs a word, the
    long words that a longer one may take in (a bit is one that began LONG or more cards ago), and the points of the
    cards that begin a word where these count (packed, see WordPoints)."""

    word: Ints
    rank: Ints
    open_: Ints
    long: Ints
    points: Ints

    def of(self, which: Ints | Flags) -> Ends:
        """Some of them."""
        if which.dtype == np.bool_:
            which = np.nonzero(which)[0]
        word, rank, open_, long, points = self
        return Ends(
            taken(word, which), taken(rank, which), taken(open_, which), taken(long, which), taken(points, which)
        )


def ends_together(parts: Iterable[Ends]) -> Ends:
    """All of them, in their order."""
    return Ends(*map(put_together, zip(*parts, strict=True)))


def no_cards(rows: int) -> Ends:
    """The ends of so many empty rows."""
    return Ends(*(NOTHING[:rows] for _ in Ends._fields))


class RowEnds:
    """The ends of rows in one game with one dictionary.

    A row may be laid bit by bit: a long word keeps the bonus it has earned before a longer one takes it in, and counted
    is no less than that can bring. `are_all_counted` says whether all points were, as they are where no word is longer
    than there is room for its points; `forbid_words`, whether there are words that may not stand in a row.
    """

    forbid_words = False

    def __init__(self, scheme: Scheme, tree: WordTree) -> None:
        self.words = tails_of(tree)
        self._points = WordPoints()
        self._factor = scheme.factor if scheme.aim == "most" else 0
        self.are_all_counted = True
        self._ranks = rank_tails_of(scheme)
        self.pays_words, self._pays_ranks = scheme.pays_words, scheme.pays_combinations
        self._needs_words = scheme.needs_words
        self._whole = scheme.type == "wordcard"

    def signs(self, pieces: Sequence[Piece]) -> Ints:
        """What words read in them: the same number for those that are alike."""
        codes = [self._points.code(piece.value if self._factor else 0) for piece in pieces]
        letters = [letter_sign(piece.letter) for piece in pieces]
        signs = [letter | code << LETTER_BITS for letter, code in zip(letters, codes, strict=True)]
        return np.array(signs, dtype=np.int64)

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
        word = words.after(before, sign & (1 << LETTER_BITS) - 1)
        open_, may = self._needing(taken(ends.open_, row), word)
        if self._whole:
            is_one = words.live.take(word) == words.live.take(before) + 1
            may = is_one if may is None else may & is_one
        some = None
        if may is not None and not may.all():
            some = np.nonzero(may)[0]
            row, word, open_, sign = row.take(some), word.take(some), taken(open_, some), sign.take(some)
        long, points, brought = taken(ends.long, row), NOTHING[: len(row)], NOTHING[: len(row)]
        if self._factor:
            points = self._points.with_one(taken(ends.points, row), sign >> LETTER_BITS, words.live.take(word))
            brought = self._brought(word, points)
        if words.are_long:
            live = words.live.take(word)
            if live.max(initial=0) >= LONG or long.any():
                long, bonus = _long_words(long, live, words.longest.take(word))
                brought = brought + bonus
                self.are_all_counted &= not self._factor or bool(live.max(initial=0) <= MOST_CARDS)
        return Ends(word, taken(ends.rank, row), open_, long, points), brought, some

    def _brought(self, word: Ints, points: Ints) -> Ints:
        """What the words bring that end with those tails of so many points."""
        brought = np.zeros(len(word), dtype=np.int64)
        for some, cards in self.words.words_at(word):
            brought[some] += self._factor * self._points.of_last(points.take(some), cards)
        return brought

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

    def promise(self, ends: Ends, some: Ints) -> Ints:
        """How good some of the ends look beyond what rows have brought: twice the points of the cards that begin a
        word."""
        return 2 * self._points.of_all(ends.points.take(some)) if self._factor else NOTHING[: len(some)]


class ShownEnds(RowEnds):
    """The ends of rows of which no word stands by itself that may not be shown: only inside longer ones that may.

    What of a row needs a word is beside `open_` the cards from the first of such a word on, by BARE more.
    """

    forbid_words = True

    def __init__(self, scheme: Scheme, tree: WordTree) -> None:
        only_long = scheme.aim == "fewest" and not scheme.needs_words  # nothing else counts there
        super().__init__(scheme, tree)
        self._only_long = only_long

    def _needing(self, open_: Ints, word: Ints) -> tuple[Ints, Flags | None]:
        """See RowEnds."""
        bare, open_ = open_ >> BARE_BITS, open_ & (BARE - 1)
        open_, may = super()._needing(open_, word)
        hidden = self.words.hidden_long if self._only_long else self.words.hidden
        bare = np.maximum(np.where(bare > 0, bare + 1, 0), hidden.take(word))
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
