"""What could have been in TYPO: a place for a card that was given up on, a doubt of a word that was none."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.typo import sentences as say
from companion.games.typo.events import Doubt, Fail, Place, Timeout
from companion.games.typo.hindsight import cards_of_a_doubt
from companion.games.typo.ways import ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.typo.state import State

EXAMPLES = 3


def missed_in(before: State, event: Any, after: State, following: Any) -> Iterator[Missed]:
    """The cards taken for a letter that had a place, and the one that stayed in hand; the cards that a doubt would have
    given (T7, T8)."""
    if isinstance(event, (Fail, Timeout)):
        seat, letter = before.queue[0]
        examples = _examples(before, letter)
        if examples:
            reason = say.had_a_place(event.player, letter, list(examples.items()))
            # A card that is placed leaves the hand as one that fails does (T11): the difference is what was taken.
            yield Missed(event.player, after.hands[seat] - before.hands[seat] + 1, reason, tuple(examples.values()))
    if isinstance(event, Place) and not before.words.is_word(event.word) and not _is_doubted(after, following):
        given = cards_of_a_doubt(before.rows)
        yield Missed(None, given, say.went_undoubted(event.player, event.word, given))


def _examples(state: State, letter: str) -> dict[str, str]:
    """Words with which the letter could have been placed, by the row's letters then; at most `EXAMPLES`, the best
    first."""
    found = ((way.letters, way.word) for way in ways(state.words, state.rows, letter) if way.word is not None)
    return dict(islice(found, EXAMPLES))


def _is_doubted(state: State, following: Any) -> bool:
    """Whether the next event is a doubt by enough, so that the word is looked up."""
    return isinstance(following, Doubt) and len(set(following.players)) >= state.doubters_needed
