"""How a card of Disorder of the Villains is shown, where it lies and where it is chosen: its picture, with its trait in
words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import Creature
from companion.games.form_fields import Option
from companion.games.villains.trait_sentences import trait_text
from companion.sentences import joined

if TYPE_CHECKING:
    from typing import Any

    from companion.games.villains.deck import DeckCard


def creature(card: DeckCard, *, sideways: bool = False) -> Creature:
    """A card of a deck as it lies on the table."""
    trait = card.trait.effect if card.trait else ""
    return Creature(card.name, card.kind, card.dna, card.colour, trait=trait, sideways=sideways)


def of_card(card: DeckCard) -> Option:
    """A card of a deck as one of several to choose from."""
    return Option(card.name, card.name, cards=(creature(card),), caption=trait_text(card.trait))


def in_play(owner: str, card: DeckCard, *, sideways: bool) -> Option:
    """A card in play, said with its player, so that both may have one of that name."""
    value: dict[str, Any] = {"player": owner, "card": card.name}
    caption = joined(" · ", [owner, trait_text(card.trait)])
    return Option(value, f"{card.name} ({owner})", cards=(creature(card, sideways=sideways),), caption=caption)
