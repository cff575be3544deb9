"""What those who watch AnagraScramble may guess along: whether the target is reached (A8, A10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.anagrascramble.verdicts import V
from companion.games.anagrascramble.words import LONGEST
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State
    from companion.games.core import Ruling
    from companion.sentences import Told

_ANSWERS = {V.SCORED: True, V.MISSED: False}


def riddle(state: State) -> Told | None:
    """See Guessing. Until the card is turned the target may change, and nobody knows the letters."""
    if state.phase != "words":
        return None
    player, letters = state.name(state.turn), state.letters
    if letters == LONGEST:
        return told("Does {player} find a word of {letters} letters?", player=player, letters=letters)
    return told("Does {player} find a word of {letters} letters or more?", player=player, letters=letters)


def answer(ruling: Ruling) -> bool | None:
    """See Guessing."""
    return next((said for verdict, said in _ANSWERS.items() if ruling.verdict is verdict), None)
