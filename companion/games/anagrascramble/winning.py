"""Who is winning in AnagraScramble: by the points, the rolls still to come, and whose turn is for how much."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from companion.games.comings import seats_taken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.anagrascramble.state import State
    from companion.games.winning import Signs, WinningSide

WEIGHTS: Mapping[str, float] = {
    "points": 0.02,
    "points_late": 0.71,
    "points_last": 0.26,
    "rolls_left": 3.43,
    "in_turn": -0.35,
    "target": 1.3,
}
"""Fitted on 1,703 matches by `benchmarks/winning.py --fit` (docs/report.md)."""
TEN = 10  # points, about what a turn brings


def signs(state: State) -> Mapping[WinningSide, Signs]:
    """See Winning (A13)."""
    if state.phase in ("over", "showdown"):
        return {(state.name(seat),): (0.0,) * len(WEIGHTS) for seat in state.winners}
    return {(state.name(seat),): _signs(state, seat) for seat in seats_taken(state)}


def _signs(state: State, seat: int) -> Signs:
    playing = seats_taken(state)
    between = state.phase == "roll"
    to_come = state.rolls_left + (not between)
    points = (state.scores[seat] - sum(state.scores[each] for each in playing) / len(playing)) / TEN
    own = not between and state.turn == seat
    return (
        points,
        points / sqrt(to_come + 1),
        points / (to_come + 1),
        (state.options.rolls - state.rolls[seat] + own) / sqrt(to_come + 1),
        float(own) / sqrt(to_come + 1),
        own * state.letters * state.factor / TEN / sqrt(to_come + 1),
    )
