"""What TYPO asks of words: whether one begins with a row, and where a letter can go."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.core import Words

UNHEARD = "-‐‑–'’‘ʼ"  # hyphens and apostrophes are not heard when a word is said


def begins(words: Words, word: str, letters: str) -> bool:
    """Whether a word, as said, begins with these capital letters (T5). A hyphen or an apostrophe is not heard (T7)."""
    heard = ""
    for sign in normalize("NFC", word.strip()):
        if len(heard) >= len(letters):
            break
        if sign not in UNHEARD and not combining(sign):
            heard += words.fold(sign) or sign
    return heard.upper().startswith(letters)


def placements(words: Words, rows: Sequence[str], letter: str) -> tuple[tuple[int, str, str], ...]:
    """Where a letter can go: (row from 1, side, the row's letters then), when a word begins with those (T5)."""
    found = []
    for number, row in enumerate(rows, start=1):
        for side, letters in (("front", letter + row), ("back", row + letter)):
            if words.begins(letters):
                found.append((number, side, letters))
    return tuple(found)
