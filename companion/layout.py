"""What lies on the table in each game: which deck the camera reads, and the rows in which its cards are laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion import deckfiles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.print.table import DrawnTable


@dataclass(frozen=True, slots=True)
class Layout:
    """`deck` names a shipped deck file; `rows` is how many rows the drawn table has room for, far to near."""

    deck: str
    rows: int


LAYOUTS: Mapping[str, Layout] = {
    "disorder": Layout("disorder", 1),
    "typo": Layout("typo", 5),  # the four rows, and one in which the chosen cards are shown
    "villains": Layout("villains", 2),  # the area of the second player, and that of the first
    "anagrascramble": Layout("anagrascramble-green", 1),
    "wordcard": Layout("wordcard", 3),
}
JUMBLES = {"green": "anagrascramble-green", "red": "anagrascramble-red", "both": "anagrascramble"}


def deal(drawn: DrawnTable, game: str | None, options: Mapping[str, Any]) -> None:
    """Have a drawn table follow a match: the deck and the rows of its game. Cards of that deck stay where they lie."""
    layout = layout_of(game, options)
    if game is not None and (drawn.deck.name, drawn.rows) != (layout.deck, layout.rows):
        file = deckfiles.read(layout.deck)
        drawn.deal(file.deck, rows=layout.rows, traits=file.traits)


def layout_of(game: str | None, options: Mapping[str, Any]) -> Layout:
    """The layout of a match of `game` with these options; that of Disorder! between matches."""
    if game == "anagrascramble":
        return Layout(JUMBLES[options.get("deck", "green")], LAYOUTS[game].rows)
    return LAYOUTS.get(game or "", LAYOUTS["disorder"])
