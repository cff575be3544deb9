"""What may be said in Disorder of the Villains, as forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.form import Form
from companion.games.form_fields import ChoiceField, EachField, NumberField
from companion.games.villains.deck import read_deck
from companion.games.villains.effects import TARGETED
from companion.games.villains.layout import inline
from companion.games.villains.legal import mintable, offered
from companion.games.villains.portrayed import in_play, of_card
from companion.games.villains.state import BOARD_LIMIT, has_chance, usable
from companion.sentences import message, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from companion.games.form_fields import Field, Only, Option
    from companion.games.layout import DeckContent
    from companion.games.legal import Offer
    from companion.games.villains.deck import Cards, DeckCard, TraitTiming
    from companion.games.villains.state import State

    Whose = tuple[str, str]  # a card's player, and its name
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
    cards = [name for name in deck if name not in lying] or list(deck)
    card = ChoiceField("card", told("Which card"), options=_named(deck, cards))
    lie = state.of_kind(seat, "monster")
    more = tuple(name for name in cards if deck[name].kind == "monster")
    if len(lie) < BOARD_LIMIT or not more:
        return (card,)
    return (
        card,
        ChoiceField("discard", told("Discard first"), options=_named(deck, lie), only=("card", more)),
    )


def _in_play(state: State) -> Iterator[Whose]:
    return ((state.name(seat), name) for seat, name in state.in_play())


def _target(
    state: State,
    targets: Iterable[Whose],
    only: Only | None = None,
    besides: Only | None = None,
    *,
    optional: bool = False,
) -> Field:
    """One of these cards; one that is to come into play by this event lies there sideways. An event may have
    written one by its name alone where no other in play has it."""

    def option(owner: str, name: str) -> Option:
        seat = state.players.index(owner)
        card = state.sides[seat].card(name)
        shown = in_play(owner, state.described((seat, name)), sideways=card is None or card.sideways)
        return replace(shown, spellings=(name,) if state.find(name) == (seat, name) else ())

    options = tuple(option(*target) for target in targets)
    return ChoiceField("target", told("Target"), options=options, optional=optional, only=only, besides=besides)


def _possible(offer: Offer) -> Iterable[Whose]:
    """The targets that are possible with what is offered, each with its player."""
    targets = offer.searched().get("target", ())
    return [(target["player"], target["card"]) for target in targets if isinstance(target, Mapping)]


def _targets(state: State, seat: int, event: str, *timings: TraitTiming) -> tuple[Field, ...]:
    """The targets of those of the player's cards that aim: where the event may be handed in those that are possible, of
    which one must be named (V7), in one field for all cards that have the same once the same card has made room (V5).
    Else, since an earlier event is corrected, all that lie in play, for the cards whose trait, of one of these timings,
    has a target; then nobody knows whether there was one."""
    offers = tuple(offered(state, seat, (event,)))
    if not offers:
        traits = {name: card.trait for name, card in state.decks[seat].items() if card.trait is not None}
        fitting = (name for name, own in traits.items() if own.timing in timings and own.effect in TARGETED)
        aimed = tuple(fitting)
        return (_target(state, _in_play(state), ("card", aimed), optional=True),) if aimed else ()
    aiming: dict[tuple[str | None, tuple[Whose, ...]], list[str]] = {}
    for offer in offers:
        (card,), (gone,) = offer.fields["card"], offer.fields.get("discard", (None,))
        aiming.setdefault((gone, tuple(_possible(offer))), []).append(card)
    return tuple(
        _target(state, targets, ("card", tuple(cards)), None if gone is None else ("discard", (gone,)))
        for (gone, targets), cards in aiming.items()
        if targets
    )


def _play(state: State, seat: int) -> tuple[Field, ...]:
    return (*_from_hand(state, seat), *_targets(state, seat, "play", "immediate"))


def _trigger(state: State, seat: int) -> tuple[Field, ...]:
    """The traits that can be used now; one that is the only such is chosen already. When an earlier event is corrected
    there may be none by now: all that are used by saying so."""
    side, deck = state.sides[seat], state.decks[seat]
    now = list(usable(state, seat))
    lying = [card.name for card in (*side.in_play, *side.minted)]
    own = now or [name for name in lying if (trait := deck[name].trait) and trait.timing in TRIGGERED]
    chosen = now[0] if len(now) == 1 else None
    card = ChoiceField("card", told("Whose trait"), options=_named(deck, own or list(deck)), chosen=chosen)
    return (card, *_targets(state, seat, "trigger", *TRIGGERED))


def _resolve(state: State, seat: int) -> tuple[Field, ...]:
    """Only a COPY wants a target when it is carried out, where what it copies has one (V15)."""
    offers = tuple(offered(state, seat, ("resolve",)))
    copies = bool(state.stack) and state.stack[-1].effect == "copy"
    targets = [target for offer in offers for target in _possible(offer)] if offers else [*_in_play(state)]
    return (_target(state, targets, optional=not offers),) if copies and targets else ()


def _mint(state: State, seat: int) -> tuple[Field, ...]:
    """The Villains that can be minted. When an earlier event is corrected there may be none by now: all of the deck."""
    deck = state.decks[seat]
    every = [name for name, card in deck.items() if card.kind == "villain"]
    return (ChoiceField("villain", told("Villain"), options=_named(deck, mintable(state, seat) or every)),)


_FIELDS: Mapping[str, Fields] = {
    "play": _play, "drop": _from_hand, "trigger": _trigger, "resolve": _resolve, "mint": _mint,
}  # fmt: skip
