"""What the table deals in Disorder!: seven cards each, drawn up to seven again (D1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.dealing import Dealt, shuffled
from companion.games.disorder import events as e
from companion.games.disorder.state import HAND_CARDS, HOUSE_VALUES, WILD
from companion.games.match_events import Leave

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.disorder.state import State
    from companion.games.opponent import Luck

_ACTION_OF: Mapping[type, str] = {kind: kind.event for kind in (e.Squeeze, e.Exchange, e.Switch, e.Pass)}


def options(_players: Sequence[str], _cards: Sequence[Card], _chance: Luck) -> Mapping[str, Any]:
    """See Dealing."""
    return {}


def deal(state: State, cards: Sequence[Card], chance: Luck) -> Dealt:
    """See Dealing."""
    played = [card for card in cards if card.kind == "letter" or state.options.action_cards]
    dealt = Dealt(dict.fromkeys(state.players, ()), tuple(shuffled(played, chance)))
    for player in state.players:
        dealt = dealt.drawn(player, chance, HAND_CARDS)
    return dealt


def after(dealt: Dealt, before: State, event: Any, now: State, chance: Luck) -> Dealt:
    """See Dealing. A withdrawn card goes back to the hand; an exchanged one comes into it. Whoever leaves puts their
    cards away, whoever joins has a full hand (D15)."""
    player = event.player
    if isinstance(event, e.Withdraw):
        return dealt.with_hand(player, (*dealt.hand(player), before.board.replace(now.board, "", 1)))
    if type(event) in _ACTION_OF:
        dealt = dealt.without(player, _ACTION_OF[type(event)])
    if isinstance(event, e.Place | e.Squeeze | e.Exchange):
        dealt = _laid(dealt, player, event.card)
    if isinstance(event, e.Exchange) and (taken := before.board[event.at - 1]) != WILD:
        dealt = dealt.with_hand(player, (*dealt.hand(player), taken))
    if not now.board:
        dealt = replace(dealt, discards=(*dealt.discards, *before.board.replace(WILD, "")))
    if isinstance(event, Leave):
        return replace(dealt.with_hand(player, ()), discards=(*dealt.discards, *dealt.hand(player)))
    return dealt.drawn(player, chance, HAND_CARDS)


def face_down(hand: Sequence[str]) -> str | None:
    """The card that is laid as a wild: the letter that is hardest to lay otherwise."""
    letters = sorted(card for card in hand if card in HOUSE_VALUES)
    return max(letters, key=HOUSE_VALUES.__getitem__, default=None)


def _laid(dealt: Dealt, player: str, card: str) -> Dealt:
    """With a card out of the hand. What lies face down is nobody's to see: it counts as discarded at once."""
    if card != WILD:
        return dealt.without(player, card)
    hidden = face_down(dealt.hand(player))
    if hidden is None:
        return dealt
    return replace(dealt.without(player, hidden), discards=(*dealt.discards, hidden))
