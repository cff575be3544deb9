"""What could have been in Disorder!: the words that would have won a challenge that was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import NameWord, Timeout
from companion.games.disorder.words import check_word, saving_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.disorder.state import State


def hints(state: State, event: Any) -> Mapping[str, Any]:
    """After a challenge was lost by whoever had to name a word: `saving_words` that would have won it."""
    if state.phase != "name_word" or not isinstance(event, (NameWord, Timeout)):
        return {}
    if isinstance(event, NameWord) and check_word(state, event.word, event.wilds).failing is None:
        return {}
    return {"saving_words": list(saving_words(state))}
