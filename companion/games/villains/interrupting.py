"""Traits used between plays, and the chance to do so: triggering and declining (V6, V8–V12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import accepted, refused
from companion.games.verdicts import Shared
from companion.games.villains import clauses as c
from companion.games.villains import events as e
from companion.games.villains.effects import NotATarget, put_on_stack
from companion.games.villains.legal import Hindrance, hindrance
from companion.games.villains.state import InPlay, State, has_chance, in_time
from companion.games.villains.verdicts import V
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import Clause
    from companion.games.villains.effects import Answer


def trigger(state: State, event: e.Trigger) -> Answer:
    """A timed or minted trait used: its effect waits on the stack from now on (V8–V11)."""
    seat = state.players.index(event.player)
    side = state.sides[seat]
    card = next((card for card in (*side.in_play, *side.minted) if card.name == event.card), None)
    if card is None:
        return state, refused(
            V.NO_SUCH_CARD, c.V10, told("{player} has no {card} in play.", player=event.player, card=event.card)
        )
    trait = state.described((seat, card.name)).trait
    if trait is None or not in_time(state, seat, card):
        return state, refused(V.WRONG_TIMING, *_wrong_time(state, seat, card))
    if card.sideways:
        return state, refused(V.TRAIT_USED, c.V8, told("{name} lies sideways: its trait is used.", name=card.name))
    if card.since == state.turn_number:
        return state, refused(V.TOO_SOON, c.V9, told("{name} came into play this very turn.", name=card.name))
    turned = state.with_side(seat, side.with_card(replace(card, sideways=True)))
    try:
        after = put_on_stack(turned, (seat, card.name), trait, event.target, played=False)
    except NotATarget as problem:
        return state, refused(
            V.NOT_A_TARGET,
            c.V7,
            told("{name} cannot be triggered like that: {problem}.", name=card.name, problem=problem.reason),
        )
    if has_chance(after, seat):
        after = replace(after, chance=None)  # used
    if after.stack == state.stack:
        what = told("but there is nothing it could do")
    else:
        after = after.giving_chance(seat, card.name, after_play=False)
        what = told("and its {effect} now waits to be carried out", effect=trait.effect.upper())
    clause = c.V10 if seat == state.turn else c.V11
    return after, accepted(
        V.TRIGGERED, clause, told("{player} triggers {name}, {what}.", player=event.player, name=card.name, what=what)
    )


def _wrong_time(state: State, seat: int, card: InPlay) -> tuple[Clause, str]:
    trait = state.described((seat, card.name)).trait
    if trait is None:
        return c.V6, told("{name} has no trait.", name=card.name)
    if trait.timing in ("immediate", "constant"):
        how = told("when it is played") if trait.timing == "immediate" else told("all the time")
        return c.V6, told(
            "The trait of {name} is {timing}: it works {how} and cannot be triggered.",
            name=card.name,
            timing=told(trait.timing),
            how=how,
        )
    if trait.timing == "minted" and card not in state.sides[seat].minted:
        return c.V6, told("The trait of {name} can be triggered only when it is minted.", name=card.name)
    whose = told("the opponent's turn") if trait.when == "opponent" else told("one's own turn")
    return c.V10, told("The trait of {name} can be triggered only on {whose}.", name=card.name, whose=whose)


def decline(state: State, event: e.Decline | e.Timeout) -> Answer:
    """The chance to interrupt let go, on purpose or by the clock (V12)."""
    if hindrance(state, event.event, state.players.index(event.player)) is Hindrance.NO_CHANCE:
        return state, refused(
            Shared.NOT_NOW,
            c.V12.ours,
            told("There is nothing that {player} could still interrupt.", player=event.player),
        )
    if isinstance(event, e.Decline):
        reason = told("{player} does not interrupt.", player=event.player)
    else:
        reason = told("{player} has let the time to interrupt run out.", player=event.player)
    return replace(state, chance=None), accepted(V.DECLINED, c.V12.ours, reason)
