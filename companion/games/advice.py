"""What a good player thinks of a move just made, for whoever practises: one sentence, said after the ruling. Pure.

A game says it in a module `advice` of its folder, as `Teaching` describes; in a game without it nothing is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of

if TYPE_CHECKING:
    from companion.games.opponent import OwnView
    from companion.sentences import Told


class Teaching(Protocol):
    """A game's module `advice`."""

    def advice(self, own: OwnView[Any], event: Any) -> Told | None:
        """What was good or bad about an event of a player, who knew what is in `own`; None where there is nothing to
        say. Nothing that the player could not have known is said of others' cards."""
        ...


def advice_on(game: str, own: OwnView[Any], event: Any) -> Told | None:
    """What is said of a move."""
    said: Told | None = function_of(game, "advice", "advice")(own, event)
    return said
