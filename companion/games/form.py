"""Form: what somebody may say now, described once. OLED, host's page and phones are drawn from it. Pure.

A game makes its forms in a module `forms` of its folder, as `Forms` describes. A field's kind says how it is asked and
what its value is in the event; labels are told (`companion.sentences`) where they are ours, and plain text where they
are names. A field may depend on the answer to one before it (`only`), or to two (`besides`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast, get_type_hints

from companion.games import function_of, part, rulebook
from companion.games.events import json_key
from companion.games.prospects import prospect_of
from companion.games.served import served
from companion.games.window import is_in_time
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.board import Cell, Shown
    from companion.games.core import View
    from companion.games.layout import DeckContent

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


@dataclass(frozen=True, slots=True)
class Form:
    """One event that may be handed in now, by `player` or, where that is None, by the table together.

    `fields` are what it says besides; without any one press says it all. `given` is said anyway. `is_call` marks what
    is called out loud, as with a button of one's own; `is_asked` what the table asks for by itself; `is_folded` what
    the camera usually sees, so that nobody need say it. Where several join in saying it one by one, `joined` is what
    it is called for whoever has. What `is_costly` is asked once more where a single touch would say it. Of what may be
    handed in now, `clause` and `why` are the clause it rests on, by its number and in words, and `cost` is what it may
    cost, in a sentence (`companion.games.prospects`).
    """

    event: str
    player: str | None
    label: str
    fields: tuple[Field, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    is_call: bool = False
    is_asked: bool = False
    is_folded: bool = False
    joined: str = ""
    is_costly: bool = False
    clause: str = ""
    why: str = ""
    cost: str = ""

    def said(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The event with these values of its fields, as a transcript has it."""
        who = {} if self.player is None or "players" in values or "players" in self.given else {"player": self.player}
        return {"event": self.event, **who, **self.given, **values}

    def to_json(self) -> dict[str, Any]:
        """As pages get it; told labels come with what they were made from."""
        return cast("dict[str, Any]", served(self))


class Forms(Protocol):
    """A game's module `forms`.

    `WHEN_LATE` is the event that is all somebody can still say whose time is up, if there is one.
    """

    WHEN_LATE: str | None

    def form(self, state: Any, event: str, player: str) -> Form:
        """The form of an event of this player as the game stands; also of one that could not be handed in now, since an
        earlier event may be corrected to it."""
        ...

    def any_card(self, state: Any) -> Field:
        """How a card of this game is named by people, when the camera has not read it."""
        ...

    def setting(self, players: Sequence[str]) -> tuple[Field, ...]:
        """What is chosen before a match with these players, besides players, dictionary and deck."""
        ...

    def of_deck(self, kind: str, deck: DeckContent) -> tuple[Option, ...]:
        """The cards of a kind that are chosen from, out of a deck that is chosen before a match. A game in which they
        are shown by their names alone leaves it out."""
        ...


class BareForms:
    """The forms of a game that describes none: its events by their names, with a word for every text they have."""

    WHEN_LATE: str | None = None

    def __init__(self, game: str) -> None:
        self._events = rulebook(game).events

    def form(self, _state: Any, event: str, player: str) -> Form:
        """See Forms."""
        kind = self._events[event]
        texts = [each for each in fields(kind) if get_type_hints(kind)[each.name] is str and each.name != "player"]  # type: ignore[arg-type]
        words = tuple(WordField(json_key(each.name), each.name) for each in texts)
        return Form(event, player, event.replace("_", " "), words)

    def any_card(self, _state: Any) -> Field:
        """See Forms."""
        return WordField("card", told("Which card"))

    def setting(self, _players: Sequence[str]) -> tuple[Field, ...]:
        """See Forms."""
        return ()

    def of_deck(self, kind: str, deck: DeckContent) -> tuple[Option, ...]:
        """See Forms."""
        return _by_name(kind, deck)


NOT_FOR_PEOPLE = frozenset({"timeout"})  # the clock's


def forms_of(game: str) -> Forms:
    """A game's forms: its module `forms`, or where it has none what its events say of themselves."""
    return cast("Forms | None", part(game, "forms")) or BareForms(game)


def has_form(game: str, event: str) -> bool:
    """Whether people say an event of this name in a form of the game: not what the clock says, nor who joins."""
    return event in rulebook(game).events and event not in NOT_FOR_PEOPLE


def forms_now(view: View, state: Any) -> tuple[Form, ...]:
    """Every form that may be handed in now, the players in seating order; what is everybody's once, with its first."""
    described = forms_of(view.game)
    found: dict[tuple[str, str | None], Form] = {}
    for player, events in view.may.items():
        for event in events:
            if event not in NOT_FOR_PEOPLE:
                form = described.form(state, event, player)
                found.setdefault((event, form.player), form)
    return tuple(_with_prospect(form, view.game, state) for form in found.values())


def forms_in_time(view: View, state: Any, late: str | None) -> tuple[Form, ...]:
    """The same, but for what somebody whose time is up (`late`) cannot say any more."""
    return tuple(form for form in forms_now(view, state) if is_in_time(view.game, form.event, form.player, late))


def _with_prospect(form: Form, game: str, state: Any) -> Form:
    said = prospect_of(game, state, form.event)
    if said is None:
        return form
    return replace(form, clause=said.clause.number, why=said.clause.text, cost=said.text)


def setting_of(game: str, players: Sequence[str]) -> tuple[Field, ...]:
    """What is chosen before a match of a game with these players."""
    return forms_of(game).setting(players)


class Offered(Protocol):
    """A deck that may be chosen: its name, and the names of its cards by their kind."""

    @property
    def name(self) -> str: ...
    @property
    def cards(self) -> Mapping[str, Sequence[str]]: ...


def from_decks(field: Field, offers: Sequence[Offered], deck: Mapping[str, str] | str | None) -> Field:
    """A field with the options that the chosen decks give it, for each player of the deck they brought."""
    if not (isinstance(field, EachField) and isinstance(field.of, ChoiceField) and field.of.from_deck):
        return field
    starters = {offer.name: offer.cards.get(field.of.from_deck, ()) for offer in offers}
    names = deck if isinstance(deck, Mapping) else dict.fromkeys(field.players, deck)
    own = {
        player: replace(field.of, options=tuple(Option(name, name) for name in starters.get(chosen or "", ())))
        for player, chosen in names.items()
    }
    return replace(field, own=own)


def deck_options(game: str, kind: str, deck: DeckContent) -> tuple[Option, ...]:
    """The cards of a kind that are chosen from before a match of this game, out of a deck."""
    shown: tuple[Option, ...] | None = function_of(game, "forms", "of_deck")(kind, deck)
    return _by_name(kind, deck) if shown is None else shown


def _by_name(kind: str, deck: DeckContent) -> tuple[Option, ...]:
    return tuple(
        Option(name, name) for name in dict.fromkeys(card.label for card in deck.deck.cards if card.kind == kind)
    )


def kinds_from_deck(game: str) -> frozenset[str]:
    """The kinds of card that are chosen from a deck before a match of this game."""
    setting = setting_of(game, ())
    return frozenset(
        each.of.from_deck for each in setting if isinstance(each, EachField) and isinstance(each.of, ChoiceField)
    ) - {""}


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
