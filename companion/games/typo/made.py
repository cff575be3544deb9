"""The words said in TYPO: each that the dictionary has, with a card laid for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.made import MadeWord
from companion.games.typo.events import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.typo.state import State


def words_of(before: State, event: Any, _after: State) -> Iterator[MadeWord]:
    """The word that goes with a card."""
    if isinstance(event, Place) and before.words.is_word(event.word):
        yield MadeWord(event.player, before.words.fold(event.word) or "")
