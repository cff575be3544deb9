"""The cards of a deck: kind, name, DNA, trait; and the check of V1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.errors import About, BadInput
from companion.games.events import Malformed, Positive, read_object
from companion.games.villains import deck_sentences as say

TraitTiming = Literal["immediate", "timed", "constant", "minted"]
When = Literal["own", "opponent", "any"]
Effect = Literal["draw", "drop", "play", "bounce", "burn", "flip", "copy", "negate", "shield"]
CONSTANT: tuple[Effect, ...] = ("draw", "shield")  # what a trait may do all the time (V6)

VILLAINS, MONSTERS = 4, 16
DNA_PATTERN: Mapping[str, tuple[str, int]] = {"monster": ("ABCD", 1), "villain": ("ABCDxy", 4)}  # signs, how many


@dataclass(frozen=True, slots=True)
class Trait:
    """What a card can do: once, or all the time when it is constant (V6).

    `when` says on whose turn (timed traits only), `amount` how many cards DRAW takes, or a constant `draw` adds.
    """

    timing: TraitTiming
    effect: Effect
    when: When | None = None
    amount: Positive = 1


@dataclass(frozen=True, slots=True)
class DeckCard:
    """One card of a deck: `dna` is one letter for a Monster, a sequence of four for a Villain."""

    name: str
    kind: Literal["monster", "villain"]
    dna: str
    colour: str | None = None
    trait: Trait | None = None

    @property
    def is_constant(self) -> bool:
        """Whether its trait works all the time: it is never triggered and never lies sideways (V6)."""
        return self.trait is not None and self.trait.timing == "constant"


@dataclass(frozen=True, slots=True)
class InlineDeck:
    """A deck as a document gives it."""

    cards: tuple[DeckCard, ...]
    name: str = "deck"


Cards = Mapping[str, DeckCard]  # by name


def read_deck(raw: Mapping[str, object], whose: str) -> Cards:
    """A deck out of a document, checked (V1). Raises BadInput naming the deck, and about the card and its key."""
    try:
        return checked(read_object(InlineDeck, raw, ()), whose)
    except Malformed as fault:
        card, key = _card_of(raw, fault.field), fault.field.split(".")[2:3]
        about = About(card=card, key=key[0] if key else None)
        raise BadInput(say.in_deck(whose, say.of_card(fault.sentence, card)), about=about) from None


def checked(deck: InlineDeck, whose: str) -> Cards:
    """The cards by name, or BadInput about the card that breaks V1, and its key."""
    for card in deck.cards:
        for key, problem in (("dna", _wrong_dna(card)), ("trait", _wrong_trait(card.name, card.trait))):
            if problem is not None:
                about = About(card=card.name, key=key)
                raise BadInput(say.in_deck(whose, problem), about=about)
    twice = [name for name, count in Counter(card.name for card in deck.cards).items() if count > 1]
    if twice:
        raise BadInput(say.in_deck(whose, say.is_there_twice(twice[0])), about=About(card=twice[0], key="name"))
    for kind, wanted in (("villain", VILLAINS), ("monster", MONSTERS)):
        names = [card.name for card in deck.cards if card.kind == kind]
        if len(names) != wanted:
            about = About(card=names[-1], key="kind") if names else About()
            raise BadInput(say.wrong_number(whose, kind, names, wanted), about=about)
    return {card.name: card for card in deck.cards}


def _wrong_dna(card: DeckCard) -> str | None:
    """What is wrong with the DNA of a card; None when nothing is."""
    letters, length = DNA_PATTERN[card.kind]
    if len(card.dna) != length or not set(card.dna) <= set(letters):
        return say.wrong_dna(card.name, card.kind, card.dna)
    return None


def _wrong_trait(card: str, trait: Trait | None) -> str | None:
    """What is wrong with the trait of a card; None when nothing is, or there is none."""
    if trait is None:
        return None
    if trait.timing == "timed" and trait.when is None:
        return say.needs_when(card)
    if trait.timing == "constant" and trait.effect not in CONSTANT:
        return say.cannot_be_constant(card, trait.effect)
    if trait.timing != "constant" and trait.effect == "shield":
        return say.shields_only_constantly(card, trait.timing)
    return None


def _card_of(raw: Mapping[str, object], field: str) -> str | None:
    """The name of the card of which the faulty field is one, if it is a card's and that has a name."""
    parts = field.split(".")
    cards = raw.get("cards")
    if len(parts) < 2 or not isinstance(cards, list):
        return None
    card = cards[int(parts[1]) - 1]
    name = card.get("name") if isinstance(card, Mapping) else None
    return name if isinstance(name, str) else None
