"""Who is winning in WORDCARD: by the points, the cards still in hand, and how near the end is.

Lines that are words, combinations or both, played for the most or for the fewest, are sorts of their own, as is the
group game: of one sort a point weighs more than of the other, and the end comes sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.comings import seats_taken
from companion.games.wordcard.notation import WILD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.winning import Signs, WinningSide
    from companion.games.wordcard.state import State

_PLAYED: Mapping[str, tuple[float, ...]] = {
    "words for the most": (0.64, 1.08, 0.72, -1.79, -1.29, 0.12, 1.26),
    "combinations for the most": (-0.47, 2.61, -0.04, -2.06, 0.06, 0.28, 2.69),
    "both for the most": (0.23, 1.34, 1.98, -2.42, -1.19, 0.07, 0.96),
    "words for the fewest": (1.3, 1.22, 1.28, 0.96, -0.48, 0.15, 3.01),
    "combinations for the fewest": (0.75, 1.07, -0.46, 0.29, 0.18, 0.27, 4.06),
    "both for the fewest": (0.28, 0.28, 1.94, 1.44, -0.79, 0.13, 2.15),
}
_SIGNS = ("points", "points_late", "cards", "cards_late", "has_opened", "in_turn", "is_out")
_IN_A_GROUP: Mapping[str, tuple[float, ...]] = {
    "words in a group": (-0.24, 0.28),
    "combinations in a group": (-1.04, 1.04),
    "both in a group": (0.58, 0.22),
}
_GROUP_SIGNS = ("has_solved", "points")
WEIGHTS: Mapping[str, float] = {
    f"{sort}: {sign}": weight
    for names, sorts in ((_SIGNS, _PLAYED), (_GROUP_SIGNS, _IN_A_GROUP))
    for sort, weights in sorts.items()
    for sign, weight in zip(names, weights, strict=True)
}
"""Fitted by `benchmarks/winning.py --fit` (docs/report.md)."""
HUNDRED = 100  # points


def signs(state: State) -> Mapping[WinningSide, Signs] | None:
    """See Winning (W20, W21, W24). Before the dealer of the wild game has chosen, all have the same (W5)."""
    teams = state.teams()
    if state.winners is not None:
        won = [team for team in teams if not set(team).isdisjoint(state.winners)]
        return {_names(state, team): (0.0,) * len(WEIGHTS) for team in won}
    if state.choosing:
        return {_names(state, team): (0.0,) * len(WEIGHTS) for team in teams}
    if state.group:
        return {_names(state, team): _placed(state, _group_signs(state, team)) for team in _still_winning(state)}
    return {
        _names(state, team): _placed(state, _signs(state, [seat for seat in team if seat not in state.gone]))
        for team in teams
    }


def _names(state: State, team: tuple[int, ...]) -> WinningSide:
    return tuple(state.name(seat) for seat in team if seat not in state.gone)


def _placed(state: State, own: Signs) -> Signs:
    """The signs of the sort that is played, in the place of its weights."""
    scheme = state.scheme
    lines = "both" if scheme.needs_words and scheme.needs_combinations else "words" if scheme.needs_words else ""
    ending = "in a group" if state.group else f"for the {scheme.aim}"
    at = list(WEIGHTS).index(f"{lines or 'combinations'} {ending}: {(_GROUP_SIGNS if state.group else _SIGNS)[0]}")
    return (0.0,) * at + own + (0.0,) * (len(WEIGHTS) - at - len(own))


def _signs(state: State, team: list[int]) -> Signs:
    hands = [state.hands[seat] for seat in team]
    late = 1 - min(1.0, min(state.hands[seat].cards for seat in seats_taken(state)) / state.options.hand)
    sign = 1 if state.scheme.aim == "most" else -1
    points = sign * sum(hand.score for hand in hands) / (state.scheme.factor * HUNDRED)
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


def _still_winning(state: State) -> list[tuple[int, ...]]:
    """The teams that are not behind with all their solutions handed in."""
    totals = {team: sum(state.hands[seat].score for seat in team) for team in state.teams()}
    most = max(totals.values(), default=0)
    return [team for team, total in totals.items() if total == most or not _has_solved(state, team)]


def _has_solved(state: State, team: tuple[int, ...]) -> bool:
    return all(state.solved[seat] or seat in state.gone for seat in team)


def _group_signs(state: State, team: tuple[int, ...]) -> Signs:
    """Points by what the open cards are worth, each once."""
    cards = [card for card in state.options.cards or () if card != WILD]
    worth = sum(state.scheme.value(card) for card in cards) * state.scheme.factor
    solved = sum(state.solved[seat] for seat in team) / len(team)
    return solved, sum(state.hands[seat].score for seat in team) / max(1, worth)
