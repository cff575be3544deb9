"""What lies on the table in each game: which deck the camera reads, and the rows in which its cards are laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.decks.shelf import DeckShelf
    from companion.drawn.table import DrawnTable


@dataclass(frozen=True, slots=True)
class Layout:
    """`deck` is a name that the table's shelf of decks reads; `rows` is how many rows the drawn table has room for, far
    to near."""

    deck: str
    rows: int


BESIDE = "+"  # between the names of decks that lie on one table
LAYOUTS: Mapping[str, Layout] = {
    "disorder": Layout("disorder", 1),
    "typo": Layout("typo", 5),  # the four rows, and one in which the chosen cards are shown
    "villains": Layout("villains", 2),  # the area of the second player, and that of the first
    "anagrascramble": Layout("anagrascramble-green", 1),
    "wordcard": Layout("wordcard", 3),
}
COLOURS = {"green": "anagrascramble-green", "red": "anagrascramble-red", "both": "anagrascramble"}


def deal(drawn: DrawnTable, shelf: DeckShelf, layout: Layout) -> None:
    """Have a drawn table follow a layout: its deck and rows. Cards of that deck stay where they lie.

    Raises BadInput for a deck whose file cannot be used.
    """
    file = shelf.read(layout.deck)
    if (drawn.deck.name, drawn.rows) != (file.deck.name, layout.rows):
        drawn.deal(file.deck, rows=layout.rows, traits=file.traits)


def layout_of(game: str | None, options: Mapping[str, Any], deck: Any = None) -> Layout:
    """The layout of a match of `game` with these options; that of Disorder! between matches.

    `deck` is what the match's setup says of it: a name, or in Disorder of the Villains a name for each player.
    """
    usual = LAYOUTS.get(game or "", LAYOUTS["disorder"])
    if isinstance(deck, str):
        return Layout(deck, usual.rows)
    if deck:
        return Layout(BESIDE.join(sorted(set(deck.values()))), usual.rows)
    if game == "anagrascramble":
        return Layout(COLOURS[options.get("deck", "green")], usual.rows)
    return usual
