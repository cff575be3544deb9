"""What a press of a button means in Disorder!: a challenge, or an objection to an impossible beginning (D6, D7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.disorder.legal import hindrance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.disorder.state import State

CALLS = ("challenge", "object")  # the weightier first


def pressed(state: State, players: Sequence[str]) -> Mapping[str, Any] | None:
    """See Calls. Where nothing can be called while a card is awaited, the challenge goes to the rules all the same, so
    that the table hears why it is refused."""
    for call in CALLS:
        for player in players:
            if hindrance(state, state.players.index(player), call) is None:
                return {"event": call, "player": player}
    return {"event": CALLS[0], "player": players[0]} if state.phase == "place" else None


def pressed_own(state: State, player: str) -> Mapping[str, Any] | None:
    """See Calls."""
    return pressed(state, (player,))
