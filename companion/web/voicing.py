"""The routes of the voice: how loud what happens is spoken and by whom, and what pages say aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.web.live import event_stream
from companion.web.requests import known_language, read_object, text_field, whole_number
from companion.web.site import site_of

if TYPE_CHECKING:
    from starlette.requests import Request


async def loudness(request: Request) -> Response:
    """How loud what happens is spoken, in percent, and by whom: the host asks, or says either."""
    site = site_of(request)
    site.access.must_be_host(request)
    if request.method == "POST":
        body = await read_object(request)
        percent = None if "percent" not in body and "by" in body else whole_number(body, "percent")
        by = text_field(body, "by") if "by" in body else None
        await run_in_threadpool(site.table.loudness.set, percent, by)
    now = site.table.loudness.now
    return JSONResponse({"percent": now.percent, "by": now.by})


async def speech(request: Request) -> Response:
    """What a page of this language says aloud, from now on."""
    language = known_language(request.path_params["language"])
    return event_stream(site_of(request).aloud.stream(language))


routes = [Route("/voice", loudness, methods=["GET", "POST"]), Route("/speech/{language}", speech)]
