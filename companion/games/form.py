"""Form: what somebody may say now, described once. OLED, host's page and phones are drawn from it. Pure.

A game makes its forms in a module `forms` of its folder, as `Forms` describes, of the kinds of field there are
(`companion.games.form_fields`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Protocol, cast, get_type_hints

from companion.games import function_of, part, rulebook
from companion.games.events import json_key
from companion.games.form_fields import ChoiceField, EachField, Field, Option, WordField
from companion.games.prospects import prospect_of
from companion.games.served import served
from companion.games.window import is_in_time
from companion.sentences import told

if TYPE_CHECKING:
    from companion.games.core import View
    from companion.games.layout import DeckContent


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
