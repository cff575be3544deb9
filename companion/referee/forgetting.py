"""A player who wants to be forgotten: matches in which somebody else, a guest, has played in their stead. Pure.

Everything else stays as it was: the same seats, events and rulings. Where two of the names that are forgotten played in
one match, they become two guests.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.games.persons import new_guest, person_of
from companion.games.renaming import anywhere, renamed_event, renamed_setup
from companion.referee.journal import RewrittenMatch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from companion.games.renaming import Renamer
    from companion.referee.journal import Journal, JournalEvent, JournalMatch


def without_persons(journal: Journal, persons: Collection[str]) -> list[RewrittenMatch]:
    """The matches of a journal that name one of these persons (`person_of`), without their names."""
    rows = journal.matches()
    spelled = {name for row in rows for name in _texts(row.setup) if person_of(name) in persons} | set(persons)
    found = []
    for row in rows:
        events = journal.events(row.id)
        after = _without(row, events, journal.noted(row.id), persons, spelled)
        if after is not None:
            found.append(after)
    return found


def _without(
    row: JournalMatch, events: Sequence[JournalEvent], noted: Any, persons: Collection[str], spelled: Collection[str]
) -> RewrittenMatch | None:
    """The match without the names of these persons; None when it has none of them."""
    players = _players(row.setup, events)
    rename = _renamer(players, persons, {*spelled, *(name for name in players if person_of(name) in persons)})
    game = str(row.setup.get("game"))
    setup = renamed_setup(row.setup, rename)
    renamed = tuple(replace(each, event=renamed_event(game, each.event, rename)) for each in events)
    timing = anywhere(noted, rename)
    if (setup, list(renamed), timing) == (row.setup, list(events), noted):
        return None
    return RewrittenMatch(row.id, setup, row.begun, renamed, timing)


def _players(setup: Mapping[str, Any], events: Iterable[JournalEvent]) -> list[str]:
    """Everybody who has been in a match: from the start, or since they joined."""
    joined = (
        each.event.get("player")
        for each in events
        if isinstance(each.event, dict) and each.event.get("event") == "join"
    )
    return [name for name in (*setup.get("players", ()), *joined) if isinstance(name, str)]


def _renamer(players: Sequence[str], persons: Collection[str], spelled: Collection[str]) -> Renamer:
    """What a name, or a text with names in it, becomes."""
    guests: dict[str, str] = {}
    for name in players:
        if person_of(name) in persons and name not in guests:
            guests[name] = new_guest([*players, *guests.values()])
    anybody = next(iter(guests.values()), None) or new_guest(players)
    longest_first = sorted(map(re.escape, spelled), key=len, reverse=True)
    within = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)

    def rename(text: str) -> str:
        if text in players:  # nobody else is called otherwise, whatever their name begins with
            return guests.get(text, text)
        return anybody if person_of(text) in persons else within.sub(anybody, text)

    return rename


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
