"""Players across nights: a page of all, one for each, for two against each other and for a season. Everybody may look;
the host says who is who, names seasons and teams, and has somebody forgotten."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.endpoints import HTTPEndpoint
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.errors import NotNow
from companion.games.persons import GUEST
from companion.nights.exporting import sheet
from companion.nights.notebook import Season, Team
from companion.nights.season_table import EVEN
from companion.sentences import as_json, told
from companion.spreadsheet import ENCODING
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

T = TypeVar("T")

READING_S = 1.0  # of matches that are played again for the first time, in one request
LONGEST_ASKED = 100  # characters of a name in an address
LONGEST_TEAM = 2000


# ------------------------------------------------------------------ looking


async def nights_page(request: Request) -> Response:
    """Everybody, the seasons and the teams."""

    def shown(almanac: Almanac) -> dict[str, Any]:
        notebook = almanac.notebook
        said = {"seasons": notebook.seasons, "same": notebook.same, "even": EVEN}
        return {"almanac": almanac, "players": almanac.players(), "teams": almanac.teams(), **said}

    return await _page(request, "nights.html", shown)


async def player_page(request: Request) -> Response:
    """One player."""
    name = _asked(request, "name")
    return await _page(request, "night_player.html", lambda almanac: {"shown": almanac.player(name), "guest": GUEST})


async def pair_page(request: Request) -> Response:
    """Two players against each other."""
    one, other = _asked(request, "one"), _asked(request, "other")
    return await _page(request, "night_pair.html", lambda almanac: {"shown": almanac.pair(one, other)})


async def season_page(request: Request) -> Response:
    """A season's table, and how it counts; without a name that of all matches."""
    name = _asked(request, "name")

    def shown(almanac: Almanac) -> dict[str, Any]:
        return {"shown": almanac.season(almanac.notebook.season(name) if name else None), "even": EVEN}

    return await _page(request, "night_season.html", shown)


async def everything(request: Request) -> Response:
    """All of it as one document."""
    content = await _told(request, lambda almanac: almanac.document)
    return download(Response(content, media_type="application/json"), "nights.json")


class AsSheet(HTTPEndpoint):
    """A line per match and player, for a spreadsheet. It answers every method, so that none is taken for an act's."""

    async def get(self, request: Request) -> Response:
        """All of it."""
        content = (await _told(request, sheet)).encode(ENCODING)
        return download(Response(content, media_type="text/csv"), "nights.csv")


async def _page(request: Request, template: str, shown: Callable[[Almanac], dict[str, Any]]) -> Response:
    """A page of what is `shown` of the almanac. All of it is made on a thread of its own: it may take a second."""
    nights = site_of(request).nights
    return await run_in_threadpool(lambda: page(request, template, **nights.told(shown, READING_S)))


async def _told(request: Request, act: Callable[[Almanac], T]) -> T:
    return await run_in_threadpool(site_of(request).nights.told, act, READING_S)


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
    Route("/nights/csv", AsSheet),
    Route("/nights/{act}", act, methods=["POST"]),
]
