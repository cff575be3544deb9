"""Whether a word is in a list too large to be a set: a hash table that stores no word a second time.

A set of Python strings costs about 95 bytes a word, which several languages on a small board cannot afford. Here the
words of one length are looked up by their CRC-32: `starts[code]` to `starts[code + 1]` is the part of `places` that
says which words of the group have this code, and the word is compared with the group's own text: ten bytes a word.
"""

from __future__ import annotations

import sys
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from companion.lexicon.positions import Positions


class _Table(NamedTuple):
    mask: int
    starts: memoryview
    places: memoryview
    text: str


class CompactMembership:
    """The words of a `Positions` index as a container of bytes."""

    __slots__ = ("_tables",)

    def __init__(self, tables: dict[int, _Table]) -> None:
        self._tables = tables

    @classmethod
    def build(cls, positions: Positions) -> CompactMembership:
        """One table per word length, with one code per word on average or fewer."""
        tables = {}
        for length, group in positions.groups():
            mask = (1 << (group.size - 1).bit_length()) - 1
            text = group.text.encode()
            codes = [crc32(text[start : start + length]) & mask for start in range(0, len(text), length)]
            counts = array("I", bytes(4 * (mask + 2)))
            for code in codes:
                counts[code + 1] += 1
            places = array("I", sorted(range(group.size), key=codes.__getitem__))
            starts = array("I", accumulate(counts))
            tables[length] = _Table(mask, memoryview(starts), memoryview(places), group.text)
        return cls(tables)

    def __contains__(self, word: bytes) -> bool:
        length = len(word)
        table = self._tables.get(length)
        if table is None:
            return False
        mask, starts, places, text = table
        code = crc32(word) & mask
        for index in range(starts[code], starts[code + 1]):
            if text.startswith(word.decode("latin-1"), places[index] * length):
                return True
        return False

    def state(self) -> dict[int, Any]:
        """The tables as bytes; `from_state` takes them back, with the positions they were built from."""
        return {
            length: (table.mask, table.starts.tobytes(), table.places.tobytes())
            for length, table in self._tables.items()
        }

    @classmethod
    def from_state(cls, state: dict[int, Any], positions: Positions) -> CompactMembership:
        """The membership that `state()` was taken from."""
        tables = {}
        for length, group in positions.groups():
            mask, starts, places = state[length]
            tables[length] = _Table(mask, memoryview(starts).cast("I"), memoryview(places).cast("I"), group.text)
        return cls(tables)

    def memory_bytes(self) -> int:
        """Bytes held, the text of the positions not counted."""
        return sum(table.starts.nbytes + table.places.nbytes + sys.getsizeof(table) for table in self._tables.values())
