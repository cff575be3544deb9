"""The combinations along a line that grows card by card, as far as the future depends on them: the other half of
`exact.py`.

Equal ranks and runs exclude each other: a card goes on with one of them, and what it adds depends on the last two cards
at most. Once a combination stands, each further card of it adds itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.games.wordcard.notation import RANKS, WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_RUN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.kinds import Kind
    from companion.games.wordcard.scoring import Scheme

EQUAL, UP, DOWN = 0, 1, -1  # the step from rank to rank within a combination
SHORTEST = {EQUAL: 2, UP: SHORTEST_RUN, DOWN: SHORTEST_RUN}


class RankEnd(NamedTuple):
    """The end of a line: its last rank, the step to it and how many cards go on so (no more than matter).

    `last` and `before` are the points of the last two cards where they may still count, `open_` the cards from the
    first without a combination, `whole` whether all of the line goes on so. `rank` None: nothing before matters.
    """

    rank: int | None = None
    step: int = EQUAL
    length: int = 0
    last: int = 0
    before: int = 0
    open_: int = 0
    whole: bool = True


class RankStep(NamedTuple):
    """One more card ranked: the row after it (by number), what combinations bring, the rank it has or stands for."""

    row: int
    gain: int
    rank: int


class Ranker:
    """Ranks cards one after the other in one game: what their combinations bring, and at most can bring still."""

    def __init__(self, kinds: Sequence[Kind], scheme: Scheme) -> None:
        self._kinds = kinds
        self._counts = scheme.pays_combinations
        self._factor = scheme.factor if scheme.aim == "most" else 0
        self._needed = scheme.needs_combinations
        self._whole = scheme.type == "wordcard"
        self._cards = sum(kind.count for kind in kinds)
        self._rows = [RankEnd()]
        self._numbers = {self._rows[0]: 0}
        self._known: dict[tuple[int, int], tuple[RankStep, ...]] = {}
        self._promises: dict[tuple[int, tuple[int, ...]], int] = {}

    def rank(self, row: int, kind: int) -> tuple[RankStep, ...]:
        """Every way to rank a card of that kind there from which the line can still become good."""
        known = self._known.get((row, kind))
        if known is None:
            known = self._known[row, kind] = tuple(self._ranks(self._rows[row], self._kinds[kind]))
        return known

    def good(self, row: int) -> bool:
        """Whether the line may end here, as far as combinations go."""
        return not self._needed or self._rows[row].open_ == 0

    def promise(self, row: int, left: tuple[int, ...]) -> int:
        """The most that combinations can bring still with so many cards left of each kind, words or no words.

        Other lines after this one bring no more than the same cards in this line.
        """
        if not self._counts:
            return 0
        known = self._promises.get((row, left))
        if known is not None:
            return known
        best = 0
        for kind, count in enumerate(left):
            if count:
                then = (*left[:kind], count - 1, *left[kind + 1 :])
                for after, gain, _ in self._onwards(row, kind):
                    best = max(best, gain + self.promise(after, then))
        self._promises[row, left] = best
        return best

    def _onwards(self, row: int, kind: int) -> Iterator[RankStep]:
        """The ways to go on, in this line or in a new one."""
        yield from self.rank(row, kind)
        if row and self._whole:
            yield from self.rank(0, kind)

    def _ranks(self, before: RankEnd, kind: Kind) -> Iterator[RankStep]:
        if not self._counts:
            yield RankStep(0, 0, -1)
            return
        ranks = range(len(RANKS)) if kind.card == WILD else (kind.rank,)
        seen = set()
        for rank in ranks:
            after = self._after(before, rank, kind.value)
            if after is None:
                continue
            row, gain = after
            if row not in seen:
                seen.add(row)
                yield RankStep(self._number(row), gain, rank)

    def _after(self, before: RankEnd, rank: int, value: int) -> tuple[RankEnd, int] | None:
        """The row with one more card and what that brings; None when a card is left behind without a combination."""
        step, length = EQUAL, 1
        if before.rank is not None and abs(rank - before.rank) <= 1:
            step = rank - before.rank
            length = before.length + 1 if step == before.step or before.length == 1 else 2
        whole = before.whole and (before.rank is None or length == before.length + 1)
        if self._whole and not whole:
            return None
        stands = length >= SHORTEST[step]
        open_ = before.open_ + 1 if self._needed else 0
        if stands and length >= open_:
            open_ = 0
        if open_ > max(length, 1):
            return None
        gain = self._brought(before, step, length, value)
        if whole and length == LONG:
            gain += LONG_BONUS
        return self._row(rank, step, length, value, before, open_, whole=whole), gain

    def _brought(self, before: RankEnd, step: int, length: int, value: int) -> int:
        least = SHORTEST[step]
        if length < least or length == 1:
            return 0
        if length > least:
            return self._factor * value
        earlier = before.last if step == EQUAL else before.last + before.before
        return self._factor * (value + earlier)

    def _row(
        self, rank: int, step: int, length: int, value: int, before: RankEnd, open_: int, *, whole: bool
    ) -> RankEnd:
        """The end of the line without what no longer matters."""
        whole = whole and (self._whole or self._cards >= LONG)
        if not self._factor:
            value = 0
        if not whole:
            length = min(length, SHORTEST[step])
            if not self._factor and not self._needed:
                return RankEnd(-LONG, whole=False)
        between = before.last if step != EQUAL and length == SHORTEST[step] - 1 else 0
        return RankEnd(rank, step, length, value, between, open_, whole)

    def _number(self, row: RankEnd) -> int:
        number = self._numbers.setdefault(row, len(self._rows))
        if number == len(self._rows):
            self._rows.append(row)
        return number
