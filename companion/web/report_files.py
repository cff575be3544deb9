"""The report of a match that is over: for the pages, and to keep on paper and as a picture to share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.print.papers import DEFAULT_PAPER, PAPERS_MM
from companion.print.report_sheet import ended, picture_png, sheet_pdf
from companion.sentences import told
from companion.web.chart import SMALL, chance_chart
from companion.web.pages import in_language_of
from companion.web.pictures import code_svg
from companion.web.records import download, is_settled, recorded
from companion.web.requests import Refused
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from companion.print.report_sheet import Ended
    from companion.referee.match import Match
    from companion.report.match_report import MatchReport


async def report(request: Request) -> Response:
    """The report as JSON values, with the chart of its curve and where phones find its page (null: nowhere)."""
    said, _ = await _report_of(request)
    match_id, chart = request.path_params["match_id"], chance_chart(said.curve, *SMALL)
    about: dict[str, Any] = {"link": _page_of(request), "chart": chart and chart.to_json()}
    return JSONResponse({"match": match_id, **said.to_json(), **about}, headers={"Cache-Control": "no-store"})


async def code(request: Request) -> Response:
    """The code that leads a phone to the page of a match, as SVG."""
    page = _page_of(request)
    if page is None:
        raise Refused(404, told("phones cannot reach this table: it is for this machine only"))
    return code_svg(page)


async def sheet(request: Request) -> Response:
    """The sheet as PDF, on the `paper` that is asked for."""
    asked = request.query_params.get("paper", DEFAULT_PAPER)
    size = next((paper for paper in PAPERS_MM if paper == asked), None)
    if size is None:
        raise Refused(400, told("“paper” must be one of {papers}", papers=", ".join(PAPERS_MM)))
    return await _made(request, partial(sheet_pdf, size=size), "application/pdf", "pdf")


async def shared(request: Request) -> Response:
    """The picture as PNG."""
    return await _made(request, picture_png, "image/png", "png")


async def _made(
    request: Request, make: Callable[[MatchReport, Ended, Callable[[str], str]], bytes], kind: str, ending: str
) -> Response:
    said, match = await _report_of(request)
    content = await run_in_threadpool(make, said, ended(match), in_language_of(request))
    return download(Response(content, media_type=kind), f"match-{request.path_params['match_id']}.{ending}")


async def _report_of(request: Request) -> tuple[MatchReport, Match]:
    """The report of the match that is asked for. Raises Refused 409 while it could help somebody."""
    site, match_id = site_of(request), request.path_params["match_id"]
    document, match, _ = await recorded(site, match_id)
    if not is_settled(site, match_id, match):
        raise Refused(
            409, told("Match {number} is not over: its report is told when it cannot help anybody.", number=match_id)
        )
    return await site.reports.of(document, match), match


def _page_of(request: Request) -> str | None:
    """Where phones find the page of a match; None where they cannot reach the table."""
    joining = site_of(request).join_address
    return joining and urljoin(joining, f"/matches/{request.path_params['match_id']}")


routes = [Route("/matches/{match_id:number}/report", report)]  # of the API
pages = [
    Route("/matches/{match_id:number}/report.pdf", sheet),
    Route("/matches/{match_id:number}/report.png", shared),
    Route("/matches/{match_id:number}/code.svg", code),
]
