"""The web application of one table: its routes."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.routing import Mount, Route

from companion.clock import SystemClock
from companion.web import (
    api,
    dealt_hand,
    devices,
    drafting,
    guessing_along,
    handing_in,
    misreadings,
    night_pages,
    openapi,
    pages,
    pictures,
    records,
    report_files,
    voicing,
)
from companion.web.guard import guarded
from companion.web.site import Site

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from starlette.applications import Starlette
    from starlette.requests import Request

    from companion.clock import Clock
    from companion.web.port import TablePort
    from companion.web.seats import Seats

PARTS = (
    api,
    handing_in,
    drafting,
    dealt_hand,
    guessing_along,
    misreadings,
    devices,
    records,
    report_files,
    night_pages,
    voicing,
)
ROUTES = [route for part in PARTS for route in part.routes]  # of the API


def make_app(
    table: TablePort,
    key: bytes,
    address: Callable[[], str],
    seats: Seats,
    *,
    open_locally: bool = False,
    for_phones: bool = True,
    clock: Clock | None = None,
) -> Starlette:
    """The pages and the API of one table.

    `key` signs tokens (`companion.web.keys.load_key`); `address` says the base address phones reach, e.g.
    `http://192.168.1.7:8080`, which is another once the network is; `seats` knows which phone sits where;
    `open_locally` makes the browser on this machine the host without a PIN: for a table with simulated hardware,
    somebody's laptop. `for_phones` says that they can reach the table: else no code to join is shown. `clock` is the
    one the table's timers go by.
    """
    site = Site.build(
        table, key, address, clock or SystemClock(), seats, open_locally=open_locally, for_phones=for_phones
    )

    @asynccontextmanager
    async def while_running(_app: Starlette) -> AsyncIterator[None]:
        site.open()
        yield
        site.live.close()

    return guarded(
        site,
        [
            *pages.routes,
            *pictures.routes,
            *report_files.pages,
            *misreadings.pictures,
            *night_pages.pages,
            Mount(
                "/api",
                routes=[*_together(ROUTES), *openapi.routes],
            ),
        ],
        while_running,
    )


def _together(routes: Sequence[Route]) -> list[Route]:
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
