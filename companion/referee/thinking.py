"""What could have been, found out after each ruling on a thread of its own: the table waits for none of it.

A search through a hand of cards may take a second here and ten on a small board. It comes when it comes, is about the
newest ruling or about nothing, and may fail without harm.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.referee.referee import Referee
    from companion.referee.sitting import Sitting


class Thinker:
    """Thinks about the newest ruling until closed. `think` may be called before `tell` says where answers go."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._newest: Sitting | None = None
        self._submit: Callable[[Callable[[Referee], object]], object] | None = None
        self._closed = False
        # A search cannot be broken off, and the program does not wait for it when it ends.
        self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
        self._thread.start()

    def think(self, sitting: Sitting) -> None:
        """Think about the newest ruling of a match, and no more about those before it."""
        with self._news:
            self._newest = sitting
            self._news.notify()

    def tell(self, submit: Callable[[Callable[[Referee], object]], object]) -> None:
        """Answers go to the referee, by way of `submit`."""
        with self._news:
            self._submit = submit
            self._news.notify()

    def close(self) -> None:
        """Think no more, and tell nothing."""
        with self._news:
            self._closed = True
            self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or (self._newest is not None and self._submit is not None))
                if self._closed:
                    return
                sitting, self._newest = self._newest, None
            assert sitting is not None
            found = _found(sitting)
            with self._news:
                if self._newest is None and not self._closed:  # else the match has gone on
                    assert self._submit is not None
                    self._submit(partial(_hint, sitting, found))


def _hint(sitting: Sitting, found: Future[Mapping[str, Any]], referee: Referee) -> None:
    referee.hint(sitting, found)


def _found(sitting: Sitting) -> Future[Mapping[str, Any]]:
    """What may be added to the newest ruling, or what went wrong."""
    found: Future[Mapping[str, Any]] = Future()
    try:
        found.set_result(sitting.match.hints())
    except Exception as error:  # noqa: BLE001 - the referee says it on the displays, and the match goes on
        found.set_exception(error)
    return found
