"""Sets of the cards of a hand, numbered, so that what is best for each is quickly put together, in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.games.wordcard.kinds import groups_of, kinds_of
from companion.games.wordcard.notation import in_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.games.wordcard.scoring import Scheme
    from companion.solvers.spellings import Flags, Ints

MOST_PAIRED = 512  # sets that are held against as many others
NONE = -(10**6)  # what is brought where there is no way


class CardSets:
    """The sets of the cards of a hand by number: `cards` how many cards each has, `counts` how many of each kind. What
    no two cards of are one and the same is a set's number and another's: that of both together is their sum.

    What is best for each set is an array by the numbers of sets, NONE where there is nothing.
    """

    def __init__(self, hand: Sequence[str], scheme: Scheme) -> None:
        self._groups = groups_of(hand, scheme)
        self._kind_of = {card: kind for kind, group in enumerate(self._groups) for card in group}
        self.kinds = kinds_of(self._groups, scheme)
        held: Ints = np.array([kind.count for kind in self.kinds], dtype=np.int64)
        self.ones: Ints = np.concatenate([np.ones(1, dtype=np.int64), np.cumprod(held + 1)])
        self.count, self.ones = int(self.ones[-1]), self.ones[:-1]
        self.counts: Ints = np.arange(self.count)[:, np.newaxis] // self.ones % (held + 1)
        self.cards: Ints = self.counts.sum(axis=1)
        self.has_more: Flags = self.counts < held
        widths: Ints = np.array([kind.count.bit_length() + 1 for kind in self.kinds], dtype=np.int64)  # a bit to spare
        shifts = np.cumsum(widths) - widths
        self._fields: Ints = (self.counts << shifts).sum(axis=1)
        self._over = int((1 << shifts + widths - 1).sum())

    def of(self, cards: Iterable[str]) -> int:
        """These cards, as they lie in the hand or on the table."""
        return int(sum(self.ones[self._kind_of[in_hand(card)]] for card in cards))

    def held_in(self, whole: int) -> Flags:
        """By set whether it is part of that one."""
        found: Flags = (self.counts <= self.counts[whole]).all(axis=1)
        return found

    def with_any(self, card: str) -> Flags:
        """By set whether a card like this is in it."""
        found: Flags = self.counts[:, self._kind_of[card]] > 0
        return found

    def cards_of(self, number: int) -> list[str]:
        """Cards of that set, of alike ones any."""
        return [card for group, count in zip(self._groups, self.counts[number], strict=True) for card in group[:count]]

    def dearest(self, scheme: Scheme) -> tuple[Ints, Ints]:
        """By set the kind of the card of it that counts most in a hand, and what that counts; NONE of no card."""
        costs = np.array([scheme.in_hand(kind.card) for kind in self.kinds], dtype=np.int64)
        of_each = np.where(self.counts > 0, costs, NONE)
        return of_each.argmax(axis=1), of_each.max(axis=1)

    def nothing(self) -> Ints:
        """No way to any set."""
        return np.full(self.count, NONE, dtype=np.int64)

    def joined(self, one: Ints, other: Ints) -> tuple[Ints, bool]:
        """What two ways together bring that use no card twice, and whether all pairs were looked at."""
        some, more = (_best_of(best) for best in (one, other))
        pairs = self.apart(some[:, np.newaxis], more)
        at, by = np.nonzero(pairs)
        best = self.nothing()
        np.maximum.at(best, some[at] + more[by], one[some[at]] + other[more[by]])
        are_all = all(np.count_nonzero(way > NONE) <= MOST_PAIRED for way in (one, other))
        return best, are_all

    def parted(self, number: int, gain: int, one: Ints, other: Ints) -> tuple[int, int]:
        """Of which two sets, one by one way and one by the other, that one was joined."""
        more = np.nonzero((other > NONE) & self.held_in(number))[0]
        at = int(np.nonzero(one[number - more] + other[more] == gain)[0][-1])  # it was joined of some
        return number - int(more[at]), int(more[at])

    def apart(self, one: Ints, other: Ints) -> Flags:
        """Whether the hand has the cards of both."""
        room = self._fields[-1] + self._over
        found: Flags = (room - self._fields[one] - self._fields[other]) & self._over == self._over
        return found


def _best_of(best: Ints) -> Ints:
    """The sets to which there is a way, of too many those that bring most."""
    sets = np.nonzero(best > NONE)[0]
    if len(sets) > MOST_PAIRED:
        sets = np.sort(sets[np.argpartition(-best[sets], MOST_PAIRED - 1)[:MOST_PAIRED]])
    return sets
