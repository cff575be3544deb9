"""WORDCARD's open pile before the camera: a card on its own, or with others of the pile beside it (W25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.interpretations import Move, Proposal, difference, doubt, spelled, text_of
from companion.sentences import told
from companion.vision.changes import is_same_place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.core import View
    from companion.games.interpretations import Interpretation, Memory
    from companion.games.wordcard.state import State
    from companion.vision.sighting import Sighting, Table


def on_pile(view: View, state: State, table: Table, singles: Sequence[int], memory: Memory) -> Interpretation:
    """Another card on the open pile where one lay: a discard, or the one below it and the top one was drawn. `singles`
    are the cards that lie on their own."""
    before = memory.agreed
    if before is None:
        return None
    shown = [table.sightings[index] for index in singles]
    gone = _alone_and_gone(before, shown)
    top = state.pile[-1] if state.pile else None
    for index, now in zip(singles, shown, strict=True):
        if text_of(now) == top or not any(is_same_place(now.quad, was.quad) for was in gone):
            continue
        if not now.accepted:
            return doubt(table, index)
        if len(state.pile) > 1 and state.pile[-2] == text_of(now):
            return Move({"event": "draw", "player": view.turn, "from": "pile"})
        return Move({"event": "discard", "player": view.turn, "card": text_of(now)})
    if top is not None and top in map(text_of, gone):
        # Were this agreed to, it would be forgotten where the pile lies, and the next discard missed.
        return difference(spelled(shown), top)
    return None


def laid_beside_pile(state: State, table: Table, line: tuple[int, ...], memory: Memory) -> tuple[int, ...] | None:
    """What has been laid beside the open pile in a row that holds it, without what the match has on the pile; None for
    a row without the pile."""
    if memory.agreed is None or not state.pile:
        return None
    lay = list(_shown_of_pile(state, memory.agreed))
    stayed = [index for index in line if _lies_among(table.sightings[index], lay)]
    if not stayed:
        return None
    return tuple(index for index in line if index not in stayed and text_of(table.sightings[index]) != state.pile[-1])


def discard_beside(view: View, table: Table, card: int) -> Interpretation:
    """The question whether a card that was laid beside the open pile is discarded: it may begin a line there."""
    seen = table.sightings[card]
    if not seen.accepted:
        return doubt(table, card)
    asked = told("{player} discards {card}: is that right?", player=str(view.turn), card=text_of(seen))
    return Proposal({"event": "discard", "player": view.turn, "card": text_of(seen)}, None, asked, card=card)


def _shown_of_pile(state: State, before: Table) -> Iterator[Sighting]:
    """The cards of the open pile that lay there and were named: one on its own, or beside others of the pile. One that
    nobody named may be the first card of a line."""
    for row in before.rows:
        seen = [before.sightings[index] for index in row]
        if all(was.accepted and text_of(was) in state.pile for was in seen):
            yield from seen


def _lies_among(now: Sighting, before: Sequence[Sighting]) -> bool:
    return any(text_of(now) == text_of(was) and is_same_place(now.quad, was.quad) for was in before)


def _alone_and_gone(before: Table, shown: Sequence[Sighting]) -> list[Sighting]:
    """The cards that surely lay on their own, and do so no more."""
    alone = [before.sightings[row[0]] for row in before.rows if len(row) == 1]
    still = {text_of(sighting) for sighting in shown}
    return [was for was in alone if was.kind != "back" and was.accepted and text_of(was) not in still]
