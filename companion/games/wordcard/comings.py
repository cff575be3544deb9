"""Who joins, leaves or is passed over in a game of WORDCARD (W27)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.comings import Comings, seat_of, seats_taken, wins_alone
from companion.games.wordcard import clauses as c
from companion.games.wordcard import sentences as say
from companion.games.wordcard.state import Hand
from companion.games.wordcard.turns import exchange_undone, next_turn, passed_on, with_exchange

if TYPE_CHECKING:
    from companion.games.wordcard.state import State
    from companion.sentences import Told


def _hinders(state: State) -> Told | None:
    """Once somebody has played the last card only hands are counted (W18)."""
    return None if state.out is None else say.nobody_joins_now(state.name(state.out))


def _goes_on(state: State) -> bool:
    """Whether the match is over only because others have left, not because somebody was out before that."""
    return state.left_alone and state.out is None


def _join(state: State, name: str) -> tuple[State, Told]:
    after = _with_player(state, name)
    hand = after.hands[after.players.index(name)]
    if state.left_alone:
        after = replace(after, winners=None)
        after = next_turn(after) if state.turn in state.gone else after  # nobody was left who could have had it
    return after, say.joins_the_group(name) if state.group else say.joins(name, hand.cards, hand.score)


def _with_player(state: State, name: str) -> State:
    """The state once this player has sat down; what may be contested is so in the state without it, too."""
    players, gone, seat = seat_of(state, name)
    hand = state.hands[seat] if seat < len(state.hands) else Hand(0)
    if not state.group:
        own = (seat,) if seat < len(state.hands) else ()
        scores = [state.hands[other].score for other in (*seats_taken(state), *own)] or [0]
        worst = min(scores) if state.scheme.aim == "most" else max(scores)
        hand = replace(hand, cards=state.options.hand, score=worst, opened_in=None)
    solved = (*state.solved, False) if state.group and seat == len(state.solved) else state.solved
    after = replace(state, players=players, gone=gone, solved=solved).with_hand(seat, hand)
    if state.doubtful is None:
        return after
    return replace(after, doubtful=replace(state.doubtful, before=_with_player(state.doubtful.before, name)))


def _leave(state: State, seat: int) -> tuple[State, Told]:
    name, in_turn = state.name(seat), state.acting == seat
    after = _without_player(exchange_undone(state) if in_turn else state, seat)
    left = seats_taken(after)
    on = passed_on(after) if in_turn and left else after
    if len(after.teams()) < 2:
        over = replace(on, winners=left, doubtful=None)
        return over, wins_alone(say.leaves(name), [state.name(other) for other in left])
    if not in_turn:
        return on, say.leaves(name)
    return on, with_exchange(state.picked, say.leaves_the_turn(name, on.name(on.turn)))


def _without_player(state: State, seat: int) -> State:
    """The state once this player has left: of what they have laid nothing may be contested any more."""
    hand = replace(state.hands[seat], cards=0, lost_turns=0)
    after = replace(state, gone=(*state.gone, seat)).with_hand(seat, hand)
    doubtful = state.doubtful
    if doubtful is None:
        return after
    if doubtful.owner == seat:
        return replace(after, doubtful=None)
    return replace(after, doubtful=replace(doubtful, before=_without_player(doubtful.before, seat)))


def _sit_out(state: State, seat: int) -> tuple[State, Told] | None:
    """As when the time that was given is up (W17), but that what they have laid may still be contested; a dealer who
    still has to choose the game is waited for."""
    if state.acting != seat or state.choosing:
        return None
    on = passed_on(state)
    return on, with_exchange(state.picked, say.passed_over(state.name(seat), on.name(on.turn)))


COMINGS = Comings(c.W27, _join, _leave, _hinders, _sit_out, _goes_on)
