"""From what the camera sees to what it means for the match being played. Pure.

The camera's word counts only while a card is awaited, and after a round the board must have been seen empty: a
card still lying there while the others are gathered up is no first card of the next round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.moves import Difference, Finding, explain_row, row_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.rules.core import View
    from companion.vision.sighting import Sighting, Table


@dataclass(frozen=True, slots=True)
class Sight:
    """What is remembered between two settled tables: whether the board must be seen empty first, and its row."""

    must_clear: bool = False
    row: tuple[Sighting, ...] = ()

    def after(self, before: View, now: View) -> Sight:
        """What to remember once an event has changed the match."""
        if board_cards(before) and not board_cards(now):
            return replace(self, must_clear=bool(self.row))
        return self

    def look(self, view: View, options: Mapping[str, Any], table: Table) -> tuple[Sight, Finding]:
        """What a settled table means: a move, a doubt, a difference, or None when it is as the match has it."""
        board = board_cards(view)
        row = row_of(table, board)
        sight = replace(self, row=tuple(row))
        if view.game != "disorder" or view.over or view.awaiting != "place":
            return sight, None
        if self.must_clear:
            if row:
                return sight, Difference("Please clear the board for the next round.")
            return replace(sight, must_clear=False), None
        return sight, explain_row(board, row, actions=bool(options.get("action_cards")))


def board_cards(view: View) -> Sequence[str]:
    """The cards of the match's row from left to right, "?" for a wild; empty for games without one row."""
    cards: Sequence[str] = view.board.get("row", ())
    return cards
