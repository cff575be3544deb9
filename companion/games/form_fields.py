"""Fields: what a form asks, by kinds. A kind says how it is asked and what its value is in the event. Pure.

Labels are told (`companion.sentences`) where they are ours, and plain text where they are names. A field may depend on
the answer to one before it (`only`), or to two (`besides`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, cast

from companion.games.served import served
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.board import Cell, Shown

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
WILD = "?"
MOST_PLACES = 20  # that can be named of cards that are gone
Only = tuple[str, tuple[Any, ...]]  # a field before, and the values of it with which this one is asked


@dataclass(frozen=True, slots=True)
class Option:
    """One of several values, and how it is called; `sentence` says what it means where it is a reading of a clause.
    Where it is cards, `cards` are how they look, for displays with room for pictures, and `caption` is said below.
    `spellings` are other ways in which an event may have written the value: what was said so is this option."""

    value: Any
    label: str
    sentence: str = ""
    cards: tuple[Shown, ...] = ()
    caption: str = ""
    spellings: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """What every kind of field has: its `name` in the event, a short `label`, a `hint` where there is room for one."""

    kind: ClassVar[str] = ""
    name: str
    label: str
    hint: str = field(default="", kw_only=True)
    optional: bool = field(default=False, kw_only=True)
    only: Only | None = field(default=None, kw_only=True)
    besides: Only | None = field(default=None, kw_only=True)  # and so must another be, where it takes two answers
    of_table: bool = field(default=False, kw_only=True)  # for whoever speaks for the whole table, not for one phone
    is_needed: bool = field(default=False, kw_only=True)  # nothing is usual: it is asked also where it may be left out

    def to_json(self) -> dict[str, Any]:
        """As pages get it; told labels come with what they were made from."""
        return cast("dict[str, Any]", served(self))

    def is_asked(self, said: Mapping[str, Any]) -> bool:
        """Whether it is asked once the fields before it have these values."""
        return all(one is None or said.get(one[0]) in one[1] for one in (self.only, self.besides))


@dataclass(frozen=True, slots=True)
class SignField(Field):
    """One of some signs: a letter, or a card that lies face down. Its value is the sign."""

    kind: ClassVar[str] = "sign"
    signs: tuple[str, ...] = LETTERS


@dataclass(frozen=True, slots=True)
class ChoiceField(Field):
    """One of several options; `chosen` is the one that is offered first. `from_deck` names a kind of card: the options
    are then those of the deck that is chosen before the match. `clause` is the number of the clause whose reading is
    chosen: a house rule, whose first option is what the game takes by itself, and whose options have a sentence each.
    `others` is the sentence on a value that is none of the options: a template with {value}, where there can be any.
    `sides` are those of a die that decides, each as often as it is there, for whoever has none at hand.
    """

    kind: ClassVar[str] = "choice"
    options: tuple[Option, ...] = ()
    chosen: Any = None
    from_deck: str = ""
    clause: str = ""
    others: str = ""
    sides: tuple[Any, ...] = ()

    def option_of(self, value: Any) -> Option | None:
        """The option that this value is, whichever way it is written; None for a value that is none."""
        known = next((option for option in self.options if value in (option.value, *option.spellings)), None)
        if known is None and self.others and value is not None:
            return Option(value, str(value), told(self.others, value=value))
        return known


@dataclass(frozen=True, slots=True)
class WordField(Field):
    """A word as somebody says it. `letters` are what it is made of as far as the game knows, `?` a wild; `letters_of`
    names the fields before it whose cards are, too, and come first. They are offered where typing is hard. `is_open`
    says that it may have others besides."""

    kind: ClassVar[str] = "word"
    letters: tuple[str, ...] = ()
    letters_of: tuple[str, ...] = ()
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class WordsField(WordField):
    """Such words, in a list."""

    kind: ClassVar[str] = "words"


@dataclass(frozen=True, slots=True)
class LettersField(Field):
    """Exactly `count` capital letters, as one text or (`listed`) in a list. Where they are what the wilds of a row
    stand for in the word said before, `row` is that, a `?` for each of them."""

    kind: ClassVar[str] = "letters"
    count: int = 1
    listed: bool = False
    row: str = ""


@dataclass(frozen=True, slots=True)
class NumberField(Field):
    """A whole number from `least` to `most`; `usual` are those that are offered where typing is hard."""

    kind: ClassVar[str] = "number"
    least: int = 0
    most: int = 100
    usual: tuple[int, ...] = ()
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class TickField(Field):
    """Yes or no."""

    kind: ClassVar[str] = "tick"


@dataclass(frozen=True, slots=True)
class CardField(Field):
    """A card with a rank and a letter (`Q/R`); `wild` says whether it may be a wild, and whether that must say what it
    stands for (`*=Q/R`) or is just one (`*`), or that it is one and only what it stands for is asked."""

    kind: ClassVar[str] = "card"
    ranks: tuple[str, ...] = ()
    wild: str = "no"  # no, bare, meant, only


def as_wild(field: Field) -> Field:
    """The same card, of which it is known that it is a wild."""
    return replace(field, wild="only") if isinstance(field, CardField) else field


@dataclass(frozen=True, slots=True)
class CardsField(CardField):
    """Several such cards, in a list of `least` or more."""

    kind: ClassVar[str] = "cards"
    least: int = 0


@dataclass(frozen=True, slots=True)
class LinesField(CardField):
    """Lines of such cards: a list of lists."""

    kind: ClassVar[str] = "lines"


@dataclass(frozen=True, slots=True)
class CellsField(CardField):
    """Cards on a grid: a list of objects with `x` to the right, `y` downwards and `card`. `lying` lie there already."""

    kind: ClassVar[str] = "cells"
    lying: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayersField(Field):
    """At least one of these players, in a list; `chosen` have been named already."""

    kind: ClassVar[str] = "players"
    among: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerField(Field):
    """One of the players of the match, or none. `sentence` says it beside `clauses`: a template with {player}."""

    kind: ClassVar[str] = "player"
    among: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class PairsField(Field):
    """Pairs of players of the match, in a list of lists; nobody is in two. `sentence` says of each, beside `clauses`,
    what it means (a template with {players})."""

    kind: ClassVar[str] = "pairs"
    among: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class EachField(Field):
    """The same field once for each of these players, in an object by player. `own` is the field of a player who is
    asked otherwise. On phones everybody says their own part, and nobody sees the others' before all have."""

    kind: ClassVar[str] = "each"
    players: tuple[str, ...] = ()
    of: Field = field(default_factory=lambda: Field("", ""))
    own: Mapping[str, Field] = field(default_factory=dict)

    def field_of(self, player: str) -> Field:
        """What this player is asked: `of`, unless they have a field of their `own`."""
        return self.own.get(player, self.of)


@dataclass(frozen=True, slots=True)
class SettingField(Field):
    """What else is set, as before a match: each in a field of its own, in an object by their names. What is `standing`
    need not be said again, and only whoever wants to choose is asked with three buttons."""

    kind: ClassVar[str] = "setting"
    fields: tuple[Field, ...] = ()
    standing: Mapping[str, Any] = field(default_factory=dict)

    def changed(self, said: Mapping[str, Any]) -> dict[str, Any] | None:
        """Of the values of its fields those that are not as it stands; None when there are none."""
        standing = self.standing
        return {name: value for name, value in said.items() if name not in standing or value != standing[name]} or None


def choice_by_number(
    name: str, label: str, things: Sequence[str], cards: Sequence[tuple[Shown, ...]] = ()
) -> ChoiceField:
    """One of several things by its number, from 1, each with the cards it is. When an earlier event is corrected they
    may be gone by now."""
    pictures = cards or [()] * len(things)
    numbered = enumerate(zip(things, pictures, strict=True), 1)
    shown = tuple(Option(at, f"{at}: {thing}", cards=picture) for at, (thing, picture) in numbered)
    return ChoiceField(name, label, options=shown or _places())


@cache
def _places() -> tuple[Option, ...]:
    return tuple(Option(at, str(at)) for at in range(1, MOST_PLACES + 1))
