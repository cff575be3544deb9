"""What players join in saying one by one, each alone, by button or phone, until they are enough. Pure.

What that is, how many are enough, and what the one it is about then chooses, is the game's to say
(`companion.games.calls`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.games.calls import joint
from companion.games.parties import keys_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.core import Rulebook, View


@dataclass(frozen=True, slots=True)
class Joiners:
    """`players` have joined in saying something about event number `about`, in the order they did."""

    about: int = 0
    players: tuple[str, ...] = ()

    def of(self, number: int) -> Joiners:
        """Those of this event: none yet when these are of another."""
        return self if self.about == number else Joiners(number)

    def and_also(self, player: str) -> Joiners:
        """These and `player`; to join twice is to join once."""
        return self if player in self.players else replace(self, players=(*self.players, player))


def is_joined(book: Rulebook[Any], part: Mapping[str, Any]) -> bool:
    """Whether this part of what several say together is one they join in by name, rather than each their own cards."""
    return "players" in keys_of(book.events[part["event"]])


def may_join(view: View | None, state: Any, player: str) -> bool:
    """Whether there is something that this player could join in. `state` is the game's own of what `view` shows."""
    said = None if view is None else joint(view.game, state)
    return view is not None and said is not None and said.event in view.may.get(player, ())


def joint_event(
    view: View | None, state: Any, players: Sequence[str], chosen: int | None = None
) -> Mapping[str, Any] | None:
    """The event once as many have joined as the game asks for, None before. `chosen` is what its holder adds."""
    said = None if view is None else joint(view.game, state)
    if said is None or len(players) < said.needed or not all(may_join(view, state, player) for player in players):
        return None
    event = {"event": said.event, "players": list(players)}
    return event if chosen is None else {**event, said.field: chosen}


def joint_choices(view: View | None, state: Any, players: Sequence[str]) -> tuple[int, ...]:
    """What the holder chooses from when enough have joined and one of several is meant."""
    said = None if view is None else joint(view.game, state)
    if said is None or joint_event(view, state, players) is None:
        return ()
    return said.choices if len(said.choices) > 1 else ()
