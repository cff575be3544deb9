"""Who joins, leaves or is passed over in a game of TYPO (T13)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.comings import Comings, next_of, seat_of, seats_taken, wins_alone, with_entry
from companion.games.typo import clauses as c
from companion.games.typo import sentences as say

if TYPE_CHECKING:
    from companion.games.typo.state import State
    from companion.sentences import Told


def _fullest(state: State) -> int:
    """As many cards as whoever has most: a newcomer's hand."""
    return max(state.hands[seat] for seat in seats_taken(state))


def _hinders(state: State) -> Told | None:
    """There must be a hand to deal."""
    wanted = _fullest(state)
    return say.too_few_are_out(wanted, state.cards_out) if state.cards_out < wanted else None


def _join(state: State, name: str) -> tuple[State, Told]:
    players, gone, seat = seat_of(state, name)
    own = state.hands[seat] if seat < len(state.hands) else 0
    hands = with_entry(state.hands, seat, min(max(_fullest(state), own), state.cards_out))
    return replace(state, players=players, gone=gone, hands=hands, winner=None), say.joins(name, hands[seat])


def _leave(state: State, seat: int) -> tuple[State, Told]:
    placed, name = state.placement, state.name(seat)
    after = replace(
        state,
        gone=(*state.gone, seat),
        queue=tuple(card for card in state.queue if card[0] != seat),
        out=tuple(other for other in state.out if other != seat),  # and is back by coming back
        placement=None if placed is not None and placed.seat == seat else placed,
    )
    left = seats_taken(after)
    if not after.choosing:  # whoever would have laid a card has left
        after = replace(after, out=())
    if len(left) == 1:
        over = replace(after, queue=(), placement=None, holder=left[0], winner=left[0])
        return over, wins_alone(say.leaves(name), [state.name(left[0])])
    if state.holder != seat:
        return after, say.leaves(name)
    holder = next_of(left, seat, len(state.players))
    return replace(after, holder=holder), say.leaves_the_timer(name, state.name(holder))


def _sit_out(state: State, seat: int) -> tuple[State, Told] | None:
    """Between rounds the next is revealed without them; in a round the card that is theirs to place goes back.
    The word just said can be doubted as before."""
    name = state.name(seat)
    if not state.queue:
        choosing = [other for other in state.choosing if other != seat]
        if seat in state.out or not choosing:
            return None
        return replace(state, out=(*state.out, seat)), say.sits_the_round_out(name)
    if state.queue[0][0] != seat:
        return None
    return replace(state, queue=state.queue[1:]), say.takes_the_card_up(name, state.queue[0][1])


COMINGS = Comings(c.T13, _join, _leave, _hinders, _sit_out)
