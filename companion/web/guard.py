"""What stands before every page, of a table and of the hub: headers that keep strangers' scripts out, budgets, one
shape for every refusal, and what is asked twice done once; and the files that all pages share."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.routing import Mount

from companion.clock import SystemClock
from companion.errors import TablesideError
from companion.web import origins
from companion.web.headers import HEADERS
from companion.web.repeats import Repeats
from companion.web.requests import Refused, error_as_json, refusal
from companion.web.shared_files import SharedFiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send

    from companion.web.access import Access


def guarded(site: Guarded, routes: Sequence[BaseRoute], while_running: Lifespan[Starlette]) -> Starlette:
    """The application of `routes` and the shared files behind a guard; each request finds the site as its app's."""
    clock = SystemClock()
    app = Starlette(
        routes=[
            *routes,
            Mount("/static", SharedFiles()),
        ],
        middleware=[Middleware(Guard, site=site), Middleware(Repeats, now_s=lambda: clock.now_ms() / 1000)],
        exception_handlers={HTTPException: error_as_json, TablesideError: error_as_json, Exception: error_as_json},
        lifespan=while_running,
    )
    app.state.site = site
    return app


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
