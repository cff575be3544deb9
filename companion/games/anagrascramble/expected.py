"""What a turn of AnagraScramble is worth, whatever is declared, on average over the die and the cards that are left.

Exact, by counting them out: every card of the house deck that has not been turned in this match is as likely as any
other (A1), and so is every side of the die (A2). What a player would have found on a card nobody can count out: each
figure is for whoever writes every word that is listed on it (A7), and so the most there is. A card that is of no house
deck ends the counting: what is left of an own deck the rules do not know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.games.anagrascramble.words import LONGEST, SHORTEST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.anagrascramble.state import State
    from companion.games.anagrascramble.words import CardWorth

DIE = ("7", "7", "6", "6", "6", "5", "5", "5", "4", "4", "pass", "star")
FACTORS: Mapping[str, int] = {"none": 1, "raise": 1, "double": 2, "triple": 3}
PASSING_ON_LESS = 3  # A5

DeclarationName = Literal["none", "raise", "double", "triple", "pass_on"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """What may be declared after a roll (A4, A5); `to` is the target that is played for then."""

    name: DeclarationName
    to: int

    def played(self, state: State) -> State:
        """The state with this declared instead of what was, the card as it lies there; not of passing on."""
        return replace(state, target=self.to, factor=FACTORS[self.name])


def moves(target: int, *, inherited: bool) -> tuple[Declaration, ...]:
    """Whatever may be declared where this target was rolled, nothing first."""
    own = (Declaration("none", target), Declaration("double", target), Declaration("triple", target))
    raised = tuple(Declaration("raise", higher) for higher in range(target + 1, LONGEST + 1))
    return (*own, *raised, *(() if inherited else (Declaration("pass_on", target),)))


def points(worth: CardWorth, move: Declaration) -> int:
    """What a turn brings whoever writes every word of the card (A8 to A10), or passes it on (A5)."""
    if move.name == "pass_on":
        return PASSING_ON_LESS - move.to
    factor = FACTORS[move.name]
    if worth.longest < move.to:
        return -move.to * factor
    return worth.points + (factor - 1) * worth.best.get(move.to, 0)


def cards_left(state: State) -> Sequence[CardWorth] | None:
    """The cards that may be turned in this turn, of which one may lie there already; None where that is not known."""
    colour = state.colour if state.options.deck == "both" else state.options.deck
    left = state.cards.left(str(colour))
    if left is None:
        return None
    there = () if state.jumble is None else (state.jumble,)
    return [state.cards.worth(state.words, jumble) for jumble in (*left, *there)] or None


def totals(left: Sequence[CardWorth], choice: Sequence[Declaration]) -> dict[Declaration, int]:
    """What each of some moves brings on all the cards together."""
    return {move: sum(points(worth, move) for worth in left) for move in choice}


def roll_total(left: Sequence[CardWorth]) -> int:
    """What a roll brings with the best that can be declared, on all sides of the die and all cards together: divided by
    as many sides and as many cards, what it is worth before the die falls. A star may pick any target (A3)."""
    best = {
        str(target): max(totals(left, moves(target, inherited=False)).values())
        for target in range(SHORTEST, LONGEST + 1)
    }
    best |= {"pass": 0, "star": max(best.values())}
    return sum(best[side] for side in DIE)


def told(move: Declaration, **figures: Any) -> dict[str, Any]:
    """A move as hints tell it."""
    return {"move": move.name, "to": move.to, **figures}
