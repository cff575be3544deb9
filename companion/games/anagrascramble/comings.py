"""Who joins, leaves or is passed over in a game of AnagraScramble (A17)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.anagrascramble import clauses as c
from companion.games.anagrascramble import sentences as say
from companion.games.comings import Comings, seat_of, seats_taken, wins_alone, with_entry

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State
    from companion.sentences import Told


def _hinders(state: State) -> Told | None:
    """With the last roll nobody can have a roll of their own any more (A12)."""
    return None if state.rolls_left else say.ALL_HAVE_ROLLED


def _join(state: State, name: str) -> tuple[State, Told]:
    playing, counted = seats_taken(state), state.counted()
    rolls = min(counted.rolls[seat] for seat in playing)
    points = min(state.scores[seat] for seat in playing)
    players, gone, seat = seat_of(state, name)
    if seat < len(state.players):
        rolls, points = max(rolls, counted.rolls[seat]), min(points, state.scores[seat])
    seated = replace(
        counted,
        players=players,
        gone=gone,
        scores=with_entry(state.scores, seat, points),
        had=with_entry(counted.had, seat, rolls),
        winners=(),
    )
    after = _taken_up_again(seated, playing) if state.phase == "over" else seated
    return after, say.joins(name, points, state.options.rolls - rolls)


def _taken_up_again(state: State, were_there: tuple[int, ...]) -> State:
    """Whoever had the turn when all others left rolls, and no newcomer; only a leaver's turn has gone on."""
    return state.idle(state.turn) if state.turn in were_there else state.turn_ended()


def _leave(state: State, seat: int) -> tuple[State, Told]:
    name = state.name(seat)
    after = replace(
        state.counted(), gone=(*state.gone, seat), winners=tuple(other for other in state.winners if other != seat)
    )
    left = seats_taken(after)
    if len(left) == 1:
        over = replace(after.idle(state.turn), phase="over", winners=left)
        return over, wins_alone(say.leaves(name), [state.name(left[0])])
    if after.phase == "showdown":
        return replace(after, phase="over" if len(after.winners) == 1 else "showdown"), say.leaves(name)
    if state.turn != seat:
        return after, say.leaves(name)
    return after.turn_ended(), say.leaves_a_turn(name)


def _sit_out(state: State, seat: int) -> tuple[State, Told] | None:
    """The roll counts as one of theirs (A12), so that nobody waits for it in the end."""
    if state.phase != "roll" or state.turn != seat:
        return None
    return state.has_rolled().turn_ended(), say.away_for_a_roll(state.name(seat))


COMINGS = Comings(c.A17, _join, _leave, _hinders, _sit_out)
