"""What can happen in WORDCARD, and its options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from companion.games.events import NotNegative, Player, Positive, SomePlayers, vocabulary
from companion.games.whose import By, Of
from companion.games.wordcard.notation import HandCard, LaidCard, Rank, RealCard

Aim = Literal["fewest", "most"]
PlainType = Literal["wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard"]
GameType = Literal["wordplay", "cardplay", "wordplay_plus", "cardplay_plus", "wordcard", "wild", "group"]


@dataclass(frozen=True, slots=True)
class Options:
    """`hand` in cards, `open_points` in card value (instead of `open_cards`), `values` by rank where they differ.

    `cards` are the open cards of the group game, `group_type` the way it is scored.
    """

    type: GameType = "wordplay"
    aim: Aim = "most"
    hand: int = 10
    partners: tuple[tuple[Player, ...], ...] = ()
    values: Mapping[Rank, NotNegative] = field(default_factory=dict)
    open_cards: Positive = 5
    open_points: Positive | None = None
    tag_on: Literal["any", "own"] = "any"
    grid: bool = False
    declared_only: bool = False
    explanations: bool = False
    strict: bool = False
    pick_any: bool = False
    dealer: Player | None = None
    starter: Player | None = None
    group_type: PlainType = "wordplay_plus"
    cards: tuple[HandCard, ...] | None = None


@dataclass(frozen=True, slots=True)
class CardOnGrid:
    """A card on the grid: `x` to the right, `y` downwards."""

    x: int
    y: int
    card: LaidCard


@dataclass(frozen=True, slots=True)
class DealerChooses:
    """In the wild game: what is played, and any options but the cards and the lexicon."""

    event: ClassVar[str] = "dealer_chooses"
    by: ClassVar[By] = By.HOLDER
    player: Player
    type: PlainType
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draw:
    """One card, or with `cards` (the deepest first) one from deep in the open pile and all that lie on it."""

    event: ClassVar[str] = "draw"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    from_: Literal["deck", "pile"]
    cards: tuple[HandCard, ...] | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card from the hand to the open pile."""

    event: ClassVar[str] = "discard"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    card: HandCard


@dataclass(frozen=True, slots=True)
class Lay:
    """Lines of cards from the hand (with the grid: cells), and the words claimed in them."""

    event: ClassVar[str] = "lay"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    lines: tuple[tuple[LaidCard, ...], ...] | None = None
    cells: tuple[CardOnGrid, ...] | None = None
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """Cards from the hand put before and after line number `line` (from 1), both written left to right."""

    event: ClassVar[str] = "tag"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    line: int
    front: tuple[LaidCard, ...] = ()
    back: tuple[LaidCard, ...] = ()
    words: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ReplaceWild:
    """The real card takes the place of the wild at place `at` (from 1) of a line; the wild goes into the hand."""

    event: ClassVar[str] = "replace_wild"
    by: ClassVar[By] = By.HOLDER | By.CAMERA
    player: Player
    line: int
    at: int
    card: RealCard


@dataclass(frozen=True, slots=True)
class Contest:
    """Some players doubt a claimed word, or (`about`) its explanation; `upheld` is what the table decided on that."""

    event: ClassVar[str] = "contest"
    by: ClassVar[By] = By.OPPONENT
    players: SomePlayers
    word: str
    about: Annotated[Literal["explanation"] | None, Of(By.TOGETHER)] = None
    upheld: Annotated[bool | None, Of(By.TOGETHER)] = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over."""

    event: ClassVar[str] = "end_turn"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class Notice:
    """The player whose turn it is has one minute left; any other may say so."""

    event: ClassVar[str] = "notice"
    by: ClassVar[By] = By.OPPONENT
    player: Player


@dataclass(frozen=True, slots=True)
class Timeout:
    """The minute is over."""

    event: ClassVar[str] = "timeout"
    by: ClassVar[By] = By.CLOCK
    player: Player


@dataclass(frozen=True, slots=True)
class Hands:
    """What the others have left when somebody is out."""

    event: ClassVar[str] = "hands"
    by: ClassVar[By] = By.TOGETHER | By.CAMERA
    hands: Annotated[Mapping[Player, tuple[HandCard, ...]], Of(By.TOGETHER | By.CAMERA)]


@dataclass(frozen=True, slots=True)
class Solution:
    """A player's lines in the group game."""

    event: ClassVar[str] = "solution"
    by: ClassVar[By] = By.HOLDER
    player: Player
    lines: tuple[tuple[LaidCard, ...], ...]


@dataclass(frozen=True, slots=True)
class Close:
    """The group game ends."""

    event: ClassVar[str] = "close"
    by: ClassVar[By] = By.HOST


Event = (
    DealerChooses | Draw | Discard | Lay | Tag | ReplaceWild | Contest | EndTurn | Notice | Timeout | Hands
    | Solution | Close
)  # fmt: skip

EVENTS = vocabulary(
    DealerChooses, Draw, Discard, Lay, Tag, ReplaceWild, Contest, EndTurn, Notice, Timeout, Hands, Solution, Close
)
