"""What cards of a hand can be tagged on to the lines that lie on the table: all rows, and all lines, side by side (W7).

What goes before a line and what goes behind it have mostly nothing to do with each other: where a row is to its future
what the line is by itself, each is found alone, for every set of cards the best, and both are put together. Only rows
that a word or a combination goes through from end to end are followed from before the line to behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.solvers.abreast import NO_PIECE, Abreast, empty_rows, kept, together
from companion.solvers.card_sets import NONE
from companion.solvers.columns import alike
from companion.solvers.row_ends import ends_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.solvers.abreast import Kept, RowGrower
    from companion.solvers.hand_sets import HandSets
    from companion.solvers.row_ends import Ends
    from companion.solvers.spellings import Flags, Ints

FOLLOWED = 20_000  # fronts through lines at once
LOST = -1  # of a front with which the row cannot become good


class _Through(NamedTuple):
    """Fronts and lines: by both, to which of the `ends` they come (LOST: none), and what the line brings then."""

    ends: Ends
    at: Ints
    gain: Ints


class Tagging:
    """What can be tagged on to each line: `best` is by line and set of cards what that counts, less what was paid for
    the line; `is_whole` by hand whether nothing was overlooked in putting it together."""

    def __init__(
        self,
        grower: RowGrower,
        sets: HandSets,
        fronts: Sequence[Abreast],
        lines: Sequence[tuple[Sequence[str], int]],
        may_grow: Flags,
    ) -> None:
        """`fronts` are the rows of no card, of one card and so on, that may come to lie before a line, `lines` those
        that may be tagged on to, with what was paid for them; `may_grow` says by hand and line whether it may there."""
        self._grower, self._sets, self._may_grow = grower, sets, may_grow
        self._some = [grower.promising(rows) for rows in fronts]
        every = together([rows.of(some) for rows, some in zip(fronts, self._some, strict=True)])
        self._used, self._gain = every.used, every.gain
        self._lines = [[grower.lying[card] for card in cards] for cards, _ in lines]
        self._paid = np.array([paid for _, paid in lines], dtype=np.int64)
        self._through = self._follow(every.ends)
        self._alone = self._through.at[0]  # what lines come to by themselves, for the first front is empty
        self._before = self._only_before()
        self._behind: list[Kept] = []
        ended = self._ended(self._first_behind())
        self._only_behind, self._with_front = ended[::2], ended[1::2]
        self.is_whole: Flags = np.ones(len(sets.parts), dtype=np.bool_)
        self._apart = [self._put_together(line) for line in range(len(lines))]
        self.best = [self._best_on(line) for line in range(len(lines))]

    def way(self, line: int, number: int) -> tuple[int, int, list[int]]:
        """How the cards of that set bring the most on that line: step and place of the front, and the pieces behind."""
        gain = int(self.best[line][number] + self._paid[line])
        if self._apart[line][number] < gain:
            step, at = self._row(2 * line + 1, number, gain)
            behind = self._grower.laid(self._behind[1 : step + 1], at)
            for rows in reversed(self._behind[: step + 1]):
                at = int(rows.before[at])
            return (*self._front(at), behind)
        before, rest = self._sets.parted(number, gain, self._before[line], self._only_behind[line])
        fronts = self._is_as_alone(line) & (self._used == before)
        fronts &= self._gain + self._through.gain[:, line] == self._before[line][before]
        step, at = self._row(2 * line, rest, int(self._only_behind[line][rest]))
        behind = self._grower.laid(self._behind[1 : step + 1], at)
        return (*self._front(int(np.nonzero(fronts)[0][0])), behind)

    # ——— before the lines, and through them ———

    def _follow(self, ends: Ends) -> _Through:
        """Every front through every line, those that are the same to their future once."""
        fronts, front = alike(ends)
        found, known = [], 0
        at_once = max(FOLLOWED // len(fronts), 1)
        for first in range(0, len(self._lines), at_once):
            some = self._through_lines(ends.of(fronts), self._lines[first : first + at_once])
            at = np.where(some.at == LOST, LOST, some.at + known)
            found.append((some.ends, at.astype(np.int32)[front], some.gain.astype(np.int32)[front]))
            known += len(some.ends.word)
        every, ats, gains = zip(*found, strict=True)
        joined = ends_together(every)
        return _Through(joined, np.hstack(ats), np.hstack(gains))

    def _through_lines(self, ends: Ends, lines: Sequence[Sequence[int]]) -> _Through:
        """These ends of fronts through some lines."""
        count = len(lines)
        rows = empty_rows(np.tile(np.arange(count), len(ends.word)))
        rows = rows._replace(ends=ends.of(np.repeat(np.arange(len(ends.word)), count)))
        at, gain = np.arange(len(rows.line)), np.zeros(len(rows.line), dtype=np.int64)
        lengths = np.array([len(line) for line in lines])
        for place in range(int(lengths.max())):
            pieces = np.array([line[place] if place < len(line) else 0 for line in lines])
            goes_on = lengths[rows.line] > place
            some, ended = np.nonzero(goes_on)[0], rows.of(~goes_on)
            then, which = self._grower.onto(rows.of(some), pieces[rows.line[some]])
            to = np.full(len(rows.line), LOST)
            to[some[which]] = np.arange(len(which))
            to[~goes_on] = len(which) + np.arange(len(ended.line))
            at = np.append(to, LOST)[at]
            rows = together([then, ended])
            gain += np.append(rows.gain, 0)[at]
            one_of_each, same = alike((rows.line, *rows.ends))
            at = np.append(same, LOST)[at]
            rows = rows.of(one_of_each)
            rows.gain[:] = 0  # it is in the sums
        return _Through(rows.ends, at.reshape(-1, count), gain.reshape(-1, count))

    def _is_as_alone(self, line: int) -> Flags:
        """By front whether the row is to its future what the line is by itself."""
        same: Flags = (self._through.at[:, line] == self._alone[line]) & (self._alone[line] != LOST)
        return same

    def _only_before(self) -> list[Ints]:
        """By line and set what fronts bring with which the row is to its future what the line is by itself."""
        found = []
        for line in range(len(self._lines)):
            best, same = self._sets.nothing(), self._is_as_alone(line)
            np.maximum.at(best, self._used[same], (self._gain + self._through.gain[:, line])[same])
            found.append(best)
        return found

    def _front(self, at: int) -> tuple[int, int]:
        """Step and place of a front."""
        step = 0
        while at >= len(self._some[step]):
            at -= len(self._some[step])
            step += 1
        return step, int(self._some[step][at])

    # ——— behind the lines ———

    def _first_behind(self) -> Abreast:
        """What cards are laid behind: by twice the number of a line the line by itself, and by one more with a front
        with which it is something else to its future."""
        hand, alone = np.nonzero(self._may_grow & (self._alone != LOST))
        by_itself = empty_rows(2 * alone, self._sets.begins[hand])
        by_itself = by_itself._replace(ends=self._through.ends.of(self._alone[alone]))
        changes = (self._through.at != LOST) & (self._through.at != self._alone)
        front, line = np.nonzero(changes & self._may_grow[self._sets.owner[self._used]])
        rows = Abreast(
            self._used[front],
            2 * line + 1,
            self._gain[front] + self._through.gain[front, line],
            self._through.ends.of(self._through.at[front, line]),
            front,
            np.full(len(front), NO_PIECE),
        )
        return together([by_itself, self._grower.narrowed(self._grower.best(rows))])

    def _ended(self, rows: Abreast) -> Ints:
        """By what cards were laid behind, and by set, the most that rows count that may end there."""
        most = np.full((2 * len(self._lines), self._sets.count), NONE, dtype=np.int64)
        while len(rows.used):
            good = self._grower.ends.may_end(rows.ends)
            at = rows.line * self._sets.count + rows.used
            np.maximum.at(most.ravel(), at[good], rows.gain[good])
            self._behind.append(kept(rows, good))
            rows = self._grower.laying(rows)
        return most

    def _row(self, line: int, number: int, gain: int) -> tuple[int, int]:
        """Step and place of a row behind that uses that set and brings so much."""
        places = ((step, rows.first(line, number, gain)) for step, rows in enumerate(self._behind))
        return next((step, at) for step, at in places if at is not None)

    def _put_together(self, line: int) -> Ints:
        """What fronts and cards behind a line bring that have nothing to do with each other, by set."""
        best, are_whole = self._sets.joined(self._before[line], self._only_behind[line])
        self.is_whole &= are_whole
        return best

    def _best_on(self, line: int) -> Ints:
        """What can be tagged on to a line, by set."""
        best = np.maximum(self._apart[line], self._with_front[line])
        best[self._sets.begins] = NONE  # no card is none
        return np.where(best > NONE, best - self._paid[line], NONE)
