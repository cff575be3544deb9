"""Superghost solved: who wins with any letters on the table, if all cards are open and every letter could be had.

One letter is put before or behind those that lie there; whoever finishes a word of four letters or more loses, and so
does whoever leaves letters that stand together in no word. Of Disorder! between two this is what the dictionary alone
decides while all cards lie face up. Hands are left out: it says what was lost already, not what anybody could know; so
are wilds (`face_down.py` has them, from a row on that few words hold) and the action cards.

The table (`retrograde.py` makes it) has one bit for each run of letters of each word. That is more bits than there are
runs, since most stand in many words, and yet a tenth of what numbering the runs takes: nothing else need be kept, as
the dictionary finds a word with the letters by itself.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST = 4  # a word of fewer letters does not end a round, which cannot be challenged yet
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class ListedWords(Protocol):
    """What is asked of the dictionary the table was made from."""

    def groups(self) -> Iterable[tuple[int, str]]:
        """The lengths there are words of, ascending, with all words of the length run together in their order."""
        ...

    def is_word(self, word: str, /) -> bool:
        """Whether the dictionary has the word."""
        ...

    def witness(self, pattern: str, /) -> str | None:
        """A word with these letters in it, None when none has."""
        ...


@runtime_checkable
class SolvedWords(ListedWords, Protocol):
    """A dictionary that may have its table at hand."""

    def lost_runs(self) -> bytes | None:
        """The table, None where there is none (yet)."""
        ...


RowSide = Literal["left", "right"]


class Added(NamedTuple):
    """A card put to one side of those that lie there; `?` is one face down."""

    side: RowSide
    card: str


def runs_before(length: int, run: int) -> int:
    """How many runs of fewer letters than `run` a word of `length` letters has."""
    return sum(length - shorter + 1 for shorter in range(1, run))


class Superghost:
    """The solved game on one dictionary."""

    def __init__(self, table: bytes, words: ListedWords) -> None:
        """`table` is that of `lost_runs`, made from the same words. Raises ValueError for one of another size."""
        self._table, self._words = table, words
        self._groups: dict[int, tuple[int, str]] = {}  # where the planes of that length begin (bytes), and the words
        base = 0
        for length, run in words.groups():
            self._groups[length] = base, run
            base += length * (length + 1) // 2 * _plane_bytes(len(run) // length)
        if base != len(table):
            raise ValueError(f"the table has {len(table)} bytes, and these words need {base}")

    def wins(self, letters: str) -> bool | None:
        """Whether the player to move wins with these letters (a–z) on the table; None where the round is over already.

        It is over where no word holds them together, and where they are a word that was finished.
        """
        word = self._words.witness(letters) if letters.isalpha() else None
        if word is None or (len(letters) >= SHORTEST and self._words.is_word(letters)):
            return None
        length = len(word)
        base, run = self._groups[length]
        size = len(run) // length
        number = bisect_left(range(size), word, key=lambda place: run[place * length : (place + 1) * length])
        plane = runs_before(length, len(letters)) + word.index(letters)
        return not self._table[base + plane * _plane_bytes(size) + number // 8] >> number % 8 & 1

    def winning(self, letters: str) -> tuple[Added, ...]:
        """The letters that win when put to the left or the right of these; none where the player to move is lost."""
        left = [Added("left", sign) for sign in LETTERS if letters and self.wins(sign + letters) is False]
        right = [Added("right", sign) for sign in LETTERS if self.wins(letters + sign) is False]
        return (*left, *right)


def _plane_bytes(size: int) -> int:
    return (size + 7) // 8
