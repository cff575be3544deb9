"""How a match at a table ended: who came in at which place, and what share of the point that is.

One rule for two players and for six: of those who sit with a player, the share that came in behind them, and half of
those who came in with them. Of two that is 1, ½ or 0, as FIDE counts; of several it is the Borda count (J.-C. de Borda,
1781) divided by the number of opponents, so that a table of three and one of six weigh the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.games.core import View


@dataclass(frozen=True, slots=True)
class Placing:
    """Each player's place, 1 for the first; who comes in together has the same. `is_played` is false where somebody did
    not come: then it counts, but who did not meet may yet."""

    places: Mapping[str, int]
    is_played: bool = True

    def share(self, player: str) -> Fraction:
        """What the player gets of the round's point, from 0 to 1."""
        own = self.places[player]
        others = [place for name, place in self.places.items() if name != player]
        halves = sum((place > own) + (place >= own) for place in others)
        return Fraction(halves, 2 * len(others))


def placing_of(view: View) -> Placing:
    """How a match that is over came out."""
    return placed(view.scores, view.winners, low_wins=bool(view.low_wins), left=view.left)


def placed(
    scores: Mapping[str, int], winners: Collection[str], *, low_wins: bool, left: Collection[str] = ()
) -> Placing:
    """The places of a match that is over: who has won first, the others by their scores; behind them together who has
    left."""

    def worth(name: str) -> tuple[bool, bool, int]:
        if name in left:
            return True, True, 0
        return False, name not in winners, 0 if name in winners else scores[name] * (1 if low_wins else -1)

    ranking = [worth(name) for name in scores]
    return Placing({name: 1 + sum(other < worth(name) for other in ranking) for name in scores})


def read_placing(places: Any, players: Collection[str]) -> Placing | None:
    """The outcome that says a place for each of these players; None for what says none."""
    if not isinstance(places, dict) or set(places) != set(players):
        return None
    if not all(isinstance(place, int) and not isinstance(place, bool) for place in places.values()):
        return None
    in_order = sorted(places.values())
    is_ranking = all(place == 1 + sum(other < place for other in in_order) for place in in_order)
    return Placing(dict(places)) if is_ranking else None
