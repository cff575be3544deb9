"""What can be done in Disorder of the Villains with the cards that lie open: to depth two, every step of it. Pure.

Open is what lies in play, minted or in a discard, and how many cards a hand and a deck have; no hand is looked into
(V4). A step is a trait triggered or a Villain minted; a card out of a hand is none, for nobody but its owner knows it.
To depth two is one step and the other player's answer to it, each of which may also be to do nothing; then whatever
waits is carried out and nobody interrupts any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from companion.games.events import Malformed, read_event
from companion.games.villains.events import EVENTS, Decline, Mint, Resolve, Trigger
from companion.games.villains.legal import mintable, offered
from companion.games.villains.outlook import outlook
from companion.games.villains.play import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.games.legal import Offer
    from companion.games.villains.events import Event
    from companion.games.villains.state import State

    OpenStep = Trigger | Mint
    # How good it is for the player on that seat: as much as it is bad for the other.
    Goodness = Callable[[State, int], float]


_worth = attrgetter("worth")


@dataclass(frozen=True, slots=True)
class BestStep:
    """The best step open to a player, and by how much it leaves things better than to do nothing (above 0)."""

    step: OpenStep
    better: float


class SettledEnd(NamedTuple):
    """What it is worth to a player once nothing waits, and how it stands then."""

    worth: float
    end: State


def steps(state: State, seat: int) -> Iterator[OpenStep]:
    """Every trait the player on that seat can trigger now, with each target, and every Villain they can mint."""
    for offer in offered(state, seat, ("trigger", "mint")):
        for step in _read(state, offer):
            assert isinstance(step, Trigger | Mint)
            yield step


def settled(state: State, seat: int, worth: Goodness, least: float = -inf, enough: float = inf) -> SettledEnd:
    """What comes of it once all that waits is carried out and nobody interrupts; whoever's COPY it is names the target
    that is worth most to them. Where a card must come out of a hand it ends: which one, nobody can see.

    Where that is not more than `least` to the player on that seat, or not less than `enough`, it need only be known to
    be so (alpha and beta, Knuth and Moore 1975).
    """
    if state.winners is not None or state.opened is not None:
        return SettledEnd(worth(state, seat), state)
    if state.chance is not None:
        state, _ = rule(state, Decline(state.name(state.chance.seat)))
    if not state.stack:
        return SettledEnd(worth(state, seat), state)
    owner = state.stack[-1].seat
    if owner != seat:
        found = settled(state, owner, worth, -enough, -least)
        return found._replace(worth=-found.worth)
    best = SettledEnd(-inf, state)
    for way in _ways_to_resolve(state):
        best = max(best, settled(_after(state, way), seat, worth, max(least, best.worth), enough), key=_worth)
        if best.worth >= enough:
            break
    return best


def best_step(state: State, seat: int) -> BestStep | None:
    """The step after which the player stands best, whatever the other answers with open cards; None where none is
    better than to do nothing."""
    now = -_answered(state, 1 - seat, standing)
    best, most = None, now
    for step in steps(state, seat):
        left = -_answered(_after(state, step), 1 - seat, standing, enough=-most)
        if left > most:
            best, most = step, left
    return None if best is None else BestStep(best, most - now)


def counter(state: State, villain: str) -> Trigger | None:
    """A trait with which the other player can keep the player in turn from minting that Villain in this turn, whatever
    they answer with open cards; None without one."""
    minter = state.turn

    def worth(end: State, seat: int) -> float:
        is_minted = any(card.name == villain for card in end.sides[minter].minted)
        mints = is_minted or villain in mintable(end, minter)
        return 1 if mints == (seat == minter) else -1

    tried = (step for step in steps(state, 1 - minter) if isinstance(step, Trigger))
    return next((step for step in tried if _answered(_after(state, step), minter, worth, enough=0) < 0), None)


def standing(state: State, seat: int) -> float:
    """How much better things look for a player than for the other."""
    return outlook(state, seat) - outlook(state, 1 - seat)


def _answered(state: State, seat: int, worth: Goodness, enough: float = inf) -> float:
    """What it is worth to the player on that seat once they have answered as is best for them, or not at all. An answer
    that is worth `enough` is taken, for then no better one matters."""
    most = settled(state, seat, worth, enough=enough).worth
    for step in steps(state, seat):
        if most >= enough:
            break
        most = max(most, settled(_after(state, step), seat, worth, most, enough).worth)
    return most


def _after(state: State, event: Trigger | Mint | Resolve) -> State:
    return rule(state, event)[0]


def _ways_to_resolve(state: State) -> Iterator[Resolve]:
    """To carry out the newest that waits: for a COPY with every target."""
    (offer,) = offered(state, state.turn, ("resolve",))
    return (each for each in _read(state, offer) if isinstance(each, Resolve))


def _read(state: State, offer: Offer) -> Iterator[Event]:
    """The events of the offer; each target is offered with its owner, too, so that its bare name is left out."""
    for raw in offer.events():
        if not isinstance(raw.get("target"), str):
            event = read_event(EVENTS, raw, state.players)
            assert not isinstance(event, Malformed)  # it is offered
            yield event
