"""What the table deals in TYPO: four open cards for the rows, and the hands (T1). The rest are out of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.dealing import Dealt, shuffled
from companion.games.match_events import Join
from companion.games.typo.events import Doubt, Fail, Place, Timeout
from companion.games.typo.state import ROWS, halves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Card
    from companion.games.opponent import Luck
    from companion.games.typo.state import State


def options(_players: Sequence[str], cards: Sequence[Card], chance: Luck) -> Mapping[str, Any]:
    """See Dealing: the four letters the rows start with."""
    return {"rows": shuffled(cards, chance)[:ROWS]}


def deal(state: State, cards: Sequence[Card], chance: Luck) -> Dealt:
    """See Dealing. What lies open at the start is nobody's card."""
    pile = shuffled(cards, chance)
    for letter in state.options.rows:
        if letter in pile:
            pile.remove(letter)
    dealt = Dealt(dict.fromkeys(state.players, ()), tuple(pile))
    for player, count in zip(state.players, state.hands, strict=True):
        dealt = dealt.drawn(player, chance, count)
    return dealt


def after(dealt: Dealt, before: State, event: Any, now: State, chance: Luck) -> Dealt:
    """See Dealing. A card leaves the hand when it is placed or fails (T11); whoever fails takes the second part of a
    longest row (T8). A newcomer's cards come from those that were out, whoever comes back has their own (T13)."""
    if isinstance(event, Join):
        return dealt.drawn(event.player, chance, now.hands[now.players.index(event.player)])
    if isinstance(event, Place):
        return dealt.without(event.player, before.queue[0][1])
    if isinstance(event, Fail | Timeout):
        return _taken(dealt.without(event.player, before.queue[0][1]), event.player, before.rows, event.row)
    placed = before.placement
    if isinstance(event, Doubt) and placed is not None and now.rows != before.rows:  # the word has failed
        rows = before.with_row(placed.row, placed.before)  # the card had left the hand when it was placed
        return _taken(dealt, before.name(placed.seat), rows, event.row)
    return dealt


def _taken(dealt: Dealt, player: str, rows: Sequence[str], row: int | None) -> Dealt:
    taken = max(rows, key=len) if row is None else rows[row - 1]
    _, kept = halves(taken)
    return dealt.with_hand(player, (*dealt.hand(player), *kept))
