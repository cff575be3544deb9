"""What could have been, found out after each ruling on a thread of its own: the table waits for none of it.

A search through a hand of cards may take a second here and ten on a small board; what of it is soon found is told
first, if a game says what that is. It comes when it comes, is about the newest ruling or about nothing, and may fail
without harm.
"""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.referee.background import BackgroundWorker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.referee.referee import Referee
    from companion.referee.sitting import Sitting


class Thinker(BackgroundWorker["Sitting"]):
    """Thinks about the newest ruling until closed. `think` may be called before `tell` says where answers go."""

    def __init__(self) -> None:
        super().__init__("thinking", self._think)

    def think(self, sitting: Sitting) -> None:
        """Think about the newest ruling of a match, and no more about those before it."""
        self.give(sitting)

    def _think(self, sitting: Sitting) -> None:
        first = sitting.first_hints()
        while (soon := _found(partial(next, first, None))).exception() is None and soon.result() is not None:
            self._tell(sitting, soon)
        self._tell(sitting, _found(sitting.hints))
        if soon.exception() is not None:  # said last: a whole that goes well would take it back
            self._tell(sitting, soon)

    def _tell(self, sitting: Sitting, found: Future[Mapping[str, Any]]) -> None:
        if not self.is_stale():  # else the match has gone on
            self.submit(partial(_hint, sitting, found))


def _hint(sitting: Sitting, found: Future[Mapping[str, Any]], referee: Referee) -> None:
    referee.hint(sitting, found)


def _found(hints: Callable[[], Mapping[str, Any] | None]) -> Future[Any]:
    """What may be added to the newest ruling, or what went wrong."""
    found: Future[Any] = Future()
    try:
        found.set_result(hints())
    except Exception as error:  # noqa: BLE001 - the referee says it on the displays, and the match goes on
        found.set_exception(error)
    return found
