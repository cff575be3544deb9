"""What could have been in Disorder!: the words that would have won a challenge that was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import NameWord, Timeout
from companion.games.disorder.words import check_word, proves, saving_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.disorder.state import State


def hints(state: State, event: Any) -> Mapping[str, Any]:
    """After a challenge was lost by whoever had to name a word: `saving_words` that would have won it.

    While a beginning is still to be proven nothing is said: each of these words has it in it, and would be the proof.
    """
    if not _ends_the_round(state, event) or not _is_lost(state, event):
        return {}
    return {"saving_words": list(saving_words(state))}


def _ends_the_round(state: State, event: Any) -> bool:
    """Whether nobody can use a word on this row any more (D6, D8)."""
    if state.phase == "name_word":
        return isinstance(event, (NameWord, Timeout)) and not state.debts
    if state.phase == "prove":
        is_last = len(state.debts) == 1
        return isinstance(event, Timeout) or is_last or not proves(state, event.word, state.debts[0].letters)
    return False


def _is_lost(state: State, event: Any) -> bool:
    """Whether the word that was named, if any, did not hold."""
    if state.phase == "prove":
        return state.failing is not None
    return not isinstance(event, NameWord) or check_word(state, event.word, event.wilds).failing is not None
