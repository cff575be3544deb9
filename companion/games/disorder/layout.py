"""What lies on the table in Disorder!: one row of letters; another deck may print other values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.layout import EVERYBODY, other_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.cards import Card
    from companion.games.layout import DeckFile

DECK = "disorder"
ROWS = 1
SHIPPED: Mapping[str, str] = {}
ONE_EACH = False
CHECKS = ""


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(chosen: Mapping[str, DeckFile], house: DeckFile) -> dict[str, Any]:
    """The printed values (D4) that differ from the house's, by letter."""
    values = other_values(chosen[EVERYBODY].deck, house.deck, _letter)
    return {"values": values} if values else {}


def _letter(card: Card) -> str | None:
    return card.label if card.kind == "letter" else None
