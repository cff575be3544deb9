"""Minting, and how a turn or the game ends (V4, V12–V14, V16–V18)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.core import accepted, refused
from companion.games.verdicts import Shared
from companion.games.villains import clauses as c
from companion.games.villains import sentences as say
from companion.games.villains.dna import matches
from companion.games.villains.legal import Hindrance, hindrance
from companion.games.villains.state import MINTS_TO_WIN, Chance, State, comes_before_mint
from companion.games.villains.verdicts import V

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
        return state, refused(V.NO_SUCH_CARD, c.V13, say.no_such_villain(event.player, event.villain))
    if (before := comes_before_mint(state)) is not None:
        return state, refused(V.INTERRUPT_FIRST, c.V13, _too_early(state, before))
    dna = "".join(sorted(state.described((seat, name)).dna for name in monsters))
    sequence = state.described((seat, event.villain)).dna
    if not matches(sequence, dna):
        reason = say.no_match(event.player, event.villain, sequence, monsters=len(monsters), dna=dna)
        return state, refused(V.NO_MATCH, c.V14, reason)
    card = side.card(event.villain)
    assert card is not None  # it is one of the Villains in play
    aside = replace(side.without(event.villain).discarding(monsters), minted=(*side.minted, card))
    after = state.with_side(seat, aside)
    made = say.make(monsters, dna, event.villain, sequence)
    count = len(aside.minted)
    if count < MINTS_TO_WIN:
        return after, accepted(V.MINTED, c.V13, say.minted(made, event.player, count, MINTS_TO_WIN))
    won = replace(after, winners=(seat,), chance=None)
    return won, accepted(V.WINS, c.V17, say.wins(made, event.player))


def _too_early(state: State, before: Chance | StackedEffect) -> str:
    """Why there can be no MINT yet (V13)."""
    minter, other = state.name(state.turn), state.name(before.seat)
    if isinstance(before, Chance):
        return say.chance_before_mint(minter, other)
    return say.effect_before_mint(other, before.card, before.effect)


def end_turn(state: State, event: e.EndTurn) -> Answer:
    """The next player's turn begins, or the game ends because nobody has a card left (V4, V11, V18)."""
    why = hindrance(state, event.event, state.turn)
    if why is Hindrance.EFFECTS_WAIT:
        newest = state.stack[-1]
        return state, refused(Shared.NOT_NOW, c.V11, say.effect_waits(newest.card, newest.effect))
    if why is Hindrance.NOT_DRAWN:
        return state, refused(V.DRAW_FIRST, c.V4, say.draw_before_the_end(event.player))
    if why is Hindrance.MUST_PLAY:
        return state, refused(V.MUST_PLAY, c.V4, say.play_before_the_end(event.player))
    if all(each.hand == 0 and each.deck == 0 for each in state.sides):
        return _exhausted(state)
    after = replace(
        state, turn=1 - state.turn, turn_number=state.turn_number + 1, drawn=False, played=False,
        chance=None,
    )  # fmt: skip
    clause = c.V4 if state.played else c.V4.ours
    return after, accepted(V.TURN_ENDED, clause, say.turn_over(event.player, after.name(after.turn)))


def _exhausted(state: State) -> Answer:
    """Nobody can draw or play any more: more minted Villains win, else it is shared (V18)."""
    counts = [len(side.minted) for side in state.sides]
    winners = tuple(seat for seat, count in enumerate(counts) if count == max(counts))
    over = replace(state, winners=winners, chance=None)
    alone = state.name(winners[0]) if len(winners) == 1 else None
    reason = say.exhausted(list(zip(state.players, counts, strict=True)), alone)
    return over, accepted(V.TURN_ENDED, c.V18.ours, reason)
