"""What of the nights lies in the data folder: the notebook, and a cache of matches already played again.

The cache says nothing that the journal does not: it can be thrown away without a loss, and a match in it counts as long
as the journal has it with the same digest. It begins with a digest of its own: what is not as it was written is none.
Both are written whole or not at all.
"""

from __future__ import annotations

import json
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion import __version__, atomic, outside
from companion.errors import BadInput
from companion.games.persons import is_guest, person_of
from companion.nights.almanac import Almanac
from companion.nights.notebook import Notebook
from companion.nights.past_match import PastMatch, boiled_down
from companion.practice.agreement import seats_of_table
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from companion.referee.match import Match

T = TypeVar("T")

NOTEBOOK_FILE = "nights.json"
CACHE_FILE = "nights.cache"
LARGEST_NOTEBOOK = outside.MEGABYTE
LARGEST_CACHE = 200 * outside.MEGABYTE  # a match takes a kilobyte
FORMAT = 2  # of the cache; raised whenever what is boiled down of a match changes


@dataclass(frozen=True, slots=True)
class Erased:
    """What was found of somebody outside the notebook: by which names and in which matches of the journal, and whether
    they had a seat."""

    names: frozenset[str]
    matches: tuple[int, ...]
    had_seat: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Who was forgotten: all their names as far as they are known, the matches they were in, and what seasons and teams
    are still called after them."""

    names: frozenset[str]
    matches: tuple[int, ...]
    titles: tuple[str, ...] = ()


class JournalRow(Protocol):
    """A match of the journal."""

    @property
    def id(self) -> int: ...
    @property
    def begun(self) -> str: ...
    @property
    def closed(self) -> str | None: ...


class JournalReader(Protocol):
    """The journal as it is read here (`companion.referee.archive`). Any thread may ask."""

    def matches(self) -> Sequence[JournalRow]:
        """All matches, oldest first."""
        ...

    def ends(self) -> Mapping[int, tuple[int, str]]:
        """How many events each match has, and the digest of the last."""
        ...

    def export(self, match_id: int, /) -> Mapping[str, Any]:
        """A match as a transcript."""
        ...


def read_notebook(folder: Path) -> Notebook:
    """The notebook in a data folder, an empty one where there is none. Raises BadInput when it cannot be used."""
    path = folder / NOTEBOOK_FILE
    try:
        raw = outside.content(path, most_bytes=LARGEST_NOTEBOOK)
        return Notebook.from_json(outside.json_value(raw, str(path)))
    except FileNotFoundError:
        return Notebook()
    except (KeyError, TypeError, AttributeError, BadInput) as error:
        problem = error.sentence if isinstance(error, BadInput) else told("something is missing or of another kind")
        raise _unusable(path, problem) from error
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error


def _unusable(path: Path, problem: str) -> BadInput:
    return BadInput(
        told(
            "who is who, seasons and teams in {path} cannot be used ({problem}); mend it or move it away",
            path=path,
            problem=problem,
        )
    )


def write_notebook(folder: Path, notebook: Notebook) -> None:
    """Keep the notebook, whosever it is. Raises BadInput when it has grown too large to be read again or the disk does
    not take it; the one before then stays."""
    path = folder / NOTEBOOK_FILE
    written = json.dumps(notebook.to_json(), ensure_ascii=False, indent=1).encode()
    outside.bounded(written, most_bytes=LARGEST_NOTEBOOK, what=str(path))
    try:
        atomic.write(path, written, mode=0o600, keeps=True)
    except OSError as error:
        raise BadInput(told("{path} cannot be written: {error}", path=path, error=error.strerror)) from error


@dataclass(slots=True)
class _Kept:
    """What is known of a match: of which digest; None for one that cannot be played again, with why, and for one of
    which all was taken back: it counts for nobody."""

    digest: str
    match: PastMatch | None
    why: str = ""

    def is_settled(self, row: JournalRow) -> bool:
        """Whether it can be played again and is over or was left, so that it hardly goes on."""
        return self.match is not None and (self.match.is_over or row.closed is not None)


class Nights:
    """The nights of a data folder. `played` plays a transcript again; `clock_s` measures how long that takes, in
    seconds; `may_cache` says for a while whether it may write the cache, as only one program may at a time. Its methods
    may be called from any thread, one waits for the other."""

    def __init__(
        self,
        folder: Path,
        records: JournalReader,
        played: Callable[[Any], Match],
        clock_s: Callable[[], float],
        *,
        may_cache: Callable[[], AbstractContextManager[bool]] = lambda: nullcontext(True),
    ) -> None:
        self._may_cache = may_cache
        self._folder = folder
        self._records = records
        self._played = played
        self._clock_s = clock_s
        self._turn, self._telling = threading.Lock(), threading.Lock()
        self._kept: dict[int, _Kept] | None = None
        self._newest: tuple[tuple[Notebook, Mapping[int, str]], Almanac] | None = None

    def almanac(self, most_s: float | None = None) -> Almanac:
        """The almanac of now. After `most_s` seconds no further match is played again, and what is still `unread` it
        says; whoever comes in between gets the newest there is. Raises BadInput when the notebook cannot be used."""
        if not self._turn.acquire(blocking=most_s is None):
            return self._newest[1] if self._newest else Almanac([], Notebook(), len(self._records.matches()))
        try:
            notebook = read_notebook(self._folder)
            rows, ends = self._records.matches(), self._records.ends()
            digests = {row.id: ends[row.id][1] for row in rows if row.id in ends and ends[row.id][0] > 0}
            key = notebook, digests  # a match in which nothing has happened counts for nobody
            if self._newest is None or self._newest[0] != key or self._newest[1].unread:
                self._newest = key, self._made(notebook, rows, digests, most_s)
            return self._newest[1]
        finally:
            self._turn.release()

    def told(self, act: Callable[[Almanac], T], most_s: float | None = None) -> T:
        """What `act` tells of the almanac of now (see there). One at a time: what an almanac has found out it keeps, so
        that others find it rather than find it out as well."""
        almanac = self.almanac(most_s)
        with self._telling:
            return act(almanac)

    def change(self, act: Callable[[Notebook], Notebook]) -> None:
        """Change the notebook. Raises BadInput as `act` does, and when it cannot be used or kept."""
        with self._turn:
            write_notebook(self._folder, act(read_notebook(self._folder)))

    def forget(self, name: str, erase: Callable[[Collection[str]], Erased]) -> Forgotten:
        """Have nothing left of a player here: `erase` takes these persons (`person_of`) out of everything else first.
        Raises BadInput when nobody is called so there or here, as `erase` does, and when the notebook cannot be used or
        kept."""

        def erased(persons: Collection[str]) -> Erased:
            _remove(self._folder / CACHE_FILE)  # first: what is killed in between leaves no name in it
            found = erase(persons)
            self._kept, self._newest = {}, None
            return found

        with self._turn:
            gone, without = self._sought(name, erased)
            if without is not None:
                write_notebook(self._folder, without)
            return gone

    def to_forget(self, name: str, look: Callable[[Collection[str]], Erased]) -> Forgotten:
        """What `forget` would take: `look` finds what its `erase` takes. Raises BadInput as it does."""
        with self._turn:
            return self._sought(name, look)[0]

    def _sought(self, name: str, act: Callable[[Collection[str]], Erased]) -> tuple[Forgotten, Notebook | None]:
        """Who is called so, with what `act` finds of them elsewhere, and the notebook without them if they are in it.
        Raises BadInput when nobody is called so."""
        notebook = read_notebook(self._folder)
        names = notebook.group(name)
        persons = frozenset(map(person_of, names))
        if is_guest(name):
            raise BadInput(told("{name} is nobody's name", name=name))
        found = act(persons)
        without = notebook.without_person(persons)
        is_noted = without != notebook
        if not (is_noted or found.matches or found.had_seat):
            raise BadInput(told("nobody has played here as {name}", name=name))
        gone = Forgotten(found.names | set(names), found.matches, without.titles_with(persons))
        return gone, without if is_noted else None

    def _made(
        self, notebook: Notebook, rows: Sequence[JournalRow], digests: Mapping[int, str], most_s: float | None
    ) -> Almanac:
        if self._kept is None:
            self._kept = _read_cache(self._folder / CACHE_FILE)
        kept, is_new = self._kept, False
        until_s = None if most_s is None else self._clock_s() + most_s
        for row in rows:
            if row.id in digests and (row.id not in kept or kept[row.id].digest != digests[row.id]):
                if until_s is not None and self._clock_s() >= until_s:
                    break
                kept[row.id] = self._boiled(row, digests[row.id])
                is_new = is_new or kept[row.id].is_settled(row)
        known = {
            number: kept[number] for number in digests if number in kept and kept[number].digest == digests[number]
        }
        if is_new:
            self._keep({row.id: known[row.id] for row in rows if row.id in known and known[row.id].is_settled(row)})
        matches = [known[row.id].match for row in rows if row.id in known]
        return Almanac(
            [match for match in matches if match is not None],
            notebook,
            len(digests) - len(known),
            {number: each.why for number, each in known.items() if each.why},
        )

    def _boiled(self, row: JournalRow, digest: str) -> _Kept:
        try:
            document = self._records.export(row.id)
            played = self._played(document)
            happened = played.undoes is not None
            match = boiled_down(row.id, row.begun, played, seats_of_table(document)) if happened else None
        except (BadInput, ValueError) as error:  # its dictionary is gone, or the rules of today cannot begin it
            return _Kept(digest, None, why=str(error))
        return _Kept(digest, match)

    def _keep(self, settled: Mapping[int, _Kept]) -> None:
        """Write the cache: these matches as far as the journal still has them so. Somebody may have been forgotten
        since it was read."""
        with self._may_cache() as may_cache, suppress(OSError):  # it is made anew at the next start
            if may_cache:
                ends = self._records.ends()
                current = {
                    number: each for number, each in settled.items() if ends.get(number, (0, ""))[1] == each.digest
                }
                _write_cache(self._folder / CACHE_FILE, current)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(told("{path} cannot be removed: {error}", path=path, error=error.strerror)) from error


def _write_cache(path: Path, kept: Mapping[int, _Kept]) -> None:
    matches = {number: [each.digest, each.match.to_json()] for number, each in kept.items() if each.match}
    document = {"format": FORMAT, "program": __version__, "matches": matches}
    payload = json.dumps(document, ensure_ascii=False).encode()
    atomic.write(path, sha256(payload).hexdigest().encode(), b"\n", payload, mode=0o600)


def _read_cache(path: Path) -> dict[int, _Kept]:
    """What was cached by this version of the program; nothing of a cache that is damaged or another's."""
    try:
        digest, _, payload = outside.content(path, most_bytes=LARGEST_CACHE).partition(b"\n")
        if digest.decode() != sha256(payload).hexdigest():
            return {}
        document = json.loads(payload)
        if (document["format"], document["program"]) != (FORMAT, __version__):
            return {}
        return {
            int(number): _Kept(str(digest), PastMatch.from_json(match))
            for number, (digest, match) in document["matches"].items()
        }
    except (OSError, BadInput, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
