"""Connections as the table takes them: so many at a time, and each only for as long as something comes of it.

uvicorn waits for ever for a request that has begun to come in and for a page that takes nothing of its answer; here
both have a time. So has a phone that walked out of the network without a word: the system would send it what is said
for a quarter of an hour, and count its connection so long. What is connected from the table's own machine, the kiosk
above all, is never turned away.
"""

from __future__ import annotations

import socket
from collections import Counter
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.sentences import told
from companion.web import origins
from companion.web.requests import Refused, refusal

if TYPE_CHECKING:
    import asyncio

    from starlette.responses import Response

AGAIN_S = 10  # when somebody who was turned away may come again


@dataclass(frozen=True, slots=True)
class Limits:
    """`per_address` connections from one device and `strangers` from all of them together, the table's own machine
    aside. A request has come in within `arriving_s` seconds, the next one begins within `idle_s`; a page that takes
    nothing for `stalled_s` is gone."""

    per_address: int = 64  # a browser opens six, a tab with a live view keeps one
    strangers: int = 400  # a party of forty with some tabs each; fewer than the files a service may open
    arriving_s: float = 30
    idle_s: int = 5
    stalled_s: float = 20


class Doors:
    """Counts who is connected. Used on the event loop's thread only."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._strangers: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether one more connection from there is taken; it counts until it leaves."""
        if origins.is_own_machine(address):
            return True
        full = self._strangers.total() >= self.limits.strangers
        if full or self._strangers[address] >= self.limits.per_address:
            return False
        self._strangers[address] += 1
        return True

    def leave(self, address: str) -> None:
        """A connection that was taken has ended."""
        if address in self._strangers:
            self._strangers[address] -= 1
            if not self._strangers[address]:
                del self._strangers[address]


class Connection(H11Protocol):
    """uvicorn's connection, let in by `doors` and closed when nothing comes of it."""

    def __init__(self, *args: Any, doors: Doors, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._doors = doors
        self._address: str | None = None  # None: not let in
        self._arriving: asyncio.TimerHandle | None = None
        self._arriving_after: object = None  # the request before the one that is coming in
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or say that there is no room and hang up."""
        address = str(transport.get_extra_info("peername")[0])
        if not self._doors.enter(address):
            transport.write(_no_room())
            transport.close()
            return
        self._address = address
        self._give_up_in_time(transport)
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whoever ended it."""
        if self._address is None:
            return
        self._doors.leave(self._address)
        for timer in (self._arriving, self._stalled):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """The answer is written, though perhaps not yet taken: what is closed with an untaken answer must end too."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._await_taking()

    def timeout_keep_alive_handler(self) -> None:
        """No other request has come."""
        super().timeout_keep_alive_handler()
        self._await_taking()

    def pause_writing(self) -> None:
        """The page takes less than there is for it."""
        super().pause_writing()
        self._await_taking()

    def resume_writing(self) -> None:
        """The page has taken something."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's own word for it
        """Hang up on what is no HTTP, and say so unless an answer is on its way already."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            said = told("this is no HTTP request")
            self.transport.write(_whole(refusal(Refused(HTTPStatus.BAD_REQUEST, said, {"Connection": "close"}))))
        self.transport.close()

    def _watch(self) -> None:
        """See to it that a request which has begun to come in comes in whole."""
        coming = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if self._arriving is not None and (not coming or self.cycle is not self._arriving_after):
            self._arriving.cancel()
            self._arriving = None
        if coming and self._arriving is None:
            self._arriving = self.loop.call_later(self._doors.limits.arriving_s, self.transport.abort)
            self._arriving_after = self.cycle

    def _give_up_in_time(self, transport: asyncio.Transport) -> None:
        """Have the system, too, hang up on who takes nothing: little enough for its own buffers is never written late,
        and `pause_writing` is not called."""
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            ours: socket.socket = transport.get_extra_info("socket")
            stalled_ms = int(self._doors.limits.stalled_s * 1000)
            ours.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, stalled_ms)

    def _await_taking(self) -> None:
        if self._stalled is None:
            self._stalled = self.loop.call_later(self._doors.limits.stalled_s, self.transport.abort)


@cache
def _no_room() -> bytes:
    """The whole answer to a connection that is not taken."""
    said = told("too many connections: close some pages, or try again in {seconds} seconds", seconds=AGAIN_S)
    headers = {"Retry-After": str(AGAIN_S), "Connection": "close"}
    return _whole(refusal(Refused(HTTPStatus.SERVICE_UNAVAILABLE, said, headers)))


def _whole(answer: Response) -> bytes:
    """An answer as it goes over the wire, where there is no application to send it."""
    status = HTTPStatus(answer.status_code)
    headers = b"".join(b"%b: %b\r\n" % header for header in answer.raw_headers)
    return b"HTTP/1.1 %d %b\r\n%b\r\n%b" % (status, status.phrase.encode(), headers, bytes(answer.body))
