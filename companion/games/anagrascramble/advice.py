"""What a good player thinks of a turn just written in AnagraScramble, in one sentence, for whoever practises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.events import Written
from companion.games.anagrascramble.words import read_sheet, word_value
from companion.games.core import counted
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.anagrascramble.state import State
    from companion.games.opponent import OwnView
    from companion.sentences import Told


def advice(own: OwnView[State], event: Any) -> Told | None:
    """See Teaching. `own` is what the player knew before the event."""
    state = own.state
    if not isinstance(event, Written):
        return None
    sheet, letters = read_sheet(state.words, event.words, state.listed), state.letters
    exact = sorted(sheet.of_length(letters), key=lambda word: (-word_value(word), word))
    if exact and not state.declared:
        more = counted(2 * word_value(exact[0]), "point")
        return told("With Triple {word} would have brought {points} more.", word=exact[0], points=more)
    if exact and state.factor > 1:
        return told("Well declared: {word} counts {times} times.", word=exact[0], times=state.factor)
    if sheet.longest() > letters and state.factor > 1:
        return told(
            "Only a word of just {letters} letters is multiplied: yours are longer or shorter.", letters=letters
        )
    return None
