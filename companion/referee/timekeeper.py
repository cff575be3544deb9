"""The timekeeper: at each turn of the referee it hands in what is due, and says how long there is nothing to do.

It acts on the referee's thread; what the clock means for a table is said in `companion.referee.timekeeping`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.referee import absence, parts, timekeeping
from companion.referee.source import Source
from companion.referee.tableview import Entry, Refusal
from companion.referee.timekeeping import Hold, Reminded, Runs, Up
from companion.referee.timing import Timing
from companion.referee.unseen import GLANCE_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.clock import Clock
    from companion.referee.ledger import Ledger
    from companion.referee.publishing import Publisher
    from companion.referee.referee import Referee
    from companion.referee.stand import Stand
    from companion.referee.writer import Writer


class Timekeeper:
    """Keeps the time for one referee, to whom what is due happens. `has_seen` says whether what lay on the table at a
    time (monotonic nanoseconds) has been told by the camera: a card that lay there in time is in time."""

    def __init__(self, referee: Referee, writer: Writer, ledger: Ledger, publisher: Publisher, clock: Clock) -> None:
        self._referee = referee
        self._writer = writer
        self._ledger = ledger
        self._publisher = publisher
        self._clock = clock
        self.has_seen: Callable[[int], bool] = lambda _: True

    @property
    def _stand(self) -> Stand:
        return self._writer.stand

    def tick(self) -> int | None:
        """Hand in the timeout if the window has run out, and pass over who is away. Returns the milliseconds until
        there is something to do."""
        self._writer.catch_up()
        jotted_ms = self._writer.write_jotted()
        self._go_on()
        clock_ms = self._until_clock_ms()  # the last that may fail: the clock may have said something
        if jotted_ms is None or clock_ms is None:
            return jotted_ms if clock_ms is None else clock_ms
        return min(jotted_ms, clock_ms)

    def _go_on(self) -> None:
        """Hand in what waits for nobody any more."""
        while True:
            if (whole := parts.made_whole(self._stand)) is not None:
                self._referee.happen(whole, source=Source.PHONES)
            elif (event := absence.due(self._stand)) is not None:
                self._referee.happen(event, source=Source.TABLE)
            else:
                return

    def _until_clock_ms(self) -> int | None:
        if timekeeping.due(self._stand, self._clock.now_ms()) == Hold(left_ms=0):  # nobody has joined in in time
            self._writer.keep(timekeeping.unheld(self._stand, self._clock.now_ms()))  # what is left runs from now on
        match timekeeping.due(self._stand, self._clock.now_ms()):
            case Up(player=None):
                self._close_gathering()
            case Up(player=str(player)):
                if timekeeping.awaits_eyes(self._stand, player, self.has_seen, self._clock.now_ns()):
                    return GLANCE_MS
                self._hand_in_timeout(player)
            case Reminded():
                self._writer.keep(replace(self._stand, timing=self._stand.timing.up()))
            case Hold(left_ms=left_ms):
                return left_ms
            case Runs(left_ms=left_ms):
                if self._ledger.note_due_ms(left_ms) == 0:
                    self._writer.write()
                return min(left_ms, self._ledger.note_due_ms(left_ms))
        return None

    def _hand_in_timeout(self, player: str) -> None:
        """What was written by then counts; where nothing was, the time was up."""
        over, written = self._stand.timing.up(), parts.written_in_time(self._stand, player)
        with self._writer.or_as_before():  # then the time stays up, and is handed in again
            self._writer.stand = replace(self._stand, timing=Timing())
            if written is not None and isinstance(self._referee.happen(written, source=Source.PHONE), Entry):
                return
            if isinstance(self._referee.happen({"event": "timeout", "player": player}, source=Source.CLOCK), Refusal):
                # What is still to be said is awaited, not refused.
                self._writer.keep(replace(self._stand, timing=over, refusal=None))

    def _close_gathering(self) -> None:
        with self._writer.or_as_before():  # then it is up again with the next turn
            self._writer.stand, event = parts.closed(self._stand, self._publisher.phones())
            if event is None or isinstance(self._referee.happen(event, source=Source.PHONES), Refusal):
                self._writer.keep(self._stand)
