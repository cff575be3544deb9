"""How long somebody has in TYPO: the holder of the timer starts it (T6), or each turn does by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.core import refused
from companion.games.typo import clauses as c
from companion.games.typo import sentences as say
from companion.games.typo.state import SECONDS_TO_PLACE
from companion.games.verdicts import Shared
from companion.games.window import EVERYBODY, Timed, Window

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Ruling
    from companion.games.typo.state import State

HOLD_S = 15  # for others to doubt the word just said, too (T7)
LAST_WORD_S = 30  # to doubt the word that has won (T11)


def timed(state: State) -> Timed | None:
    """Every turn has its time where the table wants it so."""
    if _placing(state) is None or not state.options.always_timed:
        return None
    return Timed(SECONDS_TO_PLACE, "place", state.rows)


def last_word(state: State) -> Timed | None:
    """The word that has won can be doubted; another word in its place, as by a correction, anew (T11)."""
    won = state.placement
    return None if won is None else Timed(LAST_WORD_S, "doubt", (won.before, won.word))


def offered(state: State) -> tuple[Window, str] | None:
    """Else the timer's holder may start it for the player in turn."""
    placing = _placing(state)
    if placing is None or state.options.always_timed:
        return None
    return Window(placing, "place", SECONDS_TO_PLACE * 1000, state.rows), state.name(state.holder)


def too_late(event: Mapping[str, Any], player: str) -> Ruling | None:
    """Whose time is up lays no card and takes none up: only which of the longest rows goes is to be said. Nobody doubts
    the word that has won once the time for it is up."""
    if player == EVERYBODY:
        return refused(Shared.NOT_NOW, c.T11, say.WON_FOR_GOOD) if event.get("event") == "doubt" else None
    if event.get("event") not in ("place", "sit_out"):
        return None
    return refused(Shared.NOT_NOW, c.T9, say.only_a_row_now(player))


def _placing(state: State) -> str | None:
    """Who has a card to place; None while cards are chosen, and once somebody has won."""
    return state.name(state.queue[0][0]) if state.queue and state.winner is None else None
