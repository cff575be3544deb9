"""What can happen in TYPO, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.games.events import ByPlayer, CapitalLetter, OfLength, Player, SomePlayers, vocabulary
from companion.games.whose import By, Of

Majority = Literal["others", "all"]


@dataclass(frozen=True, slots=True)
class Options:
    """`rows` are the four letters the rows start with; `timer_holder` is by default the first player.

    `always_timed` starts the timer by itself at every turn. A word fails when more than half of the others doubt it, or
    with `majority` of all, the placer counted. Everybody starts at once, so `starter` changes nothing.
    """

    rows: Annotated[tuple[CapitalLetter, ...], OfLength(4)]
    timer_holder: Player | None = None
    always_timed: bool = False
    majority: Majority = "others"
    starter: Player | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The chosen card of everybody who is not away for the round: one for each of them."""

    event: ClassVar[str] = "reveal"
    by: ClassVar[By] = By.TOGETHER | By.CAMERA
    cards: Annotated[Mapping[str, CapitalLetter], ByPlayer(), Of(By.TOGETHER | By.CAMERA)]


@dataclass(frozen=True, slots=True)
class Place:
    """The player's card goes to an end of row 1–4, with a word."""

    event: ClassVar[str] = "place"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    row: int
    side: Literal["front", "back"]
    word: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Players who do not believe the word just said, once they are enough. How it is spelled (`spelling`) and what goes
    if it fails (`row`) is for the player who said it."""

    event: ClassVar[str] = "doubt"
    by: ClassVar[By] = By.TOGETHER
    players: SomePlayers
    row: Annotated[int | None, Of(By.HOLDER)] = None
    spelling: Annotated[str | None, Of(By.HOLDER)] = None


@dataclass(frozen=True, slots=True)
class Fail:
    """The player cannot place the card; `row` chooses among several longest rows."""

    event: ClassVar[str] = "fail"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Timeout:
    """The player's time has run out: the same as `fail`."""

    event: ClassVar[str] = "timeout"
    by: ClassVar[By] = By.CLOCK
    player: Player
    row: int | None = None


Event = Reveal | Place | Doubt | Fail | Timeout

EVENTS = vocabulary(Reveal, Place, Doubt, Fail, Timeout)
