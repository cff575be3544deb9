"""How the table plays Disorder of the Villains: it mints as soon as it can, and plays towards the next.

Easy plays any card. Medium plays the card that brings it nearest to minting and uses its traits for that, hard also
looks at what it takes from the other player, and interrupts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.events import read_event
from companion.games.opponent import Strength
from companion.games.villains.events import EVENTS
from companion.games.villains.foresight import settled, standing
from companion.games.villains.legal import legal
from companion.games.villains.outlook import outlook
from companion.games.villains.play import rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.legal import Offer
    from companion.games.opponent import OwnView
    from companion.games.villains.state import State

    Own = OwnView[State]
    Said = Mapping[str, Any]

TRIGGERS = 0.3  # how often easy uses a trait that it can use
WORTH_IT = 0.5  # so much better must a trait leave things


def answer(own: Own) -> Said | None:
    """See Opponent."""
    state, seat = own.state, own.state.players.index(own.player)
    if state.winners is not None:
        return None
    offered = _Offered(own)
    if state.opened is not None:
        return _best(own, offered.get(state.opened.effect)) if state.opened.seat == seat else None
    if state.chance is not None and state.chance.seat == seat:
        return _interrupting(own, offered)
    if state.stack:
        waits = state.chance is not None or state.stack[-1].seat != seat
        return None if waits else _best(own, offered.get("resolve"))
    return _on_turn(own, offered) if state.turn == seat else None


class _Offered:
    """What this player can say, by event; of cards only those it holds. Targets take a search, so they are looked for
    only of the event that is asked for."""

    def __init__(self, own: Own) -> None:
        self._hand = own.hand
        self._offers = legal(own.state)[own.player]

    def get(self, event: str) -> Sequence[Said]:
        """All that can be said of this event; nothing while it is not the time for it."""
        return [said for offer in self._offers if offer.event == event and self._held(offer) for said in offer.events()]

    def _held(self, offer: Offer) -> bool:
        return offer.event not in ("play", "drop") or any(card in self._hand for card in offer.fields["card"])


def _interrupting(own: Own, offered: _Offered) -> Said:
    """Hard uses a trait where that is worth it; else the others' play goes on."""
    used = _worth_it(own, offered.get("trigger")) if own.strength is Strength.HARD else None
    return used or offered.get("decline")[0]


def _on_turn(own: Own, offered: _Offered) -> Said | None:
    for event in ("draw", "mint"):
        if first := offered.get(event):
            return _best(own, first)
    triggers = offered.get("trigger")
    used = _worth_it(own, triggers) if own.strength is not Strength.EASY else None
    if own.strength is Strength.EASY and triggers and own.chance.random() < TRIGGERS:
        used = own.chance.choice(triggers)
    return used or _best(own, offered.get("play")) or next(iter(offered.get("end_turn")), None)


def _worth_it(own: Own, events: Sequence[Said]) -> Said | None:
    """The one of these that leaves things best, if that is better than to leave it."""
    best = _best(own, events)
    now = _worth(own, own.state)
    return best if best is not None and _worth(own, _after(own, best)) > now + WORTH_IT else None


def _best(own: Own, events: Sequence[Said]) -> Said | None:
    """The one that leaves things best; for easy any."""
    if not events:
        return None
    if own.strength is Strength.EASY:
        return own.chance.choice(events)
    worth = [(_worth(own, _after(own, event)), own.chance.random()) for event in events]
    return events[worth.index(max(worth))]


def _worth(own: Own, state: State) -> float:
    seat = state.players.index(own.player)
    worth = outlook(state, seat, own.hand)
    return worth - outlook(state, 1 - seat) if own.strength is Strength.HARD else worth


def _after(own: Own, said: Said) -> State:
    """The state after an event, once what waits is carried out and nobody interrupts."""
    state, _ = rule(own.state, read_event(EVENTS, said, own.state.players))
    return settled(state, state.players.index(own.player), standing).end
