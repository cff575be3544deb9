"""What lies on the table in Disorder!: one row of letters; another deck may print other values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import Exchange, Pass, Squeeze, Switch
from companion.games.layout import EVERYBODY, Laying, Lying, numbered_rows, other_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.disorder.state import State
    from companion.games.layout import DeckContent

DECK = "disorder"
ROWS = 1
SHIPPED: Mapping[str, str] = {}
ONE_EACH = False
CHECKS = ""


def laying(_players: Sequence[str], options: Mapping[str, Any]) -> Laying:
    """Letters at an end of the row; action cards where they are played with (D11)."""
    actions = (Squeeze, Exchange, Switch, Pass) if options.get("action_cards") else ()
    return Laying(numbered_rows(ROWS), are_signs=True, others=tuple(kind.event for kind in actions))


def lying(state: State) -> tuple[tuple[Lying, ...], ...]:
    """See Layouts."""
    return (tuple(map(Lying, state.board)),)


def dealt_with(_options: Mapping[str, Any]) -> str:
    """See Layouts."""
    return DECK


def meaning(chosen: Mapping[str, DeckContent], house: DeckContent) -> dict[str, Any]:
    """The printed values (D4) that differ from the house's, by letter."""
    values = other_values(chosen[EVERYBODY].deck, house.deck, _letter)
    return {"values": values} if values else {}


def _letter(card: Card) -> str | None:
    return card.label if card.kind == "letter" else None
