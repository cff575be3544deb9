"""AnagraScramble: the card that is turned is read; die and declaration are entered, words are written on phones (A6).

A card of an earlier turn may still lie there: each card of the deck comes once, so it is never taken for the new one.
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
    fresh = [
        index
        for index, sighting in enumerate(table.sightings)
        if sighting.kind != "back" and not (sighting.accepted and sighting.label in memory.spent)
    ]
    if view.awaiting == "words":
        return _still_there(str(state.jumble), table, fresh)
    if not fresh:  # what seems to lie face down may be the new card, badly seen
        unclear = [index for index, one in enumerate(table.sightings) if one.kind == "back" and not one.accepted]
        return doubt(table, unclear[0], impossible="?") if unclear else None
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
    """A jumble that is done with is not taken for a new one, however long it lies there."""
    del lies_there
    jumble = before.jumble
    return memory if jumble is None or jumble == now.jumble else replace(memory, spent=memory.spent | {jumble})


def _still_there(jumble: str, table: Table, fresh: Sequence[int]) -> Interpretation:
    """While words are written the jumble may be covered by hands or paper; another one is a difference."""
    others = [table.sightings[index] for index in fresh if table.sightings[index].accepted]
    if any(sighting.label == jumble for sighting in others) or not others:
        return None
    return difference(" ".join(map(text_of, others)), jumble)
