"""What lies on the table in AnagraScramble: one jumble, green or red (A1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.layout import EVERYBODY, Laying, Lying, numbered_rows
from companion.sentences import message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.anagrascramble.state import State
    from companion.games.layout import DeckContent

DECK = "anagrascramble-green"
ROWS = 1
SHIPPED: Mapping[str, str] = {
    "anagrascramble-green": message("green"),
    "anagrascramble-red": message("red"),
    "anagrascramble": message("both"),
}
ONE_EACH = False
CHECKS = ""
_BY_OPTION = {"green": "anagrascramble-green", "red": "anagrascramble-red", "both": "anagrascramble"}


def laying(_players: Sequence[str], _options: Mapping[str, Any]) -> Laying:
    """Jumbles, which come off the deck unseen."""
    return Laying(numbered_rows(ROWS), unseen=True)


def lying(state: State) -> tuple[tuple[Lying, ...], ...]:
    """See Layouts: the card that is turned."""
    return ((Lying(state.jumble),) if state.jumble is not None else (),)


def dealt_with(options: Mapping[str, Any]) -> str:
    """The deck that the option of that name says."""
    return _BY_OPTION[options.get("deck", "green")]


def meaning(chosen: Mapping[str, DeckContent], _house: DeckContent) -> dict[str, Any]:
    """The colours of its cards, as the option has them."""
    colours = {card.colour for card in chosen[EVERYBODY].deck.cards}
    return {"deck": "both" if len(colours) > 1 else "red" if colours == {"red"} else "green"}
