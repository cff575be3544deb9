"""What a game of Longer shows: the word said last, and how long the next one must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import Board, Caption, Row, Strip, letters
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.longer import State


def board(state: State) -> Board:
    """See Boards."""
    row = Row(letters(state.word.upper()), empty=told("Any word may begin."), at_hand=True)
    return Board(parts=(row, Strip((Caption(told("{number} letters or more", number=state.least)),))))
