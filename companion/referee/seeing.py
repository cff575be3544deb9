"""From what the camera sees to what it means for the match being played. Pure.

The camera's word counts only while the match awaits cards. A table that was once as the match had it is never itself
the evidence for a move: after an undo, a withdrawn card or a word that fell, the cards must first be moved. A card that
somebody has named keeps its name for as long as it lies there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.games.tables import Difference, Memory, Move, TurnedForAll, eye, remembered
from companion.sentences import told
from companion.vision.changes import SAME_PLACE, centre, compare, shorter_side_px

if TYPE_CHECKING:
    from companion.games.core import View
    from companion.games.tables import Interpretation
    from companion.vision.sighting import Corners, Sighting, Table

WILD = "wild"  # a kind of card that says nothing of what it stands for


@dataclass(frozen=True, slots=True)
class Sight:
    """What is remembered between two settled tables.

    `table` is the newest one that was looked at, with the names people gave to its doubtful cards (`named`: where and
    what). `denied` is a table that somebody has said means nothing.
    """

    memory: Memory = field(default_factory=Memory)
    table: Table | None = None
    named: tuple[tuple[Corners, str], ...] = ()
    denied: Table | None = None

    def after(self, game: str, before: Any, now: Any) -> Sight:
        """What to remember once an event has changed the match from one state of its game to another."""
        lies_there = self.table is not None and bool(self.table.sightings)
        memory = remembered(game, before, now, self.memory, lies_there=lies_there)
        return replace(self, memory=memory, denied=None)

    def look(self, view: View, state: Any, table: Table) -> tuple[Sight, Interpretation]:
        """What a settled table means: a move, a doubtful card, a proposal, a difference; None when it is as the match
        has it, or when the match awaits no cards."""
        named = tuple((quad, label) for quad, label in self.named if _at(table, quad) is not None)
        known = _with_names(table, named)
        sight = replace(self, table=known, named=named)
        looking = eye(view.game)
        if looking is None or view.over or not looking.looks(view):
            return sight, None
        if not table.sightings and self.memory.agreed is None:
            return sight, None  # nobody has laid a card before this camera yet
        finding = looking.explain(view, state, known, self.memory)
        if finding is None:
            return replace(sight, memory=replace(self.memory, agreed=known, must_clear=False)), None
        if self.denied is not None and _is_same(self.denied, known):
            return sight, None
        if isinstance(finding, Difference | TurnedForAll):
            return sight, finding
        if self.memory.agreed is not None and _is_same(self.memory.agreed, known):
            return sight, Difference(told("The table is as it was before that was taken back: put it right."))
        if isinstance(finding, Move):  # this table is accounted for, whatever the rules say to the move
            sight = replace(sight, memory=replace(self.memory, agreed=known))
        return sight, finding

    def name(self, quad: Corners, label: str) -> Sight:
        """Somebody has said what the doubtful card at this place is."""
        return replace(self, named=(*self.named, (quad, label)))

    def deny(self) -> Sight:
        """Somebody has said that what this table seems to mean is not so: it means nothing until it changes."""
        return replace(self, denied=self.table)


def _with_names(table: Table, named: tuple[tuple[Corners, str], ...]) -> Table:
    sightings = list(table.sightings)
    for quad, label in named:
        index = _at(table, quad)
        if index is not None and not (sightings[index].accepted and sightings[index].kind != WILD):
            sightings[index] = _called(sightings[index], label)
    return replace(table, sightings=tuple(sightings))


def _called(sighting: Sighting, label: str) -> Sighting:
    """The sighting of a card that somebody has named, as events write it ("Q/R" has a rank and a letter)."""
    rank, slash, letter = label.partition("/")
    if slash and not label.startswith("*"):
        return replace(sighting, kind="letter", label=letter, rank=rank, accepted=True)
    kind = "back" if label == "?" else "letter" if sighting.kind == "back" else sighting.kind
    return replace(sighting, kind=kind, label=label, rank=None, accepted=True)


def _at(table: Table, quad: Corners) -> int | None:
    """The sighting that lies where a card lay."""
    reach_px = SAME_PLACE * shorter_side_px(quad)
    for index, sighting in enumerate(table.sightings):
        if float(np.hypot(*np.subtract(centre(sighting.quad), centre(quad)))) < reach_px:
            return index
    return None


def _is_same(one: Table, other: Table) -> bool:
    return not compare(one.sightings, other.sightings)
