"""Players across nights: a page of all, one for each, for two against each other and for a season. Everybody may look;
the host says who is who, names seasons and teams, and has somebody forgotten."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.errors import NotNow
from companion.games.persons import GUEST
from companion.nights.exporting import sheet
from companion.nights.notebook import Season, Team
from companion.nights.season_table import EVEN
from companion.sentences import as_json, told
from companion.web.farewell import forgotten
from companion.web.pages import page
from companion.web.records import download
from companion.web.requests import Refused, read_object, text_field
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from starlette.requests import Request

    from companion.nights.almanac import Almanac
    from companion.nights.notebook import Notebook
    from companion.sentences import Told
    from companion.web.site import Site

READING_S = 1.0  # of matches that are played again for the first time, in one request
LONGEST_ASKED = 100  # characters of a name in an address
LONGEST_TEAM = 2000


# ------------------------------------------------------------------ looking


async def nights_page(request: Request) -> Response:
    """Everybody, the seasons and the teams."""
    almanac = await _almanac(request)
    shown = {"players": almanac.players(), "teams": almanac.teams(), "same": almanac.notebook.same}
    return page(request, "nights.html", almanac=almanac, seasons=almanac.notebook.seasons, even=EVEN, **shown)


async def player_page(request: Request) -> Response:
    """One player."""
    shown = (await _almanac(request)).player(_asked(request, "name"))
    return page(request, "night_player.html", shown=shown, guest=GUEST)


async def pair_page(request: Request) -> Response:
    """Two players against each other."""
    shown = (await _almanac(request)).pair(_asked(request, "one"), _asked(request, "other"))
    return page(request, "night_pair.html", shown=shown)


async def season_page(request: Request) -> Response:
    """A season's table, and how it counts."""
    almanac = await _almanac(request)
    shown = almanac.season(almanac.notebook.season(_asked(request, "name")))
    return page(request, "night_season.html", shown=shown, even=EVEN)


async def everything(request: Request) -> Response:
    """All of it as one document."""
    almanac = await _almanac(request)
    return download(JSONResponse(await run_in_threadpool(almanac.to_json)), "nights.json")


async def as_sheet(request: Request) -> Response:
    """A line per match and player, for a spreadsheet."""
    almanac = await _almanac(request)
    return download(Response(await run_in_threadpool(sheet, almanac), media_type="text/csv"), "nights.csv")


async def _almanac(request: Request) -> Almanac:
    return await run_in_threadpool(site_of(request).nights.almanac, READING_S)


def _asked(request: Request, name: str) -> str:
    return request.query_params.get(name, "")[:LONGEST_ASKED]


# ------------------------------------------------------------------ what the host says


async def act(request: Request) -> Response:
    """The host changes the notebook, or has somebody forgotten. What is to be known of that is `told`."""
    site, name = site_of(request), request.path_params["act"]
    site.access.must_be_host(request)
    if name not in ACTS:
        raise Refused(404, told("nights know {acts}, not {act}", acts=", ".join(ACTS), act=name))
    body = await read_object(request)
    sentences = await _forgotten(site, text_field(body, "name")) if name == FORGET else await _noted(site, name, body)
    return JSONResponse({"told": [{"text": each, "said": as_json(each)} for each in sentences]})


async def _noted(site: Site, name: str, body: Mapping[str, Any]) -> list[Told]:
    change = NOTES[name](body)
    await run_in_threadpool(site.nights.change, change)
    return []


async def _forgotten(site: Site, name: str) -> list[Told]:
    """Have a player forgotten; what is to be known of it. Raises NotNow while a match is on the table."""
    if site.table.view.match_id is not None:
        raise NotNow(told("a match is on the table: leave it first, then somebody can be forgotten"))
    loop = asyncio.get_running_loop()

    def unseat(persons: Collection[str]) -> bool:
        return asyncio.run_coroutine_threadsafe(_unseated(site, persons), loop).result()

    gone = await run_in_threadpool(forgotten, name, site.nights, site.journal, unseat, site.table.data)
    sentences = [told("{name} is forgotten; matches changed: {count}.", name=name, count=len(gone.matches))]
    if not gone.is_wiped:
        sentences.append(told("The old bytes could not be wiped yet; the next start of the table does it."))
    return [*sentences, *gone.elsewhere]


async def _unseated(site: Site, persons: Collection[str]) -> bool:
    """Take these persons' seats; whether they had one."""
    had_seat = site.seats.forget(persons)
    await site.keep_seats()
    site.live.publish()
    return had_seat


def _same(body: Mapping[str, Any]) -> Callable[[Notebook], Notebook]:
    names = [text_field(body, "name"), text_field(body, "other")]
    return lambda notebook: notebook.with_same(names)


def _apart(body: Mapping[str, Any]) -> Callable[[Notebook], Notebook]:
    name = text_field(body, "name")
    return lambda notebook: notebook.apart(name)


def _season(body: Mapping[str, Any]) -> Callable[[Notebook], Notebook]:
    season = Season(text_field(body, "name"), text_field(body, "first"), text_field(body, "last"))
    return lambda notebook: notebook.with_season(season)


def _no_season(body: Mapping[str, Any]) -> Callable[[Notebook], Notebook]:
    name = text_field(body, "name")
    return lambda notebook: notebook.without_season(name)


def _team(body: Mapping[str, Any]) -> Callable[[Notebook], Notebook]:
    """Its players are written one on each line."""
    players = text_field(body, "players", longest=LONGEST_TEAM).splitlines()
    team = Team(text_field(body, "name"), tuple(line.strip() for line in players if line.strip()))
    return lambda notebook: notebook.with_team(team)


def _no_team(body: Mapping[str, Any]) -> Callable[[Notebook], Notebook]:
    name = text_field(body, "name")
    return lambda notebook: notebook.without_team(name)


FORGET = "forget"
NOTES: Mapping[str, Callable[[Mapping[str, Any]], Callable[[Notebook], Notebook]]] = {
    "same": _same, "apart": _apart, "season": _season, "no-season": _no_season, "team": _team, "no-team": _no_team,
}  # fmt: skip
ACTS = (*NOTES, FORGET)

pages = [
    Route("/nights", nights_page),
    Route("/nights/player", player_page),
    Route("/nights/pair", pair_page),
    Route("/nights/season", season_page),
]
routes = [
    Route("/nights", everything),
    Route("/nights/csv", as_sheet),
    Route("/nights/{act}", act, methods=["POST"]),
]
