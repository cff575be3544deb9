"""What those who watch WORDCARD may guess along: whether what was just laid would hold if it were contested (W16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.wordcard.verdicts import V
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import Ruling
    from companion.games.wordcard.state import State
    from companion.sentences import Told

_ANSWERS = {V.WORD_STANDS: True, V.WORD_FAILS: False}


def riddle(state: State) -> Told | None:
    """See Guessing. It is answered once somebody contests it."""
    if state.doubtful is None:
        return None
    return told("Do the words of {player} hold?", player=state.name(state.doubtful.owner))


def answer(ruling: Ruling) -> bool | None:
    """See Guessing."""
    return next((said for verdict, said in _ANSWERS.items() if ruling.verdict is verdict), None)
