"""The words somebody knows: all of a dictionary, or as many of it as people know. Pure.

Short words are known by more people than long ones. Which ones a player of some strength knows is the same for a whole
match and another in the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Literal
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.core import Words

_ALL = 2**32
_SPREAD = 0x9E3779B1  # odd, near the golden ratio of 2**32: neighbouring checksums come to lie far apart
_KEPT = 20_000  # answers; a match asks a few thousand
_FEW, _MORE = 40, 6  # words listed at first, and how many times as many then


@dataclass(frozen=True, slots=True)
class Share:
    """Of words of up to `letters` letters, that part is known, from 0 to 1."""

    letters: int
    known: float


@dataclass(frozen=True)
class Vocabulary:
    """Some of the words of a dictionary, and the questions an opponent asks of them; words come and go folded.

    `shares` are by length, shortest first; longer words than the last says are not known. None: every word is. `seed`
    decides which.
    """

    words: Words
    shares: tuple[Share, ...] | None = None
    seed: int = 0
    _found: dict[tuple[str, str, bool, bool], str | None] = field(default_factory=dict, repr=False, compare=False)

    def knows(self, word: str) -> bool:
        """Whether this word of the dictionary is known; `word` is folded."""
        if self.shares is None:
            return True
        known = next((share.known for share in self.shares if len(word) <= share.letters), 0.0)
        return crc32(word.encode(), self.seed % _ALL) * _SPREAD % _ALL < known * _ALL

    def is_word(self, word: str) -> bool:
        """Whether it is known to be a word."""
        folded = self.words.fold(word)
        return folded is not None and self.words.is_word(folded) and self.knows(folded)

    def find(
        self,
        pattern: str,
        *,
        where: Literal["inside", "start"] = "inside",
        longer: bool = False,
        names: bool = False,
        limit: int | None = None,
    ) -> Sequence[str]:
        """The known words with the pattern in them (`?` is any letter), shortest first, at most `limit`."""
        if self.shares is None:
            return self.words.find(pattern, where=where, longer=longer, names=names, limit=limit)
        return list(islice(self._known(pattern, where, longer=longer, names=names), limit))

    def witness(
        self, pattern: str, *, where: Literal["inside", "start"] = "inside", longer: bool = False, names: bool = False
    ) -> str | None:
        """The shortest known word with the pattern in it; None when none is known."""
        asked = pattern, where, longer, names
        if asked not in self._found:
            if len(self._found) >= _KEPT:
                self._found.clear()
            found = self.find(pattern, where=where, longer=longer, names=names, limit=1)
            self._found[asked] = found[0] if found else None
        return self._found[asked]

    def spell(self, letters: str, *, shortest: int = 1, longest: int | None = None) -> Sequence[str]:
        """The known words spelled with some of the letters."""
        return [word for word in self.words.spell(letters, shortest=shortest, longest=longest) if self.knows(word)]

    def _known(self, pattern: str, where: Literal["inside", "start"], *, longer: bool, names: bool) -> Iterator[str]:
        """Those known among the shortest few; where more are wanted, among more and more."""
        looked, limit = 0, _FEW
        while True:
            found = self.words.find(pattern, where=where, longer=longer, names=names, limit=limit)
            yield from filter(self.knows, found[looked:])
            if len(found) < limit:
                return
            looked, limit = limit, limit * _MORE
