"""What TYPO asks of words: whether one begins with a row, and where a letter can go."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Words

UNHEARD = "-‐‑–'’‘ʼ"  # hyphens and apostrophes are not heard when a word is said


def heard(words: Words, word: str) -> str:
    """What is heard of a word that is said, in capital letters: no hyphen and no apostrophe (T7)."""
    signs = (sign for sign in normalize("NFC", word.strip()) if sign not in UNHEARD and not combining(sign))
    return "".join(words.fold(sign) or sign for sign in signs).upper()


def begins(words: Words, word: str, letters: str) -> bool:
    """Whether a word, as said, begins with these capital letters (T5). A hyphen or an apostrophe is not heard (T7)."""
    return heard(words, word).startswith(letters)


def placements(words: Words, rows: Sequence[str], letter: str) -> tuple[tuple[int, str, str], ...]:
    """Where a letter can go: (row from 1, side, the row's letters then), when a word begins with those (T5)."""
    found = []
    for number, row in enumerate(rows, start=1):
        for side, letters in (("front", letter + row), ("back", row + letter)):
            if words.begins(letters):
                found.append((number, side, letters))
    return tuple(found)
