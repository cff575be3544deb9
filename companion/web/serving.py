"""Serving the pages: uvicorn on a thread of its own, on a socket that is known to be free before anything starts."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, cast

import uvicorn

from companion.errors import BadInput, TableStops
from companion.web.connections import Connection, Doors, Limits
from companion.web.requests import refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

CLOSING_S = 2  # how long open requests may take to end
GLANCE_S = 0.005  # between two looks whether they have
BACKLOG = 128  # connections taken in one go, each a file, before it is known whether there is room for them


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host` and `port` (0: any free one). Raises BadInput when it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY on what it accepts only where the protocol is named; without it each answer on a
    # kept-alive connection waits for the other side's delayed acknowledgement, 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        is_of_host = isinstance(error, socket.gaierror) or getattr(error, "errno", None) == errno.EADDRNOTAVAIL
        other = "address (--host)" if is_of_host else "port"
        raise BadInput(f"the address {host}:{port} cannot be listened on ({error}); choose another {other}") from error
    return listener


class PromptServer(uvicorn.Server):
    """Ends when it is told to and all that is under way is answered, where uvicorn looks ten times a second whether it
    is told to and waits for another tenth. A table at rest wakes once a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._ending = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None  # while it serves

    def end(self) -> None:
        """End soon; asked of any thread, and as often as one likes."""
        self.should_exit = True  # for whoever has not begun to serve
        if (loop := self._loop) is not None:
            loop.call_soon_threadsafe(self._ending.set)

    async def main_loop(self) -> None:
        """Serve until told to end, with the time of day for the answers' heads once a second."""
        self._loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), 1)
        self._loop = None

    async def shutdown(self, sockets: Iterable[socket.socket] | None = None) -> None:  # noqa: ARG002 - they are ours
        """Take no more in, let what is under way end within `CLOSING_S`, and break off the rest."""
        for server in self.servers:
            server.close()
        state = self.server_state
        for connection in list(state.connections):
            connection.shutdown()
        try:
            async with asyncio.timeout(CLOSING_S):
                while state.connections or state.tasks:
                    await asyncio.sleep(GLANCE_S)
        except TimeoutError:
            logging.getLogger(__name__).warning("the table stopped; requests left unanswered: %d", len(state.tasks))
            for task in state.tasks:
                task.cancel()
        await self.lifespan.shutdown()


class ToTheEnd:
    """An application of which whoever is broken off is told that the table stops: uvicorn would take it for a fault."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (ASGI)."""
        is_begun = False

        async def begun(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await send(message)

        try:
            await self._app(scope, receive, begun)
        except asyncio.CancelledError:
            if not is_begun:
                await refusal(TableStops())(scope, receive, send)


class WebServer:
    """Serves `app` on `listener` from construction until `close`."""

    def __init__(self, app: Starlette, listener: socket.socket, limits: Limits | None = None) -> None:
        """`limits` on its connections are the usual ones if left out."""
        limits = limits or Limits()
        config = uvicorn.Config(
            ToTheEnd(app),
            http=cast("type[asyncio.Protocol]", partial(Connection, doors=Doors(limits))),
            ws="none",
            lifespan="on",
            log_config=None,  # the program's own log takes what uvicorn has to say
            log_level="warning",
            access_log=False,
            proxy_headers=False,  # who is connected is who asks, whatever a header says
            backlog=BACKLOG,
            timeout_keep_alive=limits.idle_s,
        )
        self._app = app
        self._listener = listener
        self._server = PromptServer(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="web")
        self._thread.start()

    @property
    def port(self) -> int:
        """The port served on."""
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """End what would go on, answer the rest of what is under way, stop."""
        self._app.state.site.end_soon()
        self._server.end()
        self._thread.join()
        self._listener.close()
