"""A player who wants to be forgotten: matches in which somebody else, a guest, has played in their stead. Pure.

Everything else stays as it was: the same seats, events and rulings. Where two of the names that are forgotten played in
one match, they become two guests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from companion.games.persons import new_guest, person_of
from companion.games.renaming import anywhere, renamed_event, renamed_setup
from companion.referee.journal import RewrittenMatch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from companion.games.renaming import Renamer
    from companion.referee.journal import JournalEvent, JournalMatch


class KeptMatches(Protocol):
    """The journal, or whoever reads it for us."""

    def matches(self) -> list[JournalMatch]:
        """All matches, oldest first."""
        ...

    def events(self, match_id: int, /) -> list[JournalEvent]:
        """The events of a match."""
        ...

    def noted(self, match_id: int, /) -> Any | None:
        """What is noted beside its newest event."""
        ...


class Rewritable(KeptMatches, Protocol):
    """The journal, or whoever has it for us, to be written anew."""

    def rewrite(self, matches: Sequence[RewrittenMatch], /) -> None:
        """Put matches in the place of those of their numbers, all or none. Raises NotNow or BadInput."""
        ...

    def wipe(self) -> bool:
        """Have nothing left on the disk of what was replaced; False when that has to wait."""
        ...


def without_persons(kept: KeptMatches, persons: Collection[str]) -> list[RewrittenMatch]:
    """The matches that name one of these persons (`person_of`), without their names; for `Journal.rewrite`."""
    rows = kept.matches()
    spelled = {name for row in rows for name in _texts(row.setup) if person_of(name) in persons} | set(persons)
    found = []
    for row in rows:
        events = kept.events(row.id)
        if _names(row.setup, events, persons, spelled):
            after = _without(row, events, kept.noted(row.id), persons, spelled)
            if after is not None:
                found.append(after)
    return found


def spellings(kept: KeptMatches, matches: Iterable[RewrittenMatch], persons: Collection[str]) -> frozenset[str]:
    """The names by which these persons play in these matches, as they still stand."""
    setups = {row.id: row.setup for row in kept.matches()}
    names = (name for match in matches for name in _players(setups[match.id], kept.events(match.id)))
    return frozenset(name for name in names if person_of(name) in persons)


def _names(
    setup: Mapping[str, Any], events: Sequence[JournalEvent], persons: Collection[str], spelled: Collection[str]
) -> bool:
    """Whether one of these persons has played, or one of the spellings stands anywhere: quicker than to change it."""
    if any(person_of(name) in persons for name in _players(setup, events)):
        return True
    within = _within(spelled)
    return any(within.search(text) for each in (setup, *(row.event for row in events)) for text in _texts(each))


def _without(
    row: JournalMatch, events: Sequence[JournalEvent], noted: Any, persons: Collection[str], spelled: Collection[str]
) -> RewrittenMatch | None:
    """The match without the names of these persons; None when nothing of it changes."""
    players = _players(row.setup, events)
    rename = _renamer(players, persons, {*spelled, *(name for name in players if person_of(name) in persons)})
    game = str(row.setup.get("game"))
    setup = renamed_setup(row.setup, rename)
    renamed = tuple(replace(each, event=renamed_event(game, each.event, rename)) for each in events)
    timing = _note_without(noted, rename)
    if (setup, list(renamed), timing) == (row.setup, list(events), noted):
        return None
    return RewrittenMatch(row.id, setup, row.begun, renamed, timing)


def _note_without(noted: Any, rename: Renamer) -> Any:
    """What is noted beside a match (`Stand.noted`) without the names: they stand where a player is named, and in what
    somebody had begun to write. A card or a word that was handed in is none, however it is spelled."""
    if not isinstance(noted, Mapping):
        return noted
    parts = {"drafts": _drafts_without, "gathering": _gathering_without, "away": anywhere, "joining": anywhere}
    return {name: parts.get(name, _window_without)(part, rename) for name, part in noted.items()}


def _window_without(window: Any, rename: Renamer) -> Any:
    if not isinstance(window, Mapping) or not isinstance(window.get("player"), str):
        return window
    return {**window, "player": rename(window["player"]), "label": anywhere(window.get("label"), rename)}


def _gathering_without(gathering: Any, rename: Renamer) -> Any:
    by_player = {name: gathering[name] for name in ("parts", "said_by") if isinstance(gathering.get(name), Mapping)}
    renamed = {name: {rename(player): part for player, part in each.items()} for name, each in by_player.items()}
    return {**gathering, **renamed, "by_phone": anywhere(gathering.get("by_phone"), rename)}


def _drafts_without(drafts: Any, rename: Renamer) -> Any:
    def without(draft: Mapping[str, Any]) -> dict[str, Any]:
        texts = {
            name: {field: anywhere(text, rename) for field, text in draft[name].items()} for name in ("fields", "says")
        }
        return {**texts, "window": _window_without(draft["window"], rename)}

    return {rename(player): {event: without(draft) for event, draft in own.items()} for player, own in drafts.items()}


def _players(setup: Mapping[str, Any], events: Iterable[JournalEvent]) -> list[str]:
    """Everybody who has been in a match: from the start, or since they joined."""
    said = (each.event for each in events if isinstance(each.event, dict))
    joined = (event.get("player") for event in said if event.get("event") == "join")
    return [name for name in (*setup.get("players", ()), *joined) if isinstance(name, str)]


def _within(spelled: Collection[str]) -> re.Pattern[str]:
    """Finds these spellings in a text, as whole words, in upper and lower case."""
    longest_first = sorted(map(re.escape, spelled), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE)


def _renamer(players: Sequence[str], persons: Collection[str], spelled: Collection[str]) -> Renamer:
    """What a name, or a text with names in it, becomes."""
    guests: dict[str, str] = {}
    for name in players:
        if person_of(name) in persons and name not in guests:
            guests[name] = new_guest([*players, *guests.values()])
    anybody = next(iter(guests.values()), None) or new_guest(players)
    within = _within(spelled)

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
