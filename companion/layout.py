"""What lies on the table in each game: which deck the camera reads, and the rows in which its cards are laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


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


def layout_of(game: str | None, options: Mapping[str, Any]) -> Layout:
    """The layout of a match of `game` with these options; that of Disorder! between matches."""
    if game == "anagrascramble":
        return Layout(JUMBLES[options.get("deck", "green")], LAYOUTS[game].rows)
    return LAYOUTS.get(game or "", LAYOUTS["disorder"])
