"""Traits used between plays, and the chance to do so: triggering and declining (V6, V8–V12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import accepted, refused
from companion.games.verdicts import Shared
from companion.games.villains import clauses as c
from companion.games.villains import effect_sentences as say
from companion.games.villains import events as e
from companion.games.villains.effects import NotATarget, put_on_stack
from companion.games.villains.legal import Hindrance, hindrance
from companion.games.villains.state import InPlay, State, has_chance, in_time
from companion.games.villains.verdicts import V

if TYPE_CHECKING:
    from companion.games.core import Clause
    from companion.games.villains.effects import Answer


def trigger(state: State, event: e.Trigger) -> Answer:
    """A timed or minted trait used: its effect waits on the stack from now on (V8–V11)."""
    seat = state.players.index(event.player)
    side = state.sides[seat]
    card = next((card for card in (*side.in_play, *side.minted) if card.name == event.card), None)
    if card is None:
        return state, refused(V.NO_SUCH_CARD, c.V10, say.not_in_play(event.player, event.card))
    trait = state.described((seat, card.name)).trait
    if trait is None or not in_time(state, seat, card):
        return state, refused(V.WRONG_TIMING, *_wrong_time(state, seat, card))
    if card.sideways:
        return state, refused(V.TRAIT_USED, c.V8, say.is_used(card.name))
    if card.since == state.turn_number:
        return state, refused(V.TOO_SOON, c.V9, say.came_this_turn(card.name))
    turned = state.with_side(seat, side.with_card(replace(card, sideways=True)))
    try:
        after = put_on_stack(turned, (seat, card.name), trait, event.target, played=False)
    except NotATarget as problem:
        return state, refused(V.NOT_A_TARGET, c.V7, say.cannot_be_triggered_so(card.name, problem.reason))
    if has_chance(after, seat):
        after = replace(after, chance=None)  # used
    effect = None if after.stack == state.stack else trait.effect
    if effect is not None:
        after = after.giving_chance(seat, card.name, after_play=False)
    clause = c.V10 if seat == state.turn else c.V11
    return after, accepted(V.TRIGGERED, clause, say.triggers(event.player, card.name, effect))


def _wrong_time(state: State, seat: int, card: InPlay) -> tuple[Clause, str]:
    trait = state.described((seat, card.name)).trait
    if trait is None:
        return c.V6, say.has_no_trait(card.name)
    if trait.timing in ("immediate", "constant"):
        return c.V6, say.works_by_itself(card.name, trait.timing)
    if trait.timing == "minted" and card not in state.sides[seat].minted:
        return c.V6, say.only_when_minted(card.name)
    return c.V10, say.only_on_turn(card.name, trait.when)


def decline(state: State, event: e.Decline | e.Timeout) -> Answer:
    """The chance to interrupt let go, on purpose or by the clock (V12)."""
    if hindrance(state, event.event, state.players.index(event.player)) is Hindrance.NO_CHANCE:
        return state, refused(Shared.NOT_NOW, c.V12.ours, say.nothing_to_interrupt(event.player))
    declined = isinstance(event, e.Decline)
    reason = say.does_not_interrupt(event.player) if declined else say.lets_time_run_out(event.player)
    return replace(state, chance=None), accepted(V.DECLINED, c.V12.ours, reason)
