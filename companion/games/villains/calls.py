"""What a press of a button means in Disorder of the Villains: an interruption, by whoever has the chance (V12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.villains.effects import TARGETED
from companion.games.villains.state import has_chance, usable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.villains.state import State


def pressed(state: State, players: Sequence[str]) -> Mapping[str, Any] | None:
    """See Calls. Only one player can have the chance, so the button is theirs."""
    return next((event for player in players if (event := pressed_own(state, player)) is not None), None)


def pressed_own(state: State, player: str) -> Mapping[str, Any] | None:
    """See Calls. One press says it all where there is one trait to interrupt with and it has no target; else the time
    waits for what is to be said besides (`windows.may_hold`)."""
    seat = state.players.index(player)
    traits = usable(state, seat)
    if not has_chance(state, seat) or len(traits) != 1:
        return None
    ((name, trait),) = traits.items()
    return None if trait.effect in TARGETED else {"event": "trigger", "player": player, "card": name}
