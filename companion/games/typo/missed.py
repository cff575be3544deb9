"""What could have been in TYPO: a place for a card that was given up on, a doubt of a word that was none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.typo import sentences as say
from companion.games.typo.events import Doubt, Fail, Place, Timeout
from companion.games.typo.state import halves
from companion.games.typo.words import placements

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
        given = len(halves(max(before.rows, key=len))[1])
        yield Missed(None, given, say.went_undoubted(event.player, event.word, given))


def _examples(state: State, letter: str) -> dict[str, str]:
    """Words with which the letter could have been placed, by the row's letters then; at most `EXAMPLES`."""
    found: dict[str, str] = {}
    for _, _, letters in placements(state.words, state.rows, letter):
        beginning = letters.lower()
        word = next((word for word in state.words.find(beginning, shown=True) if word.startswith(beginning)), None)
        if word is not None:
            found[letters] = word
        if len(found) == EXAMPLES:
            break
    return found


def _is_doubted(state: State, following: Any) -> bool:
    """Whether the next event is a doubt by enough, so that the word is looked up."""
    return isinstance(following, Doubt) and len(set(following.players)) >= state.doubters_needed
