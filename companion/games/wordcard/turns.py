"""How a turn of WORDCARD ends: an exchange that was not played, and who comes next (W17, W25)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.comings import next_of, seats_taken
from companion.games.wordcard import sentences as say

if TYPE_CHECKING:
    from companion.games.wordcard.state import State
    from companion.sentences import Told


def exchange_undone(state: State) -> State:
    """Where a card that was taken up has not been played, its exchange is undone (W25).

    The discard comes back into the hand, and what was taken up and is still in the hand goes back on the pile as it lay
    there; what has been laid of it stays in its line. The referee sees no hands: of a hand smaller than what should be
    in it the deepest cards go back, and no more than there are.
    """
    if state.picked is None:
        return state
    hand = state.hands[state.turn]
    held = hand.cards + state.discarded
    back = state.taken[:held]
    pile = state.pile[:-1] if state.discarded else state.pile
    fewer = state.with_hand(state.turn, replace(hand, cards=held - len(back)))
    return replace(fewer, pile=(*pile, *back), picked=None, taken=())


def with_exchange(picked: str | None, reason: Told) -> Told:
    """The reason why a turn ends, and that its exchange is undone where it is (W25): cards move then."""
    return reason if picked is None else say.exchange_undone(reason, picked)


def passed_on(state: State) -> State:
    """The next player's turn after one that is lost by leaving or being away: what may be contested stays so (W16)."""
    on = next_turn(exchange_undone(state))
    doubtful = state.doubtful
    if doubtful is None:
        return on
    before = passed_on(doubtful.before)
    undone = doubtful.undone if before.pile == on.pile else doubtful.undone or doubtful.before.picked
    return replace(on, doubtful=replace(doubtful, before=before, turn_over=True, undone=undone))


def next_turn(state: State) -> State:
    """The next player's turn, clockwise; turns still to be lost are skipped as they come round."""
    seat = state.turn
    while True:
        seat = next_of(seats_taken(state), seat, len(state.players))
        hand = state.hands[seat]
        if hand.lost_turns == 0:
            break
        state = state.with_hand(seat, replace(hand, lost_turns=hand.lost_turns - 1))
    return replace(
        state, turn=seat, turn_number=state.turn_number + 1, drawn=False, discarded=False, picked=None,
        taken=(), noticed=False, doubtful=None,
    )  # fmt: skip
