"""What could have been in Disorder of the Villains: a Villain that could have been minted before the turn ended, and a
counter that would have kept one from being minted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.missed import Missed
from companion.games.villains.events import EndTurn, Mint
from companion.games.villains.hindsight import missed_counter, missed_mint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.villains.state import State


def missed_in(before: State, event: Any, _after: State, _following: Any) -> Iterator[Missed]:
    """A MINT that the rules would have accepted where the turn was ended instead (V13, V14), and the Villain that the
    other player let be minted. Each costs the one Villain that it was about."""
    if isinstance(event, EndTurn) and (reason := missed_mint(before)) is not None:
        yield Missed(event.player, 1, reason)
    if isinstance(event, Mint) and (reason := missed_counter(before, event)) is not None:
        yield Missed(before.name(1 - before.turn), 1, reason)
