"""Sets of the cards of a hand in WORDCARD, as numbers that are quickly put together. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from companion.games.wordcard.kinds import groups_of
from companion.games.wordcard.notation import in_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.wordcard.scoring import Scheme

FIELD = 8  # bits to count the cards of a kind in, one of them to see that there are no more: no deck has 128 cards


class Bringing(Protocol):
    """What is done with some cards, and what it brings."""

    @property
    def gain(self) -> int:
        """Points, or what the hand costs less."""
        ...


PartT = TypeVar("PartT", bound=Bringing)
Sets = dict[int, tuple[int, tuple[PartT, ...]]]
"""By the cards used: what they bring, and by which parts."""


class CardSets:
    """Sets of the cards of a hand as numbers: how many of each kind, each in bits of its own."""

    def __init__(self, hand: Sequence[str], scheme: Scheme) -> None:
        self._groups = groups_of(hand, scheme)
        self._one = {card: 1 << FIELD * kind for kind, group in enumerate(self._groups) for card in group}
        self.all = sum(map(self.one, hand))
        self._full = sum(1 << FIELD * kind + FIELD - 1 for kind in range(len(self._groups)))

    def one(self, card: str) -> int:
        """One card, as it lies in the hand or on the table."""
        return self._one[in_hand(card)]

    def of(self, cards: Iterable[str]) -> int:
        """These cards."""
        return sum(map(self.one, cards))

    def field_of(self, card: str) -> int:
        """The bits of its kind."""
        return self.one(card) * ((1 << FIELD) - 1)

    def cards_of(self, used: int) -> list[str]:
        """Cards of that set, of alike ones any."""
        counts = ((used >> FIELD * kind) & ((1 << FIELD) - 1) for kind in range(len(self._groups)))
        return [card for group, count in zip(self._groups, counts, strict=True) for card in group[:count]]

    def joined(self, sets: Sets[PartT], parts: Mapping[int, PartT]) -> Sets[PartT]:
        """The sets, and each with one of the parts that uses none of its cards; of those that are alike the better."""
        together = dict(sets)
        room = self.all + self._full
        for used, (gain, had) in sets.items():
            for more, part in parts.items():
                then = used + more
                if (room - then) & self._full == self._full:
                    known = together.get(then)
                    if known is None or gain + part.gain > known[0]:
                        together[then] = gain + part.gain, (*had, part)
        return together
