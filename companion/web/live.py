"""Live views: one message per change, the same for everybody, as server-sent events.

The referee's thread hands each new view over; it is put into bytes once and every page gets these bytes. A page that
is slow, or was away, gets the newest view and none of those in between: a view is all there is to know.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from sse_starlette import EventSourceResponse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from companion.referee.tableview import TableView
    from companion.web.port import Table

BEAT_S = 4.0  # a page that hears nothing for three beats says that it lost the table
SEND_TIMEOUT_S = 20.0  # a page that takes nothing for so long is gone
RETRY = b"retry: 1000\r\n\r\n"
BEAT = b"event: beat\r\ndata: \r\n\r\n"


class Live:
    """Fans the table's views out. `extras` adds what the web itself knows (who has joined, who has chosen).

    Everything but the subscription's callback runs on the event loop's thread.
    """

    def __init__(
        self, table: Table, now_ms: Callable[[], int], extras: Callable[[TableView], Mapping[str, Any]]
    ) -> None:
        self._table = table
        self._now_ms = now_ms
        self._extras = extras
        self._changed = asyncio.Event()
        self._number = 0
        self._newest: tuple[int, bytes] | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def open(self) -> None:
        """Start listening to the table; call it on the running event loop."""
        self._loop = loop = asyncio.get_running_loop()

        def told(_view: TableView) -> None:
            loop.call_soon_threadsafe(self.publish)

        self._unsubscribe = self._table.subscribe(told)

    def close(self) -> None:
        """Stop listening and end every stream."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self._closed = True
        self._wake()

    def end_soon(self) -> None:
        """Have `close` done from another thread: a server waits for open streams before it stops."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.close)

    def publish(self) -> None:
        """Something changed: every page gets the table as it now is."""
        self._number += 1
        self._wake()

    def snapshot(self) -> dict[str, Any]:
        """The message as JSON: the table, what the web adds, and the clock that the timer is told by."""
        view = self._table.view
        return {"now_ms": self._now_ms(), "table": view.to_json(), **self._extras(view)}

    def response(self) -> EventSourceResponse:
        """A stream for one page."""
        return EventSourceResponse(self._stream(), ping=3600, send_timeout=SEND_TIMEOUT_S)

    async def _stream(self) -> AsyncIterator[bytes]:
        yield RETRY
        self._newest = None  # a page that comes later needs the clock as it now is
        while not self._closed:
            changed = self._changed  # taken first: what happens while the message goes out is not missed
            yield self._message()
            while not await _within(changed, BEAT_S):
                yield BEAT

    def _message(self) -> bytes:
        if self._newest is None or self._newest[0] != self._number:
            text = json.dumps(self.snapshot(), ensure_ascii=False, separators=(",", ":"))
            self._newest = (self._number, f"event: view\r\ndata: {text}\r\n\r\n".encode())
        return self._newest[1]

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


async def _within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
