"""What a game of TYPO shows: the rows, the chosen cards still to be placed, the word just said, who holds the timer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import Board, Caption, CardLine, Chosen, Letter, Rows, Said, Strip, letters
from companion.sentences import message, told

if TYPE_CHECKING:
    from companion.games.board import Item
    from companion.games.typo.state import Placement, State


def board(state: State) -> Board:
    """See Boards."""
    longest = state.longest()
    rows = tuple(CardLine(letters(row), is_marked=index in longest) for index, row in enumerate(state.rows))
    chosen: list[Item] = [Chosen(Letter(letter), state.name(seat)) for seat, letter in state.queue]
    said = [] if state.placement is None else [_said(state, state.placement)]
    timer = Caption(told("Timer: {player}", player=state.name(state.holder)), "aside")
    return Board(parts=(Rows(rows, at_hand=True), Strip((*chosen, *said, timer), at_hand=True)), ink="teal")


def _said(state: State, placement: Placement) -> Said:
    return Said(state.name(placement.seat), placement.word, message("doubted by {players}"))
