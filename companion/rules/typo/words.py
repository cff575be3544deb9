"""What TYPO asks of words: whether one begins with a row, and where a letter can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.rules.core import Words

UNHEARD = "-‐‑–'’‘ʼ "  # hyphens, apostrophes and spaces are not heard when a word is said


def begins(words: Words, word: str, letters: str) -> bool:
    """Whether a word, as said, begins with these capital letters (T5). A hyphen or an apostrophe is not heard (T7)."""
    heard = ""
    for sign in word:
        if len(heard) >= len(letters):
            break
        if sign not in UNHEARD:
            heard += words.fold(sign) or sign
    return heard.upper().startswith(letters)


def placements(rows: Sequence[str], letter: str, can_begin: Callable[[str], bool]) -> tuple[tuple[int, str, str], ...]:
    """Where a letter can go: (row from 1, side, the row's letters then), when some word begins with those (T5).

    `can_begin` is the lexicon's question whether any word begins with these letters.
    """
    found = []
    for number, row in enumerate(rows, start=1):
        for side, letters in (("front", letter + row), ("back", row + letter)):
            if can_begin(letters):
                found.append((number, side, letters))
    return tuple(found)
