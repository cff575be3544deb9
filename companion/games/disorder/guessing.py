"""What those who watch Disorder! may guess along: whether whoever is challenged has a word that holds (D8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.disorder.verdicts import V
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import Ruling
    from companion.games.disorder.state import State
    from companion.sentences import Told


def riddle(state: State) -> Told | None:
    """See Guessing."""
    if state.phase != "name_word":
        return None
    return told("Does {player} know a word that holds?", player=state.name(state.turn))


def answer(ruling: Ruling) -> bool | None:
    """See Guessing. That a beginning is still to be proven (D6) changes nothing of it."""
    if ruling.verdict not in (V.CHALLENGER_LOSES, V.CHALLENGED_LOSES, V.ANSWERED, V.ELIMINATED):
        return None
    return ruling.detail is None
