"""The cards the table has dealt, where it plays itself: each player sees their own and what lies open, and nobody
another's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.web.site import site_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.referee.tableview import TableView
    from companion.web.site import Site


async def own_hand(request: Request) -> Response:
    """The cards dealt to the player whose phone asks; to the only one who plays against the table, where the host asks.
    `cards` is null where none were dealt, or none are left, or not to whoever asks; `open` is the card that was dealt
    to lie open, until an event says what lies on top of it, and null without one."""
    site = site_of(request)
    player = site.access.seat(request)
    if player is None and site.access.is_host(request):
        player = _only_one(site.table.view)
    cards, lies_open = (None, None) if player is None else await run_in_threadpool(_dealt, site, player)
    return JSONResponse({"player": player, "cards": cards, "open": lies_open}, headers={"Cache-Control": "no-store"})


def _only_one(view: TableView) -> str | None:
    """Who plays alone against the table."""
    if view.match is None or view.practice is None:
        return None
    return view.practice.only_one(view.match.playing)


def _dealt(site: Site, player: str) -> tuple[list[str] | None, str | None]:
    view = site.table.view
    if view.practice is None or view.match is None or player not in view.match.playing:
        return None, None
    if player in view.practice.strengths:  # nobody sits on the table's seat
        return None, None
    cards, lies_open = site.table.dealt_to(player) or ((), None)
    return (sorted(cards), lies_open) if cards else (None, None)


routes = [Route("/hand", own_hand)]
