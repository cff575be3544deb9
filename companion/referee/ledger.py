"""The ledger: the way from the referee to the journal, for events and for how the table stands beside them.

What is left of the open window is written with them, what players have begun to write or handed in for their part, and
what the camera knows.

What the disk does not take waits in memory and is written as soon as it does. When there is no room, the reserve is
given up first.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.errors import BadInput
from companion.practice.agreement import anew
from companion.referee.disk import EventsLost, JournalFull, Unwritten
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.referee.disk import Reserve
    from companion.referee.journal import Journal, JournalEvent, JournalMatch, RewrittenMatch
    from companion.referee.stand import Stand
    from companion.sentences import Told

NOTE_EVERY_MS = 5000  # how much time a power cut may give back at most
JOT_AFTER_MS = 2000  # how much of what is begun to be written it may take at most


class Ledger:
    """Writes one match after the other; `waiting` are the events that are not on disk yet, oldest first."""

    def __init__(self, journal: Journal, reserve: Reserve | None = None) -> None:
        self.journal = journal
        self._reserve = reserve
        self.waiting: tuple[JournalEvent, ...] = ()
        self._of: int | None = None  # the match they are of
        self.is_ailing = False  # the journal no longer lies where it did, or the disk has no room for the reserve
        self._note_waits = False  # what is left of the window could not be written down yet
        self._jotted_at_ms: int | None = None  # since when something that is begun to be written is not on disk
        self._noted_ms: int | None = None  # what was left when that was last tried; None while nothing runs

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be written."""
        return bool(self.waiting) or self._note_waits

    def match(self, match_id: int) -> JournalMatch:
        """A match of the journal. Raises BadInput when there is none of this number."""
        row = next((row for row in self.matches() if row.id == match_id), None)
        if row is None:
            raise BadInput(told("there is no match {number} in the journal", number=match_id))
        return row

    def matches(self) -> list[JournalMatch]:
        """All matches of the journal, oldest first."""
        return self.journal.matches()

    def events(self, match_id: int) -> list[JournalEvent]:
        """The events of a match, those that wait to be written included."""
        waiting = self.waiting if match_id == self._of else ()
        return [*self.journal.events(match_id), *waiting]

    def export(self, match_id: int) -> dict[str, Any]:
        """A match as a transcript, without what its cards were dealt by. Raises BadInput for an unknown match."""
        row = self.match(match_id)
        return {**anew(row.setup), "events": [event.event for event in self.events(match_id)]}

    def next_match(self, setup: Mapping[str, Any], at: str) -> JournalMatch:
        """A match as it will stand in the journal once it has begun."""
        return self.journal.next_match(setup, at)

    def begin(self, row: JournalMatch, stand: Stand, now_ms: int, leaving: int | None) -> None:
        """Write the start of a match and that the one before was left. It waits for nothing: raises BadInput when the
        disk does not take it."""
        with _room():
            self.journal.start(row, stand.noted(now_ms), leaving=leaving)
        self._note_waits, self._noted_ms, self._jotted_at_ms = False, None, None

    def leave(self, match_id: int, at: str, stand: Stand, now_ms: int) -> None:
        """Write that a match was left. Raises BadInput while events wait, and when the disk does not take it."""
        if self.waiting:
            raise BadInput(
                told("events wait that the disk does not take; the match cannot be left before they are written")
            )
        with _room():
            self.journal.leave(match_id, at, stand.noted(now_ms))
        self._note_waits, self._noted_ms, self._jotted_at_ms = False, None, None

    def reopen(self, match_id: int, at: str, leaving: int | None) -> None:
        """Write that a match is taken up again and that the one before was left. Raises BadInput when the disk does not
        take it."""
        with _room():
            self.journal.reopen(match_id, at, leaving=leaving)
        self._note_waits, self._noted_ms, self._jotted_at_ms = False, None, None

    def write(self, match_id: int, stand: Stand, now_ms: int, event: JournalEvent | None = None) -> Told | None:
        """Write an event, all that waits, and with them how the table stands. What is wrong, if it must wait.

        Any error of the journal's but Unwritten is raised: then nothing was written, and the event does not wait.
        """
        due = self.waiting if event is None else (*self.waiting, event)
        countdown = stand.timing.countdown
        noted_ms = None if countdown is None else countdown.remaining_ms(now_ms)
        wrong = None
        try:
            self._append(match_id, due, stand.noted(now_ms))
        except Unwritten as error:
            wrong = told("{fault}: the match goes on in memory.", fault=error.sentence)
        self._noted_ms, self._note_waits, self._jotted_at_ms = noted_ms, wrong is not None, None
        self.waiting, self._of = (due, match_id) if wrong else ((), None)
        return wrong

    def _append(self, match_id: int, due: tuple[JournalEvent, ...], timing: Mapping[str, Any]) -> None:
        try:
            self.journal.append(match_id, due, timing)
        except JournalFull:
            if self._reserve is None or not self._reserve.give_up():
                raise
            self.journal.append(match_id, due, timing)

    def rewrite(self, matches: Sequence[RewrittenMatch]) -> None:
        """Put matches in the place of those of their numbers. Raises BadInput when the disk does not take it: then
        nothing has changed."""
        with _room():
            self.journal.rewrite(matches)

    def keep_head(self) -> None:
        """Write down where the matches end, apart from the journal. Raises OSError."""
        self.journal.keep_head()

    def wrong_with_disk(self) -> Told | None:
        """What is to be said although everything is written: the journal no longer lies where it was opened, or the
        disk has no room for the reserve, which is held again as soon as there is some."""
        has_room = self._reserve is None or self._reserve.hold()
        is_in_place = self.journal.is_in_place()
        self.is_ailing = not (has_room and is_in_place)
        if not is_in_place:
            return told(
                "The journal's files were deleted, moved or replaced while the table is open: what is played now may "
                "be lost. Put them back, or write the score down."
            )
        return None if has_room else told("The disk is almost full: make room, or the match must go on in memory.")

    def leave_off(self, match_id: int) -> None:
        """The program ends. Raises EventsLost when something still waits that the disk did not take, and where nobody
        will find what it took."""
        if self.waiting:
            numbers = {"number": match_id, "first": self.waiting[0].number, "last": self.waiting[-1].number}
            raise EventsLost(
                told("events {first} to {last} of match {number} are lost: the disk did not take them", **numbers)
            )
        if not self.journal.is_in_place():
            sentence = told(
                "what was played of match {number} since the journal's files were deleted, moved or replaced"
                " is not in {path}",
                number=match_id, path=self.journal.path,
            )  # fmt: skip
            raise EventsLost(sentence)

    def jot(self, now_ms: int) -> None:
        """Something was begun to be written that is to be on disk soon: not at every letter."""
        if self._jotted_at_ms is None:
            self._jotted_at_ms = now_ms

    def jot_due_ms(self, now_ms: int) -> int | None:
        """How long until that is to be written; 0 is now, None while nothing is."""
        return None if self._jotted_at_ms is None else max(0, self._jotted_at_ms + JOT_AFTER_MS - now_ms)

    def note_due_ms(self, left_ms: int) -> int:
        """How long until what is left of a running window, `left_ms` now, is to be written down again; 0 is now."""
        return 0 if self._noted_ms is None else max(0, NOTE_EVERY_MS - (self._noted_ms - left_ms))


@contextmanager
def _room() -> Iterator[None]:
    """What cannot go on in memory: whoever asked hears that the disk does not take it."""
    try:
        yield
    except Unwritten as error:
        raise BadInput(error.sentence) from error
