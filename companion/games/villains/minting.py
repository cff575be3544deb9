"""Minting, and how a turn or the game ends (V4, V12–V14, V16–V18)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import accepted, refused, spoken_list
from companion.games.verdicts import Shared
from companion.games.villains import clauses as c
from companion.games.villains.dna import matches
from companion.games.villains.legal import Hindrance, hindrance
from companion.games.villains.state import MINTS_TO_WIN, Chance, State, comes_before_mint
from companion.games.villains.verdicts import V
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.villains import events as e
    from companion.games.villains.effects import Answer
    from companion.games.villains.state import StackedEffect


def mint(state: State, event: e.Mint) -> Answer:
    """A Villain minted for the four Monsters that match its DNA; the second one wins (V13, V14, V17)."""
    seat = state.turn
    side = state.sides[seat]
    monsters, villains = state.of_kind(seat, "monster"), state.of_kind(seat, "villain")
    if event.villain not in villains:
        return state, refused(
            V.NO_SUCH_CARD,
            c.V13,
            told("{player} has no unminted Villain {villain} in play.", player=event.player, villain=event.villain),
        )
    if (before := comes_before_mint(state)) is not None:
        return state, refused(V.INTERRUPT_FIRST, c.V13, _too_early(state, before))
    dna = "".join(sorted(state.described((seat, name)).dna for name in monsters))
    sequence = state.described((seat, event.villain)).dna
    if not matches(sequence, dna):
        found = told("{count} Monsters ({dna})", count=len(monsters), dna=dna) if monsters else told("no Monsters")
        return state, refused(
            V.NO_MATCH,
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
            V.MINTED,
            c.V13,
            told(
                "{made}: {player} has minted {count} of {enough} Villains.",
                made=made,
                player=event.player,
                count=count,
                enough=MINTS_TO_WIN,
            ),
        )
    won = replace(after, winners=(seat,), chance=None)
    return won, accepted(
        V.WINS,
        c.V17,
        told("{made}: that is the second minted Villain, and {player} wins.", made=made, player=event.player),
    )


def _too_early(state: State, before: Chance | StackedEffect) -> str:
    """Why there can be no MINT yet (V13)."""
    minter, other = state.name(state.turn), state.name(before.seat)
    if isinstance(before, Chance):
        return told(
            "{other} may still interrupt {player}'s newest play: no MINT before that.", other=other, player=minter
        )
    return told(
        "The {effect} of {other}'s {card} still waits: no MINT before it is carried out.",
        effect=before.effect.upper(),
        other=other,
        card=before.card,
    )


def end_turn(state: State, event: e.EndTurn) -> Answer:
    """The next player's turn begins, or the game ends because nobody has a card left (V4, V11, V18)."""
    why = hindrance(state, event.event, state.turn)
    if why is Hindrance.EFFECTS_WAIT:
        return state, refused(
            Shared.NOT_NOW,
            c.V11,
            told(
                "The {effect} of {card} still waits.", effect=state.stack[-1].effect.upper(), card=state.stack[-1].card
            ),
        )
    if why is Hindrance.NOT_DRAWN:
        return state, refused(V.DRAW_FIRST, c.V4, told("{player} must draw a card first.", player=event.player))
    if why is Hindrance.MUST_PLAY:
        return state, refused(
            V.MUST_PLAY, c.V4, told("{player} must play a card before the turn can end.", player=event.player)
        )
    if all(each.hand == 0 and each.deck == 0 for each in state.sides):
        return _exhausted(state)
    after = replace(
        state, turn=1 - state.turn, turn_number=state.turn_number + 1, drawn=False, played=False,
        chance=None,
    )  # fmt: skip
    return after, accepted(
        V.TURN_ENDED,
        c.V4 if state.played else c.V4.ours,
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
    over = replace(state, winners=winners, chance=None)
    end = told("{player} wins", player=state.name(winners[0])) if len(winners) == 1 else told("the game is shared")
    reason = told(
        "Neither player has a card left to draw or play: {player} has minted {count} and {other} has minted {others},"
        " so {end}.",
        player=state.name(0), count=counts[0], other=state.name(1), others=counts[1], end=end,
    )  # fmt: skip
    return over, accepted(V.TURN_ENDED, c.V18.ours, reason)
