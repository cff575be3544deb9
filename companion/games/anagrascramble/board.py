"""What a game of AnagraScramble shows: the open jumble (never its words), the target, the rolls left, who is tied, and
at the end what is owed to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.anagrascramble.state import tokens_owed
from companion.games.board import Board, Caption, Count, Jumble, Note, Row, Strip
from companion.games.comings import seats_taken
from companion.games.core import spoken_list
from companion.sentences import headed, told

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State
    from companion.games.board import Item


def board(state: State) -> Board:
    """See Boards."""
    cards = () if state.jumble is None else (Jumble(state.jumble, state.colour),)
    face_down = told("The next card is still face down.")
    parts = (Row(cards, empty=face_down, awaits=Jumble.kind, at_hand=True), Strip(tuple(_stake(state)), at_hand=True))
    if state.phase == "showdown":
        tied = spoken_list([state.name(seat) for seat in state.winners])
        return Board(parts=(*parts, Note(told("Showdown: {players}", players=tied))), ink="green")
    return Board(parts=parts, outcome=(_tokens(state),) if state.phase == "over" else (), ink="green")


def _stake(state: State) -> list[Item]:
    rolls = len(seats_taken(state)) * state.options.rolls
    left = Caption(told("{left} of {all} rolls left", left=state.rolls_left, all=rolls), "aside")
    target = [] if state.target is None else [Count(state.target, told("letters"), told("Target"))]
    factor = [] if state.factor == 1 else [Caption(f"×{state.factor}", "badge")]
    return [*target, *factor, left]


def _tokens(state: State) -> Strip:
    """What each player is owed, or owes (A15)."""
    owed = tokens_owed(state)
    each = [f"{state.name(seat)} {_signed(owed[state.name(seat)])}" for seat in seats_taken(state)]
    return Strip((Caption(headed(told("Tokens"), " · ".join(each))),))


def _signed(count: int) -> str:
    return f"{'−' if count < 0 else '+'}{abs(count)}"
