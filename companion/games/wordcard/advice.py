"""What a good player thinks of a turn just played in WORDCARD, in one sentence, for whoever practises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.core import counted
from companion.games.wordcard.events import EndTurn, Lay
from companion.games.wordcard.hindsight import best_of, can_search
from companion.games.wordcard.play import rule
from companion.sentences import joined, told

if TYPE_CHECKING:
    from companion.games.opponent import OwnView
    from companion.games.wordcard.state import State
    from companion.sentences import Told
    from companion.solvers.search import Best


def advice(own: OwnView[State], event: Any) -> Told | None:
    """See Teaching. `own` is what the player knew before the event. Nothing is said where it is played for
    the fewest, or on the grid."""
    state = own.state
    if state.scheme.aim != "most" or state.options.grid or not isinstance(event, Lay | EndTurn) or not own.hand:
        return None
    best = _best(own)
    if best is None or not best.lines:
        return None
    lines = joined(" + ", [" ".join(line) for line in best.lines])
    if isinstance(event, EndTurn):
        return told("You could have laid {lines}, worth {points}.", lines=lines, points=counted(best.gain, "point"))
    after, _ = rule(state, event)
    seat = state.players.index(own.player)
    if best.gain > after.hands[seat].score - state.hands[seat].score:
        return told("{lines} would have brought {points}.", lines=lines, points=counted(best.gain, "point"))
    return told("Well laid: nothing better was found in your hand.")


def _best(own: OwnView[State]) -> Best | None:
    """What could be laid of the whole hand; None with a dictionary that cannot be searched."""
    state = own.state
    return best_of(state, state.players.index(own.player), own.hand) if can_search(state) else None
