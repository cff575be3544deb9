"""The pages of tournaments: pairings and standings for everybody, also on paper; the organiser's desk behind the PIN;
and where a phone asks at which table somebody plays."""

from __future__ import annotations

from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.days import local_day
from companion.errors import NotThere
from companion.games import rulebook, rulebooks
from companion.hub.hub_site import hub_page, hub_site
from companion.sentences import told
from companion.spreadsheet import ENCODING
from companion.tournament.exports import as_csv, as_trf
from companion.web.records import dictionaries_there_are, offered_games
from companion.web.requests import Refused, read_object

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from companion.hub.tournament_desk import TournamentDesk
    from companion.tournament.tournament import Tournament

    Answers = Callable[[Request], Awaitable[Response]]

LARGEST_FOUND = 50


async def tournaments_page(request: Request) -> Response:
    """Every tournament; with the PIN a new one."""
    return await _all_shown(request)


async def _all_shown(request: Request, problem: str | None = None) -> Response:
    """The page of every tournament, which says what is wrong with the address that led to it."""
    site = hub_site(request)
    shown = await run_in_threadpool(site.hub.tournaments.all)
    is_host = site.access.is_host(request)
    unreadable = site.hub.tournaments.unreadable
    games = {name: rulebook(name).title for name in rulebooks()}
    page = hub_page(
        request, "tournaments.html",
        host=is_host, tournaments=shown, games=games, unreadable=unreadable, problem=problem,
    )  # fmt: skip
    page.status_code = 200 if problem is None else 404
    return page


def _of_one(page: Answers) -> Answers:
    """A page of one tournament; the page of all, which says so, where there is none of that name."""

    @wraps(page)
    async def shown(request: Request) -> Response:
        try:
            return await page(request)
        except NotThere as error:
            return await _all_shown(request, error.sentence)

    return shown


@_of_one
async def tournament_page(request: Request) -> Response:
    """Pairings, standings and crosstable of one; what changes is shown at once, and it can be printed."""
    shown = await _shown(request)
    return hub_page(request, "tournament.html", shown=shown, host=hub_site(request).access.is_host(request))


@_of_one
async def organise_page(request: Request) -> Response:
    """The organiser's and the arbiter's desk; the PIN first."""
    site, name = hub_site(request), request.path_params["name"]
    shown = await _shown(request)
    disputed = await run_in_threadpool(_desk(request).disputes, name)
    tables, is_host = sorted(site.hub.accounts.keys()), site.access.is_host(request)
    return hub_page(request, "organise.html", shown=shown, host=is_host, tables=tables, disputes=disputed)


async def find_page(request: Request) -> Response:
    """Where somebody plays: a name, or the beginning of one, and the table it is at."""
    sought = request.query_params.get("name", "")[:60]
    found = await run_in_threadpool(_desk(request).find, sought)
    return hub_page(request, "find.html", sought=sought, found=found[:LARGEST_FOUND])


async def games(_request: Request) -> Response:
    """The games a tournament may be of, and what is chosen of each for its matches, as JSON."""
    return JSONResponse(offered_games(()))


async def all_of_them(request: Request) -> Response:
    """Every tournament, as JSON."""
    return JSONResponse(await run_in_threadpool(_desk(request).all))


async def open_one(request: Request) -> Response:
    """The organiser opens a tournament; its id."""
    hub_site(request).access.must_be_host(request)
    plan = await read_object(request)
    return JSONResponse({"id": await run_in_threadpool(_desk(request).open, plan)}, 201)


async def one(request: Request) -> Response:
    """All that is shown of a tournament, as JSON."""
    return JSONResponse(await _shown(request))


async def act(request: Request) -> Response:
    """The organiser's or the arbiter's act."""
    hub_site(request).access.must_be_host(request)
    done = await read_object(request)
    await run_in_threadpool(_desk(request).act, request.path_params["name"], done)
    return JSONResponse({})


async def pair(request: Request) -> Response:
    """Pair the next round."""
    hub_site(request).access.must_be_host(request)
    await run_in_threadpool(_desk(request).pair, request.path_params["name"])
    return JSONResponse({})


async def disputes(request: Request) -> Response:
    """What the arbiter was called for. Needs the PIN, as its pictures do."""
    hub_site(request).access.must_be_host(request)
    return JSONResponse(await run_in_threadpool(_desk(request).disputes, request.path_params["name"]))


async def picture(request: Request) -> Response:
    """The picture that a disputed ruling was made from."""
    hub_site(request).access.must_be_host(request)
    name, number = request.path_params["name"], request.path_params["number"]
    jpeg = await run_in_threadpool(_desk(request).file.picture, name, number)
    if jpeg is None:
        raise Refused(404, told("there is no picture of this dispute"))
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private"})


async def find(request: Request) -> Response:
    """Where those play whose names begin with `?name=`, as JSON."""
    found = await run_in_threadpool(_desk(request).find, request.query_params.get("name", "")[:60])
    return JSONResponse(found[:LARGEST_FOUND])


async def trf(request: Request) -> Response:
    """The report that FIDE's programs read."""
    opened = _desk(request).opened(request.path_params["name"])
    return await _file(request, partial(as_trf, day=local_day(opened)), "trf", "text/plain")


async def csv(request: Request) -> Response:
    """The crosstable for a spreadsheet."""
    return await _file(request, as_csv, "csv", "text/csv", ENCODING)


async def _file(
    request: Request, write: Callable[[Tournament], str], ending: str, kind: str, encoding: str = "utf-8"
) -> Response:
    name = request.path_params["name"]
    text = await run_in_threadpool(lambda: write(_desk(request).tournament(name)))
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"', "Cache-Control": "no-store"}
    return Response(text.encode(encoding), media_type=f"{kind}; charset=utf-8", headers=headers)


async def _shown(request: Request) -> dict[str, Any]:
    return await run_in_threadpool(_desk(request).shown, request.path_params["name"])


def _desk(request: Request) -> TournamentDesk:
    return hub_site(request).hub.tournaments


routes = [
    Route("/tournaments", tournaments_page),
    Route("/tournaments/{name}", tournament_page),
    Route("/tournaments/{name}/organise", organise_page),
    Route("/find", find_page),
    Route("/api/games", games),
    Route("/api/dictionaries", dictionaries_there_are),
    Route("/api/tournaments", all_of_them),
    Route("/api/tournaments", open_one, methods=["POST"]),
    Route("/api/tournaments/{name}", one),
    Route("/api/tournaments/{name}/acts", act, methods=["POST"]),
    Route("/api/tournaments/{name}/pair", pair, methods=["POST"]),
    Route("/api/tournaments/{name}/trf", trf),
    Route("/api/tournaments/{name}/csv", csv),
    Route("/api/tournaments/{name}/disputes", disputes),
    Route("/api/tournaments/{name}/disputes/{number:number}/picture", picture),
    Route("/api/find", find),
]
