"""Requests that wait for the referee: until the answer comes, or the table stops."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from companion.errors import TableStops

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")

LAST_ANSWERS_S = 1.0  # what was handed in is still judged; what waits for a dictionary is not there so soon


class Pending:
    """Everything but `end_soon` runs on the event loop's thread. `is_ending` is for whoever waits for something else, a
    little at a time: then they go."""

    def __init__(self) -> None:
        self._asked: set[asyncio.Future[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_over = False
        self.is_ending = False

    def open(self) -> None:
        """Call it on the running event loop before anybody waits."""
        self._loop = asyncio.get_running_loop()

    def end_soon(self) -> None:
        """Have nobody wait much longer, from another thread."""
        self.is_ending = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._loop.call_later, LAST_ANSWERS_S, self._end)

    async def answer(self, submitted: Future[T]) -> T:
        """Wait for an answer. Raises what it raises, and TableStops when the table stops first, or has."""
        asked = asyncio.wrap_future(submitted)
        self._asked.add(asked)
        if self._is_over:
            asked.cancel()
        try:
            return await asked
        except asyncio.CancelledError:
            if self._is_over and asked.cancelled():
                raise TableStops from None
            raise
        finally:
            self._asked.discard(asked)

    def _end(self) -> None:
        self._is_over = True
        for asked in self._asked:
            asked.cancel()
