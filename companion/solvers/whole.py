"""The very best of up to eight cards where every line must be one word over its full length.

For a given order of cards, what its wilds stand for is found apart for letters and ranks, as in `exact.py`. Here the
orders themselves are gone through, for there are few from which a word can still come, and the best line of every set
of cards is kept. At the end lines are put together that use no card twice.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.wordcard.reading import WordReader
from companion.solvers.ranking import Ranker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.solvers.problem import LaidLine, Problem, Used


class _Half(NamedTuple):
    """A way to read or rank the cards of a line: what it brings, and what each card stands for in it."""

    gain: int
    faces: tuple[Any, ...]  # letters, or places in the ranks


_Halves = dict[int, _Half]  # by reading, or by row


class WholeSearch:
    """The search over one hand in one game; `best` and `gain` are what it has found so far."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._reader = WordReader(
            problem.kinds, problem.scheme, problem.words, only_whole=problem.only_whole, hidden=problem.hidden
        )
        self._ranker = Ranker(problem.kinds, problem.scheme)
        self._finished: dict[Used, tuple[int, LaidLine]] = {}
        self.best: tuple[LaidLine, ...] = ()
        self.gain = 0

    def run(self) -> None:
        """Go through all orders of cards, then put the best lines together."""
        start: _Halves = {0: _Half(0, ())}
        try:
            self._grow(self._problem.nothing(), (), start, start)
        finally:
            self._put_together()

    def _grow(self, used: Used, order: tuple[int, ...], readings: _Halves, rows: _Halves) -> None:
        """Every kind of card that is left put at the end of the line."""
        for kind, then_used in self._problem.onward(used):
            self._problem.step()
            then_rows = _onward(rows, kind, self._ranker.rank)
            then_readings = _onward(readings, kind, self._reader.read) if then_rows else {}
            if then_readings:
                then_order = (*order, kind)
                self._finish(then_used, then_order, then_readings, then_rows)
                self._grow(then_used, then_order, then_readings, then_rows)

    def _finish(self, used: Used, order: tuple[int, ...], readings: _Halves, rows: _Halves) -> None:
        """Keep the line if it is good and the best with these cards."""
        good_readings = [half for reading, half in readings.items() if self._reader.good(reading)]
        good_rows = [half for row, half in rows.items() if self._ranker.good(row)]
        if not good_readings or not good_rows:
            return
        read, ranked = (max(halves, key=lambda half: half.gain) for halves in (good_readings, good_rows))
        gain = self._problem.worth_of(used) + read.gain + ranked.gain
        if used not in self._finished or gain > self._finished[used][0]:
            line = tuple(map(self._problem.laid, order, read.faces, ranked.faces))
            self._finished[used] = gain, line

    def _put_together(self) -> None:
        """The best lines that together use no card twice."""
        problem = self._problem
        best: dict[Used, tuple[int, tuple[LaidLine, ...]]] = {problem.nothing(): (0, ())}
        for used in product(*(range(count + 1) for count in problem.counts)):  # parts come before the whole
            for last, (more, line) in self._finished.items():
                before = tuple(map(int.__sub__, used, last))
                if before in best and (used not in best or best[before][0] + more > best[used][0]):
                    best[used] = best[before][0] + more, (*best[before][1], line)
        for used, (gain, lines) in best.items():
            if lines and problem.enough(used) and problem.total(used, gain) > self.gain:
                self.gain, self.best = problem.total(used, gain), lines


def _onward(halves: _Halves, kind: int, ways: Callable[[int, int], Sequence[tuple[int, int, Any]]]) -> _Halves:
    """The halves with one more card of that kind: of those that come to the same, the best."""
    then: _Halves = {}
    for at, half in halves.items():
        for to, gain, face in ways(at, kind):
            brought = half.gain + gain
            if to not in then or brought > then[to].gain:
                then[to] = _Half(brought, (*half.faces, face))
    return then
