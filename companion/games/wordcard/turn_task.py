"""A turn of WORDCARD as the search for the best one is given it, and what that finds as parts of a turn. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.wordcard import events as e
from companion.games.wordcard import grid as g
from companion.games.wordcard.additions import paid_for, words_said
from companion.games.wordcard.turn_played import TurnPart, TurnWhole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.additions import TableWords
    from companion.games.wordcard.state import Line, State
    from companion.games.wordcard.turn_played import TurnPlan
    from companion.solvers.grid_boards import GridTable
    from companion.solvers.search import Opening
    from companion.solvers.turn_search import Candidate, FoundPart, HandToPlay, Playground


class TurnTask:
    """The plans of a turn, and what lies on the table in any of them."""

    def __init__(self, table: State, plans: Sequence[TurnPlan], words: TableWords) -> None:
        """The first of the plans changes nothing."""
        self._table, self._plans, self._words = table, plans, words
        self.lines = list(dict.fromkeys(line for plan in plans for line in _may_grow(plan.table)))

    def hands(self) -> list[HandToPlay]:
        """The hand of each plan."""
        from companion.solvers.turn_search import HandToPlay  # it needs numpy, which takes long to load

        found = []
        for plan in self._plans:
            lines = tuple(map(self.lines.index, _may_grow(plan.table)))
            is_laid = any(event.card == plan.taken for event in plan.replaced)
            may_discard = (plan.taken is not None or self._table.drawn) and not self._table.discarded
            found.append(HandToPlay(plan.hand, lines, None if is_laid else plan.taken, may_discard))
        return found

    def ground(self, opening: Opening | None, finish_bonus: int | None) -> Playground:
        """What there is to add to; `opening` is None for whoever has opened."""
        from companion.solvers.turn_search import Playground  # it needs numpy, which takes long to load

        paid = [paid_for([line], self._table.scheme, self._words) for _, line in self.lines]
        lines = [(line.cards, points) for (_, line), points in zip(self.lines, paid, strict=True)]
        return Playground(lines, self._grid() if self._table.options.grid else None, opening, finish_bonus)

    def _grid(self) -> GridTable:
        from companion.solvers.grid_boards import GridTable  # it needs numpy, which takes long to load

        table, paid = self._table, {}
        for line in table.lines:
            assert line.at is not None  # it is a line of the grid
            paid[line.at, line.down] = paid_for([line], table.scheme, self._words)
        others = [laid.spot for laid in table.grid if laid.owner != table.turn]
        if table.options.tag_on == "any":
            others = []  # else only one's own may be built on (W7)
        barred = {spot for laid in others for spot in g.neighbours(laid)}
        return GridTable({laid.spot: laid.card for laid in table.grid}, barred, paid)

    def whole(self, candidate: Candidate, parts: Iterable[FoundPart]) -> TurnWhole:
        """What the search has found as a whole turn."""
        plan = self._plans[candidate.hand]
        found = tuple(part for some in parts for part in self.parts(some))
        return TurnWhole(candidate.gain, found, plan, candidate.discarded)

    def rows(self, whole: TurnWhole) -> list[tuple[str, ...]]:
        """The rows that it makes, as far as they lie apart, are tagged on to one line or are laid on the grid."""
        rows: list[tuple[str, ...]] = []
        laid = {(cell.x, cell.y): cell.card for part in whole.parts for cell in _cells_of(part.added)}
        if laid:
            grid = {card.spot: card.card for card in self._table.grid} | laid
            rows += [run.cards for run in g.runs_through(grid, laid)]
        for part in whole.parts:
            rows += part.lines
            if isinstance(part.added, e.Tag):
                line = whole.plan.table.lines[part.added.line - 1]
                rows.append((*part.added.front, *line.cards, *part.added.back))
        return rows

    def parts(self, found: FoundPart) -> list[TurnPart]:
        """What it has found as lines to lay, or as events: a tag-on, or rows laid on the grid one after the other."""
        player = self._table.name(self._table.turn)
        if found.line is not None:
            number, line = self.lines[found.line]
            words = words_said(self._table, [(*found.before, *line.cards, *found.behind)])
            return [TurnPart(found.gain, added=e.Tag(player, number, found.before, found.behind, words))]
        if not found.rows:
            return [TurnPart(found.gain, found.laid)]
        rows = found.rows
        if self._table.hands[self._table.turn].opened_in is None:  # all of them count for the first laydown (W6)
            rows = [{place: card for row in rows for place, card in row.items()}]
        grid = {laid.spot: laid.card for laid in self._table.grid}
        parts = []
        for row in rows:
            grid |= row
            new = [run.cards for run in g.runs_through(grid, row)]
            cells = tuple(e.CardOnGrid(*place, card) for place, card in row.items())
            parts.append(TurnPart(found.gain, added=e.Lay(player, cells=cells, words=words_said(self._table, new))))
        return parts


def _cells_of(added: e.Tag | e.Lay | None) -> Sequence[e.CardOnGrid]:
    """The cards that are laid on the grid."""
    return (added.cells or ()) if isinstance(added, e.Lay) else ()


def _may_grow(table: State) -> list[tuple[int, Line]]:
    """The lines that may be tagged on to, by number; on the grid that is a matter of places."""
    freely = table.options.tag_on == "any"
    numbered = enumerate(table.lines if not table.options.grid else (), start=1)
    return [(number, line) for number, line in numbered if freely or line.owner == table.turn]
