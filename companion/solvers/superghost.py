"""Superghost solved: who wins with any letters on the table, if all cards were open and every letter could be had.

One letter is put before or behind those that lie there; whoever finishes a word loses, and so does whoever leaves
letters that stand together in no word. What lies there is a factor of a word. Factors are numbered by their length,
each as the pair of those it is made of without its last and without its first letter, and judged from the longest to
the shortest: all of one length at once, in numpy. Of Disorder! this is what the dictionary alone decides: hands, wilds
and the cards that change the row are left out, so that it says what was lost already, not what anybody could know.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.solvers.spellings import Flags, Ints

A = ord("a")
LETTERS = 26
SHORTEST = 4  # a word of fewer letters does not end a round


class Added(NamedTuple):
    """A letter put to one side of those that lie there."""

    side: Literal["front", "back"]
    letter: str


class _Factors(NamedTuple):
    """All factors of one length: the pairs of shorter ones they are made of (in order), which are words, which win."""

    pairs: Ints
    is_word: Flags
    wins: Flags


class Superghost:
    """The solved game on one list of folded words (a–z)."""

    def __init__(self, words: Iterable[str]) -> None:
        self._factors: list[_Factors] = []
        made = _factors_of([word for word in words if word])
        further: _Factors | None = None
        counts = [1, *(len(pairs) for pairs, _ in made)]
        for length in range(len(made), 0, -1):
            pairs, is_word = made[length - 1]
            wins = np.zeros(len(pairs), dtype=np.bool_)
            if further is not None:
                left = further.pairs[~further.is_word & ~further.wins]  # whoever must go on from there is lost
                wins[left // counts[length]] = True
                wins[left % counts[length]] = True
            further = _Factors(pairs, is_word & (length >= SHORTEST), wins)
            self._factors.append(further)
        self._factors.reverse()

    def __len__(self) -> int:
        """How many factors there are."""
        return sum(len(each.pairs) for each in self._factors)

    def memory_bytes(self) -> int:
        """Bytes held."""
        return sum(part.nbytes for each in self._factors for part in each)

    def wins(self, letters: str) -> bool | None:
        """Whether the player to move wins with these letters on the table; None where the round is over already.

        It is over where no word holds them together, and where they are a word that was finished.
        """
        number = self._number(letters)
        if number is None or self._factors[len(letters) - 1].is_word[number]:
            return None
        return bool(self._factors[len(letters) - 1].wins[number])

    def winning(self, letters: str) -> tuple[Added, ...]:
        """The letters that win when put before or behind these, in order; none where the player to move is lost."""
        signs = [chr(A + number) for number in range(LETTERS)]
        front = [Added("front", sign) for sign in signs if self.wins(sign + letters) is False]
        back = [Added("back", sign) for sign in signs if self.wins(letters + sign) is False]
        return (*front, *back) if letters else tuple(back)

    def _number(self, letters: str) -> int | None:
        """Which of the factors of its length it is."""
        if not letters or len(letters) > len(self._factors):
            return None
        if not all(A <= ord(sign) < A + LETTERS for sign in letters):
            return None
        numbers = [ord(sign) - A for sign in letters]
        for length in range(1, len(letters) + 1):
            pairs = self._factors[length - 1].pairs
            if length > 1:
                count = len(self._factors[length - 2].pairs)
                numbers = [first * count + second for first, second in pairwise(numbers)]
            places = np.searchsorted(pairs, numbers)
            if (places == len(pairs)).any() or (pairs[places] != numbers).any():
                return None
            numbers = places.tolist()
        return int(numbers[0])


def _factors_of(words: list[str]) -> list[tuple[Ints, Flags]]:
    """By length the factors as pairs of shorter ones (the letters themselves at first), in order; which are words."""
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    text = np.frombuffer("".join(words).encode(), dtype=np.uint8).astype(np.int64) - A
    begins = np.cumsum(lengths) - lengths
    place = np.arange(len(text))
    room = np.repeat(begins + lengths, lengths) - place  # letters from there to the end of the word
    first_letter = np.zeros(len(text), dtype=np.bool_)
    first_letter[begins] = True
    made: list[tuple[Ints, Flags]] = []
    number, count, length = text, LETTERS, 1
    while len(place):
        key = number if length == 1 else number[:-1] * count + number[1:]
        if length > 1:  # neighbours of which the first still has room are of one word
            fits = room[:-1] >= length
            key, place, room, first_letter = key[fits], place[:-1][fits], room[:-1][fits], first_letter[:-1][fits]
        pairs, numbers = np.unique(key, return_inverse=True)
        is_word = np.zeros(len(pairs), dtype=np.bool_)
        is_word[numbers[first_letter & (room == length)]] = True
        if len(pairs):
            made.append((pairs, is_word))
        number, count, length = numbers, len(pairs), length + 1
    return made
