"""The very best of up to eight cards, wilds and all, where lines may hold several words: no better can exist.

Words go by letters and combinations by ranks, and a wild stands for any letter beside any rank: for a given order of
cards the two halves (`reading.py`, `ranking.py`) are therefore grown apart and only their gains added. The search goes
card by card, keeps the best way to each pair of halves with the same cards used, and drops what cannot become better
than the best known, since each half knows what it can bring at most. Some narrow passes first find that best.

With at most eight cards one line is never worse than several: put behind each other they are good too, and hold every
word and combination they had. Only where words may not be shown can two lines be better, for a hidden one may arise at
the seam; then a line that is good may end and another begin. (Where each line must be one word, see `whole.py`.)
"""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from companion.games.wordcard.reading import WordReader
from companion.solvers.ranking import Ranker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from companion.solvers.problem import CardInLine, LaidLine, Problem, Used

FaceT = TypeVar("FaceT")

CUT = -1  # for a kind of card: a line ends here and another begins
PASSES = (20, 500, None)  # how many ways are kept after each card in each pass; None: all that could be better


class _Node(NamedTuple):
    """The cards used of each kind, the reading and the row (by their numbers)."""

    used: Used
    reading: int
    row: int


class _Way(NamedTuple):
    """The best way to a node so far: what it has brought, will have brought at most, and the last card as laid."""

    gain: int
    at_most: int
    before: _Node
    kind: int
    letter: str
    rank: int


_Ways = dict[_Node, _Way]


class _Step(NamedTuple, Generic[FaceT]):
    """A step of one half: what it brings now and later at most, what now, where it leads, what the card is to it."""

    at_most: int
    gain: int
    to: int
    face: FaceT


class _Half(Generic[FaceT]):
    """One half's steps, remembered: the reading's, whose faces are letters, or the row's, whose faces are ranks."""

    def __init__(
        self,
        problem: Problem,
        ways: Callable[[int, int], Iterable[tuple[int, int, FaceT]]],
        promise: Callable[[int, Used], int],
    ) -> None:
        """`ways` are those to put a card of a kind there, `promise` what then can still come at most."""
        self._problem = problem
        self._ways = ways
        self._promise = promise
        self._known: dict[tuple[int, int, Used], list[_Step[FaceT]]] = {}

    def onward(self, at: int, kind: int, used: Used) -> list[_Step[FaceT]]:
        """The steps with one more card, after which so many are used, the most promising first."""
        known = self._known.get((at, kind, used))
        if known is None:
            left = self._problem.left(used)
            known = [_Step(gain + self._promise(to, left), gain, to, face) for to, gain, face in self._ways(at, kind)]
            known.sort(key=lambda step: -step.at_most)
            self._known[at, kind, used] = known
        return known


class ExactSearch:
    """The search over one hand in one game; `best` and `gain` are what it has found so far."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._reader = WordReader(problem.kinds, problem.scheme, problem.words, only_whole=False, hidden=problem.hidden)
        self._ranker = Ranker(problem.kinds, problem.scheme)
        self._reads = _Half(problem, self._reader.read, self._reader.promise)
        self._ranks = _Half(problem, self._ranker.rank, self._ranker.promise)
        self.best: tuple[LaidLine, ...] = ()
        self.gain = 0

    def run(self) -> None:
        """Narrow passes, and then one that keeps everything that could be better."""
        for width in PASSES:
            self._pass(width)

    def _pass(self, width: int | None) -> None:
        start = _Node(self._problem.nothing(), 0, 0)
        layer: _Ways = {start: _Way(0, 0, start, 0, "", 0)}
        layers = [layer]
        for _ in range(sum(self._problem.counts)):
            then: _Ways = {}
            for node in self._kept(layer, width):
                self._expand(node, layer[node].gain, then)
            if self._problem.hidden:
                self._cut(then)
            layers.append(then)
            self._finish(layers)
            layer = then

    def _kept(self, layer: _Ways, width: int | None) -> Sequence[_Node]:
        """The most promising nodes; among equals those that have kept their wilds."""
        if width is None or len(layer) <= width:
            return list(layer)
        wilds_left = {used: self._problem.wilds_left(used) for used in {node.used for node in layer}}
        return nlargest(width, layer, key=lambda node: (layer[node].at_most, wilds_left[node.used]))

    def _expand(self, node: _Node, gain: int, then: _Ways) -> None:
        """Every kind of card that is left put at the end of the line, unless that cannot become better."""
        problem = self._problem
        for kind, used in problem.onward(node.used):
            sure = gain + problem.worth[kind]
            most = sure + problem.worth_of(problem.left(used)) + problem.finish_bonus
            ranks = self._ranks.onward(node.row, kind, used)
            most_of_ranks = ranks[0].at_most if ranks else -most
            for read in self._reads.onward(node.reading, kind, used):
                if most + read.at_most + most_of_ranks <= self.gain:
                    break
                for ranked in ranks:
                    at_most = most + read.at_most + ranked.at_most
                    if at_most <= self.gain:
                        break
                    problem.step()
                    after, brought = _Node(used, read.to, ranked.to), sure + read.gain + ranked.gain
                    if after not in then or brought > then[after].gain:
                        then[after] = _Way(brought, at_most, node, kind, read.face, ranked.face)

    def _cut(self, layer: _Ways) -> None:
        """Where a line is good, the next card may also begin another."""
        for node, way in list(layer.items()):
            if self._reader.good(node.reading) and self._ranker.good(node.row):
                fresh = _Node(node.used, 0, 0)
                if fresh not in layer or way.gain > layer[fresh].gain:
                    layer[fresh] = way._replace(before=node, kind=CUT)

    def _finish(self, layers: Sequence[Mapping[_Node, _Way]]) -> None:
        """Note the best line that is good with its last card."""
        for node, way in layers[-1].items():
            total = self._problem.total(node.used, way.gain)
            if total <= self.gain or not self._problem.enough(node.used):
                continue
            if self._reader.good(node.reading) and self._ranker.good(node.row):
                self.gain, self.best = total, self._lines_to(layers, node)

    def _lines_to(self, layers: Sequence[Mapping[_Node, _Way]], node: _Node) -> tuple[LaidLine, ...]:
        lines: list[list[CardInLine]] = [[]]  # the last one first, each from its end
        for layer in reversed(layers[1:]):
            way = layer[node]
            if way.kind == CUT:
                lines.append([])
                way = layer[way.before]
            lines[-1].append(self._problem.laid(way.kind, way.letter, way.rank))
            node = way.before
        return tuple(tuple(reversed(line)) for line in reversed(lines) if line)
