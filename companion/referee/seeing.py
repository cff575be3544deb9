"""From what the camera sees to what it means for the match being played. Pure.

The camera's word counts only while the match awaits cards. A table that was once as the match had it is never itself
the evidence for a move: after an undo, a withdrawn card or a word that fell, the cards must first be moved. A card that
somebody has named keeps its name for as long as it lies there. When the camera is pushed no card has been moved: all
that is remembered of places goes along.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.games.tables import Difference, Memory, Move, TurnedForAll, eye, remembered
from companion.sentences import told
from companion.vision.changes import compare, is_same_place, lying_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View
    from companion.games.tables import Interpretation
    from companion.referee.misreading import Misreading
    from companion.vision.motion import Motion
    from companion.vision.sighting import Corners, Sighting, Table

BACK = "back"  # the kind of a card that lies face down
WILD = "wild"  # a kind of card that says nothing of what it stands for
FACE_DOWN = "?"  # what a card is called that lies so
NO_CARD = ""  # what somebody calls a place where none lies


@dataclass(frozen=True, slots=True)
class Named:
    """What somebody has called the card at a place (`quad`): `label`, as events write it, or `NO_CARD`.

    A card that is doubtful or a wild is called so, and no card what lies face down. One that the eyes are sure of is so
    too as long as they take it for what it was `misread` as. With `is_aside` it is none of the match's, nor is what
    comes to lie on it.
    """

    quad: Corners
    label: str
    misread: Misreading | None = None
    is_aside: bool = False

    def is_of(self, sighting: Sighting) -> bool:
        """Whether it is the card seen there that was named."""
        is_pile = self.label == NO_CARD and sighting.kind == BACK
        is_unclear = not sighting.accepted or sighting.kind == WILD
        return self.is_aside or is_unclear or is_pile or self.is_misread_as(sighting.name)

    def is_misread_as(self, read: str) -> bool:
        """Whether somebody has said that the eyes take it for this, and wrongly."""
        return self.misread is not None and self.misread.read == read


@dataclass(frozen=True, slots=True)
class Sight:
    """What is remembered between two settled tables.

    `table` is the newest one that was looked at, with the names people gave to its cards (`named`). `denied` is a table
    that somebody has said means nothing; `renamed` one, as the eyes took it, on which a card that was surely read has
    been called another, which is no move: nobody has touched the cards.
    """

    memory: Memory = field(default_factory=Memory)
    table: Table | None = None
    named: tuple[Named, ...] = ()
    denied: Table | None = None
    renamed: Table | None = None

    @property
    def is_untouched(self) -> bool:
        """Whether the table is as it was when it was last as the match had it."""
        agreed = self.memory.agreed
        return self.table is None or agreed is None or _is_same(agreed, self.table)

    def after(self, game: str, before: Any, now: Any, *, is_amended: bool = False) -> Sight:
        """What to remember once an event has changed the match from one state of its game to another; `is_amended` says
        that it took something back, or put something else in its place."""
        lies_there = self.table is not None and bool(self.table.sightings)
        memory = remembered(game, before, now, self.memory, lies_there=lies_there)
        return replace(self, memory=memory, denied=None, renamed=None if is_amended else self.renamed)

    def look(
        self, view: View, state: Any, table: Table, chosen: Mapping[str, Any] | None = None
    ) -> tuple[Sight, Interpretation]:
        """What a settled table means: a move, a doubtful card, a proposal, a difference; None when it is as the match
        has it, or when the match awaits no cards. `chosen` has what phones have handed in of what all show together."""
        lying = ((one, lying_at(table.sightings, one.quad)) for one in self.named)
        named = tuple(replace(one, quad=table.sightings[at].quad) for one, at in lying if at is not None)
        known = _with_names(table, named)
        strays = any(one.is_aside for one in self.named) and not any(one.is_aside for one in named)
        memory = replace(self.memory, strayed=self.memory.strayed or strays)
        sight = replace(self, table=known, named=named, memory=memory)
        looking = eye(view.game)
        if looking is None or view.over or not looking.looks(view):
            return sight, None
        if not table.sightings and self.memory.agreed is None:
            return sight, None  # nobody has laid a card before this camera yet
        finding = looking.explain(view, state, known, replace(memory, chosen=chosen or {}))
        if finding is None:
            return replace(sight, memory=replace(memory, agreed=known, must_clear=False)), None
        if self.denied is not None and _is_same(self.denied, known):
            return sight, None
        if isinstance(finding, Difference | TurnedForAll):
            return sight, finding
        if self.renamed is not None and _is_same(_with_names(self.renamed, named), known):
            return sight, Difference(told("A card was read wrongly: undo or correct what was made of it."))
        if self.memory.agreed is not None and _is_same(self.memory.agreed, known):
            return sight, Difference(told("The table is as it was before that was taken back: put it right."))
        if isinstance(finding, Move):  # this table is accounted for, whatever the rules say to the move
            sight = replace(sight, memory=replace(memory, agreed=known))
        return sight, finding

    def carried(self, motion: Motion | None) -> Sight:
        """What is remembered, where it lies in a picture that a motion has carried since; None for none that is
        known."""
        if motion is None:
            return self
        from companion.vision.motion import carried, carried_quad  # a table starts before what reads cards is there

        def carry(table: Table | None) -> Table | None:
            return table and replace(table, sightings=carried(table.sightings, motion))

        return replace(
            self,
            memory=replace(self.memory, agreed=carry(self.memory.agreed)),
            table=carry(self.table),
            named=tuple(replace(one, quad=carried_quad(one.quad, motion)) for one in self.named),
            denied=carry(self.denied),
            renamed=carry(self.renamed),
        )

    def as_read(self, table: Table) -> Table:
        """A table as the eyes took it where somebody has said that they were wrong."""
        sightings = list(table.sightings)
        for one in self.named:
            at = lying_at(table.sightings, one.quad)
            if one.misread is not None and one.misread.sighting is not None and at is not None:
                sightings[at] = replace(one.misread.sighting, quad=sightings[at].quad)
        return replace(table, sightings=tuple(sightings))

    def name(self, named: Named) -> Sight:
        """Somebody has said what the card at a place is; what was said of it before counts no more."""
        memory = replace(self.memory, strayed=self.memory.strayed and not named.is_aside)
        return replace(self, named=(*self._named_beside(named.quad), named), memory=memory)

    def misread(self, table: Table, named: Named) -> Sight:
        """Somebody has said that a card on this table is another one than it was surely taken for."""
        return replace(self.name(named), renamed=table)

    def said_of(self, seen: Sighting) -> Misreading | None:
        """What somebody has said, and still stands, of a card that was read as this one is, where it lies."""
        standing = (one for one in self.named if is_same_place(one.quad, seen.quad) and one.is_misread_as(seen.name))
        return next((one.misread for one in standing), None)

    def unsaid(self, table: Table, seen: Sighting) -> Sight:
        """What was said of a card on this table is taken back: it is again what the eyes take it for."""
        named = self._named_beside(seen.quad)
        if self.renamed is None:  # the match may have been put right by what was said, and is no other by a move now
            return replace(self, named=named, renamed=table)
        return replace(self, named=named, renamed=self.renamed if any(one.misread for one in named) else None)

    def _named_beside(self, quad: Corners) -> tuple[Named, ...]:
        return tuple(one for one in self.named if not is_same_place(one.quad, quad))

    def deny(self) -> Sight:
        """Somebody has said that what this table seems to mean is not so: it means nothing until it changes."""
        return replace(self, denied=self.table)


def _with_names(table: Table, named: tuple[Named, ...]) -> Table:
    sightings = list(table.sightings)
    absent: set[int] = set()
    for one in named:
        at = lying_at(table.sightings, one.quad)
        if at is None or not one.is_of(table.sightings[at]):
            continue
        if one.label == NO_CARD:
            absent.add(at)
        else:
            sightings[at] = _called(sightings[at], one.label)
    return _without(replace(table, sightings=tuple(sightings)), absent)


def _without(table: Table, absent: set[int]) -> Table:
    """The table without some of its sightings."""
    if not absent:
        return table
    left = [at for at in range(len(table.sightings)) if at not in absent]
    number = {at: new for new, at in enumerate(left)}
    rows = (tuple(number[at] for at in row if at in number) for row in table.rows)
    return replace(table, sightings=tuple(table.sightings[at] for at in left), rows=tuple(row for row in rows if row))


def _called(sighting: Sighting, label: str) -> Sighting:
    """The sighting of a card that somebody has named, as events write it ("Q/R" has a rank and a letter)."""
    rank, slash, letter = label.partition("/")
    if slash and not label.startswith("*"):
        return replace(sighting, kind="letter", label=letter, rank=rank, accepted=True)
    kind = "back" if label == FACE_DOWN else "letter" if sighting.kind == "back" else sighting.kind
    return replace(sighting, kind=kind, label=label, rank=None, accepted=True)


def _is_same(one: Table, other: Table) -> bool:
    return not compare(one.sightings, other.sightings)
