"""What a press of the panel means at this moment. Pure.

The big button calls whatever may be called now: a challenge by the player in turn or, where no challenge is
possible yet, an objection to the beginning by the first who may. A player's own button calls for that player, also
the contest of a word just laid. Where words are doubted, a player's own button doubts the word just said; the big
button starts the timer, and so does the holder's own while there is no word the holder could doubt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games import rulebook
from companion.referee.doubting import may_doubt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import View
    from companion.referee.tableview import TableView

CHALLENGE = "challenge"
CALLS = (CHALLENGE, "object")  # what a button can say by itself, the weightier first
BIG_BUTTON = "challenge"
PLAYER_BUTTON = "player"


def called(view: View | None, button: str) -> Mapping[str, Any] | None:
    """The event that a press of `challenge` or `player1`…`player8` hands in, None when nothing can be called.

    Where nothing may be called while a card is awaited, the challenge of a game that has any goes to the rules all the
    same, so that the table hears why it is refused.
    """
    if view is None or view.over:
        return None
    callers = _callers(view, button)
    for call in CALLS:
        for player in callers:
            if call in view.may.get(player, ()):
                return {"event": call, "player": player}
    if button != BIG_BUTTON and callers and "contest" in view.may.get(callers[0], ()):
        return _contest(view, callers[0])
    if CHALLENGE in rulebook(view.game).events and callers and view.awaiting == "place":
        return {"event": CHALLENGE, "player": callers[0]}
    return None


def doubter(view: View | None, button: str) -> str | None:
    """The player whose own button this is and who may doubt the word just said (T7); None for every other press."""
    if view is None or not button.startswith(PLAYER_BUTTON):
        return None
    return next((player for player in _callers(view, button) if may_doubt(view, player)), None)


def starts_timer(table: TableView, button: str) -> bool:
    """Whether a press of this button starts the timer that is on offer (T6)."""
    match, holder = table.match, table.timer_holder
    if match is None or holder is None or doubter(match, button) is not None:
        return False
    return button in (BIG_BUTTON, f"{PLAYER_BUTTON}{match.players.index(holder) + 1}")


def _contest(view: View, player: str) -> Mapping[str, Any] | None:
    """The contest of the one claimed word (W16); None where there are several, and it must be said which."""
    words = view.board["contestable"]["words"]
    return {"event": "contest", "players": [player], "word": words[0]} if len(words) == 1 else None


def _callers(view: View, button: str) -> list[str]:
    """Who may have pressed: the owner of the button, or for the big one everybody, from the player in turn on."""
    if button.startswith(PLAYER_BUTTON):
        seat = int(button.removeprefix(PLAYER_BUTTON)) - 1
        return [view.players[seat]] if seat < len(view.players) else []
    start = view.players.index(view.turn) if view.turn in view.players else 0
    return [*view.players[start:], *view.players[:start]]
