"""A small lexicon of a few words, until the real one is there."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MORE = {"œ": "oe", "æ": "ae", "ø": "o", "ĳ": "ij", "ð": "d", "þ": "th", "ł": "l", "đ": "d"}


def fold(text: str) -> str | None:
    """The a–z form, or None."""
    low = "".join(_MORE.get(sign, sign) for sign in text.casefold())
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", low) if not unicodedata.combining(sign))
    return bare if bare.isascii() and (bare.isalpha() or not bare) else None


class Lexicon:
    """Words and names."""

    def __init__(self, words: frozenset[str], names: frozenset[str]) -> None:
        self.words, self.names = words, names

    @classmethod
    def from_words(cls, words: Iterable[str], names: Iterable[str] = (), *, name: str = "inline") -> Lexicon:
        """An inline lexicon."""
        del name
        return cls(
            frozenset(folded for word in words if (folded := fold(word))),
            frozenset(folded for word in names if (folded := fold(word))),
        )

    def is_word(self, word: str, /) -> bool:
        """Whether it is a word."""
        return fold(word) in self.words

    def fold(self, text: str, /) -> str | None:
        """The a–z form."""
        return fold(text)

    def is_name(self, word: str, /) -> bool:
        """Whether it is a name."""
        return fold(word) in self.names

    def spell(self, letters: str, wilds: int = 0) -> list[str]:
        """Words of some of the letters."""
        del wilds
        return [word for word in self.words if all(word.count(letter) <= letters.count(letter) for letter in word)]
