"""What a press of a button hands in, and what several join in saying one by one: described by each game. Pure.

A game says it in a module `calls` of its folder, as `Calls` describes; in a game without it buttons call nothing.
Whoever presses knows no rules: what is handed in is judged like anything else that is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Joint:
    """An `event` that players join in one by one, each for themselves; it goes to the rules once `needed` have.

    Its `players` are then those who have joined. Where `choices` has more than one, whose word or card it is about
    (`View.holders`) says first which of them `field` is.
    """

    event: str
    needed: int
    field: str = ""
    choices: tuple[int, ...] = ()


class Calls(Protocol):
    """A game's module `calls`. What a game does not need is left out."""

    def pressed(self, state: Any, players: Sequence[str]) -> Mapping[str, Any] | None:
        """The event that the big button hands in. `players` are who may have pressed it, the player in turn first."""
        ...

    def pressed_own(self, state: Any, player: str) -> Mapping[str, Any] | None:
        """The event that the player's own button hands in."""
        ...

    def joint(self, state: Any) -> Joint | None:
        """What several may join in saying now; an own button of a player who may says it for that player."""
        ...


def pressed(game: str, state: Any, players: Sequence[str]) -> Mapping[str, Any] | None:
    """The event that the big button hands in now; None when it calls nothing."""
    event: Mapping[str, Any] | None = function_of(game, "calls", "pressed")(state, players)
    return event


def pressed_own(game: str, state: Any, player: str) -> Mapping[str, Any] | None:
    """The event that this player's own button hands in now; None when it calls nothing."""
    event: Mapping[str, Any] | None = function_of(game, "calls", "pressed_own")(state, player)
    return event


def joint(game: str, state: Any) -> Joint | None:
    """What several may join in saying now; None when there is nothing of the kind."""
    found: Joint | None = function_of(game, "calls", "joint")(state)
    return found
