"""Superghost from a row on, with cards face down: any of them may be, and then stands for any letter.

A card face down says nothing, so what matters of a row is only where it may stand in which words: its *fits*. They are
the bits of a whole number, and a card laid is an AND with those that have its letter there; whoever leaves no fit in
which the row is still unfinished loses. Rows with the same fits are the same, so that few are looked at, and most are
won at once: some card leaves a single word with one letter to go. With a budget of its own the search says of most rows
of four cards who wins, and of nearly all that are longer; the first cards of a round have too many fits.

Exact for two who play on at the ends of the row and may have any letter; action cards and hands are not reckoned with.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from companion.solvers.superghost import LETTERS, SHORTEST, Added, RowSide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

WILD = "?"
MOST_FITS = 400  # with so many, a row costs about a tenth of a millisecond to look at,
MOST_ROWS = 60  # and so many rows are looked at
_ONES = {sign: bytes(ord("1") if each == ord(sign) else ord("0") for each in range(256)) for sign in LETTERS}
_NOTHING = "."  # where a word has no letter


class TooMany(Exception):
    """More fits or rows than the search may look at."""


class _Row(NamedTuple):
    """How many cards were laid to the left and to the right, and the fits that are left."""

    left: int
    right: int
    fits: int


class FaceDown:
    """A row of three cards or more, small letters and `?`, and all that can come of it by cards at its ends."""

    def __init__(
        self,
        row: str,
        words: Sequence[str],
        is_word: Callable[[str], bool],
        *,
        most_fits: int = MOST_FITS,
        most_rows: int = MOST_ROWS,
    ) -> None:
        """`words` are those longer than the row that hold it. Raises TooMany when it fits in too many places."""
        self._length, self._is_word, self._rows_to_go = len(row), is_word, most_rows
        stands = re.compile(f"(?={row.replace(WILD, '.')})")
        fits: list[tuple[str, int]] = []
        for word in words:
            fits += [(word, found.start()) for found in stands.finditer(word)]
            if len(fits) > most_fits:
                raise TooMany
        self._begin = max((start for _, start in fits), default=0)
        self._width = self._begin + max((len(word) - start for word, start in fits), default=self._length)
        self._text = "".join(_aligned(word, self._begin - start, self._width) for word, start in fits)
        self._with: dict[int, tuple[tuple[str, int], ...]] = {}
        self._unfinished: dict[tuple[int, int], int] = {}
        self._won: dict[_Row, bool] = {}
        self._start = _Row(0, 0, (1 << len(fits)) - 1)

    def wins(self) -> bool:
        """Whether the player to move, two playing, wins with the right card. Raises TooMany where that is too far."""
        return self._wins(self._start)

    def winning(self, at_most: int) -> tuple[Added, ...]:
        """The cards that win, face up before face down and those that leave the fewest fits first; fewer than there are
        where the rest is too far.

        Raises TooMany where it is too far to say whether any does.
        """
        found: list[Added] = []
        laid = sorted(self._laid(self._start), key=lambda each: (each[0].card == WILD, each[1].fits.bit_count(), each))
        for added, after in laid:
            try:
                if not self._wins(after):
                    found.append(added)
            except TooMany:
                if not found:
                    raise
                break
            if len(found) == at_most:
                break
        return tuple(found)

    def _wins(self, row: _Row) -> bool:
        known = self._won.get(row)
        if known is not None:
            return known
        if not self._rows_to_go:
            raise TooMany
        self._rows_to_go -= 1
        after = sorted({after for _, after in self._laid(row)}, key=lambda each: (each.fits.bit_count(), each))
        won = self._won[row] = any(not self._wins(each) for each in after)
        return won

    def _laid(self, row: _Row) -> Iterator[tuple[Added, _Row]]:
        """Every card that may be laid and leaves the row unfinished, and the row after it."""
        left, right, fits = row
        ends: tuple[tuple[RowSide, int, int, int], ...] = (
            ("left", left + 1, right, self._begin - left - 1),
            ("right", left, right + 1, self._begin + self._length + right),
        )
        for side, far_left, far_right, place in ends:
            if not 0 <= place < self._width:
                continue
            going_on = self._going_on(far_left, far_right)
            for card, there in self._with_card(place):
                if fits & there & going_on:
                    yield Added(side, card), _Row(far_left, far_right, fits & there)

    def _with_card(self, place: int) -> tuple[tuple[str, int], ...]:
        """The fits with each letter at a place, and last those with any."""
        found = self._with.get(place)
        if found is None:
            column = self._text[place :: self._width][::-1]
            signs = sorted(set(column) - {_NOTHING})
            by_letter = [(sign, int(column.encode().translate(_ONES[sign]), 2)) for sign in signs]
            every = 0
            for _, fits in by_letter:
                every |= fits
            found = self._with[place] = (*by_letter, (WILD, every))
        return found

    def _going_on(self, left: int, right: int) -> int:
        """The fits in which the row, so many cards longer, is no word that would end the round."""
        found = self._unfinished.get((left, right))
        if found is None:
            first, last = self._begin - left, self._begin + self._length + right
            rows = [self._text[at + first : at + last] for at in range(0, len(self._text), self._width)]
            ends = {row: _NOTHING in row or (len(row) >= SHORTEST and self._is_word(row)) for row in set(rows)}
            found = int("".join("01"[not ends[row]] for row in reversed(rows)) or "0", 2)
            self._unfinished[left, right] = found
        return found


def _aligned(word: str, before: int, width: int) -> str:
    return (_NOTHING * before + word).ljust(width, _NOTHING)
