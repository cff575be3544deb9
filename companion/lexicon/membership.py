"""Whether a word is in the list, in a sixth of the memory of a set of strings and nearly as quickly.

A set of Python strings costs about 95 bytes a word, which four languages on a small board cannot afford. Here the
words are spread over buckets of about twelve by their CRC-32, each bucket one string; before a bucket is searched,
one byte of a sparse table says whether any word has that checksum at all, which answers most misses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS_IN_A_BUCKET = 12
_SLOTS_PER_WORD = 3


class Membership:
    """A set of words of plain ASCII without line breaks."""

    __slots__ = ("_bucket_mask", "_buckets", "_slot_mask", "_slots")

    def __init__(self, slots: bytes, buckets: list[str]) -> None:
        self._slots, self._slot_mask = slots, len(slots) - 1
        self._buckets, self._bucket_mask = buckets, len(buckets) - 1

    @classmethod
    def build(cls, words: Iterable[str]) -> Membership:
        """Spread the words over slots and buckets (powers of two of each)."""
        listed = list(words)
        slots = bytearray(_power_of_two(len(listed) * _SLOTS_PER_WORD))
        buckets: list[list[str]] = [[] for _ in range(_power_of_two(len(listed) // _WORDS_IN_A_BUCKET))]
        slot_mask, bucket_mask = len(slots) - 1, len(buckets) - 1
        for word, code in zip(listed, map(crc32, map(str.encode, listed)), strict=True):
            slots[code & slot_mask] = 1
            buckets[code & bucket_mask].append(word)
        return cls(bytes(slots), ["\n" + "\n".join(bucket) + "\n" for bucket in buckets])

    def __contains__(self, word: str) -> bool:
        code = crc32(word.encode("utf-8", "surrogatepass"))
        return bool(
            self._slots[code & self._slot_mask]
            and f"\n{word}\n" in self._buckets[code & self._bucket_mask]
            and "\n" not in word
        )

    def state(self) -> tuple[Any, ...]:
        """Everything as bytes and strings; `Membership.from_state` takes it back."""
        return (self._slots, self._buckets)

    @classmethod
    def from_state(cls, state: tuple[Any, ...]) -> Membership:
        """The set that `state()` was taken from."""
        return cls(*state)


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 0).bit_length()
