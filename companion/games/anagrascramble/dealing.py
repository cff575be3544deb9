"""What the table deals in AnagraScramble: no hands; the deck, from which it turns on its own turns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.events import Showdown, Turned
from companion.games.dealing import Dealt, shuffled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.anagrascramble.state import State
    from companion.games.opponent import Luck


def options(_players: Sequence[str], _cards: Sequence[Card], _chance: Luck) -> Mapping[str, Any]:
    """See Dealing."""
    return {}


def deal(state: State, cards: Sequence[Card], chance: Luck) -> Dealt:
    """See Dealing."""
    return Dealt(dict.fromkeys(state.players, ()), tuple(shuffled(cards, chance)))


def after(dealt: Dealt, _before: State, event: Any, _now: State, chance: Luck) -> Dealt:
    """See Dealing. What has been turned comes back when the deck is empty."""
    if not isinstance(event, Turned | Showdown):
        return dealt
    deck = [jumble for jumble in dealt.deck if jumble != event.jumble]
    discards = (*dealt.discards, event.jumble)
    if deck:
        return replace(dealt, deck=tuple(deck), discards=discards)
    again = list(discards)
    chance.shuffle(again)
    return replace(dealt, deck=tuple(again), discards=())


def turned(dealt: Dealt, state: State) -> Mapping[str, Any] | None:
    """See Dealing: the next card, once the turn has its target."""
    return {"event": "card", "jumble": dealt.deck[-1]} if state.phase == "card" else None


def opening(dealt: Dealt, _state: State) -> str:
    """See Dealing: the card of a showdown."""
    return dealt.deck[-1]


def completed(dealt: Dealt, state: State, event: Mapping[str, Any]) -> Mapping[str, Any]:
    """See Dealing. With both decks the colour of the next card is to be seen when the die is rolled (A1)."""
    if event["event"] != "roll" or state.options.deck != "both":
        return event
    colours = state.cards.colours(dealt.deck[-1])
    return {**event, "colour": min(colours, default="green")}
