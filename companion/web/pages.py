"""The pages: kiosk, simulated table, phones, host, rules, and one past match to print. Nothing changes by looking."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion import __version__
from companion.errors import BadInput
from companion.games import rulebook, rulebooks
from companion.games.board import board_of
from companion.games.core import spoken_list
from companion.games.primer import primer_of
from companion.language import LANGUAGES, messages, preferred, translations
from companion.referee.publishing import REACTION_MS
from companion.sentences import decimal, headed, minus, spoken
from companion.web.chart import chance_chart, score_chart
from companion.web.lessons import lessons_of
from companion.web.records import everybody, is_settled, recorded, starting_totals
from companion.web.requests import Refused, known_language
from companion.web.shared_files import scripts, shared, styles
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

LANGUAGE_COOKIE = "tableside-language"


async def front(request: Request) -> Response:
    """The kiosk; on the machine of a simulated table, with its devices beside it."""
    return page(request, "table.html" if site_of(request).access.is_local(request) else "kiosk.html")


async def kiosk(request: Request) -> Response:
    """The kiosk alone."""
    return page(request, "kiosk.html")


async def code(request: Request) -> Response:
    """Where the host lets another screen show the code to join."""
    return page(request, "code.html")


async def table(request: Request) -> Response:
    """The kiosk with the table's devices beside it."""
    return page(request, "table.html")


async def play(request: Request) -> Response:
    """A player's phone."""
    return page(request, "play.html")


async def host(request: Request) -> Response:
    """Everything else, behind the PIN."""
    return page(request, "host.html")


async def record(request: Request) -> Response:
    """A past match as a page to print, with its score chart; `?clauses=yes` adds the clause of each ruling in words."""
    match_id = request.path_params["match_id"]
    site = site_of(request)
    document, match, entries = await recorded(site, match_id)
    result = match.result()
    report = await site.reports.of(document, match) if is_settled(site, match_id, match) else None
    chances = None if report is None else chance_chart(report.curve)
    players = everybody(document, entries)
    steps = [starting_totals(document, result), *(entry["totals"] for entry in entries)]
    view, said = match.view(), in_language_of(request)
    return page(
        request,
        "match.html",
        match_id=match_id,
        players=players,
        result=result,
        entries=entries,
        board=board_of(match.book.game, match.state).to_json(),
        explained=request.query_params.get("clauses") == "yes",
        chart=score_chart(players, steps).to_json(),
        report=report,
        chances=chances and chances.to_json(),
        score_name=match.book.score_name,
        title=match.book.title,
        counted=" · ".join(said(text) for text in (view.score_name, view.low_wins) if text),
        low_wins=bool(view.low_wins),
    )


async def shelf_of_rules(request: Request) -> Response:
    """The games, each with what it is about, for whoever looks for the rules."""
    books = [(book, primer_of(book.game).aim) for book in rulebooks().values()]
    return page(request, "games.html", books=books)


async def rules(request: Request) -> Response:
    """One game in five minutes, with pictures, and its clauses; printed it is one sheet of paper."""
    try:
        book = rulebook(request.path_params["game"])
    except BadInput as error:
        raise Refused(404, error.sentence) from None
    return page(
        request,
        "rules.html",
        book=book,
        primer=primer_of(book.game),
        lessons=lessons_of(book.game),
    )


async def words(request: Request) -> Response:
    """The messages of the scripts in one language."""
    language = known_language(request.path_params["language"])
    return JSONResponse(messages(language), headers={"Cache-Control": "no-cache"})


def language_of(request: Request) -> str:
    """The language a visitor wants: asked for in the address, chosen before, or the browser's."""
    wishes = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
    chosen = next((wish for wish in wishes if wish in LANGUAGES), None)
    return chosen or preferred(request.headers.get("accept-language", ""))


def in_language_of(request: Request) -> Callable[[str], str]:
    """What says a sentence of the referee's in the language of the visitor."""
    translate = translations(language_of(request)).gettext
    return lambda text: spoken(text, translate)


def page(request: Request, template: str, **context: object) -> Response:
    """A page in the visitor's language."""
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
            joins_at=site.joins_at,
            simulated=site.table.drawn is not None,
            photos=site.table.has_photos,
            spoken=in_language_of(request),
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
    environment.globals |= {
        "shared": shared,
        "scripts": scripts,
        "styles": styles,
        "headed": headed,
        "reaction_ms": REACTION_MS,
    }
    words = translations(language)
    environment.filters |= {
        "minus": minus,
        "decimal": lambda number: spoken(decimal(number), words.gettext),
        "listed": lambda names: spoken(spoken_list(names), words.gettext),
    }
    environment.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined]
    return environment


routes = [
    Route("/", front),
    Route("/kiosk", kiosk),
    Route("/kiosk/code", code),
    Route("/table", table),
    Route("/play", play),
    Route("/host", host),
    Route("/rules", shelf_of_rules),
    Route("/rules/{game}", rules),
    Route("/matches/{match_id:number}", record),
    Route("/words/{language}.json", words),
]
