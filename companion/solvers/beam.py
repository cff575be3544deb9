"""The best lines found for more cards than can be searched in full: ever wider beams, within a number of steps.

The search builds the lines card by card, all games alike: after one card, after two, and so on, keeping for every set
of cards used and every end of the growing line (`growing.End`) the best way there. Where they are too many it keeps the
most promising ones only (a beam), first few, then more and more; with all kept it was exhaustive after all.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from companion.solvers.growing import START, End, Grower, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.solvers.growing import SearchedWords
    from companion.solvers.problem import LaidLine, Problem, Used

FIRST_BEAM, WIDER = 30, 10


class _Node(NamedTuple):
    """The cards used (how many of each kind) and the end of the growing line; START between lines."""

    used: Used
    end: End


class _Way(NamedTuple):
    """The best way to a node so far: what it brought, the node before, and the piece added (None: the line ended)."""

    gain: int
    before: _Node | None
    piece: int | None


class BeamSearch:
    """The search over one hand in one game; `best` and `gain` are what it has found so far."""

    def __init__(self, problem: Problem, words: SearchedWords, *, only_shown: bool = False) -> None:
        """`only_shown`: words that may not be shown must stand inside longer ones that may."""
        self._problem = problem
        self._pieces = pieces_of([kind.card for kind in problem.kinds], problem.scheme)
        self._grower = Grower(self._pieces, problem.scheme, words, only_whole=problem.only_whole, only_shown=only_shown)
        self.best: tuple[LaidLine, ...] = ()
        self.gain = 0

    def run(self) -> None:
        """Search with ever wider beams until one has kept everything. Narrow beams find something good at once."""
        width, complete = FIRST_BEAM, False
        while not complete:
            ways: list[dict[_Node, _Way]] = []
            try:
                complete = self._sweep(width, ways)
            finally:
                self._note_best_of(ways)
            width *= WIDER

    def _sweep(self, width: int, ways: list[dict[_Node, _Way]]) -> bool:
        """One pass from no card to all cards; `ways` gets a layer per number of cards used. Whether all was kept."""
        ways.append({_Node(self._problem.nothing(), START): _Way(0, None, None)})
        complete = True
        for _ in range(sum(self._problem.counts)):
            here = ways[-1]
            complete = complete and len(here) <= width
            kept = list(here) if len(here) <= width else sorted(here, key=partial(self._hopeless, here))
            layer: dict[_Node, _Way] = {}
            ways.append(layer)
            for node in kept[:width]:
                self._expand(node, here[node].gain, layer)
        return complete

    def _hopeless(self, layer: Mapping[_Node, _Way], node: _Node) -> int:
        """What a beam sorts by: the least for the most promising."""
        return -(layer[node].gain + self._grower.promise(node.end))

    def _expand(self, node: _Node, gain: int, layer: dict[_Node, _Way]) -> None:
        """Every piece that is left, put at the end of the line; a line that is good may also end."""
        for kind, then_used in self._problem.onward(node.used):
            for move in self._grower.moves(node.end, kind):
                self._problem.step()
                after, then_gain = _Node(then_used, move.end), gain + move.brought
                _improve(layer, after, _Way(then_gain, node, move.piece))
                if move.closing is not None:
                    _improve(layer, _Node(then_used, START), _Way(then_gain + move.closing, after, None))

    def _note_best_of(self, ways: Sequence[Mapping[_Node, _Way]]) -> None:
        """The best place to stop among all nodes between lines, with its lines."""
        for count, layer in enumerate(ways):
            for node, way in layer.items():
                if node.end != START or not count or not self._problem.enough(node.used):
                    continue
                total = self._problem.total(node.used, way.gain)
                if total > self.gain:
                    self.gain, self.best = total, tuple(self._lines_to(ways, count, node))

    def _lines_to(self, ways: Sequence[Mapping[_Node, _Way]], count: int, node: _Node) -> Iterator[LaidLine]:
        """The lines on the way to a node, the last one first."""
        row: list[tuple[int, str]] = []
        while True:
            way = ways[count][node]
            if row and way.piece is None:
                yield tuple(reversed(row))
                row = []
            if way.before is None:
                return
            if way.piece is not None:
                piece = self._pieces[way.piece]
                row.append((piece.kind, piece.laid))
                count -= 1
            node = way.before


def _improve(layer: dict[_Node, _Way], node: _Node, way: _Way) -> None:
    old = layer.get(node)
    if old is None or way.gain > old.gain:
        layer[node] = way
