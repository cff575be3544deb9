"""Desk: the referee's own thread. Whoever has an event puts an act on the desk and gets its answer as a future.

The thread also hands in timeouts when they are due and beats once a turn of its loop, which is what a watchdog
listens for: a referee that stands still is noticed, a camera that is slow is not. An act that needs what is still
being made (a dictionary) is put aside until it is there. Whoever waits for an answer gets one, to the end: what the
thread does not come to any more is answered with TableStops.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from companion.errors import NotYet, TableStops

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.referee.referee import Referee
    from companion.referee.tableview import TableView

T = TypeVar("T")

LONGEST_WAIT_MS = 1000  # the loop turns, and the watchdog is fed, at least this often


class Desk:
    """Runs `referee` on one thread until closed. `beat` is called once each turn of the loop; `failed` is told the
    error if the referee itself breaks down (no act of anybody's: a timeout, the disk), after which nothing is done."""

    def __init__(
        self,
        referee: Referee,
        beat: Callable[[], object] = lambda: None,
        failed: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._referee = referee
        self._beat = beat
        self._failed = failed
        self._acts: queue.SimpleQueue[tuple[Callable[[Referee], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._at_work = False
        self._closing = threading.Lock()  # nothing is laid on the desk while it is cleared for the last time
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="referee")
        self._thread.start()

    @property
    def view(self) -> TableView:
        """The newest view; an immutable value, so any thread may read it."""
        return self._referee.view

    @property
    def is_busy(self) -> bool:
        """Whether anything lies on the desk that is not done yet."""
        return self._at_work or not self._acts.empty()

    def submit(self, act: Callable[[Referee], T]) -> Future[T]:
        """Have the referee's thread do `act`; the future brings its answer or its error, TableStops when it is not
        done any more."""
        answer: Future[T] = Future()
        self._lay(act, answer)
        return answer

    def close(self) -> None:
        """Let what lies on the desk be done, then stop the thread."""
        self._acts.put(None)
        self._thread.join()

    def _lay(self, act: Callable[[Referee], Any], answer: Future[Any]) -> None:
        with self._closing:
            if not self._is_closed:
                self._acts.put((act, answer))
                return
        _refuse(answer)

    def _run(self) -> None:
        try:
            self._turn_by_turn()
        except Exception as error:  # noqa: BLE001 - whoever runs the table must hear of it and stop
            self._failed(error)
        finally:
            self._clear()

    def _clear(self) -> None:
        """Answer what is left, and whatever comes from now on is answered at once."""
        with self._closing:
            self._is_closed = True
        while not self._acts.empty():
            if (left := self._acts.get()) is not None:
                _refuse(left[1])

    def _turn_by_turn(self) -> None:
        while True:
            due_ms = self._referee.tick()
            self._beat()
            try:
                act = self._acts.get(timeout=min(due_ms or LONGEST_WAIT_MS, LONGEST_WAIT_MS) / 1000)
            except queue.Empty:
                continue
            if act is None:
                self._referee.leave_off()
                return
            self._at_work = True
            self._do(*act)
            self._at_work = False

    def _do(self, act: Callable[[Referee], Any], answer: Future[Any]) -> None:
        if not _is_awaited(answer):
            return
        try:
            answer.set_result(act(self._referee))
        except NotYet as error:  # the referee goes on; the act comes back when what it needs is there
            again = error.again or act
            error.made.add_done_callback(lambda _: self._lay(again, answer))
        except Exception as error:  # noqa: BLE001 - whoever asked gets the error; the referee lives on
            answer.set_exception(error)


def _is_awaited(answer: Future[Any]) -> bool:
    """Whether whoever asked has not given up before it was begun; from now on they cannot."""
    return answer.running() or answer.set_running_or_notify_cancel()


def _refuse(answer: Future[Any]) -> None:
    if _is_awaited(answer):
        answer.set_exception(TableStops())
