"""Who is winning in TYPO: by the cards in hand, and by who has a card to place now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.comings import seats_taken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.typo.state import State
    from companion.games.winning import Signs, WinningSide

WEIGHTS: Mapping[str, float] = {
    "cards": 3.39,
    "few_cards": 3.52,
    "last_card": 0.22,
    "to_place": -0.16,
    "places_first": 0.13,
    "row_threatens": 0.31,
    "may_be_doubted": 0.03,
}
"""Fitted on 1,681 matches by `benchmarks/winning.py --fit` (docs/report.md)."""


def signs(state: State) -> Mapping[WinningSide, Signs]:
    """See Winning. Few cards are good (T12)."""
    if state.winner is not None:
        return {(state.name(state.winner),): (0.0,) * len(WEIGHTS)}
    return {(state.name(seat),): _signs(state, seat) for seat in seats_taken(state)}


def _signs(state: State, seat: int) -> Signs:
    cards = state.hands[seat]
    waiting = [each for each, _ in state.queue]
    longest = max(map(len, state.rows))
    placed = state.placement
    return (
        -cards / 10,
        1 / (1 + cards),
        float(cards <= 1),
        -float(seat in waiting),
        float(bool(waiting) and waiting[0] == seat),
        -(longest / 10) * (seat in waiting),
        -float(placed is not None and placed.seat == seat),
    )
