"""What may be done in AnagraScramble and what it costs. See `companion.games.prospects.Prospects`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.anagrascramble import clauses as c
from companion.games.core import counted
from companion.games.prospects import Prospect
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State


def prospect(state: State, event: str) -> Prospect:
    """See Prospects."""
    lost = counted(state.letters * state.factor, "point")
    match event:
        case "roll":
            return Prospect(c.A2, told("It costs nothing, but PASS ends the turn."))
        case "declare":
            return Prospect(c.A4, _declare(state))
        case "card":
            text = told(
                "From then on the time runs. Without a word of {count} letters or more the turn costs {points}.",
                count=state.letters,
                points=lost,
            )
            return Prospect(c.A6, text)
        case "words":
            text = told(
                "Without a word of {count} letters or more you lose {points}; with one, only words not on the "
                "card cost.",
                count=state.letters,
                points=lost,
            )
            return Prospect(c.A8, text)
        case _:
            return Prospect(c.A13, told("It costs nothing: who finds the most words wins the match."))


def _declare(state: State) -> str:
    if state.inherited:
        return told("Missing the target costs its number, twice that after Double, three times after Triple.")
    return told(
        "Passing on costs {points}. Missing the target costs its number, twice that after Double, three times after "
        "Triple.",
        points=counted(state.letters - 3, "point"),
    )
