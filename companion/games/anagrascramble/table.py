"""AnagraScramble: the card that is turned is read; die and declaration are entered, words are written on phones (A6).

A card of an earlier turn may still lie there: each card of the deck comes once, so it is never taken for the new one.
One whose turning was taken back is new again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.interpretations import Difference, Move, TurnedForAll, difference, doubt, text_of
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.anagrascramble.state import State
    from companion.games.core import View
    from companion.games.interpretations import Interpretation, Memory
    from companion.vision.sighting import Table


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return view.awaiting in ("card", "words", "showdown")


def explain(view: View, state: State, table: Table, memory: Memory) -> Interpretation:
    """The jumble that has been turned, or that another one lies there than is being played."""
    done_with = (state.cards.turned | memory.spent) - {state.jumble}
    fresh = [
        index
        for index, sighting in enumerate(table.sightings)
        if sighting.kind != "back" and not (sighting.accepted and sighting.label in done_with)
    ]
    if view.awaiting == "words":
        return _still_there(str(state.jumble), table, fresh)
    if not fresh:  # what seems to lie face down may be the new card, badly seen
        unclear = [index for index, one in enumerate(table.sightings) if one.kind == "back" and not one.accepted]
        return doubt(table, unclear[0], impossible="?") if unclear else _laid_anew(state, table, memory)
    if len(fresh) > 1:
        jumbles = " ".join(text_of(table.sightings[index]) for index in fresh)
        return Difference(told("Which of these is the new card: {jumbles}?", jumbles=jumbles))
    sighting = table.sightings[fresh[0]]
    if not sighting.accepted:
        return doubt(table, fresh[0])
    if view.awaiting == "showdown":
        return TurnedForAll(sighting.label)
    return Move({"event": "card", "jumble": sighting.label})


def after(before: State, now: State, memory: Memory, *, lies_there: bool) -> Memory:
    """A jumble that was corrected to another was that one: it is no new one, however long it lies there. One whose
    turning was taken back is none either, until it is moved or the next roll has come."""
    del lies_there
    was, turned = before.cards.turned, now.cards.turned
    spent = memory.spent | (was - turned if turned - was else frozenset())
    memory = replace(memory, spent=spent - turned)
    if now.phase == "card" and now.rolled > before.rolled and _known(memory.agreed) - turned - spent:
        return replace(memory, agreed=None)
    return memory


def _known(table: Table | None) -> frozenset[str]:
    """The jumbles that surely lie there."""
    sightings = () if table is None else table.sightings
    return frozenset(one.label for one in sightings if one.accepted and one.kind != "back")


def _laid_anew(state: State, table: Table, memory: Memory) -> Interpretation:
    """That a jumble which was corrected to another has come again: it may be that other one, that was covered."""
    come = (_known(table) & memory.spent) - state.cards.turned - _known(memory.agreed)
    if memory.agreed is None or not come:
        return None
    return Difference(
        told("{jumble} was corrected to another card: if it has been turned now, say so by hand.", jumble=min(come))
    )


def _still_there(jumble: str, table: Table, fresh: Sequence[int]) -> Interpretation:
    """While words are written the jumble may be covered by hands or paper; another one is a difference."""
    others = [table.sightings[index] for index in fresh if table.sightings[index].accepted]
    if any(sighting.label == jumble for sighting in others) or not others:
        return None
    return difference(" ".join(map(text_of, others)), jumble)
