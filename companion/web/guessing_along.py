"""The route by which a phone that only watches guesses along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.sentences import told
from companion.web.requests import Refused, read_object, text_field, whole_number
from companion.web.site import site_of

if TYPE_CHECKING:
    from starlette.requests import Request

LONGEST_ID = 64  # characters of the number that a phone has made up for itself


async def guess(request: Request) -> Response:
    """A phone without a seat guesses along: the key from the QR code, the number of the riddle, a number that the phone
    has made up for itself, and yes or no."""
    site, body = site_of(request), await read_object(request)
    if "authorization" in request.headers:
        raise Refused(403, told("whoever plays does not guess along"))
    site.access.must_have_key(text_field(body, "key"))
    number, phone = whole_number(body, "riddle"), text_field(body, "phone", longest=LONGEST_ID)
    yes = body.get("yes")
    if not isinstance(yes, bool):
        raise Refused(400, told("the field “{field}” must be true or false", field="yes"))
    site.audience.see(site.table.view)
    site.audience.guess(number, phone, request.client.host if request.client else "", yes=yes)
    return JSONResponse({})


routes = [Route("/guesses", guess, methods=["POST"])]
