"""The pictures of a table: the OLED's framebuffer, what the camera sees, kept frames, the QR code for phones."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING

import segno
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from companion.referee.frames import cut_out
from companion.sentences import told
from companion.web.requests import Refused
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from companion.referee.inquiry import Question
    from companion.web.port import TablePort

LONGEST_WAIT_S = 10.0
LOOK_EVERY_S = 0.1  # the OLED changes at most ten times a second, the camera's overlay less often

_Numbered = tuple[int, bytes]


async def screen(request: Request) -> Response:
    """The OLED as PNG; with `?after=N` as soon as it shows something newer than picture N."""
    return await _newer(request, site_of(request).table.screen_picture, "image/png")


async def camera(request: Request) -> Response:
    """The newest frame with the readings drawn over it as JPEG; `?after=N` as for the screen."""
    return await _newer(request, site_of(request).table.camera_picture, "image/jpeg")


async def frame(request: Request) -> Response:
    """The frame a ruling was made from."""
    match_id, name = request.path_params["match_id"], request.path_params["name"]
    picture = await run_in_threadpool(site_of(request).table.frame, match_id, name)
    if picture is None:
        raise Refused(404, told("there is no such frame"))
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


async def doubtful_card(request: Request) -> Response:
    """The card that the open question is about, cut out of its frame."""
    table, question_id = site_of(request).table, request.path_params["question_id"]
    view = table.view
    question, match_id = view.question, view.match_id
    if question is None or match_id is None or question.id != question_id or None in (question.frame, question.quad):
        raise Refused(404, told("there is no such question, or no picture of its card"))
    picture = await run_in_threadpool(_cut, table, match_id, question)
    return Response(picture, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def _cut(table: TablePort, match_id: int, question: Question) -> bytes:
    frame = table.frame(match_id, question.frame or "")
    if frame is None:
        raise Refused(404, told("the question's frame is not kept any more"))
    return cut_out(frame, question.quad or ())


async def qr_code(request: Request) -> Response:
    """The code phones scan to join, as SVG. Whoever has it may sit down, so it is not everybody's to see."""
    site = site_of(request)
    site.access.must_be_shown_code(request)
    if site.join_address is None:
        raise Refused(404, told("phones cannot reach this table: it is for this machine only"))
    return code_svg(site.join_address)


def code_svg(address: str) -> Response:
    """The code that leads to an address, as SVG."""
    text = io.BytesIO()
    segno.make(address, error="m", micro=False).save(text, kind="svg", xmldecl=False, border=2, scale=8, omitsize=True)
    return Response(text.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


async def _newer(request: Request, newest: Callable[[], _Numbered | None], media_type: str) -> Response:
    """The newest picture once its number is not the one the page already has; 204 when nothing changed for a while.

    The PIN is on the OLED and the table may hold secrets, so these two are the host's.
    """
    site = site_of(request)
    site.access.must_be_host(request)
    after = request.query_params.get("after", "")
    loop = asyncio.get_running_loop()
    until_s = loop.time() + LONGEST_WAIT_S
    while True:
        picture = await run_in_threadpool(newest)
        if picture is None:
            raise Refused(404, told("there is no picture: the device is missing"))
        number, content = picture
        if str(number) != after:
            headers = {"Cache-Control": "no-store", "X-Picture-Number": str(number)}
            return Response(content, media_type=media_type, headers=headers)
        if loop.time() >= until_s or site.pending.is_ending or await request.is_disconnected():
            return Response(status_code=204)
        await asyncio.sleep(LOOK_EVERY_S)


routes = [
    Route("/screen.png", screen),
    Route("/camera.jpg", camera),
    Route("/frames/{match_id:number}/{name}", frame),
    Route("/questions/{question_id:number}.jpg", doubtful_card),
    Route("/join.svg", qr_code),
]
