"""What may be handed in in Disorder of the Villains: what hinders an event (V4, V11–V15), and all one can say."""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.games.legal import Offer
from companion.games.villains.dna import matches
from companion.games.villains.effects import TARGETED, as_copied, into_play, possible_targets
from companion.games.villains.state import BOARD_LIMIT, comes_before_mint, has_chance, triggerable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from companion.games.villains.deck import Effect, Trait
    from companion.games.villains.events import Target
    from companion.games.villains.state import CardKey, StackedEffect, State

_OF_THE_TURN = ("draw", "play", "drop", "mint", "end_turn")
_OF_THE_CHANCE = ("decline", "timeout")


class Hindrance(Enum):
    """Why an event cannot be handed in now."""

    OVER = auto()
    ANOTHERS_CHANCE = auto()
    NOT_THE_TURN = auto()
    SOMETHING_OPENED = auto()
    DRAWN = auto()
    NOT_DRAWN = auto()
    PLAYED = auto()
    NOTHING_OPENED = auto()
    NO_CHANCE = auto()
    NOTHING_WAITS = auto()
    A_CHANCE = auto()
    TOO_EARLY = auto()
    EFFECTS_WAIT = auto()
    MUST_PLAY = auto()


def hindrance(state: State, event: str, seat: int) -> Hindrance | None:
    """What hinders the player on that seat from handing in an event of that name; None when nothing does. Whether a
    card is there for it is not looked at. What nobody's is (`resolve`) may be asked for any seat."""
    if state.winners is not None:
        return Hindrance.OVER
    if event in _OF_THE_CHANCE and state.chance is not None and not has_chance(state, seat):
        return Hindrance.ANOTHERS_CHANCE
    opened = state.opened
    own = opened.seat if opened is not None and event == opened.effect else state.turn
    if event in _OF_THE_TURN and seat != own:
        return Hindrance.NOT_THE_TURN
    if opened is not None:
        return None if event == opened.effect else Hindrance.SOMETHING_OPENED
    return _HINDERS[event](state) if event in _HINDERS else None


def _hinders_play(state: State) -> Hindrance | None:
    if not state.drawn:
        return Hindrance.NOT_DRAWN
    return Hindrance.PLAYED if state.played else None


def _hinders_resolving(state: State) -> Hindrance | None:
    if not state.stack:
        return Hindrance.NOTHING_WAITS
    return Hindrance.A_CHANCE if state.chance is not None else None


def _hinders_end(state: State) -> Hindrance | None:
    if state.stack:
        return Hindrance.EFFECTS_WAIT
    if not state.drawn:
        return Hindrance.NOT_DRAWN
    return Hindrance.MUST_PLAY if not state.played and state.sides[state.turn].hand > 0 else None


_HINDERS: Mapping[str, Callable[[State], Hindrance | None]] = {
    "draw": lambda state: Hindrance.DRAWN if state.drawn else None,
    "play": _hinders_play,
    "drop": lambda _: Hindrance.NOTHING_OPENED,
    "decline": lambda state: Hindrance.NO_CHANCE if state.chance is None else None,
    "timeout": lambda state: Hindrance.NO_CHANCE if state.chance is None else None,
    "resolve": _hinders_resolving,
    "mint": lambda state: Hindrance.TOO_EARLY if comes_before_mint(state) is not None else None,
    "end_turn": _hinders_end,
}


def legal(state: State) -> Mapping[str, tuple[Offer, ...]]:
    """By player, what may be handed in now; what waits may be carried out by either."""
    return {name: tuple(offered(state, seat, _OFFERS)) for seat, name in enumerate(state.players)}


def offered(state: State, seat: int, events: Iterable[str]) -> Iterator[Offer]:
    """What the player on that seat may hand in of the events of these names."""
    for event in events:
        if hindrance(state, event, seat) is None:
            for fields, targets in _OFFERS[event](state, seat):
                yield Offer(event, fields, searched=targets)


FieldValues = dict[str, tuple[Any, ...]]
Choices = tuple[FieldValues, "Callable[[], FieldValues]"]  # what is said, and what finds the targets it can be aimed at


def _own(state: State, seat: int) -> Iterable[Choices]:
    return (({"player": (state.name(seat),)}, dict),)


def _cards(state: State, seat: int, *, triggers: bool) -> Iterable[Choices]:
    """Every card that may be in the hand for all that is known (V4), what makes room for it (V5), and its target."""
    side = state.sides[seat]
    if side.hand == 0:
        return
    gone = {card.name for card in (*side.in_play, *side.minted)}.union(side.discard)
    for name, card in state.decks[seat].items():
        there = state.of_kind(seat, card.kind)
        for discard in there if len(there) == BOARD_LIMIT else (None,):
            fields: FieldValues = {"player": (state.name(seat),), "card": (name,), "discard": (discard,)}
            trait = card.trait
            if name in gone:
                continue
            if triggers and trait is not None and _aims_when_played(state, trait):
                laid = into_play(state, (seat, name), discard, sideways=True)
                yield fields, partial(_targets, laid, seat, trait.effect, (seat, name))
            else:
                yield fields, dict


def _aims_when_played(state: State, trait: Trait) -> bool:
    """Whether the trait triggers now when its card is played (V3, V7), with a target."""
    return trait.timing == "immediate" and trait.effect in TARGETED and state.turn_number > 1


def _triggers(state: State, seat: int) -> Iterable[Choices]:
    side = state.sides[seat]
    for card in (*side.in_play, *side.minted):
        trait = state.described((seat, card.name)).trait
        if trait is not None and triggerable(state, seat, card):
            fields: FieldValues = {"player": (state.name(seat),), "card": (card.name,)}
            yield fields, partial(_targets, state, seat, trait.effect, None)


def _resolves(state: State, _seat: int) -> Iterable[Choices]:
    """The newest effect; a COPY may need a target for what it copies (V15)."""
    newest = state.stack[-1]
    return (({}, partial(_targets_of_copied, state.without_newest(), newest) if newest.effect == "copy" else dict),)


def _targets_of_copied(state: State, copy: StackedEffect) -> FieldValues:
    effect = as_copied(state, copy)
    return {} if effect is None else _targets(state, effect.seat, effect.effect, effect.just_played)


def _targets(state: State, seat: int, effect: Effect, played: CardKey | None) -> FieldValues:
    """The targets with which the player's effect can be aimed, as they are written: by name, or by name and player;
    nothing when any will do, since none is looked at. `played` is the card it is from, if that was just played."""
    if effect not in TARGETED:
        return {}
    choices = possible_targets(state, seat, effect, played)
    every = tuple(state.all_targets())
    possible = tuple(written for target, written in every if _is_choice(state, target, choices))
    return {} if len(possible) == len(every) else {"target": possible}


def _is_choice(state: State, target: Target | None, choices: Sequence[CardKey]) -> bool:
    """Whether that may be named: one of the choices, or nothing where there is none (V7)."""
    return not choices if target is None else state.find(target) in choices


def mintable(state: State, seat: int) -> tuple[str, ...]:
    """The player's Villains whose DNA their four Monsters in play are (V14); none while there are fewer."""
    monsters = state.of_kind(seat, "monster")
    if len(monsters) < BOARD_LIMIT:
        return ()
    dna = "".join(sorted(state.described((seat, name)).dna for name in monsters))
    return tuple(name for name in state.of_kind(seat, "villain") if matches(state.described((seat, name)).dna, dna))


def could_mint(state: State) -> tuple[str, ...]:
    """The Villains that the player in turn can mint as things stand (V13, V14)."""
    return () if hindrance(state, "mint", state.turn) is not None else mintable(state, state.turn)


def _mints(state: State, seat: int) -> Iterable[Choices]:
    made = mintable(state, seat)
    return (({"player": (state.name(seat),), "villain": made}, dict),) if made else ()


_OFFERS: Mapping[str, Callable[[State, int], Iterable[Choices]]] = {
    "draw": _own,
    "play": lambda state, seat: _cards(state, seat, triggers=True),
    "drop": lambda state, seat: _cards(state, seat, triggers=False),
    "trigger": _triggers,
    "decline": _own,
    "timeout": _own,
    "resolve": _resolves,
    "mint": _mints,
    "end_turn": _own,
}
