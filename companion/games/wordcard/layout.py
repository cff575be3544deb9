"""What lies on the table in WORDCARD: lines of cards with rank and letter; another deck may print other values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import About, BadInput
from companion.games.layout import EVERYBODY, Laying, Lying, numbered_rows, other_values
from companion.games.wordcard.notation import RANKS, in_hand
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.layout import DeckContent
    from companion.games.wordcard.state import State

DECK = "wordcard"
ROWS = 3
SHIPPED: Mapping[str, str] = {}
ONE_EACH = False
CHECKS = "ranked_letters"


def laying(_players: Sequence[str], options: Mapping[str, Any]) -> Laying:
    """Lines, several in a row where they lie apart; on a grid (W9) cards have columns."""
    on_grid = bool(options.get("grid"))
    return Laying(numbered_rows(ROWS), by_column=on_grid, apart=not on_grid)


def lying(state: State) -> tuple[tuple[Lying, ...], ...] | None:
    """See Layouts: the lines, one after the other on the rows, apart from each other. On a grid people lay."""
    if state.options.grid:
        return None
    lines = [[Lying(in_hand(card), apart=not at) for at, card in enumerate(line.cards)] for line in state.lines]
    return tuple(tuple(card for line in lines[row::ROWS] for card in line) for row in range(ROWS))


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(chosen: Mapping[str, DeckContent], house: DeckContent) -> dict[str, Any]:
    """The printed values (W2) that differ from the house's, by rank."""
    values = other_values(chosen[EVERYBODY].deck, house.deck, _rank)
    return {"values": values} if values else {}


def check(file: DeckContent) -> None:
    """W1, W2: every letter has one of the ranks, and every rank one value."""
    for card in file.deck.cards:
        if card.kind == "letter" and card.rank not in RANKS:
            problem = told("the “rank” of a letter must be one of {ranks}", ranks=" ".join(RANKS))
            raise BadInput(problem, about=About(card=card.name, key="rank"))
    other_values(file.deck, file.deck, _rank)


def _rank(card: Card) -> str | None:
    return card.rank
