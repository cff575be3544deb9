"""The house style: colours and card sizes. Everything a person might want to change about the looks is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import ImageColor

from companion.errors import BadInput
from companion.games.core import quoted
from companion.sentences import told

if TYPE_CHECKING:
    from companion.cards import Deck

PAPER = "#ffffff"
INK = "#14213d"
PALE = "#e9edf5"
RED_INK = "#c1121f"

# One accent per deck, each at least 4.5:1 against white, so that text in it can be read.
_ACCENTS = {
    "disorder": "#c8400f",
    "letters": "#1d6596",
    "typo": "#0d7a6c",
    "wordcard": "#5b3a8e",
    "villains": "#14213d",
    "words": "#1d6596",
    "ranks": "#14213d",
    "anagrascramble-green": "#1e7a46",
    "anagrascramble-red": "#c1121f",
}
OWN_DECK_ACCENT = "#1d6596"

# Border colours by the names a deck file uses. The words are those people say at a table, the shades are ours.
_BORDERS = {
    "red": "#c1121f",
    "gold": "#d99a00",
    "green": "#1e7a46",
    "blue": "#2667b8",
    "purple": "#6b3fa0",
    "orange": "#e2711d",
    "black": "#22252b",
    "grey": "#7d8597",
    "silver": "#a9b1bd",
    "pink": "#d6497f",
    "brown": "#7a4a26",
    "teal": "#0d7a6c",
    "yellow": "#e6b800",
    "white": "#d9dde5",
}

_SMALL_MM = (44.0, 63.0)  # sixteen to a sheet, ten in a row within a camera's view
_PLAYING_MM = (63.0, 88.0)  # the common playing card, so common sleeves fit
_WIDE_MM = (88.0, 63.0)

_SIZES = {
    "letters": _SMALL_MM,
    "ranked_letters": _PLAYING_MM,
    "ranks": _PLAYING_MM,
    "portraits": _PLAYING_MM,
    "jumbles": _WIDE_MM,
    "words": _WIDE_MM,
}


def card_size_mm(deck: Deck) -> tuple[float, float]:
    """Width and height of the deck's cards, in millimetres."""
    return _SIZES[deck.reads]


def accent(deck: Deck) -> str:
    """The deck's accent colour."""
    return _ACCENTS.get(deck.name, OWN_DECK_ACCENT)


def border(colour: str | None) -> str:
    """The shade of a border colour named in a deck file ("red", "gold", any CSS name or "#rrggbb").

    Raises BadInput when there is no such colour.
    """
    if colour is None:
        return _BORDERS["grey"]
    if (known := _BORDERS.get(colour.lower())) is not None:
        return known
    try:
        red, green, blue = ImageColor.getrgb(colour)[:3]
    except ValueError:
        raise BadInput(
            told(
                "the border colour {colour} is not known; it must be one of {known}, another CSS name or #rrggbb",
                colour=quoted(colour), known=", ".join(_BORDERS),
            )
        ) from None  # fmt: skip
    return f"#{red:02x}{green:02x}{blue:02x}"
