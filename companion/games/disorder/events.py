"""What can happen in Disorder!, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from companion.games.events import (
    CapitalLetter,
    LetterOrWild,
    Matching,
    NotNegative,
    Player,
    Positive,
    Seconds,
    vocabulary,
)
from companion.games.whose import By
from companion.sentences import message


@dataclass(frozen=True, slots=True)
class Options:
    """`target` in chips; `values` where they differ from the house deck's; `answer_seconds` turns timeouts on."""

    target: Positive = 50
    action_cards: bool = False
    names_allowed: bool = False
    answer_seconds: Seconds | None = None
    values: Mapping[CapitalLetter, NotNegative] = field(default_factory=dict)
    starter: Player | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """One card (`?` face down) at an end of the row; `side` is ignored for the first card of a round."""

    event: ClassVar[str] = "place"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    card: LetterOrWild
    side: Literal["left", "right"] = "right"


@dataclass(frozen=True, slots=True)
class Object:
    """“That is no beginning of a word.”"""

    event: ClassVar[str] = "object"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The card objected to goes back to the hand."""

    event: ClassVar[str] = "withdraw"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class StandBy:
    """The card objected to stays; its player owes a proof."""

    event: ClassVar[str] = "stand"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class Challenge:
    """Calls whoever last changed the board to name the word."""

    event: ClassVar[str] = "challenge"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class NameWord:
    """The challenged player's word; `wilds` are the letters the face-down cards stand for, left to right."""

    event: ClassVar[str] = "name_word"
    by: ClassVar[By] = By.HOLDER
    player: Player
    word: str
    wilds: Annotated[str, Matching("[A-Z]*", message("one capital letter per wild, left to right"))] | None = None


@dataclass(frozen=True, slots=True)
class Prove:
    """The word that shows that the beginning objected to was possible."""

    event: ClassVar[str] = "prove"
    by: ClassVar[By] = By.HOLDER
    player: Player
    word: str


@dataclass(frozen=True, slots=True)
class Concede:
    """Takes the board's points instead of playing."""

    event: ClassVar[str] = "concede"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class Squeeze:
    """A card between two neighbours: `after` so many cards from the left."""

    event: ClassVar[str] = "squeeze"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    card: LetterOrWild
    after: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """The card at place `at` (from the left, from 1) goes to the hand, `card` comes in its place."""

    event: ClassVar[str] = "exchange"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    at: int
    card: LetterOrWild


@dataclass(frozen=True, slots=True)
class Switch:
    """The cards at two places (from the left, from 1) change places."""

    event: ClassVar[str] = "switch"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    at: int
    with_: int


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn goes on; nothing changes."""

    event: ClassVar[str] = "pass"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player


@dataclass(frozen=True, slots=True)
class Timeout:
    """The player's time has run out."""

    event: ClassVar[str] = "timeout"
    by: ClassVar[By] = By.CLOCK
    player: Player


Event = (
    Place | Object | Withdraw | StandBy | Challenge | NameWord | Prove | Concede
    | Squeeze | Exchange | Switch | Pass | Timeout
)  # fmt: skip

EVENTS = vocabulary(
    Place, Object, Withdraw, StandBy, Challenge, NameWord, Prove, Concede, Squeeze, Exchange, Switch, Pass, Timeout
)
