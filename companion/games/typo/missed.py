"""What could have been in TYPO: a place for a card that was not placed, a doubt of a word that was none."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.typo import sentences as say
from companion.games.typo.events import Doubt, Fail, Place, Timeout
from companion.games.typo.hindsight import cards_of_a_doubt, rows_before
from companion.games.typo.ways import ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.typo.state import State

EXAMPLES = 3


def missed_in(before: State, event: Any, after: State, following: Any) -> Iterator[Missed]:
    """The cards taken for a letter that had a place, given up or with a word that fell; the cards that a doubt would
    have given (T7, T8)."""
    # A card that is placed leaves the hand as one that fails does (T11): the difference is what was taken.
    if isinstance(event, (Fail, Timeout)):
        seat, letter = before.queue[0]
        yield from _had_a_place(before, seat, letter, before.rows, after.hands[seat] - before.hands[seat] + 1)
    placed = before.placement
    if isinstance(event, Doubt) and placed is not None and after.hands[placed.seat] > before.hands[placed.seat]:
        taken = after.hands[placed.seat] - before.hands[placed.seat]
        yield from _had_a_place(before, placed.seat, placed.letter, rows_before(before, placed), taken)
    if isinstance(event, Place) and not before.words.is_word(event.word) and not _is_doubted(after, following):
        given = cards_of_a_doubt(before.rows)
        if after.others_are_enough:
            yield Missed(None, given, say.went_undoubted(event.player, event.word, given))


def _had_a_place(state: State, seat: int, letter: str, rows: Sequence[str], taken: int) -> Iterator[Missed]:
    """What the player on that seat took for a letter that could have been placed in these rows."""
    examples = _examples(state, letter, rows)
    if examples:
        reason = say.had_a_place(state.name(seat), letter, list(examples.items()))
        yield Missed(state.name(seat), taken, reason, tuple(examples.values()))


def _examples(state: State, letter: str, rows: Sequence[str]) -> dict[str, str]:
    """Words with which the letter could have been placed, by the row's letters then; at most `EXAMPLES`, the best
    first."""
    found = ((way.letters, way.word) for way in ways(state.words, rows, letter) if way.word is not None)
    return dict(islice(found, EXAMPLES))


def _is_doubted(state: State, following: Any) -> bool:
    """Whether the next event is a doubt by enough, so that the word is looked up."""
    return isinstance(following, Doubt) and len(set(following.players)) >= state.doubters_needed
