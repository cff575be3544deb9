"""What could have been in WORDCARD: the best that hands could have laid, tagged on, and laid after an exchange.

Hands are hidden until somebody is out, and what a hand could have done is told only when all are shown: then the match
is over and it can help nobody. Nothing is looked for before, for nobody but its owner knows a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games.wordcard import hindsight_sentences as say
from companion.games.wordcard.additions import best_addition
from companion.games.wordcard.ending import CLOSING_STEPS
from companion.games.wordcard.events import Hands
from companion.games.wordcard.laying import finish_bonus
from companion.games.wordcard.swaps import best_swap
from companion.sentences import as_json
from companion.solvers.growing import SearchedWords
from companion.solvers.search import EXACT_CARDS, Opening, best_laydown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.games.wordcard.state import State
    from companion.games.wordcard.swaps import Swapped
    from companion.sentences import Told
    from companion.solvers.search import Best


class Other(NamedTuple):
    """What could have been done otherwise than by a laydown of the hand: what is said of it, and what it brings."""

    said: Told
    gain: int
    exhaustive: bool
    at_most: int | None


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """When the hands have been shown: per player the best that could still have been laid, as `best_laydowns`, and in
    `remarks` what would have brought more than that: a tag-on or a row on the grid, an exchange, a wild replaced.

    `points` is what it would have brought (for the fewest: taken off), bonuses and all; `exhaustive` whether no better
    laydown existed, and where that is not known `at_most` what there may have been, if that is (of remarks, too). On
    the grid the lines of a laydown lie apart from all others.
    """
    if not isinstance(event, Hands) or not can_search(state):
        return {}
    shown, remarks = [], []
    for name, cards in event.hands.items():
        seat = state.players.index(name)
        best = best_of(state, seat, cards)
        shown += _laydown(name, best)
        other = max(others(state, seat, cards), key=lambda each: each.gain, default=None)
        if other is not None and other.gain > best.gain:
            said = say.worth_so_much(other.said, other.gain, surely=other.exhaustive)
            remarks.append({"text": said, "said": as_json(said), **_limit(other)})
    return {name: found for name, found in (("best_laydowns", shown), ("remarks", remarks)) if found}


def first_hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """Of that the `best_laydowns`, which are found in a fraction of the time."""
    if not isinstance(event, Hands) or not can_search(state):
        return {}
    hands = ((name, best_of(state, state.players.index(name), cards)) for name, cards in event.hands.items())
    shown = [laydown for name, best in hands for laydown in _laydown(name, best)]
    return {"best_laydowns": shown} if shown else {}


def _laydown(name: str, best: Best) -> list[dict[str, Any]]:
    """A best laydown as it is told; nothing where nothing can be laid."""
    if not best.lines:
        return []
    lines = [list(line) for line in best.lines]
    return [{"player": name, "lines": lines, "points": best.gain, "exhaustive": best.exhaustive, **_limit(best)}]


def _limit(found: Best | Other) -> dict[str, int]:
    """What there may have been at most, where that is not known to have been found but known."""
    return {"at_most": found.at_most} if not found.exhaustive and found.at_most is not None else {}


def can_search(state: State) -> bool:
    """Whether the dictionary of the match can be searched."""
    return isinstance(state.words, SearchedWords)


def best_of(state: State, seat: int, cards: Sequence[str], *, is_whole: bool = True) -> Best:
    """The best laydown of those cards of that player, by what an opening needs or after it (W6, W7, W19); `is_whole`:
    these are all their cards."""
    assert isinstance(state.words, SearchedWords)  # else nothing is looked for
    opening, bonus = laying_terms(state, seat)
    return best_laydown(
        cards,
        state.scheme,
        state.words,
        opening=opening,
        finish_bonus=bonus if is_whole else None,
        steps=None if len(cards) <= EXACT_CARDS else CLOSING_STEPS,
    )


def others(state: State, seat: int, cards: Sequence[str]) -> Iterator[Other]:
    """The best addition, and the best laydown after an exchange or with wilds from the table."""
    name, terms = state.name(seat), laying_terms(state, seat)
    added = best_addition(state, seat, cards, *terms)
    if added is not None:
        yield Other(say.could_have_added(name, added.laid, added.row), added.gain, added.exhaustive, added.at_most)
    swapped = best_swap(state, cards, *terms)
    if swapped is not None:
        yield Other(_said_of(name, swapped), swapped.gain, swapped.exhaustive, swapped.at_most)


def laying_terms(state: State, seat: int) -> tuple[Opening, int]:
    """What a player's next laydown must have, and the bonus if it is of all their cards (W6, W7, W19)."""
    opening = Opening(state.options.open_cards, state.options.open_points)
    return Opening() if state.hands[seat].opened_in is not None else opening, finish_bonus(state, seat)


def _said_of(name: str, swapped: Swapped) -> Told:
    lines, swap = [" ".join(line) for line in swapped.lines], swapped.swap
    if swap.taken is None:
        return say.could_have_replaced(name, swap.for_wilds, lines)
    return say.could_have_taken(name, swap.taken, swap.discarded, lines)
