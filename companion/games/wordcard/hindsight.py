"""What could have been in WORDCARD: the best that the hands shown could still have laid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.wordcard.ending import CLOSING_STEPS
from companion.games.wordcard.events import Hands
from companion.games.wordcard.scoring import FINISH_AT_ONCE_BONUS, FINISH_LATER_BONUS
from companion.solvers.growing import SearchedWords
from companion.solvers.search import EXACT_CARDS, Opening, best_laydown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.games.wordcard.state import State
    from companion.solvers.search import Best


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """When the hands have been shown: per player the best that could still have been laid, as `best_laydowns`.

    `points` is what it would have brought (for the fewest: taken off), bonuses and all; `exhaustive` whether no better
    laydown existed, and where that is not known `at_most` what there may have been, if that is. Tag-ons are not looked
    for, and on the grid, where lines cross, there is nothing to add.
    """
    if not isinstance(event, Hands) or state.options.grid or not isinstance(state.words, SearchedWords):
        return {}
    found = [(name, _best_laydown(state, state.players.index(name), cards)) for name, cards in event.hands.items()]
    shown = [
        {
            "player": name,
            "lines": [list(line) for line in best.lines],
            "points": best.gain,
            "exhaustive": best.exhaustive,
            **({"at_most": best.at_most} if not best.exhaustive and best.at_most is not None else {}),
        }
        for name, best in found
        if best.lines
    ]
    return {"best_laydowns": shown} if shown else {}


def _best_laydown(state: State, seat: int, cards: Sequence[str]) -> Best:
    """What that player could have laid, by what an opening needs or after it (W6, W7, W19)."""
    assert isinstance(state.words, SearchedWords)  # else nothing is looked for
    opening, bonus = laying_terms(state, seat)
    steps = None if len(cards) <= EXACT_CARDS else CLOSING_STEPS
    return best_laydown(cards, state.scheme, state.words, opening=opening, finish_bonus=bonus, steps=steps)


def laying_terms(state: State, seat: int) -> tuple[Opening, int]:
    """What a player's next laydown must have, and the bonus if it is of all their cards (W6, W7, W19)."""
    if state.hands[seat].opened_in is not None:
        return Opening(), FINISH_LATER_BONUS
    return Opening(state.options.open_cards, state.options.open_points), FINISH_AT_ONCE_BONUS
