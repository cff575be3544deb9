"""Live views: one message per change, the same for everybody, as server-sent events.

The referee's thread hands each new view over; it is put into bytes once and every page gets these bytes. A page that
is slow, or was away, gets the newest view and none of those in between: a view is all there is to know.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from starlette.responses import StreamingResponse

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from companion.referee.tableview import TableView
    from companion.web.port import TablePort

BEAT_S = 4.0  # a page that hears nothing for three beats says that it lost the table
RETRY = b"retry: 1000\r\n\r\n"
BEAT = b"event: beat\r\ndata: \r\n\r\n"  # of streams that show no timer


def event_stream(messages: AsyncIterator[bytes]) -> StreamingResponse:
    """The answer that brings a page server-sent events as they come: kept by nobody, and gathered by no proxy."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(messages, media_type="text/event-stream", headers=headers)


class Live:
    """Fans the table's views out. `extras` adds what the web itself knows (who has joined, who has chosen).

    Everything but the subscription's callback runs on the event loop's thread.
    """

    def __init__(
        self, table: TablePort, now_ms: Callable[[], int], extras: Callable[[TableView], Mapping[str, Any]]
    ) -> None:
        self._table = table
        self._now_ms = now_ms
        self._extras = extras
        self._pulse = asyncio.Event()
        self._beating: asyncio.TimerHandle | None = None
        self._number = 0
        self._newest: tuple[int, bytes] | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def open(self) -> None:
        """Start listening to the table; call it on the running event loop."""
        self._loop = loop = asyncio.get_running_loop()

        def changed(_view: TableView) -> None:
            loop.call_soon_threadsafe(self.publish)

        self._unsubscribe = self._table.subscribe(changed)
        self._beat()

    def close(self) -> None:
        """Stop listening and end every stream."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        if self._beating is not None:
            self._beating.cancel()
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

    def publish_in(self, pause_ms: int) -> None:
        """Have it published once more when so much time has passed: something ends then by itself."""
        asyncio.get_running_loop().call_later(pause_ms / 1000, self.publish)

    def snapshot(self) -> dict[str, Any]:
        """The message as JSON: the table, what the web adds, and the clock that the timer is told by."""
        view = self._table.view
        return {"now_ms": self._now_ms(), "table": view.to_json(), **self._extras(view)}

    def response(self) -> StreamingResponse:
        """A stream for one page."""
        return event_stream(self._stream())

    async def _stream(self) -> AsyncIterator[bytes]:
        """What one page hears: the table as it is and after each change, and at least the beat that all hear."""
        self._newest = None  # a page that comes later needs the clock as it now is
        shown, message = self._number, RETRY + self._message()
        while not self._closed:
            pulse = self._pulse  # taken first: what happens while the message goes out is not missed
            yield message
            await pulse.wait()
            message = self._time() if shown == self._number else self._message()
            shown = self._number

    def _time(self) -> bytes:
        """A beat with the clock that the timer is told by: a view that was long on its way is put right by it."""
        return f'event: beat\r\ndata: {{"now_ms":{self._now_ms()}}}\r\n\r\n'.encode()

    def _message(self) -> bytes:
        if self._newest is None or self._newest[0] != self._number:
            text = json.dumps(self.snapshot(), ensure_ascii=False, separators=(",", ":"))
            self._newest = (self._number, f"event: view\r\ndata: {text}\r\n\r\n".encode())
        return self._newest[1]

    def _beat(self) -> None:
        """Have every page hear something, now and every `BEAT_S` seconds: one timer for all of them."""
        self._beating = asyncio.get_running_loop().call_later(BEAT_S, self._beat)
        self._wake()

    def _wake(self) -> None:
        pulse, self._pulse = self._pulse, asyncio.Event()
        pulse.set()
