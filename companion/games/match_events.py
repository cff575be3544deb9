"""The three events that belong to the match and to no game: to take back, to bring back, and to correct."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

from companion.games.events import Event, Malformed, Players, read_event, vocabulary
from companion.games.whose import By


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the newest accepted event that is not yet undone; `by` is whoever says so."""

    event: ClassVar[str] = "undo"
    by: ClassVar[By] = By.HOST
    by_: Any = None  # a name; what else a transcript has there does no harm


@dataclass(frozen=True, slots=True)
class Redo:
    """Brings back what the last undo took, as long as nothing else was accepted in between; `by` is whoever says so."""

    event: ClassVar[str] = "redo"
    by: ClassVar[By] = By.HOST
    by_: Any = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Puts `to` (an event, or null to strike it out) in the place of event `number` and replays what came after.

    The readings call the number `event` too, which one JSON object cannot say twice; it is written
    `{"event": "correct", "number": 3, "to": …}`, and `{"event": 3, "to": …}` is understood as the same.
    """

    event: ClassVar[str] = "correct"
    by: ClassVar[By] = By.HOST
    number: int
    to: Mapping[str, Any] | None
    by_: Any = None


MATCH_EVENTS = vocabulary(Undo, Redo, Correct)


def is_of_the_match(raw: Any) -> bool:
    """Whether this is meant to be one of the match's own events, and no game's business."""
    if not isinstance(raw, Mapping):
        return False
    name = raw.get("event")
    return _is_short(raw) or (isinstance(name, str) and name in MATCH_EVENTS)


def read_match_event(raw: Any, players: Players) -> Undo | Redo | Correct | None:
    """The match event that `raw` is, or None when it is a game's business; raises `Malformed`."""
    if not is_of_the_match(raw):
        return None
    if _is_short(raw):
        raw = {**raw, "event": "correct", "number": raw["event"]}
    event: Undo | Redo | Correct = read_event(MATCH_EVENTS, raw, players)
    return event


def read_any(events: Mapping[str, type[Event]], raw: Any, players: Players) -> Any:
    """The event that `raw` is, of a game with these `events` or of the match; raises `Malformed`.

    What a correction puts in the place of an earlier event (`to`) has been read, too.
    """
    own = read_match_event(raw, players)
    if own is None:
        return read_event(events, raw, players)
    if not isinstance(own, Correct) or own.to is None:
        return own
    try:
        return replace(own, to=cast("Any", read_event(events, own.to, players)))
    except Malformed as fault:
        raise fault.inside("to") from None


def _is_short(raw: Mapping[str, Any]) -> bool:
    """Whether a correction is written with the number as its event."""
    name = raw.get("event")
    return isinstance(name, int) and not isinstance(name, bool) and "to" in raw
