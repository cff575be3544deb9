"""The odds of a draw in Disorder of the Villains: exact, from the cards that lie nowhere open. Pure.

Everybody knows which cards a deck has and sees which of them lie in play, minted or in the discard. The others are
unseen: they are in the hand or in the deck, and each is as likely in any place there. A card that was bounced back to
the hand counts among them, for nothing on the table remembers it.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from companion.games.villains.effects import into_play
from companion.games.villains.legal import mintable
from companion.games.villains.state import BOARD_LIMIT

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.games.villains.state import State


class Odds(NamedTuple):
    """Of so many `unseen` cards any of the `completing` ones lets the Villain be minted; `of_next_turn` is the chance
    that one of them is in the hand, or is drawn, when the player's next turn has begun."""

    villain: str
    completing: tuple[str, ...]
    unseen: int
    of_next_turn: Fraction


def unseen(state: State, seat: int) -> tuple[str, ...]:
    """A player's cards that lie nowhere open, in the order of the deck: as many as are in hand and deck."""
    side = state.sides[seat]
    open_ = {card.name for card in (*side.in_play, *side.minted)}.union(side.discard)
    return tuple(name for name in state.decks[seat] if name not in open_)


def completing(state: State, seat: int) -> dict[str, tuple[str, ...]]:
    """By Villain, the unseen cards with which it could be minted once they have come into play, their traits left aside
    and whatever makes room for them discarded (V5, V13)."""
    found: dict[str, list[str]] = {}
    for name in unseen(state, seat):
        for villain in sorted(_mintable_with(state, seat, name)):
            found.setdefault(villain, []).append(name)
    return {villain: tuple(cards) for villain, cards in found.items()}


def odds(state: State, seat: int) -> tuple[Odds, ...]:
    """Of every Villain that one more card lets the player mint: the likeliest first."""
    side = state.sides[seat]
    more = 1 + sum(trait.amount for trait in state.constants(seat, "draw").values())
    held, left = side.hand + min(more, side.deck), side.hand + side.deck
    found = [
        Odds(villain, cards, left, at_least_one(len(cards), left, held))
        for villain, cards in completing(state, seat).items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.of_next_turn, each.villain)))


def at_least_one(wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that of so many `cards` at least one of the `wanted` ones is among those `drawn` (hypergeometric)."""
    return 1 - Fraction(comb(cards - wanted, drawn), comb(cards, drawn))


def _mintable_with(state: State, seat: int, name: str) -> Collection[str]:
    """The Villains that could be minted with that card in play as well."""
    there = state.of_kind(seat, state.decks[seat][name].kind)
    room = there if len(there) == BOARD_LIMIT else (None,)
    return {
        villain
        for discard in room
        for villain in mintable(into_play(state, (seat, name), discard, sideways=False), seat)
    }
