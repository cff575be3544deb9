"""What lies on the table in Longer: one row of letters, the newest word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.layout import Laying, numbered_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.layout import DeckContent

DECK = "longer"
ROWS = 1
SHIPPED: Mapping[str, str] = {}
ONE_EACH = False
CHECKS = ""


def laying(_players: Sequence[str], _options: Mapping[str, Any]) -> Laying:
    """Letters at an end of the one row."""
    return Laying(numbered_rows(ROWS), are_signs=True)


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(_chosen: Mapping[str, DeckContent], _house: DeckContent) -> dict[str, Any]:
    """Nothing: a card is its letter, whoever printed it."""
    return {}
