"""What may be done in Disorder of the Villains and what it costs. See `companion.games.prospects.Prospects`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.prospects import Prospect
from companion.games.villains import clauses as c
from companion.games.villains.state import BOARD_LIMIT, MINTS_TO_WIN
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.villains.state import State


def prospect(state: State, event: str) -> Prospect:
    """See Prospects."""
    match event:
        case "draw":
            return Prospect(c.V4, told("It costs nothing and comes first in every turn."))
        case "play":
            return Prospect(c.V4, _play(state))
        case "drop":
            return Prospect(c.V15, told("The card comes into play, and what it does when played is left out."))
        case "trigger":
            return Prospect(c.V8, told("Its card then lies sideways and is spent."))
        case "decline":
            return Prospect(c.V12, told("It costs nothing: the play stands, and your traits stay fresh."))
        case "resolve":
            return Prospect(c.V11, told("The newest effect that waits is carried out."))
        case "mint":
            return Prospect(c.V13, _mint(state))
        case _:
            return Prospect(c.V4, told("It costs nothing: the other player goes on."))


def _play(state: State) -> str:
    seat = state.turn if state.opened is None else state.opened.seat
    if len(state.of_kind(seat, "monster")) == BOARD_LIMIT:
        return told("You have four Monsters: another Monster costs you one of them. The other player may interrupt.")
    return told("It costs the card. The other player may interrupt.")


def _mint(state: State) -> str:
    missing = MINTS_TO_WIN - len(state.sides[state.turn].minted) - 1
    if missing:
        return told("It costs your four Monsters, and the Villain is yours for good. One more wins.")
    return told("It costs your four Monsters, and wins the match.")
