"""What a press of the panel means at this moment. Pure.

What is called is the game's to say (`companion.games.calls`). The big button is anybody's; a player's own button calls
for that player. Where several join in saying something, a player's own button joins them; the big button starts the
timer on offer, and so does the holder's own while there is nothing the holder could join in. Where a call needs more
words than a press can say, the time of whoever makes it waits for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games import calls
from companion.referee.joining import may_join

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View
    from companion.referee.tableview import TableView

BIG_BUTTON = "challenge"
PLAYER_BUTTON = "player"


def call_by(view: View | None, state: Any, button: str) -> Mapping[str, Any] | None:
    """The event that a press of `challenge` or `player1`…`player8` hands in, None when nothing can be called.

    `state` is the game's own of the match that `view` shows.
    """
    if view is None or view.over:
        return None
    if button == BIG_BUTTON:
        start = view.playing.index(view.turn) if view.turn in view.playing else 0
        return calls.pressed(view.game, state, (*view.playing[start:], *view.playing[:start]))
    owner = _owner(view, button)
    return None if owner is None else calls.pressed_own(view.game, state, owner)


def joiner(view: View | None, state: Any, button: str) -> str | None:
    """The player whose own button this is and who may join in what several say; None for every other press."""
    owner = None if view is None else _owner(view, button)
    return owner if owner is not None and may_join(view, state, owner) else None


def starts_timer(table: TableView, button: str) -> bool:
    """Whether a press of this button starts the timer that is on offer."""
    match, holder = table.match, table.timer_holder
    if match is None or holder is None or joiner(match, table.state, button) is not None:
        return False
    return button in (BIG_BUTTON, f"{PLAYER_BUTTON}{match.players.index(holder) + 1}")


def waits_for(table: TableView, button: str) -> str | None:
    """The player whose time waits, once, because this button was pressed; None for every other press."""
    match, player = table.match, table.may_hold
    if match is None or player is None:
        return None
    return player if button in (BIG_BUTTON, f"{PLAYER_BUTTON}{match.players.index(player) + 1}") else None


def _owner(view: View, button: str) -> str | None:
    """The player whose own button this is; None for a button that is nobody's, or of somebody who has left."""
    if not button.startswith(PLAYER_BUTTON):
        return None
    seat = int(button.removeprefix(PLAYER_BUTTON)) - 1
    owner = view.players[seat] if seat < len(view.players) else None
    return owner if owner in view.playing else None
