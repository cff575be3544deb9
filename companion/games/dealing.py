"""What the table deals where it plays itself: hands, the cards left, and what becomes of them with each event. Pure.

A game says it in a module `dealing` of its folder, as `Dealing` describes. In other matches nobody knows the hands, and
the rules never do: what is dealt follows from the match's seed and its events alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, cast

from companion.games import function_of, part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.opponent import Luck


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody's cards, as events write them. `deck` is what can still be drawn, its last card first; `discards` are
    shuffled when it is empty, where a game does that. Where every player has a deck of their own, `decks` has them."""

    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    decks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def hand(self, player: str) -> tuple[str, ...]:
        """A player's cards."""
        return self.hands.get(player, ())

    def with_hand(self, player: str, cards: Sequence[str]) -> Dealt:
        """With other cards in one hand."""
        return replace(self, hands={**self.hands, player: tuple(cards)})

    def without(self, player: str, card: str) -> Dealt:
        """With one such card less in a hand; where there is none (somebody laid another than was dealt), as it is."""
        hand = list(self.hand(player))
        if card not in hand:
            return self
        hand.remove(card)
        return self.with_hand(player, hand)

    def drawn(self, player: str, chance: Luck, up_to: int) -> Dealt:
        """With the hand filled up to so many cards, as far as deck and discards go."""
        hand, deck, discards = list(self.hand(player)), list(self.deck), list(self.discards)
        while len(hand) < up_to and (deck or discards):
            if not deck:
                deck, discards = discards, []
                chance.shuffle(deck)
            hand.append(deck.pop())
        return replace(self.with_hand(player, hand), deck=tuple(deck), discards=tuple(discards))


class Dealing(Protocol):
    """A game's module `dealing`."""

    def options(self, players: Sequence[str], cards: Sequence[Card], chance: Luck) -> Mapping[str, Any]:
        """The options that are dealt: what lies open from the start."""
        ...

    def deal(self, state: Any, cards: Sequence[Card], chance: Luck) -> Dealt:
        """The hands at the beginning, out of a deck with these cards."""
        ...

    def after(self, dealt: Dealt, before: Any, event: Any, now: Any, chance: Luck) -> Dealt:
        """What is in the hands once an event (as it was read) stands, that somebody joins, leaves or sits out too; the
        states before and after it."""
        ...

    def turned(self, dealt: Dealt, state: Any) -> Mapping[str, Any] | None:
        """The event of whoever is in turn that turns the next card; None when none is turned now. A game in which
        nothing is turned leaves it out."""
        ...

    def opening(self, dealt: Dealt, state: Any) -> Any:
        """What opens what several say together (`PartsAsked.opens`). A game where nothing does leaves it out."""
        ...

    def completed(self, dealt: Dealt, state: Any, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """An event with what lies open for all to see. A game whose events say no such thing leaves it out."""
        ...

    def lying_open(self, dealt: Dealt, state: Any) -> str | None:
        """The card that was dealt to lie open and that no event has named; None when there is none. A game in which all
        that lies there is said leaves it out."""
        ...


def turned(game: str, dealt: Dealt, state: Any) -> Mapping[str, Any] | None:
    """The event that turns the next card now; None when none is turned."""
    found: Mapping[str, Any] | None = function_of(game, "dealing", "turned")(dealt, state)
    return found


def opening(game: str, dealt: Dealt, state: Any) -> Any:
    """What opens what several say together."""
    return function_of(game, "dealing", "opening")(dealt, state)


def completed(game: str, dealt: Dealt, state: Any, event: Mapping[str, Any]) -> Mapping[str, Any]:
    """An event with what lies open for all to see."""
    found: Mapping[str, Any] | None = function_of(game, "dealing", "completed")(dealt, state, event)
    return event if found is None else found


def lying_open(game: str, dealt: Dealt, state: Any) -> str | None:
    """The card that was dealt to lie open and that no event has named; None when there is none."""
    found: str | None = function_of(game, "dealing", "lying_open")(dealt, state)
    return found


def dealing(game: str) -> Dealing | None:
    """How the table deals a game; None when it does not."""
    return cast("Dealing | None", part(game, "dealing"))


def shuffled(cards: Sequence[Card], chance: Luck) -> list[str]:
    """Every copy of the cards, as events write them, in an order that chance decides."""
    pile = [card.name for card in cards for _ in range(card.copies)]
    chance.shuffle(pile)
    return pile
