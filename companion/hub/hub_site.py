"""What every page of the hub has at hand: the hub, who may do what, and how a page is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from starlette.responses import HTMLResponse, Response

from companion import __version__
from companion.language import LANGUAGES, translations
from companion.sentences import spoken
from companion.web import pages
from companion.web.site import too_often

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.clock import Clock
    from companion.hub.hub import Hub
    from companion.hub.hub_pages import BoardStream
    from companion.web.access import Access
    from companion.web.budgets import Budget


@dataclass(frozen=True)
class HubSite:
    """A hub with its pages: what every route needs at hand."""

    hub: Hub
    access: Access
    boards: BoardStream
    clock: Clock
    requests: Budget

    def must_not_ask_too_often(self, request: Request) -> None:
        """Raises Refused 429 as a table's pages do."""
        too_often(self.requests, request)

    def end_soon(self) -> None:
        """Have all ended that would go on for long."""
        self.boards.end_soon()


def hub_site(request: Request) -> HubSite:
    """The hub that was asked."""
    return cast("HubSite", request.app.state.site)


def hub_page(request: Request, template: str, **context: object) -> Response:
    """A page in the visitor's language; `spoken` in it says a sentence so."""
    language, theme = pages.language_of(request), request.query_params.get("theme")
    text = pages.environment(language).get_template(template).render(
        language=language,
        languages=LANGUAGES,
        theme=theme if theme in ("light", "dark") else None,
        version=__version__,
        spoken=lambda text: spoken(text, translations(language).gettext),
        **context,
    )  # fmt: skip
    return HTMLResponse(text, headers={"Cache-Control": "no-store", "Vary": "Accept-Language, Cookie"})
