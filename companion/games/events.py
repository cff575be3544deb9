"""The vocabulary of events: one frozen dataclass per event, read from JSON and described in JSON Schema.

A game lists its events as dataclasses; the types of their fields say everything: `read_event` turns a JSON value into
such an event or raises `Malformed` naming the field, `schema_of` describes the same types in JSON Schema, so the two
can never disagree. A field called `with_` is `with` in JSON. A field with a default may be left out; further fields
are ignored. `true` is no number and `1.0` no whole number.
"""

import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, reduce
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.games.field_names import field_name
from companion.games.whose import By
from companion.sentences import in_quotes, joined, message, told

MOST_QUOTED = 60  # letters
LARGEST_NUMBER = 10**9  # of points, chips, cards, seconds: what is reckoned with stays short enough to be shown
Players = Sequence[str]
Parser = Callable[[Any, Players], Any]
ReadT = TypeVar("ReadT")


def printable(text: str) -> str:
    """Somebody else's text, fit for one line of ours: very long texts are cut, unprintable signs are written out."""
    shown = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in shown)


class Malformed(ValueError):
    """An event or an option has not the form its vocabulary asks for; the `sentence` names the field in words.

    `path` is its name, or a tuple that leads to a part of it: names, and places in a list (from 1). `problem` completes
    the sentence: it says of the field what it is, must be or lacks. `choices` are the values it can have, as
    transcripts have them, where it must be one of few.
    """

    def __init__(self, path: str | tuple[str | int, ...], problem: str, choices: Sequence[str] = ()) -> None:
        self.path = (path,) if isinstance(path, str) else path
        self.problem = problem
        self.choices = choices
        name = field_name(self.path) if self.path else ""
        self.sentence = told("the field “{field}” {problem}", field=name, problem=problem)
        super().__init__(self.sentence)

    @property
    def field(self) -> str:
        """The path with dots between its parts, as whoever reads the document finds it."""
        return ".".join(map(str, self.path))

    def inside(self, outer: str | int) -> "Malformed":
        """The same fault, named from one level further out."""
        return Malformed((outer, *self.path), self.problem, self.choices)


class Mark(Protocol):
    """What a field's type is annotated with: a further demand on its value, which it can also say in JSON Schema."""

    def problem(self, value: Any, players: Players) -> str | None:
        """What is wrong with the value, completing “the field … must be …”; None when nothing is."""
        ...

    def schema(self) -> Mapping[str, Any]:
        """The demand in JSON Schema, as far as it can be said there."""
        ...


@dataclass(frozen=True, slots=True)
class Matching:
    """Marks text that must match a pattern as a whole; `meaning` completes “must be …”."""

    pattern: str
    meaning: str

    def problem(self, value: Any, _players: Players) -> str | None:
        """See Mark."""
        return None if re.fullmatch(self.pattern, value) else _must_be(self.meaning)

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"pattern": f"^(?:{self.pattern})$", "description": self.meaning}


@dataclass(frozen=True, slots=True)
class OfLength:
    """Marks a list that must have exactly so many entries."""

    count: int

    def problem(self, value: Any, _players: Players) -> str | None:
        """See Mark."""
        return None if len(value) == self.count else told("must have exactly {count} entries", count=self.count)

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"minItems": self.count, "maxItems": self.count}


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Marks a number with a smallest value."""

    least: int

    def problem(self, value: Any, _players: Players) -> str | None:
        """See Mark."""
        return None if value >= self.least else told("must be {least} or more", least=self.least)

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"minimum": self.least}


@dataclass(frozen=True, slots=True)
class MoreThan:
    """Marks a number with a bound it must exceed."""

    bound: int

    def problem(self, value: Any, _players: Players) -> str | None:
        """See Mark."""
        return None if value > self.bound else told("must be more than {bound}", bound=self.bound)

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"exclusiveMinimum": self.bound}


@dataclass(frozen=True, slots=True)
class AtMost:
    """Marks a number with a largest value."""

    most: int

    def problem(self, value: Any, _players: Players) -> str | None:
        """See Mark."""
        return None if value <= self.most else told("must be {most} or less", most=self.most)

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"maximum": self.most}


@dataclass(frozen=True, slots=True)
class PlayerName:
    """Marks text that must be the name of a player of the match."""

    def problem(self, value: Any, players: Players) -> str | None:
        """See Mark."""
        return None if value in players else told("must be one of the players")

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"minLength": 1, "description": "one of the players"}


@dataclass(frozen=True, slots=True)
class NotNobody:
    """Marks a list of players that must have somebody in it."""

    def problem(self, value: Any, _players: Players) -> str | None:
        """See Mark."""
        return None if value else told("must name at least one player")

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"minItems": 1}


@dataclass(frozen=True, slots=True)
class ByPlayer:
    """Marks an object whose keys must be players of the match (some or all)."""

    def problem(self, value: Any, players: Players) -> str | None:
        """See Mark."""
        return None if all(key in players for key in value) else told("may name players of this match only")

    def schema(self) -> Mapping[str, Any]:
        """See Mark."""
        return {"description": "entries for players of the match"}


def _must_be(meaning: str) -> str:
    return told("must be {meaning}", meaning=told(meaning))


Player = Annotated[str, PlayerName()]
SomePlayers = Annotated[tuple[Player, ...], NotNobody()]
CapitalLetter = Annotated[str, Matching("[A-Z]", message("one capital letter A–Z"))]
LetterOrWild = Annotated[
    str, Matching("[A-Z?]", message("one capital letter A–Z, or “?” for a card that lies face down"))
]
Positive = Annotated[int, AtLeast(1), AtMost(LARGEST_NUMBER)]
NotNegative = Annotated[int, AtLeast(0), AtMost(LARGEST_NUMBER)]
Seconds = Annotated[float, MoreThan(0), AtMost(LARGEST_NUMBER)]


class Event(Protocol):
    """What every kind of event says of itself: its JSON name, and who may hand it in."""

    event: ClassVar[str]
    by: ClassVar[By]


def vocabulary(*kinds: type[Event]) -> Mapping[str, type[Event]]:
    """The events of a game by their JSON name."""
    return {kind.event: kind for kind in kinds}


def read_event(events: Mapping[str, type[Event]], raw: Any, players: Players) -> Any:
    """Turn the JSON value `raw` into one of `events`; raise `Malformed` naming the field that is wrong."""
    if not isinstance(raw, Mapping):
        raise Malformed("event", told("is missing, because what was handed in is not an object"))
    if "event" not in raw:
        raise Malformed("event", told("is missing: it says what happened"))
    name = raw["event"]
    if not isinstance(name, str) or name not in events:
        raise Malformed("event", told("must be one of {names}", names=", ".join(events)), tuple(events))
    return read_object(events[name], raw, players)


def read_object(kind: Callable[..., ReadT], raw: Mapping[str, Any], players: Players) -> ReadT:
    """Read the fields of the dataclass `kind` from a JSON object; keys it does not have are ignored."""
    given = {}
    for name, key, parser, needed in _fields(kind):
        if key in raw:
            try:
                given[name] = parser(raw[key], players)
            except Malformed as fault:
                raise fault.inside(key) from None
        elif needed:
            raise Malformed(key, told("is missing"))
    return kind(**given)


def json_key(field_name: str) -> str:
    """The JSON name of a dataclass field: `with_` is written `with`."""
    return field_name.removesuffix("_")


@cache
def _fields(kind: Any) -> tuple[tuple[str, str, Parser, bool], ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (
            field.name,
            json_key(field.name),
            parser_of(hints[field.name]),
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
    )


def parser_of(annotation: Any) -> Parser:
    """The function that reads a JSON value as `annotation`; it raises `Malformed` with an empty field name."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _marked_parser(arguments[0], arguments[1:])
    if origin is Literal:
        return _choice_parser(arguments)
    if origin in (Union, types.UnionType):
        return _union_parser(arguments)
    if origin is tuple:
        return _list_parser(parser_of(arguments[0]))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_parser(parser_of(arguments[0]), parser_of(arguments[1]))
    if annotation is Any:
        return lambda raw, _players: raw
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _object_parser(annotation)
    return _plain_parser(annotation)


_PLAIN: dict[type, tuple[Callable[[Any], bool], str]] = {
    str: (lambda raw: isinstance(raw, str), message("text")),
    bool: (lambda raw: isinstance(raw, bool), message("true or false")),
    int: (lambda raw: isinstance(raw, int) and not isinstance(raw, bool), message("a whole number")),
    float: (lambda raw: isinstance(raw, (int, float)) and not isinstance(raw, bool), message("a number")),
    type(None): (lambda raw: raw is None, message("null")),
}


def _plain_parser(kind: type) -> Parser:
    fits, meaning = _PLAIN[kind]

    def read(raw: Any, _players: Players) -> Any:
        if not fits(raw):
            raise Malformed((), _must_be(meaning))
        return raw

    return read


def _either(before: str, newest: str) -> str:
    return told("{before} or {newest}", before=before, newest=newest)


def _either_problem(before: str, newest: str) -> str:
    return told("{before}, or {newest}", before=before, newest=newest)


def _choice_parser(choices: Sequence[str]) -> Parser:
    *others, last = [in_quotes(choice) for choice in choices]
    meaning = _either(joined(", ", others), last) if others else last

    def read(raw: Any, _players: Players) -> Any:
        if not isinstance(raw, str) or raw not in choices:
            raise Malformed((), told("must be {meaning}", meaning=meaning), choices)
        return raw

    return read


def _marked_parser(base: Any, marks: Sequence[Mark]) -> Parser:
    plain = parser_of(base)

    def read(raw: Any, players: Players) -> Any:
        value = plain(raw, players)
        for mark in marks:
            if problem := mark.problem(value, players):
                raise Malformed((), problem)
        return value

    return read


def _union_parser(kinds: Sequence[Any]) -> Parser:
    """Reads an optional field (`X | None`: a null is a field left out), or the first kind that fits."""
    parsers = [parser_of(kind) for kind in kinds if kind is not type(None)]
    optional = type(None) in kinds

    def read(raw: Any, players: Players) -> Any:
        if raw is None and optional:
            return None
        faults = []
        for parser in parsers:
            try:
                return parser(raw, players)
            except Malformed as fault:
                faults.append(fault)
        further = [fault for fault in faults if fault.path]  # it is of that kind, but for a part of it
        if len(faults) == 1 or len(further) == 1:
            raise (further or faults)[0]
        raise Malformed((), reduce(_either_problem, (fault.problem for fault in faults)))

    return read


def _list_parser(item: Parser) -> Parser:
    def read(raw: Any, players: Players) -> Any:
        if not isinstance(raw, (list, tuple)):
            raise Malformed((), told("must be a list"))
        values = []
        for index, element in enumerate(raw):
            try:
                values.append(item(element, players))
            except Malformed as fault:
                raise fault.inside(index + 1) from None
        return tuple(values)

    return read


def _mapping_parser(key_parser: Parser, value_parser: Parser) -> Parser:
    def read(raw: Any, players: Players) -> Any:
        if not isinstance(raw, Mapping):
            raise Malformed((), told("must be an object"))
        values = {}
        for key, element in raw.items():
            try:
                values[key_parser(key, players)] = value_parser(element, players)
            except Malformed as fault:
                raise fault.inside(printable(str(key))) from None
        return values

    return read


def _object_parser(kind: type) -> Parser:
    def read(raw: Any, players: Players) -> Any:
        if not isinstance(raw, Mapping):
            raise Malformed((), told("must be an object"))
        return read_object(kind, raw, players)

    return read
