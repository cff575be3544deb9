"""What a good player thinks of a move just made in Disorder of the Villains, in one sentence, for whoever practises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.events import read_event
from companion.games.villains.events import EVENTS, EndTurn, Play
from companion.games.villains.hindsight import could_have_minted
from companion.games.villains.legal import legal
from companion.games.villains.outlook import outlook
from companion.games.villains.play import rule
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.opponent import OwnView
    from companion.games.villains.state import State
    from companion.sentences import Told


def advice(own: OwnView[State], event: Any) -> Told | None:
    """See Teaching. `own` is what the player knew before the event."""
    seat = own.state.players.index(own.player)
    if isinstance(event, EndTurn) and (made := could_have_minted(own.state)):
        return told("You could have minted {villain}: your four Monsters match.", villain=made[0])
    return _of_card(own, event, seat) if isinstance(event, Play) else None


def _of_card(own: OwnView[State], event: Play, seat: int) -> Told | None:
    """Which card of the hand would have brought the player nearer to minting, its trait left aside."""
    near: dict[str, float] = {}
    for offer in legal(own.state)[own.player]:
        for raw in offer.events() if offer.event == "play" else ():
            if raw["card"] in own.hand:
                state, _ = rule(own.state, read_event(EVENTS, raw, own.state.players))
                near[raw["card"]] = max(near.get(raw["card"], 0.0), outlook(state, seat))
    if event.card not in near or len(near) < 2:
        return None
    best = max(near, key=lambda card: near[card])
    if near[best] > near[event.card]:
        return told("{card} would have brought you nearer to a Villain.", card=best)
    return told("Well chosen: no other card of your hand brings you nearer to a Villain.")
