"""Where a letter can go in TYPO, which place is the best one, and what still bears on the rows that lie there.

The rules pay every placement alike: one card less in the hand, wherever it lies (T5, T11). What differs is the row:
one that nobody can lengthen is only there to be taken (T8). So that place is best which leaves the table the most ways
to go on, a way being a letter and an end of a row such that a word begins with what the row then is (T5); of places
that leave as many, the one in the shorter row, for half of the longest row is what the next failure costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.typo.words import placements

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.core import Words


@dataclass(frozen=True, slots=True)
class Way:
    """One place of a letter: `row` from 1, `side` “front” or “back”, the row's `letters` then, the shortest `word` that
    begins with them and may be shown (folded), None where there is none. `more` is how many ways to go on the row then
    has more than it had (negative: fewer)."""

    row: int
    side: str
    letters: str
    word: str | None
    more: int

    def to_json(self) -> Mapping[str, object]:
        """As hints tell it."""
        return {"row": self.row, "side": self.side, "letters": self.letters, "word": self.word, "more": self.more}


def ways(words: Words, rows: Sequence[str], letter: str) -> tuple[Way, ...]:
    """Every place of the letter, the best first."""
    had = {row: ways_on(words, row) for row in set(rows)}
    found = [
        Way(number, side, letters, example(words, letters), ways_on(words, letters) - had[rows[number - 1]])
        for number, side, letters in placements(words, rows, letter)
    ]
    return tuple(sorted(found, key=lambda way: (-way.more, len(way.letters), way.row, way.side != "front")))


def ways_on(words: Words, row: str) -> int:
    """With how many letters, at which end, a card could go on a row."""
    return len(words.fillings(f"?{row}")) + len(words.fillings(f"{row}?"))


def example(words: Words, letters: str) -> str | None:
    """The shortest word that begins with these letters and may be shown, folded."""
    return next(iter(words.find(letters, where="start", shown=True, limit=1)), None)


def bears_on(said: str, rows: Iterable[str]) -> bool:
    """Whether these letters, or a word, say of one of the rows that a card could go on it: whether they begin with the
    row and one letter more, before it or behind."""
    begun = said.upper()
    return any(begun[at:].startswith(row) and len(begun) > len(row) for row in rows for at in (0, 1))
