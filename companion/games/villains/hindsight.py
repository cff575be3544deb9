"""What could have been in Disorder of the Villains, and when it may be told.

Cards stay in play here: a Villain that could have been minted can mostly be minted in the next turn, a trait that could
have been the counter is still fresh, and the odds of the next draw are those of this one but for a card. Whatever is
said while the match goes on helps one player or warns the other. Therefore all of it is for a table that wants to be
taught, and the others are told it when the match is over, by a MINT or because nobody has a card left: of the last turn
here, and of every turn in the match's report (`missed`).

What is said rests on open cards (`foresight`, `odds`): it looks into no hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.teaching import TEACHING
from companion.games.villains import hindsight_sentences as say
from companion.games.villains.events import CardOf, EndTurn, Mint, Trigger
from companion.games.villains.foresight import best_step, counter
from companion.games.villains.legal import could_mint, mintable
from companion.games.villains.odds import odds
from companion.games.villains.play import rule
from companion.games.villains.state import MINTS_TO_WIN
from companion.sentences import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.games.villains.state import State
    from companion.sentences import Told


def hints(state: State, event: Any, _earlier: Iterable[State] = ()) -> Mapping[str, Any]:
    """When a Villain was minted or a turn ended, as `remarks`: what could have been instead, and what may come."""
    if not isinstance(event, Mint | EndTurn):
        return {}
    after, _ = rule(state, event)
    is_over = after.winners is not None
    remarks = [*could_have_been(state, event)]
    if isinstance(event, EndTurn) and not is_over:
        remarks += next_turn(after, state.turn)
    if isinstance(event, Mint) and is_over:
        remarks += next_turn(state, 1 - state.turn, comes=False)
    said = {"remarks": [{"text": each, "said": as_json(each)} for each in remarks]} if remarks else {}
    return said if is_over or not said else {TEACHING: said}


def could_have_been(state: State, event: Mint | EndTurn) -> Iterator[Told]:
    """The counter to a MINT; the MINT, or else the best step, that a turn ended without."""
    if isinstance(event, Mint):
        if (missed := missed_counter(state, event)) is not None:
            yield missed
    elif (not_minted := missed_mint(state)) is not None:
        yield not_minted
    elif (best := best_step(state, state.turn)) is not None and isinstance(best.step, Trigger):
        yield say.best_was(event.player, state.name(1 - state.turn), _aimed(best.step))


def missed_mint(state: State) -> Told | None:
    """The Villain that could have been minted instead of ending the turn; if one wins, any does."""
    villains = could_have_minted(state)
    if not villains:
        return None
    wins = len(state.sides[state.turn].minted) + 1 >= MINTS_TO_WIN
    return say.could_have_minted(state.name(state.turn), villains[0], wins=wins)


def could_have_minted(state: State) -> tuple[str, ...]:
    """The Villains that the player in turn could have minted before the turn ends. A chance that the other player has
    would have been let go first (V13): only with a trait that keeps it from happening is it worth using."""
    villains = could_mint(replace(state, chance=None))
    return tuple(one for one in villains if state.chance is None or counter(state, one) is None)


def missed_counter(state: State, event: Mint) -> Told | None:
    """The trait with which the other player could have kept the Villain from being minted (V12, V13)."""
    found = counter(state, event.villain)
    if found is None:
        return None
    return say.could_have_kept(found.player, event.player, event.villain, _aimed(found))


def next_turn(state: State, seat: int, *, comes: bool = True) -> Iterator[Told]:
    """What a player can mint in their next turn, or with what chance one more card lets them; could have, if none
    `comes` any more."""
    ready = mintable(state, seat)
    if ready:
        yield say.stands_ready(state.name(seat), ready[0], comes=comes)
    else:
        yield from (say.is_one_card_short(state.name(seat), one, comes=comes) for one in odds(state, seat)[:1])


def _aimed(step: Trigger) -> str:
    target = step.target
    return say.aimed(step.card, target.player, target.card) if isinstance(target, CardOf) else step.card
