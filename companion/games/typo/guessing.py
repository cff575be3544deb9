"""What those who watch TYPO may guess along: whether the word just said is one (T7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.core import quoted
from companion.games.typo.verdicts import V
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import Ruling
    from companion.games.typo.state import State
    from companion.sentences import Told

_ANSWERS = {V.WORD_STANDS: True, V.WORD_FAILS: False}


def riddle(state: State) -> Told | None:
    """See Guessing. It is answered once enough doubt the word."""
    return None if state.placement is None else told("Is {word} a word?", word=quoted(state.placement.word))


def answer(ruling: Ruling) -> bool | None:
    """See Guessing."""
    return next((said for verdict, said in _ANSWERS.items() if ruling.verdict is verdict), None)
