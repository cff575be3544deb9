"""What a table has not told yet: from the bookmark on, in the order of its journal.

A ruling goes out once it is on the disk, never before: what a hub has heard of, the journal has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.errors import BadInput
from companion.hub.payloads import begun_message, index_message, ruling_message
from companion.referee.tableview import Entry
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from concurrent.futures import Future

    from companion.hub.bookmark import Bookmark
    from companion.referee.head import MatchEnd
    from companion.referee.match import Match
    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView
    from companion.sentences import Told

T = TypeVar("T")


class ToldTable(Protocol):
    """What is needed of a running table. Everything here may be called from any thread."""

    @property
    def view(self) -> TableView:
        """The table at this moment."""
        ...

    def submit(self, act: Callable[[Referee], T], /) -> Future[T]:
        """Have the referee's thread do `act`."""
        ...

    def subscribe(self, listener: Callable[[TableView], None], /) -> Callable[[], None]:
        """Have `listener` told each new view, on the referee's thread; returns what ends it."""
        ...

    def played(self, document: Any, /) -> Match:
        """A whole transcript played with the table's own dictionaries. Raises BadInput for an unusable one."""
        ...


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message of a match: `number` counts its rulings from 1 and is 0 for its beginning; `digest` is that of the
    match after it."""

    match: str
    number: int
    digest: str
    message: Mapping[str, Any]


class Outbox:
    """Reads what is to be told of `table`. Its methods wait for the referee: they belong on a thread of their own."""

    def __init__(self, table: ToldTable, bookmark: Bookmark) -> None:
        self._table = table
        self._bookmark = bookmark
        self._digests: dict[int, str] = {}  # of the matches; they change when somebody is forgotten
        self._rewritten = 0  # how often that had happened by then
        self._untold: dict[int, tuple[int, str]] = {}  # matches that cannot be played again: how long, and why

    @property
    def trouble(self) -> Told | None:
        """What cannot be told of the journal, and why; None when all can."""
        if not self._untold:
            return None
        match_id, (_, why) = max(self._untold.items())
        return told("Match {number} cannot be told to the hub ({error}).", number=match_id, error=why)

    def waiting(self, *, late: bool) -> Iterator[Outgoing]:
        """What has not been told yet, oldest match first. `late` says that it is no news any more."""
        ends = self.ends()
        for match_id in sorted(ends):
            match = self.digest(match_id)
            place = self._bookmark.place(match)
            if place is None or place != ends[match_id]:
                yield from self._after(match_id, self._sound(match_id, place), late=late)

    def again(self, match: str, after: int) -> Iterator[Outgoing]:
        """The rulings of a match (by its digest) after the first `after`; with a negative one its beginning, too.
        Nothing for a match that the journal does not have."""
        ends = self.ends()
        match_id = next((each for each in ends if self.digest(each) == match), None)
        if match_id is not None:
            yield from self._after(match_id, after, late=True)

    def ends(self) -> Mapping[int, MatchEnd]:
        """How many events of each match are on the disk, and the digest that stands for them all."""
        ends, rewritten = self._table.submit(
            lambda referee: (referee.archive.ends(), referee.archive.rewritten)
        ).result()
        if rewritten != self._rewritten:
            self._digests, self._rewritten = {}, rewritten
        return ends

    def index(self, wall: str) -> Mapping[str, Any]:
        """What the journal has, at the time `wall` or a little later."""
        ends = self.ends()
        return index_message(ends, {match_id: self.digest(match_id) for match_id in ends}, wall)

    def _sound(self, match_id: int, place: tuple[int, str] | None) -> int:
        """After which ruling to go on: from the beginning where the journal has another past than was told."""
        if place is None:
            return -1
        number, digest = place
        then = self._table.submit(lambda referee: referee.archive.digests(match_id, number)).result()
        return number if then and then[0] == digest else -1

    def _after(self, match_id: int, after: int, *, late: bool) -> Iterator[Outgoing]:
        match = self.digest(match_id)
        digests = self._table.submit(lambda referee: referee.archive.digests(match_id, max(after, 0))).result()
        if after < 0:
            rows = self._table.submit(lambda referee: referee.archive.matches()).result()
            setup, begun = next((row.setup, row.begun) for row in rows if row.id == match_id)
            yield Outgoing(match, 0, match, begun_message(match_id, setup, begun, match, late=late))
        first = max(after, 0)
        count = first + len(digests) - 1
        if count > first:
            for entry in self._tellable(match_id, count)[first:count]:
                digest = digests[entry.number - first]
                message = ruling_message(entry, match_id, match, digest, late=late)
                yield Outgoing(match, entry.number, digest, message)

    def _tellable(self, match_id: int, count: int) -> tuple[Entry, ...]:
        """The rulings of a match; none of one that cannot be played any more, say as its dictionary is gone: that costs
        the others nothing, and is said."""
        if self._untold.get(match_id, (0, ""))[0] == count:
            return ()
        try:
            entries = self._entries(match_id, count)
        except (BadInput, ValueError) as error:
            self._untold[match_id] = count, str(error)
            return ()
        self._untold.pop(match_id, None)
        return entries

    def _entries(self, match_id: int, count: int) -> tuple[Entry, ...]:
        """The rulings of a match: as they stand on the table, or played again."""
        view = self._table.view
        if view.match_id == match_id and len(view.protocol) >= count:
            return view.protocol
        document, rows = self._table.submit(
            lambda referee: (referee.archive.export(match_id), referee.archive.events(match_id))
        ).result()
        match = self._table.played(document)
        return tuple(
            Entry(record, row.source, row.at, row.frame, game=match.book.game)
            for record, row in zip(match.record, rows, strict=True)
        )

    def digest(self, match_id: int) -> str:
        """The digest of the match's setup and beginning, which names it for ever."""
        if match_id not in self._digests:
            self._digests[match_id] = self._table.submit(lambda referee: referee.archive.digests(match_id)[0]).result()
        return self._digests[match_id]
