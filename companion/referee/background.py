"""Work in the background, on a thread of its own: on the newest thing it was given, and on none before it.

Nobody waits for it. What it comes to goes to the referee, on whose thread alone anything changes.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from companion.referee.referee import Referee

T = TypeVar("T")


class BackgroundWorker(Generic[T]):
    """Has `work` done on what `give` is given, until closed. `give` may come before `tell` says where answers go."""

    def __init__(self, name: str, work: Callable[[T], object]) -> None:
        self._news = threading.Condition()
        self._newest: T | None = None
        self._given, self._taken = 0, 0  # how often something was given, also when work was begun last
        self._submit: Callable[[Callable[[Referee], Any]], Future[Any]] | None = None
        self._closed = False
        # What is worked on cannot be broken off, and the program does not wait for it when it ends.
        self._thread = threading.Thread(target=self._run, args=(work,), name=name, daemon=True)
        self._thread.start()

    def give(self, thing: T | None) -> None:
        """Work on this from now on, or, with None, on nothing."""
        with self._news:
            self._newest = thing
            self._given += 1
            self._news.notify()

    def tell(self, submit: Callable[[Callable[[Referee], Any]], Future[Any]]) -> None:
        """Answers go to the referee, by way of `submit`."""
        with self._news:
            self._submit = submit
            self._news.notify()

    def close(self) -> None:
        """Work no more, and submit nothing."""
        with self._news:
            self._closed = True
            self._news.notify()

    @property
    def is_closed(self) -> bool:
        """Whether it works no more."""
        return self._closed

    # ------------------------------------------------------------------ for whoever does the work

    def submit(self, act: Callable[[Referee], Any]) -> Future[Any] | None:
        """Have the referee do something; None where nobody is to be told any more."""
        with self._news:
            return None if self._closed or self._submit is None else self._submit(act)

    def is_stale(self, after_s: float = 0.0) -> bool:
        """Whether something else has been given by then, `after_s` seconds from now at the latest, or all is over."""
        with self._news:
            return self._news.wait_for(lambda: self._closed or self._given != self._taken, timeout=after_s)

    def _run(self, work: Callable[[T], object]) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or (self._newest is not None and self._submit is not None))
                if self._closed:
                    return
                thing, self._newest, self._taken = self._newest, None, self._given
            assert thing is not None
            work(thing)
