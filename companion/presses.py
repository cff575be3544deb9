"""What a press of the panel means at this moment. Pure.

The big button calls whatever may be called now: a challenge by the player in turn or, where no challenge is
possible yet, an objection to the beginning by the first who may. A player's own button calls for that player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.core import View

CALLS = ("challenge", "object")  # what a button can say by itself, the weightier first
PLAYER_BUTTON = "player"


def called(view: View | None, button: str) -> Mapping[str, Any] | None:
    """The event that a press of `challenge` or `player1`…`player8` hands in, None when nothing can be called.

    Where nothing may be called but somebody is in turn, the challenge goes to the rules all the same, so that the
    table hears why it is refused.
    """
    if view is None or view.over:
        return None
    callers = _callers(view, button)
    for call in CALLS:
        for player in callers:
            if call in view.may.get(player, ()):
                return {"event": call, "player": player}
    return {"event": "challenge", "player": callers[0]} if callers and view.awaiting == "place" else None


def _callers(view: View, button: str) -> list[str]:
    """Who may have pressed: the owner of the button, or for the big one everybody, from the player in turn on."""
    if button.startswith(PLAYER_BUTTON):
        seat = int(button.removeprefix(PLAYER_BUTTON)) - 1
        return [view.players[seat]] if seat < len(view.players) else []
    start = view.players.index(view.turn) if view.turn in view.players else 0
    return [*view.players[start:], *view.players[:start]]
