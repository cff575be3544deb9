"""The pages: kiosk, simulated table, phones, host, and one past match to print. Nothing changes by looking at them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion import __version__
from companion.games.board import board_of
from companion.language import LANGUAGES, messages, preferred, translations
from companion.sentences import spoken, told
from companion.web.chart import score_chart
from companion.web.records import everybody, recorded, starting_totals
from companion.web.requests import Refused
from companion.web.site import site_of

if TYPE_CHECKING:
    from starlette.requests import Request

LANGUAGE_COOKIE = "tableside-language"


async def front(request: Request) -> Response:
    """The kiosk; on the machine of a simulated table, with its devices beside it."""
    return _page(request, "table.html" if site_of(request).access.is_local(request) else "kiosk.html")


async def kiosk(request: Request) -> Response:
    """The kiosk alone."""
    return _page(request, "kiosk.html")


async def code(request: Request) -> Response:
    """Where the host lets another screen show the code to join."""
    return _page(request, "code.html")


async def table(request: Request) -> Response:
    """The kiosk with the table's devices beside it."""
    return _page(request, "table.html")


async def play(request: Request) -> Response:
    """A player's phone."""
    return _page(request, "play.html")


async def host(request: Request) -> Response:
    """Everything else, behind the PIN."""
    return _page(request, "host.html")


async def record(request: Request) -> Response:
    """A past match as a page to print, with its score chart; `?clauses=yes` adds the clause of each ruling in words."""
    match_id = request.path_params["match_id"]
    document, match, entries = await recorded(site_of(request), match_id)
    result = match.result()
    players = everybody(document, entries)
    steps = [starting_totals(document, result), *(entry["totals"] for entry in entries)]
    return _page(
        request,
        "match.html",
        match_id=match_id,
        players=players,
        result=result,
        entries=entries,
        board=board_of(match.book.game, match.state).to_json(),
        explained=request.query_params.get("clauses") == "yes",
        chart=score_chart(players, steps),
        title=match.book.title,
        spoken=lambda text: spoken(text, translations(language_of(request)).gettext),
    )


async def words(request: Request) -> Response:
    """The messages of the scripts in one language."""
    language = must_be_spoken(request.path_params["language"])
    return JSONResponse(messages(language), headers={"Cache-Control": "no-cache"})


def must_be_spoken(language: str) -> str:
    """The language. Raises Refused 404 for one that the pages do not speak."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Refused(404, told("the pages speak {languages}, not {language}", languages=known, language=language))
    return language


def language_of(request: Request) -> str:
    """The language a visitor wants: asked for in the address, chosen before, or the browser's."""
    wishes = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
    chosen = next((wish for wish in wishes if wish in LANGUAGES), None)
    return chosen or preferred(request.headers.get("accept-language", ""))


def _page(request: Request, template: str, **context: object) -> Response:
    site, language = site_of(request), language_of(request)
    text = (
        environment(language)
        .get_template(template)
        .render(
            language=language,
            theme=theme if (theme := request.query_params.get("theme")) in ("light", "dark") else None,
            languages=LANGUAGES,
            version=__version__,
            local=site.access.is_local(request),
            host=site.access.is_host(request),
            code=site.access.may_show_code(request),
            join_address=site.join_address,
            simulated=site.table.drawn is not None,
            photos=site.table.has_photos,
            **context,
        )
    )
    return HTMLResponse(text, headers={"Cache-Control": "no-store", "Vary": "Accept-Language, Cookie"})


@cache
def environment(language: str) -> Environment:
    """The templates, in one language."""
    environment = Environment(
        loader=PackageLoader("companion.web"),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    return environment


routes = [
    Route("/", front),
    Route("/kiosk", kiosk),
    Route("/kiosk/code", code),
    Route("/table", table),
    Route("/play", play),
    Route("/host", host),
    Route("/matches/{match_id:number}", record),
    Route("/words/{language}.json", words),
]
