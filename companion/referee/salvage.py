"""What can be saved of a damaged journal: of each match the longest run of events from its beginning that are as they
were written, wherever in the file and its log they still are.

Every row's digest is chained to the row before it, so it does not matter where a row is found or what else is found
with it: what does not follow is left out.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.referee import database_pages
from companion.referee.digests import digest_of, event_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MATCH_COLUMNS, EVENT_COLUMNS, TIMING_COLUMNS = 5, 7, 4
EventRow = tuple[int, str, str, str, "str | None", str]  # number, event, source, at, frame, digest


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match as its row has it (setup and timing as JSON text), and its events up to the damage."""

    id: int
    setup: str
    begun: str
    closed: str | None
    digest: str
    events: tuple[EventRow, ...] = ()
    timing: tuple[int, str, str] | None = None  # number, timing, digest


@dataclass(slots=True)
class _Found:
    """Rows of any page, sorted by what they may be; the same row once."""

    matches: dict[int, dict[str, database_pages.PageRow]] = field(
        default_factory=dict
    )  # by id and digest, the newest last
    events: dict[int, dict[int, dict[EventRow, None]]] = field(default_factory=dict)  # by match and number
    timings: dict[int, list[tuple[int, str, str]]] = field(default_factory=dict)


def salvage(file: bytes, log: bytes) -> list[SavedMatch]:
    """What the bytes of a journal and of its log still hold, by match in the order of their numbers."""
    found = _Found()
    for row in database_pages.rows(file, log):
        _sort(row, found)
    saved = []
    for number in sorted(found.matches):
        ways = [_followed(row, found) for row in reversed(found.matches[number].values())]
        saved.append(max(ways, key=lambda match: len(match.events)))
    return saved


def _sort(row: database_pages.PageRow, found: _Found) -> None:
    if len(row) == EVENT_COLUMNS and _are(row, (int, int, str, str, str, (str, type(None)), str)):
        match_id, event = row[0], row[1:]
        known = found.events.setdefault(match_id, {}).setdefault(event[0], {})
        if event not in known and _is_json(event[1]):
            known[event] = None
    elif len(row) == MATCH_COLUMNS and _are(row, (int, str, str, (str, type(None)), str)):
        number, setup, begun, _, digest = row
        if digest == digest_of("", setup, begun) and _is_json(setup):
            ways = found.matches.setdefault(number, {})
            ways.pop(digest, None)
            ways[digest] = row
    elif len(row) == TIMING_COLUMNS and _are(row, (int, int, str, str)):
        match_id, *note = row
        found.timings.setdefault(match_id, []).append(tuple(note))


def _are(row: database_pages.PageRow, kinds: Iterable[Any]) -> bool:
    return all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True))


def _is_json(text: Any) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _followed(row: database_pages.PageRow, found: _Found) -> SavedMatch:
    """The match of this row with the longest way its events go on from one to the next."""
    match = SavedMatch(*row)
    came_from: list[dict[str, tuple[EventRow, str]]] = []  # by number less 1: each digest reached, by what from where
    reached = [match.digest]
    while step := _step(match.id, reached, len(came_from) + 1, found):
        came_from.append(step)
        reached = list(step)
    way, at = [], reached[-1]  # of two that were written after the same one, the newer
    for step in reversed(came_from):
        event, at = step[at]
        way.append(event)
    return _with_note(match, tuple(reversed(way)), found)


def _step(match_id: int, reached: list[str], number: int, found: _Found) -> dict[str, tuple[EventRow, str]]:
    """Where the match's event of this number leads. One whose match is misread is found among those of the others: the
    digest knows what it follows."""
    own = dict(_steps(reached, found.events.get(match_id, {}).get(number, ())))
    if own:
        return own
    strays = (row for other, rows in found.events.items() if other != match_id for row in rows.get(number, ()))
    return dict(_steps(reached, strays))


def _steps(reached: list[str], events: Iterable[EventRow]) -> Iterator[tuple[str, tuple[EventRow, str]]]:
    for event in events:
        for previous in reached:
            if event_digest(previous, *event[:5]) == event[5]:
                yield event[5], (event, previous)


def _with_note(match: SavedMatch, events: tuple[EventRow, ...], found: _Found) -> SavedMatch:
    last = events[-1][5] if events else match.digest
    notes = [note for note in found.timings.get(match.id, ()) if note[2] == digest_of(last, note[1])]
    note = notes[-1] if notes and notes[-1][0] == len(events) else None
    return SavedMatch(match.id, match.setup, match.begun, match.closed, match.digest, events, note)
