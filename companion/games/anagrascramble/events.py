"""What can happen in AnagraScramble, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.games.events import ByPlayer, Matching, Player, Positive, vocabulary
from companion.games.listed import ListedOn
from companion.games.whose import By, Of
from companion.sentences import message

Colour = Literal["green", "red"]
SevenLetters = Annotated[str, Matching("[A-Z]{7}", message("seven capital letters A–Z"))]


@dataclass(frozen=True, slots=True)
class Options:
    """`rolls` are each player's rolls of the die; `penalty` says whether each word that is not listed costs 2, or all
    together."""

    deck: Literal["green", "red", "both"] = "green"
    rolls: Positive = 5
    penalty: Literal["each", "once"] = "each"
    starter: Player | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """The die; `pick` is needed with the star, `colour` (of the next card) with both decks."""

    event: ClassVar[str] = "roll"
    by: ClassVar[By] = By.HOLDER
    player: Player
    face: Literal["4", "5", "6", "7", "pass", "star"]
    pick: int | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    """The one declaration after a roll; `to` is needed with `raise`."""

    event: ClassVar[str] = "declare"
    by: ClassVar[By] = By.HOLDER
    player: Player
    move: Literal["raise", "pass_on", "double", "triple"]
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Turned:
    """The card is turned. With both decks its `colour` is the one shown with the roll. `answers` are the words listed
    on it, when they are not those of the house deck."""

    event: ClassVar[str] = "card"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    jumble: SevenLetters
    colour: Colour | None = None
    answers: Annotated[tuple[str, ...] | None, Of(By.HOST), ListedOn("jumble")] = None


@dataclass(frozen=True, slots=True)
class Written:
    """What the player has written when the time is up."""

    event: ClassVar[str] = "words"
    by: ClassVar[By] = By.HOLDER
    player: Player
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """One card for those tied for first, and what each of them has written."""

    event: ClassVar[str] = "showdown"
    by: ClassVar[By] = By.TOGETHER
    jumble: Annotated[SevenLetters, Of(By.TOGETHER)]
    words: Annotated[Mapping[str, tuple[str, ...]], ByPlayer(), Of(By.TOGETHER)]
    answers: Annotated[tuple[str, ...] | None, Of(By.HOST), ListedOn("jumble")] = None


@dataclass(frozen=True, slots=True)
class Timeout:
    """Time is up and nothing was written."""

    event: ClassVar[str] = "timeout"
    by: ClassVar[By] = By.CLOCK
    player: Player


Event = Roll | Declare | Turned | Written | Showdown | Timeout

EVENTS = vocabulary(Roll, Declare, Turned, Written, Showdown, Timeout)
