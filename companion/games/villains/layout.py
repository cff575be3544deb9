"""What lies on the table in Disorder of the Villains: two areas, that of the second player farther off, and perhaps a
deck for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from companion.errors import About, BadInput
from companion.games.core import quoted
from companion.games.layout import Laying, Lying
from companion.games.villains import deck_sentences as say
from companion.games.villains.deck import Trait, read_deck
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.layout import DeckContent
    from companion.games.villains.state import State

DECK = "villains"
ROWS = 2
SHIPPED: Mapping[str, str] = {}
ONE_EACH = True
CHECKS = "portraits"
TRAIT_KEYS = tuple(field.name for field in fields(Trait))


def laying(players: Sequence[str], _options: Mapping[str, Any]) -> Laying:
    """Cards in the area of either player, the second's farther off; they lie sideways once their trait is used."""
    return Laying(tuple(reversed(players)), turns=True)


def lying(state: State) -> tuple[tuple[Lying, ...], ...]:
    """See Layouts: what either player has in play, the second's farther off."""
    return tuple(
        tuple(Lying(card.name, sideways=card.sideways) for card in side.in_play) for side in reversed(state.sides)
    )


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(chosen: Mapping[str, DeckContent], house: DeckContent) -> dict[str, Any]:
    """The cards of every deck that is not the house's, as the options of a match have them, by player."""
    decks = {player: inline(file) for player, file in chosen.items() if file.deck.name != house.deck.name}
    return {"decks": decks} if decks else {}


def check(file: DeckContent) -> None:
    """V1: four Villains, sixteen Monsters, names and DNA. What a trait says must count for something: the rules pass
    over what they do not know, but in a deck file that is a slip of whoever wrote it."""
    whose, raw = told("the deck {deck}", deck=quoted(file.deck.name)), inline(file)
    for card, trait in file.traits.items():
        for key in trait if isinstance(trait, Mapping) else ():
            if key not in TRAIT_KEYS:
                raise _fault(whose, card, key, say.no_part_of_trait(card, quoted(key), TRAIT_KEYS))
    said = [{key: value for key, value in card.items() if value is not None} for card in raw["cards"]]
    try:
        read_deck({**raw, "cards": said}, whose)
    except BadInput as error:  # what the rules call a card's name is its label in a deck file
        about = replace(error.about, key="label") if error.about.key == "name" else error.about
        raise BadInput(error.sentence, about=about) from None
    twice = next((card.label for card in file.deck.cards if card.copies > 1), None)
    if twice is not None:
        raise _fault(whose, twice, "copies", say.is_there_twice(twice))
    for card, trait in file.traits.items():
        if "when" in trait and trait["timing"] != "timed":
            raise _fault(whose, card, "when", say.when_only_timed(card))
        if "amount" in trait and trait["effect"] != "draw":
            raise _fault(whose, card, "amount", say.amount_only_of_draw(card, trait["effect"]))


def _fault(whose: str, card: str, key: str, problem: str) -> BadInput:
    return BadInput(say.in_deck(whose, problem), about=About(card=card, key=key))


def inline(file: DeckContent) -> dict[str, Any]:
    """A deck file as the options of a match have it."""
    cards = [
        {
            "name": card.label, "kind": card.kind, "dna": card.dna, "colour": card.colour,
            "trait": file.traits.get(card.label),
        }
        for card in file.deck.cards
    ]  # fmt: skip
    return {"name": file.deck.name, "cards": cards}
