"""Longer: a row of letters is a word being laid; whether that is all, the player says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.interpretations import Proposal, doubt
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.longer import State

    from companion.games.core import View
    from companion.games.interpretations import Interpretation, Memory
    from companion.vision.sighting import Table


def looks(view: View) -> bool:
    """Whether cards on the table mean something now."""
    return view.awaiting == "say"


def explain(view: View, state: State, table: Table, _memory: Memory) -> Interpretation:
    """The word that lies there, if it is not the one that was said last."""
    row = max(table.rows, key=len, default=())
    for card in row:
        if not table.sightings[card].accepted:
            return doubt(table, card)
    word = "".join(table.sightings[card].label for card in row).lower()
    if word in ("", state.word):
        return None
    said = told("{player} says {word}: is that all?", player=view.turn, word=word.upper())
    return Proposal({"event": "say", "player": view.turn, "word": word}, None, said)
