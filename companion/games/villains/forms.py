"""What may be said in Disorder of the Villains, as forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.form import ChoiceField, EachField, Form, NumberField
from companion.games.villains.deck import read_deck
from companion.games.villains.effects import TARGETED
from companion.games.villains.layout import inline
from companion.games.villains.legal import mintable
from companion.games.villains.portrayed import in_play, of_card
from companion.games.villains.state import BOARD_LIMIT, has_chance, triggerable
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.form import Field, Only, Option
    from companion.games.layout import DeckContent
    from companion.games.villains.deck import Cards, DeckCard, TraitTiming
    from companion.games.villains.state import State

    Fields = Callable[[State, int], tuple[Field, ...]]

NAMES: Mapping[str, str] = {
    "draw": message("Draw"),
    "play": message("Play a card"),
    "drop": message("Drop a card"),
    "trigger": message("Use a trait"),
    "decline": message("Let it happen"),
    "resolve": message("Carry it out"),
    "mint": message("Mint a Villain"),
    "end_turn": message("End the turn"),
}
OF_THE_CHANCE = ("trigger", "decline")
WHEN_LATE = None
TRIGGERED: tuple[TraitTiming, ...] = ("timed", "minted")  # the traits that somebody uses by saying so (V6)
INTERRUPT_S = (5, 3, 8, 10, 15, 20, 30)


def form(state: State, event: str, player: str) -> Form:
    """See Forms. Waiting effects are carried out by the table together; whoever may interrupt is asked (V12)."""
    seat = state.players.index(player)
    fields = _FIELDS.get(event, _nothing)(state, seat)
    asked = event in OF_THE_CHANCE and has_chance(state, seat)
    return Form(event, None if event == "resolve" else player, told(NAMES[event]), fields, is_asked=asked)


def any_card(state: State) -> Field:
    """See Forms."""
    every: dict[str, DeckCard] = {name: card for deck in reversed(state.decks) for name, card in deck.items()}
    return ChoiceField("card", told("Which card"), options=tuple(map(of_card, every.values())))


def setting(players: Sequence[str]) -> tuple[Field, ...]:
    """See Forms. Each player starts with a Villain of the deck they brought (V2)."""
    villain = ChoiceField("starting", told("Starting Villain"), from_deck="villain")
    return (
        EachField("starting", told("Starting Villain"), players=tuple(players), of=villain),
        NumberField("interrupt_seconds", told("Seconds to interrupt"), least=1, most=60, usual=INTERRUPT_S, chosen=5),
    )


def of_deck(kind: str, deck: DeckContent) -> tuple[Option, ...]:
    """See Forms."""
    cards = read_deck(inline(deck), deck.deck.name)
    return tuple(of_card(card) for card in cards.values() if card.kind == kind)


def _nothing(_state: State, _seat: int) -> tuple[Field, ...]:
    return ()


def _named(deck: Cards, names: Sequence[str]) -> tuple[Option, ...]:
    return tuple(of_card(deck[name]) for name in names)


def _from_hand(state: State, seat: int) -> tuple[Field, ...]:
    """The card, out of those that lie nowhere; where four Monsters lie another must name one to discard first (V5)."""
    side = state.sides[seat]
    lying = {card.name for card in (*side.in_play, *side.minted)} | set(side.discard)
    deck = state.decks[seat]
    hidden = [name for name in deck if name not in lying]
    card = ChoiceField("card", told("Which card"), options=_named(deck, hidden or list(deck)))
    lie = state.of_kind(seat, "monster")
    if len(lie) < BOARD_LIMIT:
        return (card,)
    more = tuple(name for name, own in deck.items() if own.kind == "monster")
    return (
        card,
        ChoiceField("discard", told("Discard first"), options=_named(deck, lie), only=("card", more)),
    )


def _target(state: State, only: Only | None = None) -> Field:
    options = tuple(
        in_play(state.name(seat), state.described((seat, card.name)), sideways=card.sideways)
        for seat, side in enumerate(state.sides)
        for card in side.in_play
    )
    return ChoiceField("target", told("Target"), options=options, optional=True, only=only)


def _targets(state: State, seat: int, *timings: TraitTiming) -> tuple[Field, ...]:
    """The target of those of the player's cards whose trait, of one of these timings, has one."""
    aimed = tuple(
        name
        for name, card in state.decks[seat].items()
        if card.trait is not None and card.trait.timing in timings and card.trait.effect in TARGETED
    )
    return (_target(state, ("card", aimed)),) if aimed else ()


def _play(state: State, seat: int) -> tuple[Field, ...]:
    return (*_from_hand(state, seat), *_targets(state, seat, "immediate"))


def _trigger(state: State, seat: int) -> tuple[Field, ...]:
    """The traits that can be used now go first; one that is the only such is chosen already."""
    side, deck = state.sides[seat], state.decks[seat]
    usable = [card.name for card in (*side.in_play, *side.minted) if triggerable(state, seat, card)]
    others = [card.name for card in (*side.in_play, *side.minted) if card.name not in usable]
    own = [name for name in (*usable, *others) if (trait := deck[name].trait) and trait.timing in TRIGGERED]
    chosen = usable[0] if len(usable) == 1 else None
    card = ChoiceField("card", told("Whose trait"), options=_named(deck, own or list(deck)), chosen=chosen)
    return (card, *_targets(state, seat, *TRIGGERED))


def _resolve(state: State, _seat: int) -> tuple[Field, ...]:
    """Only a COPY wants a target when it is carried out (V15)."""
    return (_target(state),) if state.stack and state.stack[-1].effect == "copy" else ()


def _mint(state: State, seat: int) -> tuple[Field, ...]:
    """The Villains that can be minted. When an earlier event is corrected there may be none by now: all of the deck."""
    deck = state.decks[seat]
    every = [name for name, card in deck.items() if card.kind == "villain"]
    return (ChoiceField("villain", told("Villain"), options=_named(deck, mintable(state, seat) or every)),)


_FIELDS: Mapping[str, Fields] = {
    "play": _play, "drop": _from_hand, "trigger": _trigger, "resolve": _resolve, "mint": _mint,
}  # fmt: skip
