"""The reader of events: what it takes, what it refuses, and that it names the field."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS
from companion.games.core import Rulebook
from companion.games.events import (
    LARGEST_NUMBER,
    ByPlayer,
    CapitalLetter,
    Event,
    LetterOrWild,
    Malformed,
    NotNegative,
    OfLength,
    Player,
    Positive,
    Seconds,
    read_event,
    vocabulary,
)
from companion.games.field_names import field_name
from companion.games.match_events import Correct, read_match_event

PLAYERS = ("Ann", "Bob")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A nested object."""

    x: int
    label: str = "here"


@dataclass(frozen=True, slots=True)
class Everything:
    """One field of every kind."""

    event: ClassVar[str] = "everything"
    player: Player
    letter: CapitalLetter = "A"
    card: LetterOrWild = "?"
    count: Positive = 1
    chips: NotNegative = 0
    seconds: Seconds | None = None
    flag: bool = False
    side: Literal["left", "right"] = "left"
    four: Annotated[tuple[int, ...], OfLength(2)] = (1, 2)
    each: Mapping[Player, CapitalLetter] | None = None
    some: Annotated[Mapping[str, int], ByPlayer()] | None = None
    values: Mapping[CapitalLetter, int] | None = None
    spot: Spot | None = None
    target: str | Spot | None = None
    anything: Any = None
    with_: int = 0


WORDS = vocabulary(cast("type[Event]", Everything))


def read(**fields: Any) -> Everything:
    event = read_event(WORDS, {"event": "everything", "player": "Ann"} | fields, PLAYERS)
    assert isinstance(event, Everything)
    return event


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"letter": "Z"}, "letter", "Z"),
        ({"card": "?"}, "card", "?"),
        ({"count": LARGEST_NUMBER}, "count", LARGEST_NUMBER),
        ({"seconds": 2.5}, "seconds", 2.5),
        ({"seconds": None}, "seconds", None),
        ({"four": [3, 4]}, "four", (3, 4)),
        ({"each": {"Ann": "A", "Bob": "B"}}, "each", {"Ann": "A", "Bob": "B"}),
        ({"some": {"Bob": 1}}, "some", {"Bob": 1}),
        ({"values": {"Q": 7}}, "values", {"Q": 7}),
        ({"spot": {"x": 1, "z": 2}}, "spot", Spot(1)),
        ({"target": "Bat"}, "target", "Bat"),
        ({"target": {"x": 3}}, "target", Spot(3)),
        ({"anything": [None]}, "anything", [None]),
        ({"with": 5}, "with_", 5),
        ({"further": 1}, "count", 1),
    ],
)
def test_what_fits_is_read(fields: dict[str, Any], name: str, value: Any) -> None:
    assert getattr(read(**fields), name) == value


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"player": "Zed"}, "player"),
        ({"player": ["Ann"]}, "player"),
        ({"player": None}, "player"),
        ({"letter": "a"}, "letter"),
        ({"letter": "A\n"}, "letter"),
        ({"card": ""}, "card"),
        ({"count": 0}, "count"),
        ({"count": True}, "count"),
        ({"count": 1.0}, "count"),
        ({"chips": -1}, "chips"),
        ({"count": LARGEST_NUMBER + 1}, "count"),
        ({"chips": 10**4000}, "chips"),
        ({"seconds": LARGEST_NUMBER + 0.5}, "seconds"),
        ({"seconds": float("inf")}, "seconds"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": False}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"flag": 1}, "flag"),
        ({"side": "up"}, "side"),
        ({"side": {}}, "side"),
        ({"four": [1]}, "four"),
        ({"four": [1, "2"]}, "four.2"),
        ({"four": "12"}, "four"),
        ({"each": {"Zed": "A"}}, "each.Zed"),
        ({"each": {"Ann": "A", "Bob": "b"}}, "each.Bob"),
        ({"some": {"Zed": 1}}, "some"),
        ({"some": [1]}, "some"),
        ({"values": {"q": 7}}, "values.q"),
        ({"spot": 5}, "spot"),
        ({"spot": {}}, "spot.x"),
        ({"target": 5}, "target"),
        ({"with": "5"}, "with"),
    ],
)
def test_what_does_not_fit_names_the_field(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(**fields)
    assert caught.value.field == named
    assert f"the field “{field_name(caught.value.path)}” " in str(caught.value)


@pytest.mark.parametrize(
    "raw", [None, 5, "place", [], [["event", "everything"]], {}, {"event": None}, {"event": []}, {"event": "nothing"}]
)
def test_what_is_no_event_names_the_field_event(raw: Any) -> None:
    with pytest.raises(Malformed) as caught:
        read_event(WORDS, raw, PLAYERS)
    assert caught.value.field == "event"


def test_a_field_without_a_default_must_be_there() -> None:
    with pytest.raises(Malformed, match="“player” is missing"):
        read_event(WORDS, {"event": "everything"}, PLAYERS)


def test_the_match_events_are_read_apart() -> None:
    assert read_match_event({"event": "everything"}, PLAYERS) is None
    assert read_match_event(None, PLAYERS) is None
    assert read_match_event({"event": "undo"}, PLAYERS) is not None
    for raw in ({"event": "correct", "number": 3, "to": None}, {"event": 3, "to": None}):
        correction = read_match_event(raw, PLAYERS)
        assert isinstance(correction, Correct)
        assert (correction.number, correction.to) == (3, None)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"event": "correct", "number": True, "to": None}, "number"),
        ({"event": "correct", "to": None}, "number"),
        ({"event": "correct", "number": 1}, "to"),
        ({"event": 1, "to": "place"}, "to"),
    ]
    for raw, named in wrong:
        with pytest.raises(Malformed) as caught:
            read_match_event(raw, PLAYERS)
        assert caught.value.field == named


def fault_of(book: Rulebook[Any], raw: Any) -> str | None:
    """What the reader says against it; None when it reads it as one of the game's events."""
    try:
        event = read_event(book.events, raw, PLAYERS)
    except Malformed as fault:
        return fault.field
    return None if type(event) in book.events.values() else "no event"


@given(JSON)
def test_no_json_value_does_more_than_be_malformed(raw: Any) -> None:
    for book in RULEBOOKS.values():
        assert fault_of(book, raw)


@given(st.data())
def test_events_with_the_right_fields_of_any_value_do_no_more_either(data: st.DataObject) -> None:
    book = data.draw(st.sampled_from(list(RULEBOOKS.values())))
    name = data.draw(st.sampled_from(list(book.events)))
    keys = [field.name.removesuffix("_") for field in fields(book.events[name])]
    raw = {"event": name} | {key: data.draw(JSON | st.sampled_from(PLAYERS)) for key in keys}
    assert fault_of(book, raw) != "no event"
