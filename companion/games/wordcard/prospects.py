"""What may be done in WORDCARD and what it costs. See `companion.games.prospects.Prospects`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.prospects import Prospect
from companion.games.wordcard import clauses as c
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import Clause
    from companion.games.wordcard.state import State


def prospect(state: State, event: str) -> Prospect:
    """See Prospects."""
    match event:
        case "dealer_chooses":
            return Prospect(c.W5, told("It costs nothing: choose what your hand is good for."))
        case "draw":
            return Prospect(c.W25, told("A card more. One from the open pile must be played in this turn."))
        case "discard":
            return Prospect(c.W25, told("A card less, and others may pick it up."))
        case "lay" | "tag":
            return Prospect(_laying_clause(state, event), _laying(state))
        case "replace_wild":
            return Prospect(c.W8, told("Your card lies there then, and the wild is yours."))
        case "contest":
            return Prospect(
                c.W16, told("If the word is good, you lose a turn; if not, its player takes the cards back and does.")
            )
        case "notice":
            return Prospect(c.W17, told("It costs you nothing: whoever is in turn has one minute."))
        case "hands":
            return Prospect(c.W20, told("What is still in a hand counts against its player."))
        case "solution" | "close":
            return Prospect(c.W24, told("It costs nothing: each card counts once, and the best solution wins."))
        case _:
            return Prospect(c.W25, told("It costs nothing: the next player goes on."))


def _laying_clause(state: State, event: str) -> Clause:
    is_opened = state.hands[state.turn].opened_in is not None
    return c.W7 if event == "tag" or is_opened else c.W6


def _laying(state: State) -> str:
    """Only words that were not looked up at once can be contested."""
    if state.scheme.needs_words and not state.options.strict:
        return told("A word of yours may be contested: if it falls, you take the cards back and lose the turn.")
    return told("It costs nothing: it is looked at before it counts.")
