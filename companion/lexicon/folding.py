"""Folding: from a word as people write it to the letters a–z that cards carry."""

from __future__ import annotations

import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable

Umlauts = Literal["plain", "digraph"]
UMLAUTS: tuple[Umlauts, ...] = get_args(Umlauts)

# What Unicode does not decompose into a base letter and marks. (Case folding has already made ß into ss.)
_PLAIN = dict(zip("œæĳøłđðþħıŧ", ["oe", "ae", "ij", "o", "l", "d", "d", "th", "h", "i", "t"], strict=True))
_DIGRAPH = {"ä": "ae", "ö": "oe", "ü": "ue", **_PLAIN}
_AT_A_TIME = 20_000  # words: chosen, so that the text of a whole dictionary is not in memory several times
_FIRST_MARK, _AFTER_MARKS = "\u0300", "\u0370"


def fold(text: str, umlauts: Umlauts = "plain") -> str | None:
    """The letters a–z of one word: case and diacritics go, œ æ ĳ ß become two letters each.

    `umlauts` is "plain" (ä ö ü → a o u, as in Dutch, French and English) or "digraph" (ä ö ü → ae oe ue, the
    German crossword convention). Space around the word is ignored. Returns None when nothing is left or when any
    other sign is inside: a hyphen, an apostrophe, a space, a digit, a letter of another script.
    """
    text = _without_diacritics(text.strip(), umlauts)
    return text.lower() if text.isascii() and text.isalpha() else None


def fold_all(words: Iterable[str], umlauts: Umlauts = "plain") -> list[str]:
    """The words folded, in their order, without those that cannot be; many times as quick as folding each."""
    left, folded = iter(words), list[str]()
    while some := list(islice(left, _AT_A_TIME)):
        folded += _folded(some, umlauts)
    return folded


def _folded(words: list[str], umlauts: Umlauts) -> list[str]:
    folded = _without_diacritics("\n".join(words), umlauts).lower().split("\n")
    letters = "".join(folded)
    if len(folded) == len(words) and letters.isascii() and letters.isalpha():
        # What is folded already stays the very same string: of a large list there would be two.
        return [given if given == word else word for given, word in zip(words, folded, strict=True) if word]
    return [word for given in words if (word := fold(given, umlauts))]


def _without_diacritics(text: str, umlauts: Umlauts) -> str:
    if text.isascii():
        return text
    text = unicodedata.normalize("NFC", text).casefold()
    for sign, letters in (_DIGRAPH if umlauts == "digraph" else _PLAIN).items():
        text = text.replace(sign, letters)
    text = unicodedata.normalize("NFD", text)
    for mark in set(text):
        if _FIRST_MARK <= mark < _AFTER_MARKS:
            text = text.replace(mark, "")
    return text
