"""How the table stands, and the order in which that changes: first it is written, then it is so, then it is shown.

Until it is written an error leaves everything as it was; after that nothing takes it back, and what fails then is said
on the displays. Where the disk does not take what was accepted, it waits in memory, which is said as well.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from companion.referee.kept_sight import to_be_kept
from companion.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.clock import Clock
    from companion.referee.ledger import Ledger
    from companion.referee.notices import Notices
    from companion.referee.publishing import Publisher
    from companion.referee.stand import Stand
    from companion.referee.tableview import Refusal, TableView
    from companion.sentences import Told


class Writer:
    """Keeps the `stand` of the table on disk and on every display. Used by the referee, on its thread."""

    def __init__(self, stand: Stand, clock: Clock, ledger: Ledger, notices: Notices, publisher: Publisher) -> None:
        self.stand = stand
        self._kept = stand.inquiry.sight  # what the disk has of what the camera knows
        self._clock = clock
        self._ledger = ledger
        self._notices = notices
        self._publisher = publisher

    # ------------------------------------------------------------------ another stand

    def take_place(
        self, write: Callable[[], Told | None], stand: Stand, show: Callable[[], object] | None = None
    ) -> TableView:
        """Write, and only then let `stand` take the place of the old one and be shown (default: as a new view).

        An error up to then leaves everything as it was; what fails later takes nothing back, and is said. If it cannot
        be shown now, it is with the next turn.
        """
        disk = write()
        self.stand, self._kept = stand, stand.inquiry.sight
        try:
            self._notices.note("disk", disk or self._ledger.wrong_with_disk())
            (show or self.publish)()
            said = self._notices.sentences
            self._notices.without(told("the journal's head"), self._ledger.keep_head)
            if self._notices.sentences != said:
                self.publish()
        except Exception as error:  # noqa: BLE001 - it is written: nothing takes it back, and what failed is said
            self._publisher.is_behind = True
            with suppress(Exception):
                self._notices.lost(told("a part of the display"), error)
                self.publish()
        return self._publisher.view

    def keep(self, stand: Stand, show: Callable[[], object] | None = None) -> TableView:
        """Let a stand of the match being played take its place, and what is left of its window be written down."""
        write = partial(self._ledger.write, stand.playing.row.id, stand, self._clock.now_ms())
        return self.take_place(write, stand, show)

    def refuse(self, refusal: Refusal) -> Refusal:
        """Show what was refused, until something is accepted; nothing is written."""
        self.stand = self.stand.refusing(refusal)
        self._publisher.sound("refused")
        self.publish()
        return refusal

    @contextmanager
    def or_as_before(self) -> Iterator[None]:
        """What an error keeps from happening leaves the table as it stood: it can be said, or seen, once more."""
        before = self.stand
        try:
            yield
        except Exception:
            if self.stand is not before:
                self.stand, self._publisher.is_behind = before, True
            raise

    # ------------------------------------------------------------------ the same stand, on disk and on the displays

    def publish(self) -> TableView:
        """Show how the table stands on every display."""
        return self._publisher.publish(self.stand)

    def write(self) -> None:
        """Put what waits, what is left of the window and what the camera knows on disk; when it is full, say so on
        every display."""
        wrong = self._ledger.write(self.stand.playing.row.id, self.stand, self._clock.now_ms())
        self._kept = self.stand.inquiry.sight
        self.say("disk", wrong or self._ledger.wrong_with_disk())

    def catch_up(self) -> None:
        """Show and write what could not be shown or written when it happened, and what the camera has come to know."""
        if self._publisher.is_behind:
            self.publish()
        if self._ledger.is_behind or to_be_kept(self._kept) != to_be_kept(self.stand.inquiry.sight):
            self.write()
        elif self._ledger.is_ailing:
            self.say("disk", self._ledger.wrong_with_disk())

    def write_jotted(self) -> int | None:
        """Write what is begun to be written once it is time. The milliseconds until then, None when all is on disk."""
        due_ms = None if self.stand.sitting is None else self._ledger.jot_due_ms(self._clock.now_ms())
        if due_ms == 0:
            self.write()
            return None
        return due_ms

    def leave_off(self) -> None:
        """The program ends: write what waits, and what is left of the window. Raises EventsLost when the disk does not
        take what waits."""
        if self.stand.sitting is not None:
            self.write()
            self._ledger.leave_off(self.stand.sitting.row.id)

    def say(self, part: str, sentence: str | None) -> None:
        """Say on every display what is wrong with a part, None when it is well again."""
        if self._notices.note(part, sentence):
            self.publish()
