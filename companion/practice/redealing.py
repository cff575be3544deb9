"""The hands of a match, from its events and a seed: a match that is taken up again has the same cards as before.

What an event has drawn it draws again where an earlier one has been corrected, as far as that can still be drawn: no
hand that was seen turns into another. A match in which nothing was corrected knows nothing of this.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from companion.games.dealing import Dealt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, MutableSequence, Sequence

    from companion.cards import Card
    from companion.games.dealing import Dealing

    Happening = tuple[Any, Any, Any]  # the state before an event, the event as it was read, the state after it
    NumberedCourse = Iterable[tuple[int, Happening]]  # the events that stand, each with its number
    Drawn = Mapping[str, tuple[str, ...]]  # what an event drew from which deck, the first card first

_COMMON = ""  # the deck that all draw from; a player's own goes by their name


def hands_after(
    deals: Dealing, start: Any, cards: Sequence[Card], seed: int, courses: Sequence[NumberedCourse]
) -> Dealt:
    """The hands of a match that was dealt with this seed, once the events of the last course have stood. The others are
    the courses that corrections have found, the first one first."""
    drawn: dict[int, Drawn] = {}
    dealt = Dealt({})
    for course in courses:
        luck = _Luck(seed)
        dealt = deals.deal(start, cards, luck)
        luck.promise(drawn.values())
        for number, (before, event, now) in course:
            ready = luck.arranged(dealt, drawn.get(number, {}))
            dealt = deals.after(ready, before, event, now, luck)
            drawn[number] = luck.drawn(ready, dealt)
        dealt = luck.arranged(dealt, {})
    return dealt


class _Luck(Random):
    """Chance while one course is dealt, and what keeps it from dealing others what was drawn before: by deck, the cards
    promised to events that have drawn them in another course, and not yet in this one."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._promised: dict[str, Counter[str]] = {}
        self._due: Drawn = {}
        self._deck: tuple[str, ...] = ()
        self._turned_over: tuple[str, ...] = ()

    def promise(self, drawn: Iterable[Drawn]) -> None:
        """Keep these cards for the events that have drawn them: others get them only when there are none else."""
        for decks in drawn:
            for whose, cards in decks.items():
                self._promised.setdefault(whose, Counter()).update(cards)

    def arranged(self, dealt: Dealt, due: Drawn) -> Dealt:
        """With what the next event is `due` on top of the decks, and at their bottom what is promised to others."""
        self._due, self._deck, self._turned_over = due, dealt.deck, ()
        if not self._promised:
            return dealt
        deck = self._in_order(dealt.deck, _COMMON, due.get(_COMMON, ()))
        decks = {whose: self._in_order(cards, whose, due.get(whose, ())) for whose, cards in dealt.decks.items()}
        return replace(dealt, deck=deck, decks=decks)

    def drawn(self, before: Dealt, after: Dealt) -> Drawn:
        """What the event has drawn of what was so arranged, and what more it has drawn in another course."""
        drawn = {_COMMON: _left((*self._turned_over, *before.deck), after.deck)}
        drawn |= {whose: _left(deck, after.decks.get(whose, deck)) for whose, deck in before.decks.items()}
        for whose, due in self._due.items():
            cards = drawn.get(whose, ())
            self._promised[whose] -= Counter(due) & Counter(cards)
            drawn[whose] = (*cards, *due[len(cards) :])
        return {whose: cards for whose, cards in drawn.items() if cards}

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle, in place, all cards at the beginning or those that become the common deck once it is used up."""
        super().shuffle(x)
        if self._promised:
            had = Counter(self._deck)
            due = [card for card in self._due.get(_COMMON, ()) if not _taken(had, card)]
            x[:] = self._in_order(x, _COMMON, due)
        self._turned_over = tuple(x)

    def _in_order(self, deck: Sequence[str], whose: str, due: Sequence[str]) -> tuple[str, ...]:
        here, others = Counter(deck), self._promised.get(whose, Counter()) - Counter(due)
        top = [card for card in due if _taken(here, card)]
        on_top = Counter(top)
        below = [card for card in deck if not _taken(on_top, card)]
        is_promised = [_taken(others, card) for card in below]
        bottom = [card for card, promised in zip(below, is_promised, strict=True) if promised]
        rest = [card for card, promised in zip(below, is_promised, strict=True) if not promised]
        return (*bottom, *rest, *reversed(top))


def _left(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """The cards that have left a deck, the top one first."""
    gone = Counter(before) - Counter(after)
    return tuple(card for card in reversed(before) if _taken(gone, card))


def _taken(cards: Counter[str], card: str) -> bool:
    """Whether it is among them; then it is no longer."""
    if cards[card] <= 0:
        return False
    cards[card] -= 1
    return True
