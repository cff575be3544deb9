"""What could have been in WORDCARD: what each player lost over the whole match, as far as the hands are known then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.wordcard import hindsight_sentences as say
from companion.games.wordcard.additions import best_addition
from companion.games.wordcard.events import Hands
from companion.games.wordcard.hindsight import best_of, can_search, laying_terms
from companion.games.wordcard.walked_back import stretches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.wordcard.state import State
    from companion.games.wordcard.walked_back import Stretch

Found = tuple[int, Missed]


def missed_over_all(course: Sequence[tuple[State, Any, State]]) -> Iterator[Found]:
    """The points lost between two draws of a player: what the best laydown or addition of the cards that were certainly
    in hand would have brought more than came of them, and at the end what was left and could still have been laid.

    No card counts in two of them, so that what they cost adds up; it is no more than was lost, and may be less.
    """
    if not course or not isinstance(course[-1][1], Hands) or not can_search(course[-1][0]):
        return
    end, shown, _ = course[-1]
    still = {name: _still(end, name, cards) for name, cards in shown.hands.items()}
    for stretch in stretches(course):
        found = _in_stretch(stretch)
        left = still.pop(stretch.player, None) if stretch.is_last else None
        if left is not None and (found is None or left.lost > found[1].lost):
            found = len(course) - 1, left
        if found is not None:
            yield found
    yield from ((len(course) - 1, left) for left in still.values() if left is not None)


def _still(state: State, name: str, cards: Sequence[str]) -> Missed | None:
    best = best_of(state, state.players.index(name), cards)
    if best.gain <= 0:
        return None
    lines = [" ".join(line) for line in best.lines]
    return Missed(name, best.gain, say.could_have_laid(name, lines, best.gain, surely=best.exhaustive))


def _in_stretch(stretch: Stretch) -> Found | None:
    """What the best of one event would have brought more."""
    if stretch.place is None or stretch.state is None or not stretch.cards:
        return None
    state, cards = stretch.state, sorted(stretch.cards.elements())
    seat = state.players.index(stretch.player)
    laid = best_of(state, seat, cards, is_whole=stretch.is_whole)
    opening, bonus = laying_terms(state, seat)
    added = best_addition(state, seat, cards, opening, bonus if stretch.is_whole else None)
    best = max(laid.gain, added.gain if added is not None else 0)
    if best <= stretch.got:
        return None
    if added is not None and added.gain > laid.gain:
        said = say.row_of_hand(stretch.player, added.row, is_whole=stretch.is_whole)
    else:
        lines = [" ".join(line) for line in laid.lines]
        said = say.of_hand(stretch.player, lines, is_whole=stretch.is_whole)
    lost = best - stretch.got
    return stretch.place, Missed(stretch.player, lost, say.more_than_came(said, lost))
