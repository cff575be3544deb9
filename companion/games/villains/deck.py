"""The cards of a deck: kind, name, DNA, trait; and the check of V1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.errors import BadInput
from companion.games.events import Malformed, Positive, read_object
from companion.sentences import joined, message, told

Timing = Literal["immediate", "timed", "constant", "minted"]
When = Literal["own", "opponent", "any"]
Effect = Literal["draw", "drop", "play", "bounce", "burn", "flip", "copy", "negate", "shield"]
CONSTANT: tuple[Effect, ...] = ("draw", "shield")  # what a trait may do all the time (V6)

VILLAINS, MONSTERS = 4, 16
DNA_PATTERN: Mapping[str, tuple[str, int, str]] = {
    "monster": ("ABCD", 1, message("one of A, B, C and D")),
    "villain": ("ABCDxy", 4, message("four signs out of A, B, C, D, x and y")),
}
ONE: Mapping[str, str] = {"monster": message("monster"), "villain": message("villain")}
MANY: Mapping[str, str] = {"monster": message("monsters"), "villain": message("villains")}
ROOM: Mapping[str, str] = {
    "monster": message("is not needed: there is room for another monster"),
    "villain": message("is not needed: there is room for another villain"),
}


@dataclass(frozen=True, slots=True)
class Trait:
    """What a card can do: once, or all the time when it is constant (V6).

    `when` says on whose turn (timed traits only), `amount` how many cards DRAW takes, or a constant `draw` adds.
    """

    timing: Timing
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
    """A deck out of a document, checked (V1). Raises BadInput naming the deck and the card."""
    try:
        return checked(read_object(InlineDeck, raw, ()), whose)
    except Malformed as fault:
        problem = joined("", [fault.sentence, _card_named(raw, fault.field)])
        raise BadInput(told("in {deck}, {problem}", deck=whose, problem=problem)) from None


def checked(deck: InlineDeck, whose: str) -> Cards:
    """The cards by name, or BadInput naming the card that breaks V1."""
    for card in deck.cards:
        problem = _wrong_card(card)
        if problem is not None:
            raise BadInput(told("in {deck}, {problem}", deck=whose, problem=problem))
    twice = [name for name, count in Counter(card.name for card in deck.cards).items() if count > 1]
    if twice:
        problem = told("“{card}” is there more than once; all names of a deck must differ", card=twice[0])
        raise BadInput(told("in {deck}, {problem}", deck=whose, problem=problem))
    for kind, wanted in (("villain", VILLAINS), ("monster", MONSTERS)):
        names = [card.name for card in deck.cards if card.kind == kind]
        if len(names) != wanted:
            has = told("{deck} has {count} {kinds}", deck=whose, count=len(names), kinds=told(MANY[kind]))
            last = told("; the last is “{card}”", card=names[-1]) if names else ""
            raise BadInput(told("{has}, and it must have exactly {wanted}{last}", has=has, wanted=wanted, last=last))
    return {card.name: card for card in deck.cards}


def _wrong_card(card: DeckCard) -> str | None:
    """What is wrong with a card by itself; None when nothing is."""
    letters, length, meaning = DNA_PATTERN[card.kind]
    if len(card.dna) != length or not set(card.dna) <= set(letters):
        kind, must = told(ONE[card.kind]), told(meaning)
        has = told("the {kind} “{card}” has DNA “{dna}”", kind=kind, card=card.name, dna=card.dna)
        return told("{has}; it must be {meaning}", has=has, meaning=must)
    return None if card.trait is None else _wrong_trait(card.name, card.trait)


def _wrong_trait(card: str, trait: Trait) -> str | None:
    """What is wrong with the trait of a card; None when nothing is."""
    if trait.timing == "timed" and trait.when is None:
        return told("the timed trait of “{card}” must say when: own, opponent or any", card=card)
    if trait.timing == "constant" and trait.effect not in CONSTANT:
        return told(
            "the constant trait of “{card}” must be draw or shield, not {effect}", card=card, effect=trait.effect
        )
    if trait.timing != "constant" and trait.effect == "shield":
        return told("“{card}” can shield only by a constant trait, not by one that is {timing}", card=card,
                    timing=trait.timing)  # fmt: skip
    return None


def _card_named(raw: Mapping[str, object], field: str) -> str:
    """` (the card “Bat”)` when the faulty field is one of a card that has a name."""
    parts = field.split(".")
    cards = raw.get("cards")
    if len(parts) < 2 or not isinstance(cards, list):
        return ""
    card = cards[int(parts[1]) - 1]
    name = card.get("name") if isinstance(card, Mapping) else None
    return told(" (the card “{name}”)", name=name) if isinstance(name, str) else ""
