"""What could have been in Disorder!: a word that would have saved a round, and a challenge that was called in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder import sentences as say
from companion.games.disorder.events import Concede, NameWord, Timeout
from companion.games.disorder.words import check_word, saving_words
from companion.games.missed import Missed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.disorder.state import State

EXAMPLES = 3


def missed_in(before: State, event: Any, _after: State, _following: Any) -> Iterator[Missed]:
    """The chips of a challenge that another word would have won or that should not have been called, and those of a
    round given up while the cards still stood in a longer word (D8, D11). Nobody gets chips in a tie-break."""
    if before.tie_break or before.debts or not isinstance(event, (NameWord, Concede, Timeout)) or not before.board:
        return  # with a debt, whoever cannot pay it takes the chips, whatever was named
    chips = before.points()
    if isinstance(event, NameWord) and check_word(before, event.word, event.wilds).failing is None:
        assert before.challenger is not None  # a word is named to a challenge
        caller = before.name(before.challenger)
        yield Missed(caller, chips, say.called_in_vain(caller, event.word, before.board))
    elif before.phase == "name_word" or (before.phase == "place" and isinstance(event, (Concede, Timeout))):
        words = saving_words(before, EXAMPLES)
        if words:
            tell = say.could_have_named if before.phase == "name_word" else say.gave_up_early
            yield Missed(event.player, chips, tell(event.player, before.board, words), words)
