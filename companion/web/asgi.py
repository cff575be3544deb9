"""The web application: routes, headers that keep strangers' scripts out, and one shape for every refusal."""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.clock import SystemClock
from companion.errors import TablesideError
from companion.resources import shipped
from companion.web import api, devices, drafting, openapi, origins, pages, pictures, records
from companion.web.headers import HEADERS
from companion.web.requests import Refused, error_as_json, refusal
from companion.web.site import Site

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from companion.clock import Clock
    from companion.web.access import Access
    from companion.web.port import TablePort
    from companion.web.seats import Seats

STATIC = Path(__file__).with_name("static")


def make_app(
    table: TablePort,
    key: bytes,
    address: str,
    seats: Seats,
    *,
    open_locally: bool = False,
    for_phones: bool = True,
    clock: Clock | None = None,
) -> Starlette:
    """The pages and the API of one table.

    `key` signs tokens (`companion.web.keys.load_key`); `address` is the base address phones reach, e.g.
    `http://192.168.1.7:8080`; `seats` knows which phone sits where; `open_locally` makes the browser on
    this machine the host without a PIN: for a table with simulated hardware, somebody's laptop. `for_phones` says that
    they can reach the table: else no code to join is shown. `clock` is the one the table's timers go by.
    """
    site = Site.build(
        table, key, address, clock or SystemClock(), seats, open_locally=open_locally, for_phones=for_phones
    )

    @asynccontextmanager
    async def while_running(_app: Starlette) -> AsyncIterator[None]:
        site.open()
        yield
        site.live.close()

    app = Starlette(
        routes=[
            *pages.routes,
            *pictures.routes,
            Mount(
                "/api",
                routes=[*_together([*api.routes, *drafting.routes, *devices.routes, *records.routes]), *openapi.routes],
            ),
            Mount("/static", StaticFiles(directory=STATIC)),
            Mount("/faces", StaticFiles(directory=shipped("print", "fonts"))),
        ],
        middleware=[Middleware(Guard, site=site)],
        exception_handlers={HTTPException: error_as_json, TablesideError: error_as_json, Exception: error_as_json},
        lifespan=while_running,
    )
    app.state.site = site
    return app


def _together(routes: list[Route]) -> list[Route]:
    """Routes of one path in one place: Starlette answers 405 at the first whose path fits."""
    merged: dict[str, list[Route]] = {}
    for route in routes:
        merged.setdefault(route.path, []).append(route)
    return [_one(path, found) for path, found in merged.items()]


def _one(path: str, routes: list[Route]) -> Route:
    if len(routes) == 1:
        return routes[0]
    by_method = {method: route.endpoint for route in routes for method in route.methods or ()}

    async def endpoint(request: Request) -> object:
        return await by_method[request.method](request)

    return Route(path, endpoint, methods=list(by_method))


class Guarded(Protocol):
    """A site as its guard sees it: who may do what, and who asks too often."""

    @property
    def access(self) -> Access:
        """Who may do what."""
        ...

    def must_not_ask_too_often(self, request: Request) -> None:
        """Raises Refused 429."""
        ...


class Guard:
    """Refuses requests that come too often, to nobody, or with changes from foreign pages; puts the security headers
    on every answer."""

    def __init__(self, app: ASGIApp, site: Guarded) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request through the guard (ASGI)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope, receive)
        with suppress(ClientDisconnect):  # whoever asked has gone in the midst of asking
            await self._answer(request, send_guarded)

    async def _answer(self, request: Request, send: Send) -> None:
        try:
            self._site.must_not_ask_too_often(request)
            origins.asked_for(request)
            self._site.access.must_be_same_origin(request, request.method)
        except Refused as refused:
            await refusal(refused)(request.scope, request.receive, send)
            return
        await self._app(request.scope, request.receive, send)
