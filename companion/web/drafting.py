"""What a phone has begun to write and not handed in yet: it stays with the table, and only its player gets it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.sentences import told
from companion.web.handing_in import whose_part
from companion.web.requests import LARGEST_SAID, Refused, read_object, text_field
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request


async def write_draft(request: Request) -> Response:
    """A phone, or the host's page for a player without one, says what stands in a form now, and what that would hand in
    where it counts when time is up."""
    site, body = site_of(request), await read_object(request, largest=LARGEST_SAID)
    seat = whose_part(site, request, body)
    event, fields, says = text_field(body, "event"), _fields(body), body.get("says", {})
    if not isinstance(says, dict):
        raise Refused(400, told("the field “{field}” must be an object", field="says"))
    await site.do(lambda referee: referee.draft(seat, event, fields, says))
    return JSONResponse({})


async def read_drafts(request: Request) -> Response:
    """What this phone's player has begun to write: by event the fields of its form."""
    site = site_of(request)
    seat = site.access.must_be_seated(request)
    drafts = await site.do(lambda referee: referee.drafts(seat))
    return JSONResponse({"drafts": drafts})


def _fields(body: Mapping[str, Any]) -> dict[str, str | bool]:
    fields = body.get("fields")
    if not isinstance(fields, dict) or not all(isinstance(value, str | bool) for value in fields.values()):
        raise Refused(400, told("the field “{field}” must be an object of texts and ticks", field="fields"))
    return fields


routes = [Route("/drafts", read_drafts), Route("/drafts", write_draft, methods=["POST"])]
