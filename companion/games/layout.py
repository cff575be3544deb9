"""What lies on the table in each game: its house deck, the rows in which cards are laid, what another deck means.

A game says it in a module `layout` of its folder, as `Layouts` describes; one that no cards are laid for has none.
Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast

from companion.errors import About, BadInput
from companion.games import RULEBOOKS, function_of, part
from companion.games.core import quoted
from companion.sentences import told

if TYPE_CHECKING:
    from companion.cards import Card, Deck

BESIDE = "+"  # between the names of decks that lie on one table
EVERYBODY = ""  # whose a deck is that all play with


@dataclass(frozen=True, slots=True)
class Laying:
    """How hands lay cards where the table is drawn.

    `rows` are what its rows are called, far to near. A card goes to an end of its row, with `by_column` to one of its
    columns; with `apart` it may go beside the row, as a line of its own. `are_signs` says that cards are single signs,
    laid by one button each, with one more for each of the `others`, which are called as their events are. `turns` are
    cards that may be turned sideways where they lie; with `unseen` the next one comes off the deck without being named.
    """

    rows: tuple[str, ...]
    by_column: bool = False
    apart: bool = False
    are_signs: bool = False
    others: tuple[str, ...] = ()
    turns: bool = False
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """One card where the match has it: by its name ("?" face down), and how it lies. See `Laying` for the rest."""

    name: str
    sideways: bool = False
    apart: bool = field(default=False, compare=False)  # the first of a line of its own


def numbered_rows(count: int) -> tuple[str, ...]:
    """What rows are called that are all alike."""
    return tuple(told("Row {number}", number=number) for number in range(1, count + 1))


class DeckContent(Protocol):
    """What a deck file says: its deck, the words listed on its jumbles, the traits of its cards by label."""

    @property
    def deck(self) -> Deck: ...
    @property
    def answers(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def traits(self) -> Mapping[str, Mapping[str, Any]]: ...


class Layouts(Protocol):
    """A game's module `layout`.

    `DECK` names its house deck, `ROWS` is how many rows the drawn table has room for, far to near. `SHIPPED` are the
    decks that game and options alone stand for, each with the word a menu has for it. `ONE_EACH` says that every player
    may bring a deck.
    """

    DECK: str
    ROWS: int
    SHIPPED: Mapping[str, str]
    ONE_EACH: bool
    CHECKS: str  # how the cards are read (`Deck.reads`) that `check` looks at; empty for none

    def dealt_with(self, options: Mapping[str, Any]) -> str:
        """The shipped deck that a match with these options is played with."""
        ...

    def meaning(self, chosen: Mapping[str, DeckContent], house: DeckContent) -> dict[str, Any]:
        """The options that decks stand for, each by whose it is (`EVERYBODY`'s where there is one for all). Raises
        BadInput for one that the game cannot be played with."""
        ...

    def laying(self, players: Sequence[str], options: Mapping[str, Any]) -> Laying:
        """How its cards are laid in a match of these players with these options."""
        ...

    def lying(self, state: Any) -> Sequence[Sequence[Lying]]:
        """What lies in each row by the match, each from left to right. Where nobody can say, a game leaves it out."""
        ...

    def check(self, file: DeckContent) -> None:
        """Look at the cards of a deck file. Raises BadInput, about the card and its key, for one that the game cannot
        use."""
        ...


DeckCheck = Callable[[DeckContent], None]


@dataclass(frozen=True, slots=True)
class Layout:
    """`deck` is a name that the table's shelf of decks reads; `rows` is how many rows the drawn table has room for, far
    to near."""

    deck: str
    rows: int


def laying_of(game: str | None, players: Sequence[str], options: Mapping[str, Any]) -> Laying:
    """How cards are laid in a match; between matches as in the first game that has a layout."""
    return _first_if_none(game).laying(players, options)


def layouts(game: str) -> Layouts | None:
    """What a game says of the cards it is played with; None for one that no cards are laid for."""
    return cast("Layouts | None", part(game, "layout"))


def lying(game: str, state: Any) -> Sequence[Sequence[Lying]] | None:
    """What lies on the table by the match; None where the game does not say."""
    found: Sequence[Sequence[Lying]] | None = function_of(game, "layout", "lying")(state)
    return found


def deck_check(reads: str) -> DeckCheck | None:
    """What a game wants of cards that are read so; None where nobody wants anything."""
    for game in RULEBOOKS:
        said = layouts(game)
        if said is not None and reads == said.CHECKS:
            return said.check
    return None


def one_deck_each(game: str) -> bool:
    """Whether every player of this game may bring a deck."""
    said = layouts(game)
    return said is not None and said.ONE_EACH


def layout_of(game: str | None, options: Mapping[str, Any], deck: Any = None) -> Layout:
    """The layout of a match of `game` with these options; between matches that of the first game that has one.

    `deck` is what the match's setup says of it: a name, or where every player may bring one a name for each.
    """
    said = layouts(game) if game is not None else None
    if said is None:
        first = _first_if_none(game)
        return Layout(first.DECK, first.ROWS)
    if isinstance(deck, str):
        return Layout(deck, said.ROWS)
    if deck:
        return Layout(BESIDE.join(sorted(set(deck.values()))), said.ROWS)
    return Layout(said.dealt_with(options), said.ROWS)


def _first_if_none(game: str | None) -> Layouts:
    """What this game says, or if it says nothing the first that does."""
    said = layouts(game) if game is not None else None
    return said or next(known for name in RULEBOOKS if (known := layouts(name)) is not None)


def other_values(chosen: Deck, house: Deck, key: Callable[[Card], str | None]) -> dict[str, int]:
    """The values a deck prints otherwise than the house's, by `key` of its cards (None: a card whose value counts for
    nothing). Raises BadInput for a deck that prints two values for one key."""
    usual = _values(house, key)
    return {label: value for label, value in _values(chosen, key).items() if usual.get(label) != value}


def _values(deck: Deck, key: Callable[[Card], str | None]) -> dict[str, int]:
    values: dict[str, int] = {}
    for card in deck.cards:
        label = key(card)
        if label is None or card.value is None:
            continue
        if values.setdefault(label, card.value) != card.value:
            problem = told("the deck {deck} prints two values for the rank {rank}", deck=quoted(deck.name), rank=label)
            raise BadInput(problem, about=About(card=card.name, key="value"))
    return values
