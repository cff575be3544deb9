"""Who joins, leaves or is passed over in a game of Disorder of the Villains (V19)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.comings import Comings, wins_alone, with_entry
from companion.games.villains import clauses as c
from companion.games.villains import sentences as say

if TYPE_CHECKING:
    from companion.games.villains.state import State
    from companion.sentences import Told


def _join(state: State, name: str) -> tuple[State, Told]:
    """There are two seats: whoever joins takes the one that was left, with the name of whoever sits there now."""
    (seat,) = state.gone
    before, players = state.name(seat), with_entry(state.players, seat, name)
    after = replace(state, players=players, gone=(), winners=None)
    return after, say.comes_back(name) if name == before else say.takes_the_seat(name, before)


def _leave(state: State, seat: int) -> tuple[State, Told]:
    left = 1 - seat
    after = replace(state, gone=(seat,), winners=(left,))
    return after, wins_alone(say.leaves(state.name(seat)), [state.name(left)])


def _sit_out(state: State, seat: int) -> tuple[State, Told] | None:
    """There are two: all that can go on without one of them is what the other has begun."""
    if state.chance is None or state.chance.seat != seat:
        return None
    return replace(state, chance=None), say.away_from_a_chance(state.name(seat))


COMINGS = Comings(c.V19, _join, _leave, sit_out=_sit_out)
