"""What can happen in TYPO, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.games.events import ForEveryPlayer, Letter, OfLength, Player, vocabulary


@dataclass(frozen=True, slots=True)
class Options:
    """`rows` are the four letters the rows start with; `timer_holder` is by default the first player.

    `always_timed` starts the timer by itself at every turn. Everybody starts at once, so `starter` changes nothing.
    """

    rows: Annotated[tuple[Letter, ...], OfLength(4)]
    timer_holder: Player | None = None
    always_timed: bool = False
    starter: Player | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everybody's chosen card."""

    event: ClassVar[str] = "reveal"
    cards: Annotated[Mapping[str, Letter], ForEveryPlayer()]


@dataclass(frozen=True, slots=True)
class Place:
    """The player's card goes to an end of row 1–4, with a word."""

    event: ClassVar[str] = "place"
    player: Player
    row: int
    side: Literal["front", "back"]
    word: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Players who do not believe the word just said; `spelling` is how it is spelled, `row` what goes if it fails."""

    event: ClassVar[str] = "doubt"
    players: tuple[Player, ...]
    row: int | None = None
    spelling: str | None = None


@dataclass(frozen=True, slots=True)
class Fail:
    """The player cannot place the card; `row` chooses among several longest rows."""

    event: ClassVar[str] = "fail"
    player: Player
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Timeout:
    """The player's time has run out: the same as `fail`."""

    event: ClassVar[str] = "timeout"
    player: Player
    row: int | None = None


Event = Reveal | Place | Doubt | Fail | Timeout

EVENTS = vocabulary(Reveal, Place, Doubt, Fail, Timeout)
