"""Who is winning in WORDCARD: by the points, the cards still in hand, and how near the end is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.comings import seats_taken

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.winning import Signs, WinningSide
    from companion.games.wordcard.state import State

WEIGHTS: Mapping[str, float] = {
    "points": 0.66,
    "points_late": 1.41,
    "cards": 1.25,
    "cards_late": -2.38,
    "has_opened": -1.51,
    "in_turn": 0.11,
    "is_out": 0.43,
}
"""Fitted on 1,657 matches by `benchmarks/winning.py --fit` (docs/report.md)."""
HUNDRED = 100  # points


def signs(state: State) -> Mapping[WinningSide, Signs] | None:
    """See Winning (W20, W21). Fitted for words laid for the most points; for what is played for the fewest, laid as
    figures or by all in one (W24) nothing is said."""
    if state.winners is not None:
        won = [team for team in state.teams() if set(team) <= set(state.winners)]
        return {_names(state, team): (0.0,) * len(WEIGHTS) for team in won}
    if state.group or state.choosing or state.scheme.aim != "most" or not state.scheme.needs_words:
        return None
    return {
        _names(state, team): _signs(state, [seat for seat in team if seat not in state.gone]) for team in state.teams()
    }


def _names(state: State, team: tuple[int, ...]) -> WinningSide:
    return tuple(state.name(seat) for seat in team if seat not in state.gone)


def _signs(state: State, team: list[int]) -> Signs:
    hands = [state.hands[seat] for seat in team]
    late = 1 - min(1.0, min(state.hands[seat].cards for seat in seats_taken(state)) / state.options.hand)
    points = sum(hand.score + hand.bonus for hand in hands) / HUNDRED
    cards = sum(hand.cards for hand in hands) / state.options.hand
    return (
        points,
        points * late,
        -cards,
        -cards * late,
        sum(hand.opened_in is not None for hand in hands) / len(hands),
        float(state.turn in team),
        float(state.out in team),
    )
