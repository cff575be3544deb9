"""The words written in AnagraScramble: those listed for the card, with what their letters count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.events import Showdown, Written
from companion.games.anagrascramble.words import listed_words, read_sheet, word_value
from companion.games.made import MadeWord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.games.anagrascramble.state import State


def words_of(before: State, event: Any, _after: State) -> Iterator[MadeWord]:
    """What the player in turn wrote, and what those tied wrote in a showdown."""
    if isinstance(event, Written):
        yield from _listed(before, event.player, event.words, before.listed)
    if isinstance(event, Showdown):
        listed = listed_words(before.words, before.cards, event.jumble, event.answers)
        for player, written in event.words.items():
            yield from _listed(before, player, written, listed)


def _listed(state: State, player: str, written: Iterable[str], listed: frozenset[str]) -> Iterator[MadeWord]:
    for word in read_sheet(state.words, written, listed).listed:
        yield MadeWord(player, word, word_value(word))
