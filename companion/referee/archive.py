"""The matches of the journal: read by whoever asks, and written anew where somebody is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.errors import NotNow
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from companion.referee.head import MatchEnd
    from companion.referee.journal import JournalEvent, JournalMatch, RewrittenMatch
    from companion.referee.ledger import Ledger
    from companion.referee.referee import Referee

T = TypeVar("T")


class Archive:
    """What the journal has of all matches. Used on the referee's thread, or where no table runs; `is_busy` says whether
    a match is on the table."""

    def __init__(self, ledger: Ledger, is_busy: Callable[[], bool] = lambda: False) -> None:
        self._ledger = ledger
        self._is_busy = is_busy

    def matches(self) -> list[JournalMatch]:
        """All matches of the journal, oldest first."""
        return self._ledger.matches()

    def export(self, match_id: int) -> dict[str, Any]:
        """A match as a transcript: what `tableside judge` reads. Raises BadInput for an unknown match."""
        return self._ledger.export(match_id)

    def events(self, match_id: int) -> list[JournalEvent]:
        """The events of a match with source, time and frame, those that wait for room on the disk included."""
        return self._ledger.events(match_id)

    def ends(self) -> Mapping[int, MatchEnd]:
        """How many events of each match are on the disk, and the digest that stands for them all."""
        return self._ledger.journal.ends

    def noted(self, match_id: int) -> Any | None:
        """What is noted beside the newest event of a match: how the table stood."""
        return self._ledger.journal.noted(match_id)

    def digests(self, match_id: int, after: int = 0) -> list[str]:
        """The digest of a match after its first `after` events, and after each one on the disk that came then."""
        return self._ledger.journal.digests(match_id, after)

    # ------------------------------------------------------------------ somebody is forgotten

    def rewrite(self, matches: Sequence[RewrittenMatch]) -> None:
        """Put matches in the place of those of their numbers. Raises NotNow while a match is on the table and when one
        of them has gone on since, BadInput when the disk does not take it."""
        if self._is_busy():
            raise NotNow(told("a match is on the table: leave it first, then somebody can be forgotten"))
        ends = self.ends()
        if any(ends[match.id][0] != len(match.events) for match in matches):
            raise NotNow(told("a match has gone on meanwhile: ask once more"))
        self._ledger.rewrite(matches)

    @property
    def rewritten(self) -> int:
        """How often matches have been written anew since the start: whoever keeps a digest asks for it again then."""
        return self._ledger.journal.rewritten

    def wipe(self) -> bool:
        """Have nothing left on the disk of what was forgotten; False when that has to wait for the next start."""
        return self._ledger.journal.wipe()


class Answering(Protocol):
    """A table whose referee does what it is handed, on its own thread."""

    def submit(self, act: Callable[[Referee], T], /) -> Future[T]:
        """Have the referee do `act`."""
        ...


class DistantArchive:
    """The archive of a running table, for whoever is not on the referee's thread: each question waits for it."""

    def __init__(self, table: Answering) -> None:
        self._table = table

    def _ask(self, question: Callable[[Archive], T]) -> T:
        return self._table.submit(lambda referee: question(referee.archive)).result()

    def matches(self) -> list[JournalMatch]:
        """See `Archive`."""
        return self._ask(lambda archive: archive.matches())

    def ends(self) -> Mapping[int, MatchEnd]:
        """See `Archive`."""
        return self._ask(lambda archive: archive.ends())

    def export(self, match_id: int, /) -> Mapping[str, Any]:
        """See `Archive`."""
        return self._ask(lambda archive: archive.export(match_id))

    def events(self, match_id: int, /) -> list[JournalEvent]:
        """See `Archive`."""
        return self._ask(lambda archive: archive.events(match_id))

    def noted(self, match_id: int, /) -> Any | None:
        """See `Archive`."""
        return self._ask(lambda archive: archive.noted(match_id))

    def rewrite(self, matches: Sequence[RewrittenMatch], /) -> None:
        """See `Archive`."""
        self._ask(lambda archive: archive.rewrite(matches))

    def wipe(self) -> bool:
        """See `Archive`."""
        return self._ask(lambda archive: archive.wipe())
