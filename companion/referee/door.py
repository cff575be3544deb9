"""The referee's door: what whoever hands something in may say, and what is theirs to leave unsaid. Pure.

Every event says of itself whose it is (`companion.games.whose`). Here that is held against who is there: a player with
a phone or a button of their own, the camera, the clock. Whether the event may come now is not asked here but of the
rules. Whoever speaks for the whole table (the host, the three buttons on the table, a transcript) may say anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import NotYours
from companion.games.field_names import field_name
from companion.games.match_events import MATCH_EVENTS, Join
from companion.games.naming import as_written, must_be_a_name, must_be_several
from companion.games.parties import fields_of, keys_of
from companion.games.whose import By
from companion.referee.source import Source
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.core import Rulebook, View
    from companion.games.events import Event
    from companion.referee.inquiry import Question

MACHINES = {Source.CAMERA: By.CAMERA, Source.CLOCK: By.CLOCK}  # what hands events in by itself, by its source
SINGLE = By.HOLDER | By.OPPONENT  # one player, alone


def from_seat(book: Rulebook[Any], view: View, raw: Any, seat: str) -> Any:
    """What the player on this seat hands in, with the name that goes without saying filled in.

    Of an event that is said together it is the player's own part (`is_part`). What the rules do not know as an event is
    left to them to refuse. Raises NotYours for what is somebody else's to say.
    """
    kind = kind_of(book, raw)
    if kind is None:
        return raw
    if seat not in view.playing:
        raise NotYours(told("{name} does not play in this match", name=seat))
    event = _named(kind, raw, view, seat)
    holder = event["player"] if "player" in event else view.holders.get(kind.event)
    role = By.HOLDER if holder == seat else By.OPPONENT
    if not _is_for(kind, role, holder, event):
        raise NotYours(_whose(kind.by, holder, "player" in event, seat))
    if event.get("players", [seat]) != [seat]:
        raise NotYours(told("this phone speaks for {name} only", name=seat))
    for field, by in fields_of(kind).items():
        if event.get(field) is not None and not by & role:
            raise NotYours(_whose_field(field, by, holder))
    return event


def is_part(book: Rulebook[Any], event: Any) -> bool:
    """Whether one player's event is but a part of what several say together, and has to wait for theirs."""
    kind = kind_of(book, event)
    return kind is not None and not kind.by & SINGLE


def named_anew(view: View | None, raw: Any) -> Any:
    """What a person at the table hands in, a newcomer's name as it is kept. Raises BadInput for one by whom nobody can
    be called, or who would be somebody of this match once more. Whoever has left comes back by the name they had."""
    to = raw.get("to") if isinstance(raw, dict) else None
    if isinstance(to, dict):
        return {**raw, "to": _as_newcomer(to, ())}  # in whose place they come is not held against them
    return raw if view is None else _as_newcomer(raw, view.players)


def _as_newcomer(raw: Any, players: tuple[str, ...]) -> Any:
    name = raw.get("player") if isinstance(raw, dict) and raw.get("event") == Join.event else None
    if not isinstance(name, str) or not name.strip() or name in players:
        return raw  # what is no name the rules refuse
    name = as_written(name)
    must_be_a_name(name)
    for player in players:
        must_be_several((player, name))
    return {**raw, "player": name}


def possible_for(book: Rulebook[Any], view: View, seat: str) -> tuple[str, ...]:
    """The events that this player may hand in now, or say a part of: what a phone shows as buttons."""
    own = view.may.get(seat, ())
    return tuple(name for name in dict.fromkeys((*own, *book.events)) if _offers(book.events[name], view, seat))


def _offers(kind: type[Event], view: View, seat: str) -> bool:
    may = [player for player in view.players if kind.event in view.may[player]]
    if kind.by & By.TOGETHER:
        return seat in may
    if "player" in keys_of(kind):  # what is one player's with their name in it; of notice, what may be said of another
        return bool(may) and bool(kind.by & (By.HOLDER if seat in may else By.OPPONENT))
    holder = view.holders.get(kind.event)
    return seat in may and holder is not None and bool(kind.by & (By.HOLDER if holder == seat else By.OPPONENT))


def may_answer(question: Question | None, seat: str | None) -> None:
    """Raises NotYours when what the camera asks is another player's to say."""
    if question is not None and seat is not None and question.of not in (None, seat):
        raise NotYours(told("this is {player}'s to say", player=question.of))


def from_machine(book: Rulebook[Any], raw: Any, source: Source) -> None:
    """Raises NotYours when the camera or the clock hands in what is not theirs; nobody else is asked anything."""
    kind, party = kind_of(book, raw), MACHINES.get(source)
    if kind is None or party is None:
        return
    foreign = [field for field, by in fields_of(kind).items() if raw.get(field) is not None and not by & party]
    if not kind.by & party or foreign:
        raise NotYours(told("this is not for the camera or the clock to say"))


def may_be_seen(book: Rulebook[Any], view: View, player: str) -> bool:
    """Whether the camera may tell of something that this player may do now."""
    return any(book.events[name].by & By.CAMERA for name in view.may.get(player, ()) if name in book.events)


def kind_of(book: Rulebook[Any], raw: Any) -> type[Event] | None:
    """The kind of event this is meant to be; None for what no match knows."""
    if not isinstance(raw, dict):
        return None
    name = raw.get("event")
    if isinstance(name, int) and not isinstance(name, bool) and "to" in raw:
        return MATCH_EVENTS["correct"]
    return None if not isinstance(name, str) else MATCH_EVENTS.get(name) or book.events.get(name)


def _named(kind: type[Event], raw: Mapping[str, Any], view: View, seat: str) -> dict[str, Any]:
    """The event with its `player` or `players`: nobody need say their own name, nor to whom they give notice.

    Fields it does not have are left out: what it is not about cannot make it anybody's.
    """
    known = keys_of(kind)
    event = {"event": raw["event"], **{name: value for name, value in raw.items() if name in known}}
    if "player" in known and "player" not in event:
        event["player"] = seat if kind.by & By.HOLDER else view.turn
    if "players" in known and view.holders.get(kind.event) != seat:
        event.setdefault("players", [seat])
    return event


def _is_for(kind: type[Event], role: By, holder: str | None, event: Mapping[str, Any]) -> bool:
    """Whether a player in this role may hand in the event, or a part of one that is said together.

    Whom the event is about says no part of it but the fields that are the holder's.
    """
    if kind.by & SINGLE:
        return bool(kind.by & role) and holder is not None
    own = [field for field, by in fields_of(kind).items() if by & role and event.get(field) is not None]
    return bool(kind.by & By.TOGETHER) and (role is By.OPPONENT or bool(own))


def _whose(by: By, holder: str | None, is_named: bool, seat: str) -> str:
    if by & By.HOLDER and is_named:
        return told("this phone plays for {name} only", name=seat)
    if by & By.HOLDER and holder is not None:
        return told("this is {player}'s to say", player=holder)
    if by & (By.OPPONENT | By.TOGETHER) and holder is not None:
        return told("this is for the other players to say")
    if by & By.CLOCK:
        return told("this is for the clock to say")
    if by & By.HOST:
        return told("this is for the host to do")
    return told("there is nothing now that this could be about")


def _whose_field(field: str, by: By, holder: str | None) -> str:
    if by & By.HOLDER and holder is not None:
        return told("the field “{field}” is {player}'s to say", field=field_name((field,)), player=holder)
    if by & By.TOGETHER:
        return told("the field “{field}” is for all together to say, or for the host", field=field_name((field,)))
    return told("the field “{field}” is for the host to say", field=field_name((field,)))
