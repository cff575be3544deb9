"""An event as its vocabulary knows it: what is written down and shown, whatever else was handed in with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from companion.games.events import Correct, Malformed, json_key, read_event, read_match_event

if TYPE_CHECKING:
    from companion.games.events import Event, Players


def canonical(events: Mapping[str, type[Event]], raw: Any, players: Players) -> dict[str, Any]:
    """The event with the fields it has, and nothing else at any depth; a field that is null is left out.

    `events` are those of the game. Raises Malformed for what is no event of the game or of the match.
    """
    match_event = read_match_event(raw, players)
    event = read_event(events, raw, players) if match_event is None else match_event
    said = {"event": event.event, **_known(event, raw)}
    if not isinstance(event, Correct):
        return said
    return {**said, "number": event.number, "to": None if event.to is None else _instead(events, event.to, players)}


def _instead(events: Mapping[str, type[Event]], to: Mapping[str, Any], players: Players) -> dict[str, Any]:
    """What a correction puts in the place of an earlier event: an event of the game."""
    try:
        return {"event": to.get("event"), **_known(read_event(events, to, players), to)}
    except Malformed as fault:
        raise fault.inside("to") from None


def _known(value: Any, raw: Any) -> Any:
    """What was read (`value`) as it was written (`raw`), without what was not read."""
    if is_dataclass(value):
        parts = {json_key(field.name): getattr(value, field.name) for field in fields(value)}
        return {key: _known(part, raw[key]) for key, part in parts.items() if key in raw and part is not None}
    if isinstance(value, tuple):
        return [_known(part, written) for part, written in zip(value, raw, strict=True)]
    if isinstance(value, Mapping):
        return {key: _known(part, raw[key]) for key, part in value.items()}
    return value
