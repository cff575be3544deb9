"""Desks without a thread, for tests that decide themselves when something happens."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.referee.referee import Referee


class StraightDesk:
    """A desk whose referee acts at once, in the caller's thread."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee

    @property
    def view(self) -> Any:
        return self.referee.view

    def submit(self, act: Callable[[Referee], Any]) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(act(self.referee))
        return done
