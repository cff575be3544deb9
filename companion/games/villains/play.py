"""The referee's answers in Disorder of the Villains: what refuses an event, and cards coming into play (V3–V5, V7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.comings import is_deserted
from companion.games.core import Ruling, accepted, game_over, malformed, refused
from companion.games.events import Malformed
from companion.games.verdicts import Shared
from companion.games.villains import clauses as c
from companion.games.villains import events as e
from companion.games.villains import sentences as say
from companion.games.villains.effects import NotATarget, into_play, put_on_stack, resolve
from companion.games.villains.interrupting import decline, trigger
from companion.games.villains.legal import Hindrance, hindrance
from companion.games.villains.minting import end_turn, mint
from companion.games.villains.state import BOARD_LIMIT, MINTS_TO_WIN, State
from companion.games.villains.verdicts import V

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.core import Cited, Clause
    from companion.games.villains.deck import Trait
    from companion.games.villains.effects import Answer
    from companion.games.villains.state import Opened

_OWN_CLAUSE: Mapping[type, Cited] = {e.Drop: c.V15, e.Mint: c.V13}  # of what is for the player in turn


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if refusal := _refusal(state, event):
        return state, refusal
    after, ruling = _ANSWERS[type(event)](state, event)
    return (after if ruling.accepted else state), ruling


def _refusal(state: State, event: e.Event) -> Ruling | None:
    clause = _OWN_CLAUSE.get(type(event), c.V4)
    seat = state.turn if isinstance(event, e.Resolve) else state.players.index(event.player)
    why = hindrance(state, event.event, seat)
    if why is Hindrance.OVER and state.winners is not None:
        minted_enough = any(len(side.minted) >= MINTS_TO_WIN for side in state.sides)
        clause = c.V19.ours if is_deserted(state) else c.V17 if minted_enough else c.V18.ours
        return game_over(clause, [state.name(seat) for seat in state.winners])
    if isinstance(event, (e.Decline, e.Timeout)) and why is Hindrance.ANOTHERS_CHANCE:
        return _not_theirs(state, event)
    if why is Hindrance.NOT_THE_TURN and state.opened is not None and seat == state.turn:
        return refused(Shared.NOT_YOUR_TURN, clause, _opened_first(state, state.opened))
    if why is Hindrance.NOT_THE_TURN and not isinstance(event, e.Resolve):
        return refused(Shared.NOT_YOUR_TURN, clause, say.turn_of(state.name(state.turn), event.player))
    if isinstance(event, (e.Play, e.Drop)) and (fault := _wrong_discard(state, event)):
        return malformed(fault)
    opened = state.opened
    if opened is not None and why is Hindrance.SOMETHING_OPENED:
        return refused(Shared.NOT_NOW, c.V15, _opened_first(state, opened))
    return _unresolved(state, why) if isinstance(event, e.Resolve) else None


def _opened_first(state: State, opened: Opened) -> str:
    return say.opened_first(state.name(opened.seat), opened.effect)


def _unresolved(state: State, why: Hindrance | None) -> Ruling | None:
    """The refusal of carrying out what does not wait, or may still be interrupted (V11, V12)."""
    if why is Hindrance.NOTHING_WAITS:
        return refused(Shared.NOT_NOW, c.V11, say.NO_EFFECT_WAITS)
    if why is Hindrance.A_CHANCE and state.chance is not None:
        reason = say.not_carried_out_yet(state.name(state.chance.seat), state.chance.card)
        return refused(V.INTERRUPT_FIRST, c.V12.ours, reason)
    return None


def _not_theirs(state: State, event: e.Decline | e.Timeout) -> Ruling:
    """The refusal of letting go a chance to interrupt that the other player has (V12)."""
    assert state.chance is not None  # else there is none to be the other's
    reason = say.chance_of(state.name(state.chance.seat), event.player)
    return refused(Shared.NOT_YOUR_TURN, c.V12.ours, reason)


def _wrong_discard(state: State, event: e.Play | e.Drop) -> Malformed | None:
    """A `discard` that makes no room or is not needed; whether one is needed depends on the board (V5)."""
    seat = state.players.index(event.player)
    card = state.decks[seat].get(event.card)
    if event.discard is None or card is None:
        return None
    there = state.of_kind(seat, card.kind)
    if len(there) < BOARD_LIMIT:
        return Malformed("discard", say.room_is_left(card.kind))
    if event.discard not in there:
        return Malformed("discard", say.makes_no_room(there))
    return None


def _draw(state: State, event: e.Draw) -> Answer:
    if hindrance(state, event.event, state.turn) is Hindrance.DRAWN:
        return state, refused(Shared.NOT_NOW, c.V4, say.drawn_already(event.player))
    side = state.sides[state.turn]
    drawn = replace(state, drawn=True)
    if side.deck == 0:
        return drawn, accepted(V.NOTHING_TO_DRAW, c.V4, say.deck_is_empty(event.player))
    more = state.constants(state.turn, "draw")
    count = min(1 + sum(trait.amount for trait in more.values()), side.deck)
    after = drawn.with_side(state.turn, replace(side, hand=side.hand + count, deck=side.deck - count))
    number = side.hand + count
    reason = say.draws(event.player, count, list(more), number)
    return after, accepted(V.DRAWN, c.V4, reason)


# ——— cards coming into play (V3–V5, V7) ———


def _play(state: State, event: e.Play) -> Answer:
    seat = state.players.index(event.player)
    why = hindrance(state, event.event, seat)
    if why is Hindrance.NOT_DRAWN:
        return state, refused(V.DRAW_FIRST, c.V4, say.draw_before_playing(event.player))
    if why is Hindrance.PLAYED:
        return state, refused(V.ALREADY_PLAYED, c.V4, say.played_already(event.player))
    if refusal := _cannot_come(state, event):
        return state, refusal
    trait = state.decks[seat][event.card].trait
    triggers = trait is not None and trait.timing == "immediate" and state.turn_number > 1
    after = into_play(state, (seat, event.card), event.discard, sideways=triggers)
    if trait is not None and triggers:
        try:
            after = put_on_stack(after, (seat, event.card), trait, event.target, played=True)
        except NotATarget as problem:
            return state, refused(V.NOT_A_TARGET, c.V7, say.triggers_when_played(event.card, problem.reason))
    if seat == state.turn or len(after.stack) > len(state.stack):
        after = after.giving_chance(seat, event.card, after_play=seat == state.turn)
    after = replace(after, played=state.played or state.opened is None)
    return after, accepted(
        V.PLAYED, _play_clause(state), _played_reason(state, after, event, trait if triggers else None)
    )


def _play_clause(state: State) -> Clause:
    if state.opened is not None:
        return c.V15
    return c.V3 if state.turn_number == 1 else c.V4


def _played_reason(state: State, after: State, event: e.Play, triggered: Trait | None) -> str:
    if len(after.stack) > len(state.stack):
        return say.plays_and_waits(event.player, event.card, after.stack[-1].effect)
    if triggered is not None:
        return say.plays_in_vain(event.player, event.card, triggered.effect)
    if state.turn_number == 1:
        return say.plays_first(event.player, event.card)
    return say.plays(event.player, event.card)


def _drop(state: State, event: e.Drop) -> Answer:
    if hindrance(state, event.event, state.turn) is Hindrance.NOTHING_OPENED:
        return state, refused(Shared.NOT_NOW, c.V15, say.NO_DROP)
    if refusal := _cannot_come(state, event):
        return state, refusal
    seat = state.players.index(event.player)
    after = into_play(state, (seat, event.card), event.discard, sideways=False)
    return after, accepted(V.PLAYED, c.V15, say.drops(event.player, event.card))


def _cannot_come(state: State, event: e.Play | e.Drop) -> Ruling | None:
    """Why the card cannot come into play: not in that hand for all the referee knows (V4), or no room (V5)."""
    seat = state.players.index(event.player)
    side = state.sides[seat]
    gone = [card.name for card in (*side.in_play, *side.minted)] + list(side.discard)
    if event.card not in state.decks[seat]:
        return refused(V.NO_SUCH_CARD, c.V4, say.not_in_deck(event.player, event.card))
    if event.card in gone:
        return refused(V.NO_SUCH_CARD, c.V4, say.not_in_hand(event.player, event.card))
    if side.hand == 0:
        return refused(V.NO_SUCH_CARD, c.V4, say.nothing_in_hand(event.player))
    kind = state.decks[seat][event.card].kind
    if event.discard is None and len(state.of_kind(seat, kind)) == BOARD_LIMIT:
        return refused(V.BOARD_FULL, c.V5, say.no_room(event.player, BOARD_LIMIT, kind))
    return None


_ANSWERS: Mapping[type, Callable[[State, Any], Answer]] = {
    e.Draw: _draw, e.Play: _play, e.Drop: _drop, e.Trigger: trigger, e.Decline: decline, e.Timeout: decline,
    e.Resolve: resolve, e.Mint: mint, e.EndTurn: end_turn,
}  # fmt: skip
