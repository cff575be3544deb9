"""Where a game of Disorder of the Villains stands, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.errors import BadInput
from companion.games.core import View, Words, later, read_options
from companion.games.villains import deck_sentences as say
from companion.games.villains.deck import Cards, read_deck
from companion.games.villains.events import CardOf, Options
from companion.games.villains.house_deck import HOUSE_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.villains.deck import DeckCard, Effect, Trait
    from companion.games.villains.events import Target

FIRST_HAND, FIRST_DECK = 2, 17
BOARD_LIMIT = 4
MINTS_TO_WIN = 2

CardKey = tuple[int, str]  # whose side (seat), card name


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card on the table: `sideways` when its trait is used, `since` the number of the turn in which it came."""

    name: str
    sideways: bool
    since: int


@dataclass(frozen=True, slots=True)
class Side:
    """What lies before one player. `discard` is sorted by name, `minted` in order; hand and deck are only counted."""

    in_play: tuple[InPlay, ...]
    minted: tuple[InPlay, ...] = ()
    discard: tuple[str, ...] = ()
    hand: int = FIRST_HAND
    deck: int = FIRST_DECK

    def card(self, name: str) -> InPlay | None:
        """The card of that name in play (a minted Villain is not)."""
        return next((card for card in self.in_play if card.name == name), None)

    def without(self, name: str) -> Side:
        """This side after the card has left play."""
        return replace(self, in_play=tuple(card for card in self.in_play if card.name != name))

    def with_card(self, changed: InPlay) -> Side:
        """This side with the card of the same name, in play or minted, changed."""
        in_play = tuple(changed if card.name == changed.name else card for card in self.in_play)
        minted = tuple(changed if card.name == changed.name else card for card in self.minted)
        return replace(self, in_play=in_play, minted=minted)

    def discarding(self, names: Sequence[str]) -> Side:
        """This side after these cards went from play to the discard."""
        in_play = tuple(card for card in self.in_play if card.name not in names)
        return replace(self, in_play=in_play, discard=tuple(sorted((*self.discard, *names))))


@dataclass(frozen=True, slots=True)
class StackedEffect:
    """An effect on the stack: whose, from which card, at which target; `played` when the card was just played."""

    seat: int
    card: str
    effect: Effect
    amount: int
    target: CardKey | None
    played: bool

    @property
    def just_played(self) -> CardKey | None:
        """The card it is from, if that was just played."""
        return (self.seat, self.card) if self.played else None


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to interrupt (V12): whose it is, and the card that gave it, which was just played or triggered.

    `after_play` says that the other player's newest play is what is not answered yet: no MINT before it is (V13).
    """

    seat: int
    card: str
    after_play: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """A DROP or PLAY effect that waits for its card, which must come next."""

    seat: int
    effect: Literal["drop", "play"]


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. Seats are 0 and 1 in seating order, turns are numbered from 1.

    `stack` has the newest effect last. `chance` is None while nobody may interrupt (V12). `winners` are seats, None
    while the game goes on. `gone` is the seat that somebody has left (V19).
    """

    players: tuple[str, ...]
    options: Options
    decks: tuple[Cards, ...]
    sides: tuple[Side, ...]
    turn: int
    turn_number: int = 1
    drawn: bool = False
    played: bool = False
    stack: tuple[StackedEffect, ...] = ()
    chance: Chance | None = None
    opened: Opened | None = None
    winners: tuple[int, ...] | None = None
    gone: tuple[int, ...] = later(())

    def name(self, seat: int) -> str:
        """The player on that seat."""
        return self.players[seat]

    def with_side(self, seat: int, side: Side) -> State:
        """This state with one side changed."""
        return replace(self, sides=tuple(side if at == seat else old for at, old in enumerate(self.sides)))

    def described(self, place: CardKey) -> DeckCard:
        """What the deck says of a card that lies somewhere."""
        seat, name = place
        return self.decks[seat][name]

    def in_play(self) -> Iterator[CardKey]:
        """Every card in play, of both sides."""
        return ((seat, card.name) for seat, side in enumerate(self.sides) for card in side.in_play)

    def constants(self, seat: int, effect: Effect) -> Mapping[str, Trait]:
        """The constant traits with this effect of the player's cards, in play or minted, by card (V6)."""
        side = self.sides[seat]
        traits = ((card.name, self.decks[seat][card.name].trait) for card in (*side.in_play, *side.minted))
        return {name: trait for name, trait in traits if trait and (trait.timing, trait.effect) == ("constant", effect)}

    def shield_of(self, place: CardKey) -> str | None:
        """The other card of its owner that shields this one from the opponent's effects (V6); None without one."""
        seat, name = place
        return next((shield for shield in self.constants(seat, "shield") if shield != name), None)

    def find(self, target: Target) -> CardKey | None:
        """The card in play a target names; None when there is none, or when a bare name could mean either player's."""
        if isinstance(target, CardOf):
            place = (self.players.index(target.player), target.card)
            return place if place in self.in_play() else None
        found = [place for place in self.in_play() if place[1] == target]
        return found[0] if len(found) == 1 else None

    def all_targets(self) -> Iterator[tuple[Target | None, Any]]:
        """Every way to name a target or none, as it is read and as it is written."""
        yield None, None
        for seat, name in self.in_play():
            yield CardOf(self.name(seat), name), {"player": self.name(seat), "card": name}
            yield name, name

    def without_newest(self) -> State:
        """This state without the newest of the effects that wait."""
        return replace(self, stack=self.stack[:-1])

    def giving_chance(self, seat: int, card: str, *, after_play: bool) -> State:
        """This state once that player has played or triggered the card: the other may interrupt (V12)."""
        unanswered = self.chance is not None and self.chance.after_play
        return replace(self, chance=Chance(1 - seat, card, after_play or unanswered))

    def of_kind(self, seat: int, kind: str) -> tuple[str, ...]:
        """The names of the Monsters or of the unminted Villains a player has in play."""
        return tuple(card.name for card in self.sides[seat].in_play if self.described((seat, card.name)).kind == kind)


def decks_of(players: Sequence[str], options: Mapping[str, Any]) -> Mapping[str, Cards]:
    """Each player's cards by name, in seating order (V1, V2). Raises BadInput for a deck that cannot be used."""
    given = options.get("decks")
    inline = given if isinstance(given, dict) else {}
    own = {player: read_deck(deck, say.deck_of(player)) for player, deck in inline.items() if isinstance(deck, dict)}
    return {player: own.get(player, HOUSE_CARDS) for player in players}


def start(players: Sequence[str], options: Mapping[str, Any], _words: Words) -> State:
    """The state before the first draw (V1, V2). Raises BadInput for options that cannot be used."""
    cards = tuple(decks_of(players, options).values())
    chosen = read_options(Options, options, players)
    sides = []
    for player, deck in zip(players, cards, strict=True):
        villains = [card.name for card in deck.values() if card.kind == "villain"]
        first = chosen.starting.get(player, villains[0])
        if first not in villains:
            raise BadInput(say.cannot_start_with(player, first, villains))
        sides.append(Side(in_play=(InPlay(first, sideways=False, since=0),)))
    turn = 0 if chosen.starter is None else players.index(chosen.starter)
    return State(tuple(players), chosen, cards, tuple(sides), turn)


def awaiting(state: State) -> str | None:
    """The name of the event awaited; None when the game is over."""
    if state.winners is not None:
        return None
    if state.opened is not None:
        return state.opened.effect
    if state.stack:
        return "decline" if state.chance is not None else "resolve"
    if not state.drawn:
        return "draw"
    return "end_turn" if state.played or not state.sides[state.turn].hand else "play"


def scores(state: State) -> dict[str, int]:
    """The Villains minted."""
    return {name: len(side.minted) for name, side in zip(state.players, state.sides, strict=True)}


def view(state: State) -> View:
    """How the match stands: scores, turn, what is awaited and from whom, who has won."""
    named = dict(enumerate(state.players))
    over = state.winners is not None
    return View(
        game="villains",
        players=state.players,
        scores=scores(state),
        score_name="minted Villains",
        turn=None if over else named[state.turn],
        awaiting=awaiting(state),
        over=over,
        winners=tuple(named[seat] for seat in state.winners or ()),
        asked=None if over else named[_actor(state)],
        left=tuple(named[seat] for seat in state.gone),
        holders={"resolve": named[state.stack[-1].seat]} if state.stack else {},
    )


def result(state: State) -> dict[str, Any]:
    """The game's own fields of the transcript's answer."""
    sides = dict(zip(state.players, state.sides, strict=True))
    return {
        "in_play": {name: {card.name: card.sideways for card in side.in_play} for name, side in sides.items()},
        "minted": {name: [card.name for card in side.minted] for name, side in sides.items()},
        "discard": {name: list(side.discard) for name, side in sides.items()},
        "hand": {name: side.hand for name, side in sides.items()},
        "deck": {name: side.deck for name, side in sides.items()},
    }


def _actor(state: State) -> int:
    """The seat of whoever does what is awaited: in turn, or asked in between to put a card down or to interrupt."""
    if state.opened is not None:
        return state.opened.seat
    return state.chance.seat if state.chance is not None and awaiting(state) == "decline" else state.turn


def has_chance(state: State, seat: int) -> bool:
    """Whether the player on that seat has the chance to interrupt (V12)."""
    return state.chance is not None and state.chance.seat == seat


def comes_before_mint(state: State) -> Chance | StackedEffect | None:
    """What must be over before the player in turn can MINT (V13): the opponent's chance after the newest play, and
    every waiting effect of the opponent's, the newest first; None when nothing hinders."""
    chance = state.chance
    if chance is not None and chance.after_play:
        return chance
    return next((waiting for waiting in reversed(state.stack) if waiting.seat != state.turn), None)


def triggerable(state: State, seat: int, card: InPlay) -> bool:
    """Whether the player may trigger the trait of this card of theirs now (V6, V8, V9, V10)."""
    return not card.sideways and card.since != state.turn_number and in_time(state, seat, card)


def usable(state: State, seat: int) -> dict[str, Trait]:
    """The traits that the player may trigger now, by the names of their cards."""
    side = state.sides[seat]
    cards = [card for card in (*side.in_play, *side.minted) if triggerable(state, seat, card)]
    traits = {card.name: state.described((seat, card.name)).trait for card in cards}
    return {name: trait for name, trait in traits.items() if trait is not None}


def in_time(state: State, seat: int, card: InPlay) -> bool:
    """Whether the trait's timing allows it to be triggered now by its owner (V6, V10)."""
    trait = state.described((seat, card.name)).trait
    own = seat == state.turn
    if trait is None or trait.timing in ("immediate", "constant"):
        return False
    if trait.timing == "minted":
        return own and card in state.sides[seat].minted
    return trait.when == "any" or (trait.when == "own") == own
