"""What may be done in TYPO and what it costs. See `companion.games.prospects.Prospects`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import counted
from companion.games.prospects import Prospect
from companion.games.typo import clauses as c
from companion.games.typo.state import halves
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.typo.state import State


def prospect(state: State, event: str) -> Prospect:
    """See Prospects."""
    match event:
        case "reveal":
            return Prospect(c.T2, told("It costs nothing; nobody sees your card before everybody has chosen."))
        case "place":
            text = told("You are rid of the card. If your word falls, you take {cards} instead.", cards=_taken(state))
            return Prospect(c.T5, text)
        case "doubt":
            text = told("It costs you nothing; {count} must doubt before it is looked up.", count=state.doubters_needed)
            return Prospect(c.T7, text)
        case _:
            return Prospect(c.T8, told("You take {cards} of a longest row, and the timer.", cards=_taken(state)))


def _taken(state: State) -> str:
    """The second half of a longest row, rounded up (T8)."""
    _, kept = halves(max(state.rows, key=len))
    return counted(len(kept), "card")
