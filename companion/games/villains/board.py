"""What a game of Disorder of the Villains shows: both sides of the table, what waits to be carried out, and who may
interrupt what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.board import Area, Areas, Asked, Board, Caption, Note, Waiting
from companion.games.core import spoken_list
from companion.games.villains.portrayed import creature
from companion.sentences import headed, told

if TYPE_CHECKING:
    from companion.games.board import Part
    from companion.games.villains.state import Chance, StackedEffect, State


def board(state: State) -> Board:
    """See Boards."""
    parts: list[Part] = [Areas(tuple(_area(state, seat) for seat in range(len(state.players))))]
    if state.stack:
        parts.append(Waiting(tuple(_effect(effect) for effect in reversed(state.stack)), at_hand=True))
    if state.chance is None:
        return Board(parts=tuple(parts))
    named = {"player": state.name(state.chance.seat), "card": state.chance.card}
    parts.append(Note(told("{player} may interrupt {card}", **named), at_hand=True))
    return Board(parts=tuple(parts), asked=_asked(state, state.chance))


def _area(state: State, seat: int) -> Area:
    side = state.sides[seat]
    counted = {"hand": side.hand, "deck": side.deck, "discard": len(side.discard)}
    minted = spoken_list([card.name for card in side.minted])
    return Area(
        state.name(seat),
        tuple(creature(state.described((seat, card.name)), sideways=card.sideways) for card in side.in_play),
        caption=told("hand {hand} · deck {deck} · discard {discard}", **counted),
        note=told("Minted: {names}", names=minted) if minted else "",
    )


def _effect(effect: StackedEffect) -> Caption:
    target = "" if effect.target is None else f" → {effect.target[1]}"
    return Caption(headed(effect.card, f"{effect.effect.upper()}{target}"))


def _asked(state: State, chance: Chance) -> Asked:
    return Asked(state.name(chance.seat), told("Interrupt {card}?", card=chance.card))
