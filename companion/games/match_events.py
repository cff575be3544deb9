"""The events that belong to the match and to no game: to take back, to bring back, to correct, to join, to leave and to
sit a turn out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, cast

from companion.games.events import Event, Malformed, Matching, Player, Players, read_event, vocabulary
from companion.games.whose import By
from companion.sentences import message

NewPlayer = Annotated[str, Matching(r"[\s\S]*\S[\s\S]*", message("a name"))]


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


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody sits down while the match is on: with a name nobody has in it, or again who has left it."""

    event: ClassVar[str] = "join"
    by: ClassVar[By] = By.HOST
    player: NewPlayer


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the match for good."""

    event: ClassVar[str] = "leave"
    by: ClassVar[By] = By.HOLDER
    player: Player


@dataclass(frozen=True, slots=True)
class SitOut:
    """A player is away, and is passed over this once."""

    event: ClassVar[str] = "sit_out"
    by: ClassVar[By] = By.HOLDER
    player: Player


SeatEvent = Join | Leave | SitOut
SEAT_EVENTS = vocabulary(Join, Leave, SitOut)
MATCH_EVENTS = vocabulary(Undo, Redo, Correct, Join, Leave, SitOut)
MatchEvent = Undo | Redo | Correct | SeatEvent


def is_of_the_match(raw: Any) -> bool:
    """Whether this is meant to be one of the match's own events, and no game's business."""
    if not isinstance(raw, Mapping):
        return False
    name = raw.get("event")
    return _is_short(raw) or (isinstance(name, str) and name in MATCH_EVENTS)


def is_in_the_course(raw: Any) -> bool:
    """Whether this is meant as part of what happens in a match, which can be corrected: an event of the game, or that
    somebody joins, leaves or sits out; not what takes back, brings back or corrects."""
    return not is_of_the_match(raw) or raw["event"] in SEAT_EVENTS


def read_match_event(raw: Any, players: Players) -> MatchEvent | None:
    """The match event that `raw` is, or None when it is a game's business; raises `Malformed`."""
    if not is_of_the_match(raw):
        return None
    if _is_short(raw):
        raw = {**raw, "event": "correct", "number": raw["event"]}
    event: MatchEvent = read_event(MATCH_EVENTS, raw, players)
    return event


def read_any(
    events: Mapping[str, type[Event]], raw: Any, players: Players, players_at: Callable[[int], Players] | None = None
) -> Any:
    """The event that `raw` is, of a game with these `events` or of the match; raises `Malformed`.

    What a correction puts in the place of an earlier event (`to`) has been read, too; `players_at` says who played when
    the event of that number came, where that may be others than now.
    """
    own = read_match_event(raw, players)
    if own is None:
        return read_event(events, raw, players)
    if not isinstance(own, Correct) or own.to is None:
        return own
    try:
        then = players if players_at is None else players_at(own.number)
        return replace(own, to=cast("Any", read_event({**events, **SEAT_EVENTS}, own.to, then)))
    except Malformed as fault:
        raise fault.inside("to") from None


def _is_short(raw: Mapping[str, Any]) -> bool:
    """Whether a correction is written with the number as its event."""
    name = raw.get("event")
    return isinstance(name, int) and not isinstance(name, bool) and "to" in raw
