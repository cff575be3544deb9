"""What can happen in Disorder of the Villains, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from companion.games.events import Player, Seconds, vocabulary
from companion.games.villains.deck import InlineDeck
from companion.games.whose import By, Of


@dataclass(frozen=True, slots=True)
class Options:
    """`decks` and `starting` Villains by player: if not named, the house deck and the first Villain of the deck."""

    decks: Mapping[Player, Literal["house"] | InlineDeck] = field(default_factory=dict)
    starting: Mapping[Player, str] = field(default_factory=dict)
    interrupt_seconds: Seconds = 5
    starter: Player | None = None


@dataclass(frozen=True, slots=True)
class CardOf:
    """A card in play where both players have one of that name."""

    player: Player
    card: str


Target = str | CardOf


@dataclass(frozen=True, slots=True)
class Draw:
    """The turn's card, from the deck to the hand."""

    event: ClassVar[str] = "draw"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class Play:
    """A card from the hand comes into play and its immediate trait triggers; `discard` makes room on a full board."""

    event: ClassVar[str] = "play"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    card: str
    discard: str | None = None
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A card from the hand comes into play without its immediate trait: what a DROP effect asks for."""

    event: ClassVar[str] = "drop"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    card: str
    discard: str | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """A timed or minted trait is used."""

    event: ClassVar[str] = "trigger"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    card: str
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """The opponent does not interrupt."""

    event: ClassVar[str] = "decline"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class Timeout:
    """The opponent's time to interrupt has run out."""

    event: ClassVar[str] = "timeout"
    by: ClassVar[By] = By.CLOCK
    player: Player


@dataclass(frozen=True, slots=True)
class Resolve:
    """The newest waiting effect is carried out; `target` is for the effect a COPY has copied, named by its player."""

    event: ClassVar[str] = "resolve"
    by: ClassVar[By] = By.HOLDER | By.OPPONENT | By.CAMERA
    target: Annotated[Target | None, Of(By.HOLDER)] = None


@dataclass(frozen=True, slots=True)
class Mint:
    """The four Monsters in play become the Villain they match."""

    event: ClassVar[str] = "mint"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    villain: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over."""

    event: ClassVar[str] = "end_turn"
    by: ClassVar[By] = By.HOLDER
    player: Player


Event = Draw | Play | Drop | Trigger | Decline | Timeout | Resolve | Mint | EndTurn

EVENTS = vocabulary(Draw, Play, Drop, Trigger, Decline, Timeout, Resolve, Mint, EndTurn)
