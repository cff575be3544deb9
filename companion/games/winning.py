"""Who is winning: how likely each player is to win the match from where it stands, as the table's record tells. Pure.

A game says in a module `winning` of its folder, as `Winning` describes, by which signs it shows and how much each of
them weighs: fitted on matches that were played out, and measured on others (`benchmarks/winning.py`, docs/report.md). A
game without the module has no chances.
"""

from __future__ import annotations

from math import exp
from operator import mul
from typing import TYPE_CHECKING, Any, Protocol

from companion.games import part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WinningSide = tuple[str, ...]
"""Those who win together, most often one player."""
Signs = tuple[float, ...]


class Winning(Protocol):
    """A game's module `winning`."""

    WEIGHTS: Mapping[str, float]
    """What each of the signs is called, and how much one unit of it weighs, in logits."""

    def signs(self, state: Any) -> Mapping[WinningSide, Signs] | None:
        """By each side that can still win, how it stands, from what lies open: about −10 to 10 each. When the match is
        over these are the winners, and all their signs are alike. None where the match is played in a way the weights
        were not fitted for."""
        ...


def win_chances(game: str, state: Any, players: Sequence[str]) -> Mapping[str, float] | None:
    """Each player's chance to win, from 0 to 1, together 1 (0 where nobody wins any more); of what several win together
    each has an equal part. None where nothing can be said. The chances know no seats: players who change all they have
    change their chances."""
    module = part(game, "winning")
    stand: Mapping[WinningSide, Signs] | None = None if module is None else module.signs(state)
    if module is None or stand is None:
        return None
    weights = tuple(module.WEIGHTS.values())
    logits = {side: sum(map(mul, weights, signs)) for side, signs in stand.items()}
    most = max(logits.values(), default=0.0)
    odds = {side: exp(logit - most) for side, logit in logits.items()}
    whole = sum(odds.values())
    chances = dict.fromkeys(players, 0.0)
    for side, own in odds.items():
        chances.update(dict.fromkeys(side, own / whole / max(1, len(side))))
    return chances
