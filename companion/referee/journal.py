"""The journal: every event of every match, for ever, in one SQLite file.

An event is committed before anybody is shown its effect. WAL with synchronous=FULL makes a commit survive a power
cut on storage that honours a sync (https://sqlite.org/pragma.html#pragma_synchronous). Each row carries a digest
chained to the row before it, so a flipped bit or a lost row is noticed when the journal is opened
(`companion.referee.journal_file`).

Only the referee appends (`companion.referee.referee`); everybody else reads.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.referee import head, journal_file
from companion.referee.digests import digest_of, event_digest
from companion.referee.disk import DiskFails, Unwritten, writing
from companion.sentences import told

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

JOURNAL_NAME = "journal.sqlite3"


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """One event as it stands in the journal. `number` counts from 1 within its match; `source` is one of `Source`."""

    number: int
    event: Any
    source: str
    at: str
    frame: str | None = None


@dataclass(frozen=True, slots=True)
class JournalMatch:
    """A match without its events: `setup` is the transcript's game, players and options; `closed` is when the
    table was left, None while it is played."""

    id: int
    setup: Mapping[str, Any]
    begun: str
    closed: str | None = None


@dataclass(frozen=True, slots=True)
class RewrittenMatch:
    """A match as it is to be instead: its number, when it began and how many events it has stay as they are. `timing`
    is what is noted beside the newest event."""

    id: int
    setup: Mapping[str, Any]
    begun: str
    events: tuple[JournalEvent, ...]
    timing: Any | None


class Journal:
    """The one file of all matches. `damage` is a sentence when a damaged file was set aside at opening.

    `witnesses` are files that no table has before it has a journal: where one of them is there, and neither journal nor
    head, that is said, too.

    Raises BadInput when `path` is no journal of ours or was written by a newer version; the file is then left
    exactly as it is. Opened `read_only` it may be read while a table writes it; nothing is repaired then.
    """

    def __init__(self, path: Path, *, read_only: bool = False, witnesses: Iterable[Path] = ()) -> None:
        self.path = path
        self._connection, self.damage = (
            (journal_file.opened_to_read(path), None) if read_only else journal_file.opened(path, witnesses)
        )
        self._is_mine = not read_only  # then nobody else writes it
        self.rewritten = 0  # how often matches were written anew since it was opened
        self._matches: list[JournalMatch] | None = None  # as they were read last, until one begins or is left
        self._ends = {} if read_only else head.ends(self._connection)
        self._head = head.Head(path)
        self._unkept = dict(self._ends)  # what of it the head may not have
        self._is_wiped = read_only or not head.is_unwiped(path)
        self._lies_in = journal_file.lying_at(path)

    # ------------------------------------------------------------------ writing

    def next_match(self, setup: Mapping[str, Any], begun: str) -> JournalMatch:
        """A match as it will stand in the journal once it is started."""
        (newest,) = self._connection.execute("SELECT coalesce(max(id), 0) FROM match").fetchone()
        return JournalMatch(newest + 1, json.loads(_canonical(setup)), begun)

    def start(
        self, match: JournalMatch, timing: Mapping[str, Any] | None = None, *, leaving: int | None = None
    ) -> None:
        """Commit the start of the `next_match`, with what is left of its window, and that the one before was left.

        Raises Unwritten when the disk does not take it. Whatever is raised, nothing was written.
        """

        def write() -> None:
            text = _canonical(match.setup)
            digest = digest_of("", text, match.begun)
            self._execute(
                "INSERT INTO match (id, setup, begun, digest) VALUES (?, ?, ?, ?)",
                (match.id, text, match.begun, digest),
            )
            if timing is not None:
                self._note(match.id, (0, digest), _canonical(timing))
            if leaving is not None:
                self._set_closed(leaving, match.begun)

        end = (0, digest_of("", _canonical(match.setup), match.begun))
        self._matches = None
        self._commit(write)
        self._ends[match.id] = self._unkept[match.id] = end

    def begin(self, setup: Mapping[str, Any], begun: str) -> JournalMatch:
        """Start a match and commit it. Raises Unwritten when the disk does not take it."""
        match = self.next_match(setup, begun)
        self.start(match)
        return match

    def append(self, match_id: int, events: Iterable[JournalEvent], timing: Mapping[str, Any] | None = None) -> None:
        """Commit events, all or none, in their order, and with them what is left of the open window (`timing`).

        Raises Unwritten when the disk does not take them. Whatever is raised, nothing was written.
        """
        before = end = self._end(match_id)

        def write() -> None:
            nonlocal end
            for row in events:
                text = _canonical(row.event)
                digest = event_digest(end[1], row.number, text, row.source, row.at, row.frame)
                self._execute(
                    "INSERT INTO event (match_id, number, event, source, at, frame, digest) VALUES (?,?,?,?,?,?,?)",
                    (match_id, row.number, text, row.source, row.at, row.frame, digest),
                )
                end = (row.number, digest)
            if timing is not None:
                self._note(match_id, end, _canonical(timing))

        self._commit(write)
        if end != before:
            self._ends[match_id] = self._unkept[match_id] = end

    def rewrite(self, matches: Sequence[RewrittenMatch]) -> None:
        """Put matches in the place of those of their numbers, all or none, their digests chained anew; `wipe` then has
        nothing left of what was there. Whenever the program is killed, the journal is as before or as after.

        Raises Unwritten when the disk does not take them; nothing has changed then.
        """
        if not matches:
            return
        chained = [_chained(match) for match in matches]
        after = {**self._ends, **{each.id: each.end for each in chained}}
        self._write_head(becoming=after)

        def write() -> None:
            self._execute("PRAGMA secure_delete = ON", ())  # no page keeps a row that is not in it any more
            for each in chained:
                self._replace(each)

        try:
            self._commit(write)
        except BaseException:
            with suppress(Unwritten):  # it is as good: the database is what the head has as before
                self._write_head()
            raise
        self._matches, self._ends, self._unkept, self._is_wiped = None, after, dict(after), False
        self.rewritten += 1

    def wipe(self) -> bool:
        """Have nothing left on the disk of what `rewrite` replaced. False when that cannot be done now; it is then done
        when the journal is opened next."""
        if not self._is_wiped and journal_file.wipe(self._connection):
            self._is_wiped = True
            try:
                self._write_head()
            except Unwritten:  # the next start would find it unwiped
                self._is_wiped = False
        return self._is_wiped

    def _replace(self, match: _Chained) -> None:
        """Within a transaction: the rows of one match."""
        self._execute("UPDATE match SET setup = ?, digest = ? WHERE id = ?", (match.setup, match.digest, match.id))
        for number, event, digest in match.events:
            self._execute(
                "UPDATE event SET event = ?, digest = ? WHERE match_id = ? AND number = ?",
                (event, digest, match.id, number),
            )
        self._execute("DELETE FROM timing WHERE match_id = ?", (match.id,))
        if match.timing is not None:
            self._note(match.id, match.end, match.timing)

    def keep_head(self) -> None:
        """Write down, apart from the database, where each match ends now. Raises OSError."""
        if not self._unkept:
            return
        if self._head.add(self._unkept):
            self._unkept = {}
        else:
            self._keep_ends()

    def _write_head(self, becoming: Mapping[int, head.MatchEnd] | None = None) -> None:
        """Write the head whatever it has. Raises Unwritten."""
        try:
            self._keep_ends(becoming)
        except OSError as error:
            raise DiskFails(
                told("{path} cannot be written: {error}", path=self._head.path, error=error.strerror)
            ) from error

    def _keep_ends(self, becoming: Mapping[int, head.MatchEnd] | None = None) -> None:
        """Write the head: with the ends that are `becoming`, and as long as something must still be wiped with those of
        now in their place, so that the next start wipes it. Raises OSError."""
        self._unkept = dict(self._ends)
        if becoming is None and not self._is_wiped:
            becoming = self._ends
        self._head.write(self._ends, becoming)
        if becoming in (None, self._ends):
            self._unkept = {}

    def leave(self, match_id: int, at: str, timing: Mapping[str, Any]) -> None:
        """Commit that the table was left, with what was left of the window then."""

        def write() -> None:
            self._note(match_id, self._end(match_id), _canonical(timing))
            self._set_closed(match_id, at)

        self._commit(write)

    def reopen(self, match_id: int, at: str, *, leaving: int | None = None) -> None:
        """Commit that a match is taken up again, and that the one before it on the table was left."""

        def write() -> None:
            if leaving is not None:
                self._set_closed(leaving, at)
            self._set_closed(match_id, None)

        self._commit(write)

    def _set_closed(self, match_id: int, at: str | None) -> None:
        """When the table was left (None: it is played); only the newest open match is resumed."""
        self._matches = None
        self._execute("UPDATE match SET closed = ? WHERE id = ?", (at, match_id))

    def _commit(self, write: Callable[[], object]) -> None:
        """Do `write` and commit it as the very last thing that can fail; what fails leaves nothing to be committed."""
        connection = self._connection
        with writing(self.path):
            if connection.in_transaction:  # left open by one that could not even be taken back
                connection.rollback()
            try:
                write()
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def _execute(self, statement: str, values: tuple[Any, ...]) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def close(self) -> None:
        """Fold the write-ahead log into the file and close it."""
        self._connection.close()

    # ------------------------------------------------------------------ reading

    def matches(self) -> list[JournalMatch]:
        """All matches, oldest first."""
        if self._matches is None or not self._is_mine:
            rows = self._connection.execute("SELECT id, setup, begun, closed FROM match ORDER BY id")
            self._matches = [JournalMatch(number, json.loads(setup), *times) for number, setup, *times in rows]
        return list(self._matches)

    def newest_moment(self) -> str:
        """The latest wall clock of anything in it, ISO 8601 in UTC; empty where there is nothing."""
        moments = "SELECT begun AS at FROM match UNION ALL SELECT closed FROM match UNION ALL SELECT at FROM event"
        newest: str
        (newest,) = self._connection.execute(f"SELECT coalesce(max(at), '') FROM ({moments})").fetchone()
        return newest

    def events(self, match_id: int) -> list[JournalEvent]:
        """The events of one match in their order."""
        rows = self._connection.execute(
            "SELECT number, event, source, at, frame FROM event WHERE match_id = ? ORDER BY number", (match_id,)
        )
        return [JournalEvent(number, json.loads(event), *rest) for number, event, *rest in rows]

    @property
    def ends(self) -> Mapping[int, head.MatchEnd]:
        """How many events each match has on the disk, and the digest of the last (of the match, while it has none)."""
        return dict(self._ends) if self._is_mine else head.ends(self._connection)

    def digests(self, match_id: int, after: int = 0) -> list[str]:
        """The digest of the match after its first `after` events, and after each one that came then."""
        rows = self._connection.execute(
            "SELECT digest FROM match WHERE id = ?1 AND ?2 = 0 UNION ALL SELECT digest FROM "
            "(SELECT digest FROM event WHERE match_id = ?1 AND number >= ?2 ORDER BY number)",
            (match_id, after),
        )
        return [digest for (digest,) in rows]

    def problem(self) -> str | None:
        """What is not as it was written, or None: SQLite's own check, then the digests of every match and event, then
        what the head beside it has."""
        look = journal_file.unsound_in_hand if self._is_mine else journal_file.unsound
        return look(self.path, self._connection)

    def is_in_place(self) -> bool:
        """Whether database and log still lie where they were opened: SQLite goes on in files that were deleted, moved
        away or replaced, and nobody finds again what it writes there."""
        return journal_file.lying_at(self.path) == self._lies_in

    def timing(self, match_id: int, number: int) -> Any | None:
        """What was left of the open window after event `number`, the newest; None when that was not written down.

        A note that is not as it was written counts for nothing: the window then starts afresh.
        """
        row = self._connection.execute(
            "SELECT timing, digest FROM timing WHERE match_id = ? AND number = ?", (match_id, number)
        ).fetchone()
        if row is None or row[1] != digest_of(self._end(match_id)[1], row[0]):
            return None
        return json.loads(row[0])

    def noted(self, match_id: int) -> Any | None:
        """What was written beside the newest event of a match; None where nothing was, or not as it was written."""
        return self.timing(match_id, self.ends.get(match_id, (0, ""))[0])

    def _note(self, match_id: int, end: head.MatchEnd, timing: str) -> None:
        number, digest = end
        self._execute(
            "INSERT OR REPLACE INTO timing (match_id, number, timing, digest) VALUES (?, ?, ?, ?)",
            (match_id, number, timing, digest_of(digest, timing)),
        )

    def _end(self, match_id: int) -> head.MatchEnd:
        end = (self._ends if self._is_mine else head.ends(self._connection)).get(match_id)
        if end is None:
            raise BadInput(told("{path} has no match {number}", path=self.path, number=match_id))
        return end


@dataclass(frozen=True, slots=True)
class _Chained:
    """A match as its rows will be: JSON texts and their digests. `end` is what the head has of it."""

    id: int
    setup: str
    digest: str
    events: tuple[tuple[int, str, str], ...]  # number, event, digest
    timing: str | None
    end: head.MatchEnd


def _chained(match: RewrittenMatch) -> _Chained:
    setup = _canonical(match.setup)
    previous = digest = digest_of("", setup, match.begun)
    events = []
    for row in match.events:
        text = _canonical(row.event)
        previous = event_digest(previous, row.number, text, row.source, row.at, row.frame)
        events.append((row.number, text, previous))
    timing = None if match.timing is None else _canonical(match.timing)
    return _Chained(match.id, setup, digest, tuple(events), timing, (len(events), previous))


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
