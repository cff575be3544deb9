"""The sets of the cards of several hands, numbered one hand after the other: rows of all of them grow at once."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from companion.solvers.card_sets import NONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.solvers.card_sets import CardSets
    from companion.solvers.spellings import Flags, Ints


class HandSets:
    """The sets of several hands (`parts`) by number, those of each from `begins` on: `cards` how many cards each has,
    `left` how many of its hand it has not, `owner` whose it is, `is_held` whether the first whole of that has it, and
    `kinds` the kinds of cards of all hands.

    One card more: from set `source` on by a card of kind `kind` to set `target`, sorted by `source`. As with CardSets
    what is best for each set is an array by the numbers of sets.
    """

    def __init__(self, parts: Sequence[CardSets], wholes: Sequence[Sequence[int]]) -> None:
        """`wholes` are by hand the sets, by their number in it, of which one must hold all that is used."""
        self.parts = parts
        ends = np.cumsum([part.count for part in parts])
        self.count = int(ends[-1])
        self.begins: Ints = np.concatenate([np.zeros(1, dtype=np.int64), ends[:-1]])
        self._spans = [slice(begin, end) for begin, end in pairwise([0, *ends.tolist()])]
        self.owner: Ints = np.repeat(np.arange(len(parts)), [part.count for part in parts])
        self.cards: Ints = np.concatenate([part.cards for part in parts])
        self.left: Ints = np.concatenate([part.cards[-1] - part.cards for part in parts])
        first = zip(parts, wholes, strict=True)
        self.is_held: Flags = np.concatenate([part.held_in(some[0]) for part, some in first])
        self.kinds = [kind for part in parts for kind in part.kinds]
        ways, kinds = [], 0
        for part, some, begin in zip(parts, wholes, self.begins.tolist(), strict=True):
            held = np.any([part.held_in(whole) for whole in some], axis=0)
            source, kind = np.nonzero(part.has_more)
            target = source + part.ones[kind]
            may = held[target]
            ways.append((source[may] + begin, kind[may] + kinds, target[may] + begin))
            kinds += len(part.kinds)
        self.source, self.kind, self.target = (np.concatenate(way) for way in zip(*ways, strict=True))

    def left_of(self, worth: Sequence[int]) -> Ints:
        """By set what the cards of its hand that it has not are worth together, by what one of each kind is."""
        found, kinds = [], 0
        for part in self.parts:
            found.append((part.counts[-1] - part.counts) @ np.array(worth[kinds : kinds + len(part.kinds)]))
            kinds += len(part.kinds)
        return np.concatenate(found)

    def nothing(self) -> Ints:
        """No way to any set."""
        return np.full(self.count, NONE, dtype=np.int64)

    def of(self, hand: int, best: Ints) -> Ints:
        """What is best for the sets of one hand."""
        found: Ints = best[..., self._spans[hand]]
        return found

    def each(self, best: Ints) -> Iterator[Ints]:
        """The same of every hand."""
        return (best[span] for span in self._spans)

    def joined(self, one: Ints, other: Ints) -> tuple[Ints, Flags]:
        """What two ways together bring that use no card twice, and by hand whether all pairs were looked at."""
        pairs = zip(self.parts, self.each(one), self.each(other), strict=True)
        bests, are_all = zip(*(part.joined(*pair) for part, *pair in pairs), strict=True)
        return np.concatenate(bests), np.array(are_all, dtype=np.bool_)

    def parted(self, number: int, gain: int, one: Ints, other: Ints) -> tuple[int, int]:
        """Of which two sets, one by one way and one by the other, that one was joined."""
        hand = int(self.owner[number])
        begin = int(self.begins[hand])
        first, second = self.parts[hand].parted(number - begin, gain, self.of(hand, one), self.of(hand, other))
        return first + begin, second + begin
