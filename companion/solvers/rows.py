"""The combinations along a line that grows card by card, as tables: the ranks' half of `joint.py`.

A row is all that the future depends on: the last rank, the step to it, how many cards go on so, the points of the last
cards where they may still count, and the cards from the first that is in no combination yet. There are a few hundred at
most, so that what each card makes of each is written down once. For a bound the rank that a wild stands for can be
left open: a choice is all rows that a line may be.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.games.wordcard.notation import RANKS, WILD
from companion.games.wordcard.scoring import LONG, LONG_BONUS, SHORTEST_RUN
from companion.solvers.spellings import distinct, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.wordcard.kinds import Kind
    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.spellings import Flags, Ints

EQUAL = 0  # the step of cards of one rank; 1 and -1 are runs
SHORTEST = {EQUAL: 2, 1: SHORTEST_RUN, -1: SHORTEST_RUN}
NEVER, UNKNOWN = -1, -2
FAR = 100_000  # more than any line brings


class _Row(NamedTuple):
    """The end of a line; `rank` None before the first card."""

    rank: int | None = None
    step: int = EQUAL
    length: int = 0
    last: int = 0
    before: int = 0
    open_: int = 0


class _Ranked(NamedTuple):
    """A card as it is ranked: the rank it has or stands for, and its points."""

    rank: int
    value: int


class RankRows:
    """What each card makes of each row in one game: `then` (NEVER where the line cannot become good) and `gain`.

    `moves` are by kind the ways to rank one of its cards, by number; `ranks` what rank each way means (-1: none).
    `loose` rows are fewer, and bring no less: they do not count how long a combination is, and are paid for each
    further card of it a share of the bonus for a long one; `credit` is what by that they are ahead of each row.
    """

    def __init__(self, kinds: Sequence[Kind], scheme: Scheme, *, loose: bool = False) -> None:
        self._pays = scheme.aim == "most"
        self._loose = loose
        self._share = _shares(kinds)
        self._needed = scheme.needs_combinations
        ways: dict[_Ranked, int] = {}
        self.moves: list[list[int]] = []
        for kind in kinds:
            ranks = (range(len(RANKS)) if kind.card == WILD else [kind.rank]) if scheme.pays_combinations else [-1]
            self.moves.append([ways.setdefault(_Ranked(rank, kind.value), len(ways)) for rank in ranks])
        self.ranks = [way.rank for way in ways]
        self._tabulate(list(ways), counted=scheme.pays_combinations)
        self.behind = self._compared() if any(len(moves) > 1 for moves in self.moves) else None
        self._list_onward()

    def onward(self, row: Ints, kind: Ints) -> tuple[Ints, Ints, Ints]:
        """What rows become with one more card of those kinds: which of them, the row, and what that brings.

        A wild in every way that may come to be the best; what cannot become good is left out.
        """
        code = row * len(self.moves) + kind
        counts = self._counts[code]
        at = spread(self._starts[code], counts)
        return np.repeat(np.arange(len(code)), counts), self._to[at], self._brings[at]

    def ranks_of(self, kinds: Sequence[int]) -> list[int]:
        """The rank that each card of a good line has or stands for where its combinations bring the most."""
        best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for kind in kinds:
            then: dict[int, tuple[int, tuple[int, ...]]] = {}
            for row, (gain, moves) in best.items():
                for move in self.moves[kind]:
                    to, brought = int(self.then[row, move]), gain + int(self.gain[row, move])
                    if to != NEVER and (to not in then or brought > then[to][0]):
                        then[to] = brought, (*moves, move)
            best = then
        _, moves = max((way for row, way in best.items() if self.good[row]), key=lambda way: way[0])
        return [self.ranks[move] for move in moves]

    def _tabulate(self, ways: Sequence[_Ranked], *, counted: bool) -> None:
        """Find all rows there are, from the empty one on."""
        rows, numbers = [_Row()], {_Row(): 0}
        then: list[list[int]] = []
        gain: list[list[int]] = []
        for row in rows:  # which grows meanwhile
            to, brought = [NEVER] * len(ways), [0] * len(ways)
            for number, way in enumerate(ways):
                after = self._after(row, way) if counted else (row, 0)
                if after is not None:
                    if after[0] not in numbers:
                        numbers[after[0]] = len(rows)
                        rows.append(after[0])
                    to[number], brought[number] = numbers[after[0]], after[1]
            then.append(to)
            gain.append(brought)
        self.count = len(rows)
        self.then: Ints = np.array(then, dtype=np.int64)
        self.gain: Ints = np.array(gain, dtype=np.int64)
        self.good: Flags = np.array([row.open_ == 0 for row in rows], dtype=np.bool_)
        self.credit: Ints = np.array([self._credit(row) for row in rows], dtype=np.int64)

    def _credit(self, row: _Row) -> int:
        """What loose rows have been paid towards the bonus for a long combination that is not one yet."""
        further = row.length - SHORTEST[row.step]
        return self._share[row.step] * further if further > 0 and row.length < LONG else 0

    def _after(self, before: _Row, way: _Ranked) -> tuple[_Row, int] | None:
        """The row with one more card and what that brings; None when a card is left behind without a combination."""
        step, length = EQUAL, 1
        if before.rank is not None and abs(way.rank - before.rank) <= 1:
            step = way.rank - before.rank
            length = before.length + 1 if step == before.step or before.length == 1 else 2
        least = SHORTEST[step]
        open_ = before.open_ + 1 if self._needed else 0
        if least <= length >= open_:
            open_ = 0
        if open_ > length:
            return None
        gain = self._brought(before, step, length, way.value) if self._pays else 0
        if self._loose:
            gain += self._share[step] if length > least else 0
            length = min(length, least)
        elif length == LONG:
            gain += LONG_BONUS
        last = way.value if self._pays else 0
        between = before.last if step != EQUAL and length == SHORTEST_RUN - 1 else 0
        return _Row(way.rank, step, min(length, LONG + (step == EQUAL)), last, between, open_), gain

    def _brought(self, before: _Row, step: int, length: int, value: int) -> int:
        least = SHORTEST[step]
        if length < least or length == 1:
            return 0
        if length > least:
            return value
        return value + before.last + (0 if step == EQUAL else before.before)

    def _list_onward(self) -> None:
        """Every way on from each row with each kind, those that another outdoes left out."""
        parts = []
        for kind, moves in enumerate(self.moves):
            to, gain = self.then[:, moves], self.gain[:, moves]
            kept = to != NEVER
            if self.behind is not None and len(moves) > 1:
                ahead = (
                    gain[:, np.newaxis, :]
                    - gain[:, :, np.newaxis]
                    - self.behind[to[:, np.newaxis, :], to[:, :, np.newaxis]]
                )
                ahead = np.where(kept[:, np.newaxis, :], ahead, -FAR)  # by row, way, and the other by which it is
                back = ahead.transpose(0, 2, 1)
                first = np.tri(len(moves), k=-1, dtype=np.bool_)  # of those that come to the same
                kept &= ~((ahead > 0) | ((ahead == 0) & (first | (back < 0)))).any(axis=2)
            row, way = np.nonzero(kept)
            parts.append((row * len(self.moves) + kind, to[row, way], gain[row, way]))
        code, to, gain = (np.concatenate(part) for part in zip(*parts, strict=True))
        order = np.argsort(code, kind="stable")
        self._to, self._brings = to[order], gain[order]
        self._counts: Ints = np.bincount(code, minlength=self.count * len(self.moves))
        self._starts: Ints = np.cumsum(self._counts) - self._counts

    def _compared(self) -> Ints:
        """By two rows how much more than the first the second can still bring, whatever cards come.

        FAR where the second can become good with cards with which the first cannot.
        """
        never = self.count  # a row more: of a line that cannot become good
        then = np.vstack([np.where(self.then == NEVER, never, self.then), np.full(len(self.ranks), never)])
        gain = np.vstack([self.gain, np.zeros(len(self.ranks), dtype=np.int64)]).astype(np.int32)
        good = np.array([*self.good, False])
        at_end = np.where(good, np.where(good[:, np.newaxis], 0, FAR), -FAR).astype(np.int32)
        behind, before = at_end, None
        while before is None or (behind != before).any():
            before, behind = behind, at_end
            for to, brought in zip(then.T, gain.T, strict=True):
                further = before.take(to, axis=0).take(to, axis=1)
                further += brought
                further -= brought[:, np.newaxis]
                behind = np.maximum(behind, further)
            behind = np.where(2 * abs(behind) > FAR, np.sign(behind) * FAR, behind)
        return behind[:never, :never].astype(np.int64)


def _shares(kinds: Sequence[Kind]) -> dict[int, int]:
    """By step what each further card of a combination must be paid so that a long one comes to its bonus."""
    wilds = sum(kind.count for kind in kinds if kind.card == WILD)
    of_rank = Counter[int]()
    for kind in kinds:
        of_rank[kind.rank] += kind.count if kind.card != WILD else 0
    most = {EQUAL: max(of_rank.values()) + wilds, 1: sum(count > 0 for count in of_rank.values()) + wilds}
    most[-1] = most[1]
    return {step: -(-LONG_BONUS // (LONG - SHORTEST[step])) if most[step] >= LONG else 0 for step in SHORTEST}


class RankChoices:
    """What the rows of a line with wilds in it can be at best, by number: the rows that it may be, as if it could still
    be each of them and had been paid as the best of them.

    0 is the empty line's. Worked out as they are asked for.
    """

    def __init__(self, rows: RankRows) -> None:
        self._rows = rows
        self._choices: list[tuple[int, ...]] = [(0,)]
        self._numbers = {self._choices[0]: 0}
        self._then: Ints = np.full((1, len(rows.moves)), UNKNOWN, dtype=np.int64)
        self._gain: Ints = np.zeros_like(self._then)

    def after(self, choice: Ints, kind: Ints) -> tuple[Ints, Ints]:
        """The choices with one more card of those kinds (NEVER where none can become good), and what that brings."""
        unknown = self._then[choice, kind] == UNKNOWN
        kinds = self._then.shape[1]
        for code in distinct(choice[unknown] * kinds + kind[unknown]).tolist():
            self._find(*divmod(code, kinds))
        return self._then[choice, kind], self._gain[choice, kind]

    def good(self) -> Flags:
        """By choice whether the line may end there, as far as combinations go."""
        return np.array([self._rows.good[list(choice)].any() for choice in self._choices], dtype=np.bool_)

    def _find(self, choice: int, kind: int) -> None:
        rows = np.array(self._choices[choice], dtype=np.int64)
        _, to, gain = self._rows.onward(rows, np.full(len(rows), kind))
        if not len(to):
            self._then[choice, kind] = NEVER
            return
        kept = distinct(to)
        behind = self._rows.behind
        if behind is not None and len(kept) > 1:
            among = behind[kept][:, kept]  # by row, and the other that it is no worse than
            worse = (among <= 0) & ~((among.T <= 0) & np.tri(len(kept), dtype=np.bool_))
            kept = kept[~worse.any(axis=0)]
        number = self._number(tuple(kept.tolist()))  # which may make room for more
        self._then[choice, kind], self._gain[choice, kind] = number, gain.max()

    def _number(self, choice: tuple[int, ...]) -> int:
        number = self._numbers.setdefault(choice, len(self._choices))
        if number == len(self._choices):
            self._choices.append(choice)
            if len(self._then) < len(self._choices):
                self._then = np.vstack([self._then, np.full_like(self._then, UNKNOWN)])
                self._gain = np.vstack([self._gain, np.zeros_like(self._gain)])
        return number
