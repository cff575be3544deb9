"""What lies on the table in Disorder of the Villains: two areas, that of the second player farther off, and perhaps a
deck for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.layout import DeckFile

DECK = "villains"
ROWS = 2
SHIPPED: Mapping[str, str] = {}
ONE_EACH = True


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(chosen: Mapping[str, DeckFile], house: DeckFile) -> dict[str, Any]:
    """The cards of every deck that is not the house's, as the options of a match have them, by player."""
    decks = {player: _inline(file) for player, file in chosen.items() if file.deck.name != house.deck.name}
    return {"decks": decks} if decks else {}


def _inline(file: DeckFile) -> dict[str, Any]:
    cards = [
        {
            "name": card.label, "kind": card.kind, "dna": card.dna, "colour": card.colour,
            "trait": dict(file.traits[card.label]) if card.label in file.traits else None,
        }
        for card in file.deck.cards
    ]  # fmt: skip
    return {"name": file.deck.name, "cards": cards}
