"""What an event rests on, and what it may cost whoever hands it in: said before, in a sentence. Pure.

A game says it in a module `prospects` of its folder, as `Prospects` describes; of one without it nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.games import function_of

if TYPE_CHECKING:
    from companion.games.core import Clause


@dataclass(frozen=True, slots=True)
class Prospect:
    """The `clause` that lets somebody do it, and in `text` what it costs or brings, in the units of the game."""

    clause: Clause
    text: str


class Prospects(Protocol):
    """A game's module `prospects`."""

    def prospect(self, state: Any, event: str) -> Prospect:
        """Of an event by its name that may be handed in as the game stands."""
        ...


def prospect_of(game: str, state: Any, event: str) -> Prospect | None:
    """What is said of an event that may be handed in now; None where the game says nothing."""
    found: Prospect | None = function_of(game, "prospects", "prospect")(state, event)
    return found
