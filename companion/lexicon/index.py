"""WordIndex: a fixed set of folded words and every question one set can answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from companion.lexicon.membership import Membership
from companion.lexicon.positions import Positions
from companion.lexicon.racks import Racks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class WordIndex:
    """Membership, patterns and racks over one set of words (a–z, no other sign)."""

    __slots__ = ("members", "positions", "racks")

    def __init__(self, members: Membership, positions: Positions) -> None:
        self.members = members
        self.positions = positions
        self.racks = Racks(positions)

    @classmethod
    def build(cls, words: Iterable[str], shown: Collection[str] | None = None) -> WordIndex:
        """Index the words, each given once; `shown` are those the device may show by itself (None: all)."""
        listed = list(words)
        return cls(Membership.build(listed), Positions.build(listed, shown))

    def __len__(self) -> int:
        return len(self.positions)

    def state(self) -> tuple[Any, ...]:
        """Everything as plain tuples, lists, strings, bytes and integers, for a cache."""
        return (self.members.state(), self.positions.state())

    @classmethod
    def from_state(cls, state: tuple[Any, ...]) -> WordIndex:
        """The index that `state()` was taken from."""
        members, positions = state
        return cls(Membership.from_state(members), Positions.from_state(positions))

    def memory_bytes(self) -> int:
        """Bytes held, including what questions so far have left behind."""
        return _size_of(self.state()) + sum(map(sys.getsizeof, self.racks.sizes()))


def _size_of(part: Any) -> int:
    inside = sum(map(_size_of, part)) if isinstance(part, tuple | list) else 0
    return sys.getsizeof(part) + inside
