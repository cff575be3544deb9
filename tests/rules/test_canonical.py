"""The canonical form of an event: it means the same, has nothing else in it, and is its own canonical form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS
from companion.games import canonical as canonical_form
from companion.games.events import Malformed, read_event
from companion.games.match_events import read_any, read_match_event
from companion.games.parties import keys_of
from companion.games.schema import event_schema

SAVED = sorted((Path(__file__).parents[1] / "matches").glob("*.json"))
EVENTS = [
    (document["game"], event, tuple(document["players"]))
    for document in (json.loads(path.read_text("utf-8"))["document"] for path in SAVED)
    for event in document["events"]
]
JUNK = "no event has such a field"


def canonical(kinds: Any, raw: Any, players: tuple[str, ...]) -> dict[str, Any]:
    return canonical_form.canonical(read_any(kinds, raw, players), raw)


def littered(value: Any, rubbish: Any) -> Any:
    """The same with a further field in every object that is an event or a part of one, but in no map of players."""
    if isinstance(value, list):
        return [littered(part, rubbish) for part in value]
    if not isinstance(value, dict):
        return value
    parts = {name: littered(part, rubbish) for name, part in value.items()}
    return {**parts, JUNK: rubbish} if {"event", "card"} & set(value) else parts


@given(taken=st.sampled_from(EVENTS), rubbish=st.text() | st.lists(st.integers()) | st.just({"event": "undo"}))
def test_what_is_handed_in_besides_is_gone_and_what_was_meant_is_there(
    taken: tuple[str, Any, tuple[str, ...]], rubbish: Any
) -> None:
    game, event, players = taken
    kinds = RULEBOOKS[game].events
    clean = canonical(kinds, littered(event, rubbish), players)
    assert JUNK not in json.dumps(clean)
    kind = kinds.get(event["event"])
    said = {"event", *keys_of(kind)} if kind is not None else set(event)  # a saved match has a field too many somewhere
    assert clean == {
        name: value for name, value in event.items() if name in said and (value is not None or name == "to")
    }
    assert canonical(kinds, clean, players) == clean


@pytest.mark.parametrize("game", RULEBOOKS)
@given(data=st.data())
def test_the_canonical_form_is_read_as_the_same_event(game: str, data: st.DataObject) -> None:
    kinds, players = RULEBOOKS[game].events, ("Ann", "Bob")
    name = data.draw(st.sampled_from(sorted(kinds)))
    few = st.sampled_from(
        ["Ann", "Bob", "A", "Q/R", "left", 1, None, ["Ann"], {"Ann": "A", "Bob": "B"}, {"card": "Bat"}]
    )
    asked = dict.fromkeys(event_schema(kinds[name])["properties"], few)
    event = {**data.draw(st.fixed_dictionaries({}, optional=asked)), "event": name, JUNK: 1}
    try:
        meant = read_event(kinds, event, players)
    except Malformed:
        with pytest.raises(Malformed):
            canonical(kinds, event, players)
    else:
        clean = canonical(kinds, event, players)
        assert read_event(kinds, clean, players) == meant
        assert set(clean) <= set(event) - {JUNK}


def test_a_correction_is_clean_inside_too() -> None:
    kinds, place = RULEBOOKS["disorder"].events, {"event": "place", "player": "Ann", "card": "Z"}
    short = {"event": 3, "to": {**place, "more": 1}, "by": "Ann", "more": 1}
    clean = canonical(kinds, short, ("Ann", "Bob"))
    assert clean == {"event": "correct", "number": 3, "to": place, "by": "Ann"}
    assert read_match_event(clean, ("Ann", "Bob")) is not None
    assert canonical(kinds, {"event": "correct", "number": 3, "to": None}, ("Ann",))["to"] is None
    with pytest.raises(Malformed, match="the field “card”") as fault:
        canonical(kinds, {"event": 3, "to": {**place, "card": "zz"}}, ("Ann",))
    assert fault.value.path == ("to", "card")
