"""The referee's answers in Disorder of the Villains: one function per event, and what they share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.rules.core import Ruling, accepted, malformed, refused, spoken_list
from companion.rules.events import Malformed
from companion.rules.villains import clauses as c
from companion.rules.villains import events as e
from companion.rules.villains.deck import MANY, ROOM
from companion.rules.villains.dna import matches
from companion.rules.villains.effects import NotATarget, put_on_stack, resolve
from companion.rules.villains.state import BOARD_LIMIT, MINTS_TO_WIN, InPlay, State, in_time
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.rules.core import Clause
    from companion.rules.villains.effects import Answer

# Words of the rules that stand in a sentence as they are called.
CALLED = (message("drop"), message("play"), message("immediate"), message("constant"))

_OWN_CLAUSE: Mapping[type, Clause] = {
    e.Drop: c.V15, e.Trigger: c.V10, e.Decline: c.V12, e.Timeout: c.V12, e.Resolve: c.V11, e.Mint: c.V13,
}  # fmt: skip


def rule(state: State, event: e.Event) -> Answer:
    """Judge one event: first what refuses it in the order of the transcript's rules, then the game."""
    if refusal := _refusal(state, event):
        return state, refusal
    after, ruling = _ANSWERS[type(event)](state, event)
    return (after if ruling.accepted else state), ruling


def _refusal(state: State, event: e.Event) -> Ruling | None:
    clause = _OWN_CLAUSE.get(type(event), c.V4)
    if state.winners is not None:
        won = spoken_list([state.name(seat) for seat in state.winners])
        return refused("game_over", c.V17, told("The game is over: {won} has won.", won=won))
    if not isinstance(event, (e.Resolve, e.Trigger)) and not _may_act(state, event):
        return refused(
            "not_your_turn",
            clause,
            told(
                "That is not {player}'s to do: it is {player2}'s turn.",
                player=event.player,
                player2=state.name(state.turn),
            ),
        )
    if isinstance(event, (e.Play, e.Drop)) and (fault := _wrong_discard(state, event)):
        return malformed(fault)
    opened = state.opened
    if opened is not None and event.event != opened.effect:
        return refused(
            "not_now",
            c.V15,
            told(
                "First {player} must {effect} a card from the hand.",
                player=state.name(opened.seat),
                effect=told(opened.effect),
            ),
        )
    return None


def _may_act(state: State, event: e.Draw | e.Play | e.Drop | e.Decline | e.Timeout | e.Mint | e.EndTurn) -> bool:
    """Whether the event is this player's to hand in: the turn's, the opponent's, or whose DROP or PLAY was opened."""
    seat = state.players.index(event.player)
    if isinstance(event, (e.Decline, e.Timeout)):
        return seat != state.turn or state.may_interrupt[seat]
    if state.opened is not None and event.event == state.opened.effect:
        return seat == state.opened.seat
    return seat == state.turn


def _wrong_discard(state: State, event: e.Play | e.Drop) -> Malformed | None:
    """A `discard` that makes no room or is not needed; whether one is needed depends on the board (V5)."""
    seat = state.players.index(event.player)
    card = state.decks[seat].get(event.card)
    if event.discard is None or card is None:
        return None
    there = state.of_kind(seat, card.kind)
    if len(there) < BOARD_LIMIT:
        return Malformed("discard", told(ROOM[card.kind]))
    if event.discard not in there:
        return Malformed("discard", told("makes no room: it must be one of {cards}", cards=spoken_list(there, "or")))
    return None


def _draw(state: State, event: e.Draw) -> Answer:
    if state.drawn:
        return state, refused("not_now", c.V4, told("{player} has drawn already this turn.", player=event.player))
    side = state.sides[state.turn]
    drawn = replace(state, drawn=True)
    if side.deck == 0:
        return drawn, accepted(
            "nothing_to_draw", c.V4, told("{player}'s deck is empty and gives nothing.", player=event.player)
        )
    after = drawn.with_side(state.turn, replace(side, hand=side.hand + 1, deck=side.deck - 1))
    return after, accepted(
        "drawn", c.V4, told("{player} draws a card and holds {number}.", player=event.player, number=side.hand + 1)
    )


# ——— cards coming into play (V3–V5, V7) ———


def _play(state: State, event: e.Play) -> Answer:
    if state.opened is None:
        if not state.drawn:
            return state, refused(
                "draw_first", c.V4, told("{player} must draw before playing a card.", player=event.player)
            )
        if state.played:
            return state, refused(
                "already_played", c.V4, told("{player} has played this turn's card already.", player=event.player)
            )
    if refusal := _cannot_come(state, event):
        return state, refusal
    seat = state.players.index(event.player)
    trait = state.decks[seat][event.card].trait
    triggers = trait is not None and trait.timing == "immediate" and state.turn_number > 1
    after = _into_play(state, seat, event, sideways=triggers)
    if trait is not None and triggers:
        try:
            after = put_on_stack(after, (seat, event.card), trait, event.target, played=True)
        except NotATarget as problem:
            return state, refused(
                "not_a_target",
                c.V7,
                told("{card} triggers when played, and {problem}.", card=event.card, problem=problem.reason),
            )
    interruptible = tuple(at != seat or open_ for at, open_ in enumerate(state.may_interrupt))
    after = replace(after, may_interrupt=interruptible, played=state.played or state.opened is None)
    ruling = accepted("played", _play_clause(state), _played_reason(state, after, event))
    return after, ruling


def _play_clause(state: State) -> Clause:
    if state.opened is not None:
        return c.V15
    return c.V3 if state.turn_number == 1 else c.V4


def _played_reason(state: State, after: State, event: e.Play) -> str:
    base = told("{player} plays {card}", player=event.player, card=event.card)
    if len(after.stack) > len(state.stack):
        return told(
            "{base}, and its {effect} now waits to be carried out.", base=base, effect=after.stack[-1].effect.upper()
        )
    return (
        told("{base}; its trait is not triggered on the first turn.", base=base)
        if state.turn_number == 1
        else told("{base}.", base=base)
    )


def _drop(state: State, event: e.Drop) -> Answer:
    if state.opened is None:
        return state, refused("not_now", c.V15, "No DROP effect is being carried out.")
    if refusal := _cannot_come(state, event):
        return state, refusal
    seat = state.players.index(event.player)
    after = _into_play(state, seat, event, sideways=False)
    return after, accepted(
        "played",
        c.V15,
        told("{player} drops {card}; an immediate trait of it is ignored.", player=event.player, card=event.card),
    )


def _cannot_come(state: State, event: e.Play | e.Drop) -> Ruling | None:
    """Why the card cannot come into play: not in that hand for all the referee knows (V4), or no room (V5)."""
    seat = state.players.index(event.player)
    side = state.sides[seat]
    gone = [card.name for card in (*side.in_play, *side.minted)] + list(side.discard)
    if event.card not in state.decks[seat]:
        return refused(
            "no_such_card", c.V4, told("There is no {card} in {player}'s deck.", card=event.card, player=event.player)
        )
    if event.card in gone:
        return refused(
            "no_such_card",
            c.V4,
            told("{card} cannot be in {player}'s hand: it lies on the table.", card=event.card, player=event.player),
        )
    if side.hand == 0:
        return refused("no_such_card", c.V4, told("{player} has no card in hand.", player=event.player))
    kind = state.decks[seat][event.card].kind
    if event.discard is None and len(state.of_kind(seat, kind)) == BOARD_LIMIT:
        return refused(
            "board_full",
            c.V5,
            told(
                "{player} has {most} {kinds} in play and must name one to discard.",
                player=event.player,
                most=BOARD_LIMIT,
                kinds=told(MANY[kind]),
            ),
        )
    return None


def _into_play(state: State, seat: int, event: e.Play | e.Drop, *, sideways: bool) -> State:
    """The card lies in play, what made room for it is discarded, and an opened DROP or PLAY is done."""
    side = state.sides[seat]
    if event.discard is not None:
        side = side.discarding([event.discard])
    card = InPlay(event.card, sideways, since=state.turn_number)
    laid = replace(side, in_play=(*side.in_play, card), hand=side.hand - 1)
    return replace(state.with_side(seat, laid), opened=None)


# ——— interruptions (V8–V12) ———


def _trigger(state: State, event: e.Trigger) -> Answer:
    seat = state.players.index(event.player)
    side = state.sides[seat]
    card = next((card for card in (*side.in_play, *side.minted) if card.name == event.card), None)
    if card is None:
        return state, refused(
            "no_such_card", c.V10, told("{player} has no {card} in play.", player=event.player, card=event.card)
        )
    trait = state.described((seat, card.name)).trait
    if trait is None or not in_time(state, seat, card):
        return state, refused("wrong_timing", *_wrong_time(state, seat, card))
    if card.sideways:
        return state, refused("trait_used", c.V8, told("{name} lies sideways: its trait is used.", name=card.name))
    if card.since == state.turn_number:
        return state, refused("too_soon", c.V9, told("{name} came into play this very turn.", name=card.name))
    turned = state.with_side(seat, side.with_card(replace(card, sideways=True)))
    try:
        after = put_on_stack(turned, (seat, card.name), trait, event.target, played=False)
    except NotATarget as problem:
        return state, refused(
            "not_a_target",
            c.V7,
            told("{name} cannot be triggered like that: {problem}.", name=card.name, problem=problem.reason),
        )
    if after.stack == state.stack:
        what = told("but there is nothing it could do")
    else:
        what = told("and its {effect} now waits to be carried out", effect=trait.effect.upper())
    closed = tuple(open_ and at != seat for at, open_ in enumerate(after.may_interrupt))
    clause = c.V10 if seat == state.turn else c.V11
    return replace(after, may_interrupt=closed), accepted(
        "triggered", clause, told("{player} triggers {name}, {what}.", player=event.player, name=card.name, what=what)
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


def _decline(state: State, event: e.Decline | e.Timeout) -> Answer:
    seat = state.players.index(event.player)
    if not state.may_interrupt[seat]:
        return state, refused(
            "not_now", c.V12, told("Nothing has been played that {player} could still interrupt.", player=event.player)
        )
    closed = tuple(open_ and at != seat for at, open_ in enumerate(state.may_interrupt))
    if isinstance(event, e.Decline):
        reason = told("{player} does not interrupt.", player=event.player)
    else:
        reason = told("{player} has let the time to interrupt run out.", player=event.player)
    return replace(state, may_interrupt=closed), accepted("declined", c.V12, reason)


# ——— minting (V12–V14, V16, V17) and the end of a turn (V4, V18) ———


def _mint(state: State, event: e.Mint) -> Answer:
    seat = state.turn
    side = state.sides[seat]
    monsters, villains = state.of_kind(seat, "monster"), state.of_kind(seat, "villain")
    if event.villain not in villains:
        return state, refused(
            "no_such_card",
            c.V13,
            told("{player} has no unminted Villain {villain} in play.", player=event.player, villain=event.villain),
        )
    if state.may_interrupt[1 - seat]:
        other = state.name(1 - seat)
        return state, refused(
            "interrupt_first", c.V12, told("{other} must first have the chance to interrupt.", other=other)
        )
    dna = "".join(sorted(state.described((seat, name)).dna for name in monsters))
    sequence = state.described((seat, event.villain)).dna
    if not matches(sequence, dna):
        found = told("{count} Monsters ({dna})", count=len(monsters), dna=dna) if monsters else told("no Monsters")
        return state, refused(
            "no_match",
            c.V14,
            told(
                "{villain} needs {sequence}, and {player} has {found} in play.",
                villain=event.villain,
                sequence=sequence,
                player=event.player,
                found=found,
            ),
        )
    card = side.card(event.villain)
    assert card is not None  # it is one of the Villains in play
    aside = replace(side.without(event.villain).discarding(monsters), minted=(*side.minted, card))
    after = state.with_side(seat, aside)
    made = told(
        "{names} ({dna}) make {villain} ({sequence})",
        names=spoken_list(monsters),
        dna=dna,
        villain=event.villain,
        sequence=sequence,
    )
    count = len(aside.minted)
    if count < MINTS_TO_WIN:
        return after, accepted(
            "minted",
            c.V13,
            told(
                "{made}: {player} has minted {count} of {enough} Villains.",
                made=made,
                player=event.player,
                count=count,
                enough=MINTS_TO_WIN,
            ),
        )
    won = replace(after, winners=(seat,))
    return won, accepted(
        "wins",
        c.V17,
        told("{made}: that is the second minted Villain, and {player} wins.", made=made, player=event.player),
    )


def _end_turn(state: State, event: e.EndTurn) -> Answer:
    side = state.sides[state.turn]
    if state.stack:
        return state, refused(
            "not_now",
            c.V11,
            told(
                "The {effect} of {card} still waits.", effect=state.stack[-1].effect.upper(), card=state.stack[-1].card
            ),
        )
    if not state.drawn:
        return state, refused("draw_first", c.V4, told("{player} must draw a card first.", player=event.player))
    if not state.played and side.hand > 0:
        return state, refused(
            "must_play", c.V4, told("{player} must play a card before the turn can end.", player=event.player)
        )
    if all(each.hand == 0 and each.deck == 0 for each in state.sides):
        return _exhausted(state)
    after = replace(
        state, turn=1 - state.turn, turn_number=state.turn_number + 1, drawn=False, played=False,
        may_interrupt=(False, False),
    )  # fmt: skip
    return after, accepted(
        "turn_ended",
        c.V4,
        told(
            "{player}'s turn is over; {player2} is to {awaiting}.",
            player=event.player,
            player2=after.name(after.turn),
            awaiting=told("draw"),
        ),
    )


def _exhausted(state: State) -> Answer:
    """Nobody can draw or play any more: more minted Villains win, else it is shared (V18)."""
    counts = [len(side.minted) for side in state.sides]
    winners = tuple(seat for seat, count in enumerate(counts) if count == max(counts))
    over = replace(state, winners=winners)
    end = told("{player} wins", player=state.name(winners[0])) if len(winners) == 1 else told("the game is shared")
    reason = told(
        "Neither player has a card left to draw or play: {player} has minted {count} and {other} has minted {others},"
        " so {end}.",
        player=state.name(0), count=counts[0], other=state.name(1), others=counts[1], end=end,
    )  # fmt: skip
    return over, accepted("turn_ended", c.V18, reason)


_ANSWERS: Mapping[type, Callable[[State, Any], Answer]] = {
    e.Draw: _draw, e.Play: _play, e.Drop: _drop, e.Trigger: _trigger, e.Decline: _decline, e.Timeout: _decline,
    e.Resolve: resolve, e.Mint: _mint, e.EndTurn: _end_turn,
}  # fmt: skip
