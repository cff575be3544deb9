"""What the table deals in Disorder of the Villains: each player's own deck, of which two cards are in hand (V2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.dealing import Dealt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.opponent import Luck
    from companion.games.villains.state import State


def options(_players: Sequence[str], _cards: Sequence[Card], _chance: Luck) -> Mapping[str, Any]:
    """See Dealing."""
    return {}


def deal(state: State, _cards: Sequence[Card], chance: Luck) -> Dealt:
    """See Dealing. The decks are those of the match; the Villain that lies there from the start is in neither."""
    hands, decks = {}, {}
    for player, side, cards in zip(state.players, state.sides, state.decks, strict=True):
        pile = sorted(cards.keys() - {card.name for card in side.in_play})
        chance.shuffle(pile)
        hands[player], decks[player] = tuple(pile[: side.hand]), tuple(pile[side.hand :])
    return Dealt(hands, decks=decks)


def after(dealt: Dealt, before: State, _event: Any, now: State, _chance: Luck) -> Dealt:
    """See Dealing: what has come into play was in hand, what has left it and is nowhere else has come back (V15).
    Whoever takes a seat that was left has all that lies there (V19)."""
    for gone, come in zip(before.players, now.players, strict=True):
        if gone != come:
            decks = {come if name == gone else name: deck for name, deck in dealt.decks.items()}
            dealt = replace(dealt.with_hand(come, dealt.hand(gone)).with_hand(gone, ()), decks=decks)
    for player, old, new in zip(now.players, before.sides, now.sides, strict=True):
        there = {card.name for card in (*new.in_play, *new.minted)}
        was = {card.name for card in (*old.in_play, *old.minted)}
        hand = [card for card in dealt.hand(player) if card not in there]
        hand += sorted(was - there - set(new.discard))
        deck = list(dealt.decks[player])
        for _ in range(old.deck - new.deck):
            hand.append(deck.pop())
        dealt = replace(dealt.with_hand(player, hand), decks={**dealt.decks, player: tuple(deck)})
    return dealt
