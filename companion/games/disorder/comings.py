"""Who joins, leaves or is passed over in a game of Disorder! (D15)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.comings import Comings, seat_of, seats_taken, wins_alone, with_entry
from companion.games.disorder import clauses as c
from companion.games.disorder import sentences as say

if TYPE_CHECKING:
    from companion.games.disorder.state import State
    from companion.sentences import Told


def _hinders(state: State) -> Told | None:
    """Those tied for fewest play on alone (D10); once all but one of them have left, that one has won."""
    if state.tie_break:
        return say.only_the_tied([state.name(seat) for seat in state.rivals])
    return None


def _join(state: State, name: str) -> tuple[State, Told]:
    chips = max(state.scores[seat] for seat in seats_taken(state))
    players, gone, seat = seat_of(state, name)
    own = state.scores[seat] if seat < len(state.scores) else 0
    scores = with_entry(state.scores, seat, max(chips, own))
    rivals = tuple(sorted((*state.rivals, seat)))
    phase = "place" if state.phase == "over" else state.phase
    after = replace(state, players=players, gone=gone, scores=scores, rivals=rivals, phase=phase)
    return after, say.joins(name, scores[seat])


def _leave(state: State, seat: int) -> tuple[State, Told]:
    name = state.name(seat)
    rivals = tuple(other for other in state.rivals if other != seat)
    after = replace(state, gone=(*state.gone, seat), rivals=rivals)
    if len(rivals) == 1:
        over = replace(after.cleared(rivals[0]), phase="over")
        return over, wins_alone(say.leaves(name), [state.name(rivals[0])])
    if _answers(state, seat):
        starter = after.after(seat)
        return after.cleared(starter), say.leaves_a_round(name, state.name(starter))
    turn = after.after(seat) if state.turn == seat else state.turn
    board, changed_by = state.before_card
    return replace(after, turn=turn, before_card=(board, None if changed_by == seat else changed_by)), say.leaves(name)


def _answers(state: State, seat: int) -> bool:
    """Whether something on the board is this player's to answer for."""
    owing = {debt.debtor for debt in state.debts}
    return seat in owing.union({state.changed_by, state.challenger, state.challenged})


def _sit_out(state: State, seat: int) -> tuple[State, Told] | None:
    """Nothing of what lies there changes, nor who may object to it or be challenged for it."""
    if state.phase != "place" or state.turn != seat:
        return None
    on = replace(state, turn=state.after(seat))
    return on, say.passed_over(state.name(seat), state.name(on.turn))


COMINGS = Comings(c.D15, _join, _leave, _hinders, _sit_out)
