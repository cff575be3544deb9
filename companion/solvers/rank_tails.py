"""The combinations along rows that grow side by side: what of the end of a row can still matter to them.

A tail is the last rank, the combinations in progress, the points of the last cards where they may still count, and the
cards from the first that is in no combination yet. Only as much is found out as rows come to. Tail 0 is that of an
empty row, and where no combination counts that of every row.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_RUN, Scheme
from companion.solvers.spellings import distinct

if TYPE_CHECKING:
    from companion.games.wordcard.events import Aim, PlainType
    from companion.games.wordcard.notation import Rank
    from companion.solvers.spellings import Flags, Ints

NOT_YET, NEVER = -1, -2  # what a card makes of a tail: nobody has asked; nothing, for a card is left behind
ROOM = 64  # tails that there is room for at first
GAMES = 32  # of which the tails are kept
EQUAL, UP, DOWN = range(3)
LEAST = (2, SHORTEST_RUN, SHORTEST_RUN)  # cards of a combination


class RankTail(NamedTuple):
    """`lengths` are those of the cards of one rank, of the run up and of that down that end here, no longer than
    matters, and `whole` which of them is the whole row; `rank` None before the first card."""

    rank: int | None = None
    lengths: tuple[int, ...] = (0, 0, 0)
    whole: tuple[bool, ...] = (True, True, True)
    last: int = 0
    before: int = 0
    open_: int = 0


class RankTails:
    """The tails of one game; `good` says by tail whether a row may end so, as far as combinations go. More may be found
    out in several threads at once."""

    def __init__(self, scheme: Scheme) -> None:
        self._counts = scheme.pays_combinations
        self._factor = scheme.factor if scheme.aim == "most" else 0
        self._needed = scheme.needs_combinations
        self._whole = scheme.type == "wordcard"
        self._lock = Lock()
        self._ways: dict[tuple[int, int], int] = {}
        self._tails = [RankTail()]
        self._numbers = {self._tails[0]: 0}
        self._then: Ints = np.full((ROOM, 0), NOT_YET, dtype=np.int64)
        self._gain: Ints = np.zeros((ROOM, 0), dtype=np.int64)
        self.good: Flags = np.ones(ROOM, dtype=np.bool_)

    def way(self, rank: int, points: int) -> int:
        """The number of what cards show that are alike to combinations: a place in the ranks, and points."""
        shown = (rank, points if self._factor else 0) if self._counts else (0, 0)
        with self._lock:
            if shown not in self._ways:
                self._ways[shown] = len(self._ways)
                self._then = np.hstack([self._then, np.full((len(self._then), 1), NOT_YET)])
                self._gain = np.hstack([self._gain, np.zeros((len(self._gain), 1), dtype=np.int64)])
            return self._ways[shown]

    def after(self, tail: Ints, way: Ints) -> tuple[Ints, Ints]:
        """The tails with one more card, NEVER where the row cannot become good, and what that brings."""
        with self._lock:
            width = len(self._ways)
            at = tail * width + way
            then = self._then.ravel().take(at)
            unknown = then == NOT_YET
            if unknown.any():
                self._find(distinct(at[unknown]))
                then = self._then.ravel().take(at)
            return then, self._gain.ravel().take(at)

    def _find(self, asked: Ints) -> None:
        """Find what cards make of tails."""
        ways = list(self._ways)
        for code in asked.tolist():
            before, number = divmod(code, len(ways))
            then, gain = self._found(self._tails[before], *ways[number])
            self._then[before, number], self._gain[before, number] = then, gain

    def _found(self, before: RankTail, rank: int, points: int) -> tuple[int, int]:
        """The number of the tail with that card, and what it brings."""
        step = None if before.rank is None else rank - before.rank
        steps = [step == each for each in (0, 1, -1)]
        lengths = tuple(
            min(length + 1, LONG + 1) if goes_on else 1 for length, goes_on in zip(before.lengths, steps, strict=True)
        )
        whole = tuple(
            was and (goes_on or before.rank is None) for was, goes_on in zip(before.whole, steps, strict=True)
        )
        if self._whole and not any(whole):
            return NEVER, 0
        open_ = before.open_ + 1 if self._needed and not self._whole else 0
        if any(length >= least and length >= open_ for length, least in zip(lengths, LEAST, strict=True)):
            open_ = 0
        if open_ > max(lengths):
            return NEVER, 0
        gain = LONG_BONUS * lengths.count(LONG)
        tail = RankTail(rank, lengths, whole if self._whole else before.whole, 0, 0, open_)
        if self._factor:
            gain += self._factor * self._points(before, lengths, points)
            tail = tail._replace(last=points, before=before.last if 2 in lengths[UP:] else 0)  # of a run to be
        return self._number(tail), gain

    @staticmethod
    def _points(before: RankTail, lengths: tuple[int, ...], points: int) -> int:
        """What combinations grow by: all of one at first, then only the new card."""
        equal, *runs = lengths
        grown = points + before.last if equal == LEAST[EQUAL] else points * (equal > LEAST[EQUAL])
        for run in runs:
            grown += points + before.last + before.before if run == SHORTEST_RUN else points * (run > SHORTEST_RUN)
        return grown

    def _number(self, tail: RankTail) -> int:
        number = self._numbers.setdefault(tail, len(self._tails))
        if number == len(self._tails):
            self._tails.append(tail)
            if number == len(self._then):
                self._then = np.vstack([self._then, np.full_like(self._then, NOT_YET)])
                self._gain = np.vstack([self._gain, np.zeros_like(self._gain)])
                self.good = np.hstack([self.good, np.ones_like(self.good)])
            self.good[number] = not tail.open_ and (not self._whole or self._is_one(tail))
        return number

    @staticmethod
    def _is_one(tail: RankTail) -> bool:
        """Whether the whole row is one combination."""
        ends = zip(tail.lengths, LEAST, tail.whole, strict=True)
        return any(whole and length >= least for length, least, whole in ends)


@lru_cache(maxsize=GAMES)
def _tails_of(kind: PlainType, aim: Aim, values: tuple[tuple[Rank, int], ...]) -> RankTails:
    return RankTails(Scheme(kind, aim, dict(values)))


def rank_tails_of(scheme: Scheme) -> RankTails:
    """The tails of a game, as far as they have been found out already."""
    return _tails_of(scheme.type, scheme.aim, tuple(sorted(scheme.values.items())))
