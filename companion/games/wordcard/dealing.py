"""What the table deals in WORDCARD: the hands, the first card of the open pile, and the deck (W1, W25)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.dealing import Dealt, shuffled
from companion.games.match_events import Join, Leave
from companion.games.wordcard.events import Draw
from companion.games.wordcard.notation import WILD, in_hand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.opponent import Luck
    from companion.games.wordcard.state import State


def options(_players: Sequence[str], _cards: Sequence[Card], _chance: Luck) -> Mapping[str, Any]:
    """See Dealing."""
    return {}


def deal(state: State, cards: Sequence[Card], chance: Luck) -> Dealt:
    """See Dealing. `discards` are the open pile, of which the referee does not know the first card."""
    pile = shuffled(cards, chance)
    dealt = Dealt(dict.fromkeys(state.players, ()), tuple(pile[1:]), tuple(pile[:1]))
    for player, hand in zip(state.players, state.hands, strict=True):
        dealt = _drawn(dealt, player, hand.cards)
    return dealt


def after(dealt: Dealt, before: State, event: Any, now: State, chance: Luck) -> Dealt:
    """See Dealing. What has come to lie was in the hand, what has been taken back is in it again (W16, W25). A leaver's
    cards are out, a newcomer's come from the deck (W27). When the deck is used up the open pile is shuffled and turned
    over, all but its top card."""
    if isinstance(event, Join):
        then = _drawn(dealt, event.player, now.hands[now.players.index(event.player)].cards)
    elif isinstance(event, Leave):
        then = _played(dealt, before, event, now).with_hand(event.player, ())
    else:
        then = _played(dealt, before, event, now)
    return _turned_over(then, chance)


def lying_open(dealt: Dealt, state: State) -> str | None:
    """See Dealing: the first card of the open pile, as long as it is on top."""
    return dealt.discards[-1] if dealt.discards and not state.group and state.pile[-1:] == (None,) else None


def _turned_over(dealt: Dealt, chance: Luck) -> Dealt:
    if dealt.deck or len(dealt.discards) < 2:
        return dealt
    deck = list(dealt.discards[:-1])
    chance.shuffle(deck)
    return replace(dealt, deck=tuple(deck), discards=dealt.discards[-1:])


def _played(dealt: Dealt, before: State, event: Any, now: State) -> Dealt:
    if before.choosing and not now.choosing:  # the dealer has said how many cards are played with
        for player, hand in zip(now.players, now.hands, strict=True):
            dealt = _drawn(dealt, player, hand.cards - len(dealt.hand(player)))
        return dealt
    if isinstance(event, Draw) and event.from_ == "deck":
        return _drawn(dealt, event.player, 1)
    if before.group or now.winners is not None:
        return dealt
    owner = before.doubtful.owner if event.event == "contest" and before.doubtful is not None else before.turn
    was, lies = lying(before), lying(now)
    dealt, taken, put = _pile_changed(dealt, before, now)
    held = Counter(dealt.hand(before.name(owner))) + (was - lies) + Counter(taken) - (lies - was) - Counter(put)
    return dealt.with_hand(before.name(owner), sorted(held.elements()))


def _drawn(dealt: Dealt, player: str, count: int) -> Dealt:
    deck = list(dealt.deck)
    drawn = [deck.pop() for _ in range(min(max(count, 0), len(deck)))]
    return replace(dealt.with_hand(player, (*dealt.hand(player), *drawn)), deck=tuple(deck))


def lying(state: State) -> Counter[str]:
    """The cards on the table, as they were in a hand."""
    if state.options.grid:
        return Counter(in_hand(laid.card) for laid in state.grid)
    return Counter(in_hand(card) for line in state.lines for card in line.cards)


def _pile_changed(dealt: Dealt, before: State, now: State) -> tuple[Dealt, list[str], list[str]]:
    """With the open pile as it is now, and what was taken from it and put on it; a card nobody named is the one that
    was dealt there. Of the pile only what lies on top is as the referee has it: the rest may be in the deck again."""
    same = 0
    while same < min(len(before.pile), len(now.pile)) and before.pile[same] == now.pile[same]:
        same += 1
    stays = max(0, len(dealt.discards) - (len(before.pile) - same))
    put = [card or WILD for card in now.pile[same:]]
    return replace(dealt, discards=(*dealt.discards[:stays], *put)), list(dealt.discards[stays:]), put
