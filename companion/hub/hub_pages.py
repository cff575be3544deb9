"""The hub's pages: all tables live as small boards, the events of the night, the search of all rulings.

Everybody who can reach them may look, as at a table's kiosk. The code to join is shown on the hub's own machine and to
whoever knows its PIN.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.hub import tournament_pages
from companion.hub.accounts import LISTENING
from companion.hub.hub_site import HubSite, hub_page, hub_site
from companion.web import pages
from companion.web.access import HOST_STAYS_S, HostDoor
from companion.web.guard import guarded
from companion.web.live import BEAT, BEAT_S, RETRY, event_stream
from companion.web.requests import read_object
from companion.web.site import requests_budget

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.applications import Starlette
    from starlette.requests import Request

    from companion.clock import Clock
    from companion.hub.accounts import Role
    from companion.hub.hub import Hub
    from companion.web.access import Access

SHOWN: tuple[Role, ...] = ("table", *LISTENING)  # of whose accounts the host is told
HUB_DOOR = HostDoor("/accounts", "tableside-hub")
GATHER_S = 0.05  # what changes within so short a time is told together


@dataclass
class BoardStream:
    """Tells pages which tables have changed. `mark` may be called from any thread, all else on the event loop's."""

    delay_s: float
    _loop: asyncio.AbstractEventLoop | None = None
    _pages: set[_Page] = field(default_factory=set)
    _closed: bool = False

    def open(self) -> None:
        """Begin to listen; call it on the running event loop."""
        self._loop = asyncio.get_running_loop()

    def mark(self, table: str) -> None:
        """Something new is known of a table; it is shown once it is as old as it must be."""
        loop = self._loop
        if loop is None or loop.is_closed():
            return
        loop.call_soon_threadsafe(self._told, table)
        if self.delay_s:
            loop.call_soon_threadsafe(loop.call_later, self.delay_s, self._told, table)

    def end_soon(self) -> None:
        """End every stream, from another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._close)

    async def stream(self, boards: Callable[[], list[dict[str, Any]]]) -> AsyncIterator[bytes]:
        """What one page hears: all boards, then those that have changed, and a beat."""
        page = _Page()
        self._pages.add(page)
        try:
            yield RETRY + _message(boards())
            while not self._closed:
                try:
                    await asyncio.wait_for(page.news.wait(), BEAT_S)
                except TimeoutError:
                    yield BEAT
                    continue
                await asyncio.sleep(GATHER_S)
                page.news.clear()
                changed, page.changed = page.changed, set()
                yield _message([board for board in boards() if board["id"] in changed])
        finally:
            self._pages.discard(page)

    def _told(self, table: str) -> None:
        for page in self._pages:
            page.changed.add(table)
            page.news.set()

    def _close(self) -> None:
        self._closed = True
        for page in self._pages:
            page.news.set()


@dataclass(eq=False)
class _Page:
    """One page that listens, and which tables have changed since it was told."""

    changed: set[str] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)


def make_hub_app(hub: Hub, access: Access, boards: BoardStream, clock: Clock) -> Starlette:
    """The pages of a running hub."""
    site = HubSite(hub, access, boards, clock, requests_budget(clock))

    @asynccontextmanager
    async def while_running(_app: Starlette) -> AsyncIterator[None]:
        boards.open()
        yield

    return guarded(
        site,
        [
            Route("/", front),
            Route(HUB_DOOR.page, accounts_page),
            Route("/words/{language}.json", pages.words),
            Route("/api/hub/live", live),
            Route("/api/hub/rulings", rulings),
            Route("/api/hub/code", code),
            Route("/api/hub/accounts", accounts),
            Route("/api/hub/give", give, methods=["POST"]),
            Route("/api/hub/revoke", revoke, methods=["POST"]),
            Route("/api/host", host, methods=["POST"]),
            *tournament_pages.routes,
        ],
        while_running,
    )


async def front(request: Request) -> Response:
    """All tables at once; `?beamer=yes` shows the boards and nothing else."""
    return hub_page(request, "hub.html", beamer=request.query_params.get("beamer") == "yes", code=False)


async def accounts_page(request: Request) -> Response:
    """Who has an account, and gets one; the PIN first."""
    return hub_page(request, "accounts.html", host=hub_site(request).access.is_host(request))


async def live(request: Request) -> Response:
    """All boards, and each that changes, as server-sent events."""
    site = hub_site(request)
    return event_stream(site.boards.stream(site.hub.boards))


async def rulings(request: Request) -> Response:
    """The newest rulings of all tables, or those with the words of `?q=`."""
    site = hub_site(request)
    return JSONResponse(await run_in_threadpool(site.hub.rulings, request.query_params.get("q", "")[:200]))


async def code(request: Request) -> Response:
    """The code to join, for whoever may see it."""
    site = hub_site(request)
    site.access.must_be_shown_code(request)
    return JSONResponse({"code": str(site.hub.code)})


async def accounts(request: Request) -> Response:
    """Who has an account, by role. Needs the PIN, as `give` and `revoke` do."""
    site = hub_site(request)
    site.access.must_be_host(request)
    return _accounts(site)


async def give(request: Request) -> Response:
    """Give a home or a spectator an account; its password, which is said this once."""
    site = hub_site(request)
    site.access.must_be_host(request)
    body = await read_object(request)
    password = await run_in_threadpool(site.hub.give, str(body.get("name")), str(body.get("role")))
    return JSONResponse({"name": body.get("name"), "password": password})


async def revoke(request: Request) -> Response:
    """Take an account away."""
    site = hub_site(request)
    site.access.must_be_host(request)
    body = await read_object(request)
    await run_in_threadpool(site.hub.revoke, str(body.get("name")))
    return _accounts(site)


def _accounts(site: HubSite) -> Response:
    return JSONResponse({role: site.hub.accounts.names(role) for role in SHOWN})


async def host(request: Request) -> Response:
    """Whoever knows the PIN is host."""
    body = await read_object(request)
    access = hub_site(request).access
    cookie = access.let_host_in(request, str(body.get("pin", "")))
    answer = JSONResponse({"host": True})
    answer.set_cookie(access.door.cookie, cookie, max_age=HOST_STAYS_S, httponly=True, samesite="strict")
    return answer


def _message(boards: list[dict[str, Any]]) -> bytes:
    text = json.dumps(boards, ensure_ascii=False, separators=(",", ":"))
    return f"event: boards\r\ndata: {text}\r\n\r\n".encode()
