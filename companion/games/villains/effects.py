"""Effects: their targets, the stack, and what carrying one out does (V6, V7, V11, V12, V15, V16)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.core import Ruling, accepted, refused
from companion.games.villains import clauses as c
from companion.games.villains import effect_sentences as say
from companion.games.villains.state import CardKey, InPlay, Opened, StackedEffect, State
from companion.games.villains.verdicts import V

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.villains.deck import Effect, Trait
    from companion.games.villains.events import Resolve, Target

Answer = tuple[State, Ruling]

TARGETED = ("bounce", "burn", "flip", "copy")
IN_THE_GLOSSARY = ("draw", "drop", "play")  # of the published rules; what the other words mean is a reading of ours


class NotATarget(Exception):
    """The effect has no target, or one it cannot have; `reason` is to be read aloud."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def choose_target(
    state: State, seat: int, effect: Effect, given: Target | None, played: CardKey | None
) -> CardKey | None:
    """The target of an effect that needs one; None when none is named and there is no card it could have (V7). For the
    parameters see `possible_targets`.

    Raises:
        NotATarget: a target is needed and not named, or what is named cannot be one.
    """
    choices = possible_targets(state, seat, effect, played)
    if given is None:
        if not choices:
            return None
        raise NotATarget(say.needs_a_target(effect, _named(state, choices)))
    found = state.find(given)
    if found is None:
        raise NotATarget(_not_there(state, given))
    shield = _shield(state, seat, found)
    if shield is not None:
        raise NotATarget(say.is_shielded(state.name(found[0]), found[1], shield))
    if found not in choices:
        raise NotATarget(say.cannot_be_target(found[1], _named(state, choices)))
    return found


def possible_targets(state: State, seat: int, effect: Effect, played: CardKey | None) -> list[CardKey]:
    """The cards that an effect which needs a target can have as one.

    `seat` is whose effect it is: the opponent's shielded cards are none of its targets (V6). `played` is the card just
    played whose trait this is: a target only when there is no other (V7).
    """
    possible = [
        place
        for place in state.in_play()
        if _shield(state, seat, place) is None and (effect != "copy" or _can_be_copied(state, place))
    ]
    others = [place for place in possible if place != played]
    return others or possible


def _shield(state: State, seat: int, place: CardKey) -> str | None:
    """The card that shields a place from that player's effects; None when nothing does."""
    return None if place[0] == seat else state.shield_of(place)


def _can_be_copied(state: State, place: CardKey) -> bool:
    """Whether COPY may have the card as its target: only for an immediate or timed trait, and no COPY (V15)."""
    trait = state.described(place).trait
    return trait is not None and trait.timing in ("immediate", "timed") and trait.effect != "copy"


def _named(state: State, places: Sequence[CardKey]) -> list[tuple[str, str]]:
    """The cards with whose they are."""
    return [(state.name(seat), name) for seat, name in places]


def _not_there(state: State, target: Target) -> str:
    """Why what is named is not one card in play."""
    owner, name = (None, target) if isinstance(target, str) else (target.player, target.card)
    if sum(place[1] == name for place in state.in_play()) > 1 and owner is None:
        return say.both_have(name)
    sides = [side for seat, side in enumerate(state.sides) if owner in (None, state.name(seat))]
    if any(card.name == name for side in sides for card in side.minted):
        return say.is_minted(name)
    if owner is None:
        return say.nobody_has(name)
    return say.has_none(owner, name)


def put_on_stack(state: State, place: CardKey, trait: Trait, given: Target | None, *, played: bool) -> State:
    """The state with the trait's effect waiting; unchanged when there is no card it could aim at (V7)."""
    seat, name = place
    target = None
    if trait.effect in TARGETED:
        target = choose_target(state, seat, trait.effect, given, place if played else None)
        if target is None:
            return state
    waiting = StackedEffect(seat, name, trait.effect, trait.amount, target, played)
    return replace(state, stack=(*state.stack, waiting))


def into_play(state: State, place: CardKey, discard: str | None, *, sideways: bool) -> State:
    """The card lies in play, what made room for it is discarded, and an opened DROP or PLAY is done."""
    seat, name = place
    side = state.sides[seat]
    if discard is not None:
        side = side.discarding([discard])
    card = InPlay(name, sideways, since=state.turn_number)
    laid = replace(side, in_play=(*side.in_play, card), hand=side.hand - 1)
    return replace(state.with_side(seat, laid), opened=None)


def resolve(state: State, event: Resolve) -> Answer:
    """Carry out the newest waiting effect (V11)."""
    newest = state.stack[-1]
    below = state.without_newest()
    try:
        effect = copied(below, newest, event.target) if newest.effect == "copy" else newest
    except NotATarget as problem:
        return state, refused(V.NOT_A_TARGET, c.V15.ours, say.cannot_copy(newest.card, problem.reason))
    if effect is None:
        return below, _done(newest, say.NOTHING_TO_DO)
    after, ruling = _CARRY_OUT[effect.effect](below, effect)
    # What COPY means is a reading of ours, so what it does rests on that, whatever is copied.
    return after, replace(ruling, house=ruling.house or newest.effect == "copy")


def as_copied(state: State, copy: StackedEffect) -> StackedEffect | None:
    """The effect a COPY does, not aimed yet; None when it can do nothing any more."""
    assert copy.target is not None  # COPY never waits without one
    if copy.target not in state.in_play():
        return None
    trait = state.described(copy.target).trait
    assert trait is not None  # else it was no target
    return replace(copy, effect=trait.effect, amount=trait.amount, target=None)


def copied(state: State, copy: StackedEffect, given: Target | None) -> StackedEffect | None:
    """The effect a COPY does, with its target; None when it can do nothing (any more)."""
    effect = as_copied(state, copy)
    if effect is None or effect.effect not in TARGETED:
        return effect
    target = choose_target(state, effect.seat, effect.effect, given, effect.just_played)
    return None if target is None else replace(effect, target=target)


def _draw(state: State, effect: StackedEffect) -> Answer:
    side = state.sides[effect.seat]
    count = min(effect.amount, side.deck)
    after = state.with_side(effect.seat, replace(side, hand=side.hand + count, deck=side.deck - count))
    return after, _done(effect, say.draws_from(state.name(effect.seat), count, side.deck))


def _from_hand(state: State, effect: StackedEffect) -> Answer:
    who = state.name(effect.seat)
    if state.sides[effect.seat].hand == 0:
        return state, _done(effect, say.hand_is_empty(who))
    is_drop = effect.effect == "drop"
    after = replace(state, opened=Opened(effect.seat, "drop" if is_drop else "play"))
    return after, _done(effect, say.puts_down(who, is_drop=is_drop))


def _on_target(state: State, effect: StackedEffect) -> Answer:
    assert effect.target is not None  # none of these waits without one
    seat, name = effect.target
    side = state.sides[seat]
    card = side.card(name)
    if card is None:
        return state, _done(effect, say.is_gone(name))
    owner = state.name(seat)
    if effect.effect == "bounce":
        bounced = replace(side.without(name), hand=side.hand + 1)
        return state.with_side(seat, bounced), _done(effect, say.is_bounced(name, owner))
    if effect.effect == "burn":
        return state.with_side(seat, side.discarding([name])), _done(effect, say.is_burned(name, owner))
    if state.described(effect.target).is_constant:
        return state, _done(effect, say.stays_upright(name))
    turned = replace(card, sideways=not card.sideways)
    return state.with_side(seat, side.with_card(turned)), _done(effect, say.is_flipped(name, sideways=turned.sideways))


def _negate(state: State, effect: StackedEffect) -> Answer:
    if not state.stack:
        return state, _done(effect, say.NOTHING_ELSE_WAITS)
    gone = state.stack[-1]
    reason = say.negates(effect.card, gone.effect, gone.card)
    return replace(state, stack=state.stack[:-1]), accepted(V.NEGATED, c.V15.ours, reason)


def _done(effect: StackedEffect, what: str) -> Ruling:
    clause = c.V15 if effect.effect in IN_THE_GLOSSARY else c.V15.ours
    return accepted(V.RESOLVED, clause, say.carried_out(effect.card, effect.effect, what))


_CARRY_OUT: Mapping[Effect, Callable[[State, Any], Answer]] = {
    "draw": _draw, "drop": _from_hand, "play": _from_hand, "bounce": _on_target, "burn": _on_target,
    "flip": _on_target, "negate": _negate,
}  # fmt: skip
