"""What could have been in AnagraScramble: the words of the card that nobody wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.anagrascramble.events import Timeout, Written
from companion.games.anagrascramble.words import missed_words, read_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.anagrascramble.state import State


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """After a turn: the `missed_words` of the card that may be shown, the most valuable first."""
    if not isinstance(event, (Written, Timeout)):
        return {}
    written = event.words if isinstance(event, Written) else ()
    missed = missed_words(state.listed, read_sheet(state.words, written, state.listed))
    hidden = {word for word in missed if state.words.is_word(word) and not state.words.may_show(word)}
    return {"missed_words": [word for word in missed if word not in hidden]}
