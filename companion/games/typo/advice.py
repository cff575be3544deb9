"""What a good player thinks of a move just made in TYPO, in one sentence, for whoever practises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.typo.events import Fail, Place
from companion.games.typo.ways import example
from companion.games.typo.words import placements
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.opponent import OwnView
    from companion.games.typo.state import State
    from companion.sentences import Told


def advice(own: OwnView[State], event: Any) -> Told | None:
    """See Teaching. `own` is what the player knew before the event."""
    if isinstance(event, Fail):
        return _of_failing(own)
    return _of_placing(own, event) if isinstance(event, Place) else None


def _of_failing(own: OwnView[State]) -> Told:
    letter = own.state.queue[0][1]
    ends = placements(own.state.words, own.state.rows, letter)
    if not ends:
        return told("Right: {letter} had no place in any row.", letter=letter)
    for _, _, letters in ends:
        word = example(own.state.words, letters)
        if word is not None:
            return told("{letter} had a place: {letters}, as in {word}.", letter=letter, letters=letters, word=word)
    return told("{letter} had a place: {letters}.", letter=letter, letters=ends[0][2])  # by words that are not shown


def _of_placing(own: OwnView[State], event: Place) -> Told | None:
    """How many cards of the hand still have a place, and whether another end would have left more."""
    state, letter = own.state, own.state.queue[0][1]
    rest = list(own.hand)
    if letter not in rest or len(rest) < 2:
        return None
    rest.remove(letter)
    ends = placements(state.words, state.rows, letter)
    fitting = {(row, side): _fitting(own, state.with_row(row - 1, letters), rest) for row, side, letters in ends}
    own_count = fitting.get((event.row, event.side))
    if own_count is None:
        return None  # a word that the dictionary has not: that is for a doubt to say
    best, count = max(fitting.items(), key=lambda found: found[1])
    if count > own_count:
        letters = next(letters for row, side, letters in ends if (row, side) == best)
        return told(
            "{letters} would have left {count} of your cards a place, this leaves {own}.",
            letters=letters, count=count, own=own_count,
        )  # fmt: skip
    return told("Well placed: {count} of your {all} cards have a place now.", count=own_count, all=len(rest))


def _fitting(own: OwnView[State], rows: Sequence[str], cards: Sequence[str]) -> int:
    fits = {card: bool(placements(own.state.words, rows, card)) for card in set(cards)}
    return sum(fits[card] for card in cards)
