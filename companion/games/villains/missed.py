"""What could have been in Disorder of the Villains: a Villain that could have been minted before the turn ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.villains import sentences as say
from companion.games.villains.events import EndTurn, Mint
from companion.games.villains.play import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.villains.state import State


def missed_in(before: State, event: Any, _after: State, _following: Any) -> Iterator[Missed]:
    """A MINT that the rules would have accepted where the turn was ended instead (V13, V14)."""
    if not isinstance(event, EndTurn):
        return
    for villain in before.of_kind(before.turn, "villain"):
        after, ruling = rule(before, Mint(event.player, villain))
        if ruling.accepted:
            yield Missed(event.player, 1, say.could_have_minted(event.player, villain, wins=after.winners is not None))
            return
