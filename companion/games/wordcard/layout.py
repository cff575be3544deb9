"""What lies on the table in WORDCARD: lines of cards with rank and letter; another deck may print other values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.layout import EVERYBODY, Laying, numbered_rows, other_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.layout import DeckContent

DECK = "wordcard"
ROWS = 3
SHIPPED: Mapping[str, str] = {}
ONE_EACH = False
CHECKS = ""


def laying(_players: Sequence[str], options: Mapping[str, Any]) -> Laying:
    """Lines, several in a row where they lie apart; on a grid (W9) cards have columns."""
    on_grid = bool(options.get("grid"))
    return Laying(numbered_rows(ROWS), by_column=on_grid, apart=not on_grid)


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(chosen: Mapping[str, DeckContent], house: DeckContent) -> dict[str, Any]:
    """The printed values (W2) that differ from the house's, by rank."""
    values = other_values(chosen[EVERYBODY].deck, house.deck, lambda card: card.rank)
    return {"values": values} if values else {}
