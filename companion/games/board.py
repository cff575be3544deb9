"""Board: what a game shows, described once. Kiosk, phones and OLED draw it without knowing which game it is. Pure.

A game makes it in a module `board` of its folder, as `Boards` describes. What lies on the table comes in parts, in the
order in which they are drawn; texts of ours are told (`companion.sentences`), names and cards are plain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, cast

from companion.games import part
from companion.games.served import served

if TYPE_CHECKING:
    from collections.abc import Iterable

# ——— cards ———


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter and, where it counts, its value in points; `?` lies face down and is any letter."""

    kind: ClassVar[str] = "letter"
    label: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A card with rank and letter (`Q/R`), or a wild (`*`, or `*=Q/R` when it stands for one)."""

    kind: ClassVar[str] = "ranked"
    label: str


@dataclass(frozen=True, slots=True)
class Jumble:
    """Letters printed on one card, in its colour (None where it is unknown)."""

    kind: ClassVar[str] = "jumble"
    label: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Creature:
    """A figure by its name: its `dna`, the `trait` printed on it in one word, whether it lies `sideways`. `figure` says
    which of several kinds it is, as displays draw them."""

    kind: ClassVar[str] = "creature"
    label: str
    figure: Literal["villain", "monster"]
    dna: str
    colour: str | None = None
    trait: str = ""
    sideways: bool = False


Shown = Letter | Ranked | Jumble | Creature


# ——— what stands beside or below cards ———


@dataclass(frozen=True, slots=True)
class Caption:
    """A few words. `tone` says how loud: `plain`, an `aside`, or a `badge` that catches the eye."""

    kind: ClassVar[str] = "caption"
    text: str
    tone: Literal["plain", "aside", "badge"] = "plain"


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is to be seen from afar, with the words before and after it."""

    kind: ClassVar[str] = "count"
    number: int
    unit: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A card somebody has chosen and not laid yet."""

    kind: ClassVar[str] = "chosen"
    card: Shown
    player: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards on one another: what they are, how many, and the one on top where that is known."""

    kind: ClassVar[str] = "pile"
    text: str
    top: Shown | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """The word just said, of which others may say something one by one; displays add who has, as `joined` puts it
    (with `{players}`)."""

    kind: ClassVar[str] = "said"
    player: str
    word: str
    joined: str = ""


Item = Caption | Count | Chosen | Pile | Said


# ——— parts ———


@dataclass(frozen=True, slots=True)
class CardLine:
    """Cards side by side, with the words `said` of them; `is_marked` where it is one of those that matter now."""

    cards: tuple[Shown, ...]
    said: str = ""
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A card on a grid: `x` to the right, `y` downwards, from any origin."""

    x: int
    y: int
    card: Shown


@dataclass(frozen=True, slots=True)
class Area:
    """What lies before one player, with a caption and what is to be said of it besides."""

    player: str
    cards: tuple[Shown, ...]
    caption: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What every part has: `at_hand` says that a player wants it on the phone, too, without looking up."""

    kind: ClassVar[str] = ""
    at_hand: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Row(Part):
    """The one line of cards all play on, as large as there is room. `worth` are the points on it, `empty` what is said
    when nothing lies there; a card of the kind `awaits` may be turned by the players' phones before the game has it."""

    kind: ClassVar[str] = "row"
    cards: tuple[Shown, ...]
    worth: int | None = None
    empty: str = ""
    awaits: str = ""


@dataclass(frozen=True, slots=True)
class Rows(Part):
    """Several such lines that keep their numbers, from 1."""

    kind: ClassVar[str] = "rows"
    rows: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class Lines(Part):
    """Lines that are laid one after the other, the newest last; `title` where they are not simply what lies there."""

    kind: ClassVar[str] = "lines"
    lines: tuple[CardLine, ...]
    title: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Grid(Part):
    """Lines that cross; `newest` is one of them, for a display that has room for no more."""

    kind: ClassVar[str] = "grid"
    cells: tuple[Cell, ...]
    newest: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Areas(Part):
    """An area for each player."""

    kind: ClassVar[str] = "areas"
    areas: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class Spread(Part):
    """Cards that lie open for all to use."""

    kind: ClassVar[str] = "spread"
    cards: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Waiting(Part):
    """What waits to be carried out, what comes first at the front."""

    kind: ClassVar[str] = "waiting"
    effects: tuple[Caption, ...]


@dataclass(frozen=True, slots=True)
class Strip(Part):
    """Captions, counts, piles and single cards in one line."""

    kind: ClassVar[str] = "strip"
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Note(Part):
    """A sentence nobody must miss."""

    kind: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody is asked in between, whoever's turn it is: who, and what in a few words."""

    player: str
    text: str


@dataclass(frozen=True, slots=True)
class Called:
    """A call that stands, in a word or two: who made it, and on whom; or whose alone it is to answer."""

    text: str
    by: str
    on: str | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """All a game shows besides scores and turn. `parts` lie on the table; `outcome` is what there is to show instead,
    with the winners, once the match is over. `ink` is what the signs on its cards are printed in where cards are drawn:
    teal, purple or green, or as usual."""

    parts: tuple[Part, ...] = ()
    outcome: tuple[Part, ...] = ()
    asked: Asked | None = None
    called: Called | None = None
    ink: Literal["", "teal", "purple", "green"] = ""

    def to_json(self) -> dict[str, Any]:
        """As pages get it; told texts come with what they were made from."""
        return cast("dict[str, Any]", served(self))


class Boards(Protocol):
    """A game's module `board`."""

    def board(self, state: Any) -> Board:
        """What is shown as the game stands."""
        ...


def board_of(game: str, state: Any) -> Board:
    """What a game shows; of one that describes no board, nothing besides its scores."""
    described = cast("Boards | None", part(game, "board"))
    return Board() if described is None else described.board(state)


def ranked(cards: Iterable[str]) -> tuple[Ranked, ...]:
    """Cards with rank and letter."""
    return tuple(Ranked(card) for card in cards)


def letters(cards: str) -> tuple[Letter, ...]:
    """Letter cards that count nothing."""
    return tuple(Letter(card) for card in cards)
