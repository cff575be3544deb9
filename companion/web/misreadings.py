"""Saying that a card was read wrongly: what was read on a kept frame, card by card, and what it truly is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.layout import layout_of
from companion.referee.frames import cut_out
from companion.referee.misreading import Misreading, possible_truths
from companion.referee.seeing import FACE_DOWN
from companion.sentences import told
from companion.web.requests import LARGEST_SAID, Refused, read_object, text_field, whole_number
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from companion.vision.sighting import Sighting, Table
    from companion.web.site import Site


async def reading(request: Request) -> Response:
    """What was read on a frame of the match at the table: its cards by rows, what each is said to be truly, and
    all that they may be."""
    site, match_id, name = site_of(request), request.path_params["match_id"], request.path_params["name"]
    table = await run_in_threadpool(_table, site, match_id, name)
    names = await run_in_threadpool(_names, site)
    sight = await site.do(lambda referee: referee.stand.inquiry.sight)
    in_rows = [index for row in table.rows for index in row]
    order = [*in_rows, *(index for index in range(len(table.sightings)) if index not in in_rows)]
    cards = [{"card": index, **_card(seen := table.sightings[index], sight.said_of(seen))} for index in order]
    return JSONResponse({"cards": cards, "names": names})


async def card_picture(request: Request) -> Response:
    """One card of a reading, cut out of its frame."""
    site, match_id, name = site_of(request), request.path_params["match_id"], request.path_params["name"]
    picture = await run_in_threadpool(_cut, site, match_id, name, request.path_params["card"])
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


async def misread(request: Request) -> Response:
    """The host, or any phone, says what a card truly is: what was said is kept as a case. Answers with the event that
    would correct the match, for the host to hand in; null where there is none."""
    site, body = site_of(request), await read_object(request, largest=LARGEST_SAID)
    seat = None
    if "authorization" in request.headers or not site.access.is_host(request):
        seat = site.access.must_be_seated(request)
    name, truth = text_field(body, "frame"), body.get("truth")
    card = None if body.get("card") is None else whole_number(body, "card")
    if not isinstance(truth, str):
        raise Refused(400, told("the field “{field}” must be text", field="truth"))
    match_id = site.table.view.match_id
    if match_id is None:
        raise Refused(409, told("no match is being played; begin one first"))
    table = await run_in_threadpool(_table, site, match_id, name)
    wrong = Misreading(table, name, card, truth.strip())
    correction = await site.do(lambda referee: referee.misread(wrong, seat=seat))
    return JSONResponse({"accepted": True, "correction": correction})


def _table(site: Site, match_id: int, name: str) -> Table:
    table = site.table.reading(match_id, name)
    if table is None:
        raise Refused(404, told("what was read on that picture is not kept"))
    return table


def _card(seen: Sighting, wrong: Misreading | None) -> dict[str, Any]:
    others = dict.fromkeys(other.label for other in seen.alternatives)
    said = None if wrong is None else wrong.truth
    return {"read": seen.name, "accepted": seen.accepted, "others": list(others), "said": said}


def _names(site: Site) -> Sequence[str]:
    """All that a card of the match may truly be called; where nobody can say, what was read is offered all the same,
    and what is typed."""
    view = site.table.view
    layout = layout_of(view.match.game if view.match else None, view.options, view.deck)
    return possible_truths(site.table.decks, layout) or [FACE_DOWN]


def _cut(site: Site, match_id: int, name: str, card: int) -> bytes:
    table, frame = _table(site, match_id, name), site.table.frame(match_id, name)
    if frame is None or card >= len(table.sightings):
        raise Refused(404, told("there is no such card on that picture"))
    return cut_out(frame, table.sightings[card].quad)


pictures = [Route("/readings/{match_id:number}/{name}/{card:number}.jpg", card_picture)]
routes = [
    Route("/readings/{match_id:number}/{name}", reading),
    Route("/misreadings", misread, methods=["POST"]),
]
