"""Folding: from a word as people write it to the letters a–z that cards carry."""

from __future__ import annotations

import unicodedata
from typing import Literal, get_args

Umlauts = Literal["plain", "digraph"]
UMLAUTS: tuple[Umlauts, ...] = get_args(Umlauts)

# What Unicode does not decompose into a base letter and marks. (Case folding has already made ß into ss.)
_LETTERS = str.maketrans(
    {"œ": "oe", "æ": "ae", "ĳ": "ij", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŧ": "t"}
)
_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str, umlauts: Umlauts = "plain") -> str | None:
    """The letters a–z of one word: case and diacritics go, œ æ ĳ ß become two letters each.

    `umlauts` is "plain" (ä ö ü → a o u, as in Dutch, French and English) or "digraph" (ä ö ü → ae oe ue, the
    German crossword convention). Space around the word is ignored. Returns None when nothing is left or when any
    other sign is inside: a hyphen, an apostrophe, a space, a digit, a letter of another script.
    """
    text = text.strip()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).casefold()
        if umlauts == "digraph":
            text = text.translate(_DIGRAPHS)
        text = unicodedata.normalize("NFD", text.translate(_LETTERS))
        text = "".join(sign for sign in text if not unicodedata.combining(sign))
    return text.lower() if text.isascii() and text.isalpha() else None
