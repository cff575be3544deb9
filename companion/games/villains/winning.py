"""Who is winning in Disorder of the Villains: by the Villains minted, and how near each side is to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.villains.legal import mintable
from companion.games.villains.outlook import nearness

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.villains.state import State
    from companion.games.winning import Signs, WinningSide

WEIGHTS: Mapping[str, float] = {
    "minted": 2.14,
    "nearest": 0.53,
    "others": 0.17,
    "villains": 1.36,
    "monsters": 0.35,
    "hand": 0.47,
    "in_turn": 0.01,
    "can_mint": 0.51,
    "last_mint_near": 1.58,
}
"""Fitted on 1,701 matches by `benchmarks/winning.py --fit` (docs/report.md)."""
NEAREST = 15.0  # four of four Monsters


def signs(state: State) -> Mapping[WinningSide, Signs]:
    """See Winning (V14, V16)."""
    if state.winners is not None:
        return {(state.name(seat),): (0.0,) * len(WEIGHTS) for seat in state.winners}
    return {(state.name(seat),): _signs(state, seat) for seat in range(len(state.players)) if seat not in state.gone}


def _signs(state: State, seat: int) -> Signs:
    side = state.sides[seat]
    monsters = tuple(sorted(state.described((seat, name)).dna for name in state.of_kind(seat, "monster")))
    villains = [state.described((seat, name)).dna for name in state.of_kind(seat, "villain")]
    near = sorted((nearness(dna, monsters) / NEAREST for dna in villains), reverse=True) or [0.0]
    return (
        float(len(side.minted)),
        near[0],
        sum(near[1:]),
        len(villains) / 4,
        len(monsters) / 4,
        side.hand / 4,
        float(state.turn == seat),
        float(bool(mintable(state, seat))) * (1.0 if state.turn == seat else 0.5),
        near[0] * len(side.minted),
    )
