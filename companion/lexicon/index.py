"""WordIndex: a fixed set of folded words and every question one set can answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from companion.lexicon.membership import CompactMembership
from companion.lexicon.positions import Positions
from companion.lexicon.racks import Racks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

SET_AT_MOST = 300_000
"""Up to so many words a plain set is afforded for membership; beyond, a table of a tenth of its size does.

The set is one of bytes, which take a quarter less than strings; so the words to ask about come as bytes too.
"""
FEW = 1000
"""Up to so many words a set weighs nothing wherever it is."""


class WordIndex:
    """Membership, patterns and racks over one set of words (a–z, no other sign)."""

    __slots__ = ("members", "positions", "racks")

    def __init__(self, members: CompactMembership | frozenset[bytes], positions: Positions) -> None:
        self.members = members
        self.positions = positions
        self.racks = Racks(positions)

    @classmethod
    def build(
        cls, words: Iterable[str], shown: Collection[str] | None = None, *, set_at_most: int = SET_AT_MOST
    ) -> WordIndex:
        """Index the words, each given once; `shown` are those the device may show by itself (None: all)."""
        listed = list(words)
        positions = Positions.build(listed, shown)
        if len(listed) > set_at_most:
            return cls(CompactMembership.build(positions), positions)
        return cls(frozenset(map(str.encode, listed)), positions)

    def __len__(self) -> int:
        return len(self.positions)

    def state(self) -> tuple[Any, ...]:
        """Positions and members as plain containers, strings, bytes and integers, for a cache; a large set as the table
        that would do in its place, for whoever takes it up may not afford a set."""
        members = self.members
        if not isinstance(members, CompactMembership) and len(members) > FEW:
            members = CompactMembership.build(self.positions)
        return (self.positions.state(), members.state() if isinstance(members, CompactMembership) else members)

    @classmethod
    def from_state(cls, state: tuple[Any, ...], *, set_at_most: int = SET_AT_MOST) -> WordIndex:
        """The index that `state()` was taken from, with a set of at most so many words."""
        positions, members = Positions.from_state(state[0]), state[1]
        if isinstance(members, dict):
            if len(positions) <= set_at_most:
                members = frozenset(map(str.encode, positions.all_words()))
            else:
                members = CompactMembership.from_state(members, positions)
        return cls(members, positions)

    def memory_bytes(self) -> int:
        """Bytes held, including what questions so far have left behind."""
        members = self.members.memory_bytes() if isinstance(self.members, CompactMembership) else _size_of(self.members)
        return members + _size_of(self.positions.state()) + sum(map(sys.getsizeof, self.racks.planes()))


def _size_of(part: Any) -> int:
    inside = sum(map(_size_of, part)) if isinstance(part, tuple | list | frozenset) else 0
    return sys.getsizeof(part) + inside
