"""Somebody is forgotten: what is done where, and in which order. One home for the page and for the command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.machine.traces import traces
from companion.nights.keeping import Erased
from companion.referee.forgetting import spellings, without_persons
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from companion.nights.keeping import Forgotten, Nights
    from companion.referee.forgetting import KeptMatches, Rewritable
    from companion.sentences import Told


@dataclass(frozen=True, slots=True)
class Farewell:
    """Somebody was forgotten: the names they had, the numbers of their matches, whether the old bytes are wiped, and
    what is left elsewhere."""

    names: frozenset[str]
    matches: tuple[int, ...]
    is_wiped: bool
    elsewhere: tuple[Told, ...]


def forgotten(
    name: str, nights: Nights, journal: Rewritable, unseat: Callable[[Collection[str]], bool], data: Path
) -> Farewell:
    """Forget whoever is called so: in the journal, then on the seats (`unseat` takes these persons' and says whether
    they had one), last in the notebook, which alone knows who else they are: whatever is cut short can be asked for
    once more and is then finished. `data` is the table's folder.

    Raises BadInput when nobody of this name is in any of the three, NotNow and BadInput as the journal does.
    """

    def erase(persons: Collection[str]) -> Erased:
        without = without_persons(journal, persons)
        names = spellings(journal, without, persons)
        journal.rewrite(without)
        return Erased(names, tuple(match.id for match in without), had_seat=unseat(persons))

    gone = nights.forget(name, erase)
    return Farewell(gone.names, gone.matches, journal.wipe(), tuple(_left(gone, data)))


def to_be_forgotten(
    name: str, nights: Nights, journal: KeptMatches, is_seated: Callable[[Collection[str]], bool]
) -> Forgotten:
    """What `forgotten` would take of whoever is called so, with nothing changed; `is_seated` says whether these persons
    have a seat. Raises BadInput when nobody of this name is in any of the three."""

    def look(persons: Collection[str]) -> Erased:
        without = without_persons(journal, persons)
        names = spellings(journal, without, persons)
        return Erased(names, tuple(match.id for match in without), had_seat=is_seated(persons))

    return nights.to_forget(name, look)


def _left(gone: Forgotten, data: Path) -> Iterator[Told]:
    """What still has the name: titles, which are the host's own words, and what is elsewhere."""
    if gone.titles:
        yield told(
            "Seasons and teams still have the name in theirs: {titles}. Remove them, or name them otherwise.",
            titles=", ".join(gone.titles),
        )
    yield from traces(data, gone.names, gone.matches)
