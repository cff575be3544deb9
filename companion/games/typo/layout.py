"""What lies on the table in TYPO: the four rows, and one in which the chosen cards are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.layout import Laying, Lying, numbered_rows
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.layout import DeckContent
    from companion.games.typo.state import State

DECK = "typo"
ROWS = 5
SHIPPED: Mapping[str, str] = {}
ONE_EACH = False
CHECKS = ""


def laying(_players: Sequence[str], _options: Mapping[str, Any]) -> Laying:
    """Letters at an end of a row, or beside the rows where the chosen cards are shown."""
    return Laying((*numbered_rows(ROWS - 1), told("chosen cards, shown")), are_signs=True)


def lying(state: State) -> tuple[tuple[Lying, ...], ...]:
    """See Layouts: the rows, and what is shown and still to be placed."""
    shown = tuple(Lying(letter) for _, letter in state.queue)
    return (*(tuple(map(Lying, row)) for row in state.rows), shown)


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(_chosen: Mapping[str, DeckContent], _house: DeckContent) -> dict[str, Any]:
    """Nothing: a card is its letter, whoever printed it."""
    return {}
