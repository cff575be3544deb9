"""Who is winning in Disorder!: by the chips taken, how near the end is, and who is about to take the board's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.disorder.state import State
    from companion.games.winning import Signs, WinningSide

WEIGHTS: Mapping[str, float] = {
    "chips": 4.17,
    "chips_late": 0.58,
    "near_target": -0.16,
    "in_turn": 0.14,
    "laid_last": -0.16,
    "challenged": 1.55,
    "challenges": 1.91,
    "owes": -1.75,
    "tie_break_turn": -0.08,
}
"""Fitted on 1,019 matches by `benchmarks/winning.py --fit` (docs/report.md)."""
NEVER_ZERO = 0.06  # of the target: what keeps the last chips before it from weighing without bounds


def signs(state: State) -> Mapping[WinningSide, Signs]:
    """See Winning. Chips count as parts of the target, few are good (D10)."""
    if state.phase == "over":
        return {(state.name(seat),): (0.0,) * len(WEIGHTS) for seat in state.rivals}
    return {(state.name(seat),): _signs(state, seat) for seat in state.rivals}


def _signs(state: State, seat: int) -> Signs:
    target = state.options.target
    taken, most = state.scores[seat] / target, max(state.scores) / target
    board = state.points() / target
    to_lay = state.phase in ("place", "objection")
    owes = any(debt.debtor == seat for debt in state.debts)
    return (
        -taken,
        -taken / (1 + NEVER_ZERO - min(most, 1.0)),
        -1 / (1 + NEVER_ZERO - min(taken, 1.0)),
        -board * (to_lay and state.turn == seat),
        -board * (to_lay and state.changed_by == seat),
        -board * (not to_lay and state.challenged == seat),
        -board * (not to_lay and state.challenger == seat),
        -board * owes,
        -float(state.tie_break and state.turn == seat),
    )
