"""The words named in Disorder!: those that held a challenge, with the chips they turned away, and those that proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.events import NameWord, Prove
from companion.games.disorder.words import check_word, proves
from companion.games.made import MadeWord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.disorder.state import State


def words_of(before: State, event: Any, _after: State) -> Iterator[MadeWord]:
    """The word that a challenged player named, and the one that proved a beginning."""
    if isinstance(event, NameWord) and check_word(before, event.word, event.wilds).failing is None:
        yield MadeWord(event.player, before.words.fold(event.word) or "", before.points())
    if isinstance(event, Prove) and proves(before, event.word, before.debts[0].letters):
        yield MadeWord(event.player, before.words.fold(event.word) or "")
