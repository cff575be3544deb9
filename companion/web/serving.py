"""Serving the pages: uvicorn on a thread of its own, on a socket that is known to be free before anything starts."""

from __future__ import annotations

import socket
import threading
from functools import partial
from typing import TYPE_CHECKING, cast

import uvicorn

from companion.errors import BadInput
from companion.web.connections import Connection, Doors, Limits

if TYPE_CHECKING:
    import asyncio

    from starlette.applications import Starlette

CLOSING_S = 2  # how long open requests may take to end
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
        raise BadInput(f"the address {host}:{port} cannot be listened on ({error}); choose another port") from error
    return listener


class WebServer:
    """Serves `app` on `listener` from construction until `close`."""

    def __init__(self, app: Starlette, listener: socket.socket, limits: Limits | None = None) -> None:
        """`limits` on its connections are the usual ones if left out."""
        limits = limits or Limits()
        config = uvicorn.Config(
            app,
            http=cast("type[asyncio.Protocol]", partial(Connection, doors=Doors(limits))),
            ws="none",
            lifespan="on",
            log_config=None,  # the program's own log takes what uvicorn has to say
            log_level="warning",
            access_log=False,
            proxy_headers=False,  # who is connected is who asks, whatever a header says
            backlog=BACKLOG,
            timeout_keep_alive=limits.idle_s,
            timeout_graceful_shutdown=CLOSING_S,
        )
        self._app = app
        self._listener = listener
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), name="web")
        self._thread.start()

    @property
    def port(self) -> int:
        """The port served on."""
        return int(self._listener.getsockname()[1])

    def close(self) -> None:
        """End what would go on, answer the rest of what is under way, stop."""
        self._app.state.site.end_soon()
        self._server.should_exit = True
        self._thread.join()
        self._listener.close()
