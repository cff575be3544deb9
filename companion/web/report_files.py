"""The report of a match that is over, to keep: a sheet of paper and a picture to share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from companion.print.report_sheet import ended, picture_png, sheet_pdf
from companion.sentences import told
from companion.web.pages import in_language_of
from companion.web.records import download, is_settled, recorded
from companion.web.requests import Refused
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from companion.print.report_sheet import Ended
    from companion.report.match_report import MatchReport


async def sheet(request: Request) -> Response:
    """The sheet as PDF."""
    return await _made(request, sheet_pdf, "application/pdf", "pdf")


async def shared(request: Request) -> Response:
    """The picture as PNG."""
    return await _made(request, picture_png, "image/png", "png")


async def _made(
    request: Request, make: Callable[[MatchReport, Ended, Callable[[str], str]], bytes], kind: str, ending: str
) -> Response:
    match_id = request.path_params["match_id"]
    site = site_of(request)
    document, match, _ = await recorded(site, match_id)
    if not is_settled(site, match_id, match):
        raise Refused(
            409, told("Match {number} is not over: its report is told when it cannot help anybody.", number=match_id)
        )
    report = await site.reports.of(document, match)
    content = await run_in_threadpool(make, report, ended(match), in_language_of(request))
    return download(Response(content, media_type=kind), f"match-{match_id}.{ending}")


routes = [
    Route("/matches/{match_id:number}/report.pdf", sheet),
    Route("/matches/{match_id:number}/report.png", shared),
]
