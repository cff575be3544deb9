"""The points of the last cards of rows that grow side by side, packed in a number each: what words bring is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from companion.solvers.spellings import Ints

BITS = 4  # for a card: no game has more different points (W2, W3)
MOST_CARDS = 15  # for which there is room in a number
AT_ONCE = 3  # cards that are looked up at once
CHUNK = 1 << BITS * AT_ONCE
_LAST: Ints = np.array([(1 << BITS * min(cards, MOST_CARDS)) - 1 for cards in range(256)])


class WordPoints:
    """The points that there are in a game, by code; those of the last cards of rows are packed, the last lowest."""

    def __init__(self) -> None:
        self._codes: dict[int, int] = {0: 0}
        self._sums: Ints = np.zeros(CHUNK, dtype=np.int64)

    def code(self, points: int) -> int:
        """What stands for a card of so many points. Raises ValueError when there are too many different ones."""
        if points not in self._codes:
            if len(self._codes) == 1 << BITS:
                raise ValueError(f"{points} points: there is room for {len(self._codes)} different ones only")
            self._codes[points] = len(self._codes)
            each = np.zeros(1 << BITS, dtype=np.int64)
            each[: len(self._codes)] = list(self._codes)
            chunks = np.arange(CHUNK)
            self._sums = sum((each[chunks >> BITS * card & (1 << BITS) - 1] for card in range(AT_ONCE)), 0 * chunks)
        return self._codes[points]

    @staticmethod
    def with_one(packed: Ints, code: Ints, cards: Ints) -> Ints:
        """The last so many cards, that of the code included."""
        found: Ints = ((packed << BITS) | code) & _LAST.take(cards)
        return found

    def of_last(self, packed: Ints, cards: Ints) -> Ints:
        """The points of the last so many cards."""
        return self.of_all(packed & _LAST.take(cards))

    def of_all(self, packed: Ints) -> Ints:
        """The points of all cards that are packed."""
        found = self._sums.take(packed & CHUNK - 1)
        most = int(packed.max(initial=0)) >> BITS * AT_ONCE
        while most:
            packed = packed >> BITS * AT_ONCE
            found += self._sums.take(packed & CHUNK - 1)
            most >>= BITS * AT_ONCE
        return found
