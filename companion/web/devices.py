"""The simulated table's devices: its buttons, its folder of photos, the cards on its drawn table. The host's only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.layout import laying_of
from companion.games.names import event_name
from companion.games.served import served
from companion.sentences import as_json, told
from companion.web.requests import Refused, read_object, text_field, whole_number
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request


async def press(request: Request) -> Response:
    """Press a button of the simulated panel."""
    site = site_of(request)
    site.access.must_be_host(request)
    button = text_field(await read_object(request), "button", longest=20)
    await run_in_threadpool(site.table.press, button)
    return JSONResponse({})


async def next_photo(request: Request) -> Response:
    """Show the next photo of a camera that is a folder of photos."""
    site = site_of(request)
    site.access.must_be_host(request)
    await run_in_threadpool(site.table.next_photo)
    return JSONResponse({})


async def deck_of_cards(request: Request) -> Response:
    """What can be laid on the drawn table: its deck, how many rows it has room for, the cards by name, and how they are
    laid in the match."""
    site = site_of(request)
    site.access.must_be_host(request)
    drawn = site.table.drawn
    if drawn is None:
        raise Refused(409, told("the camera looks at a real table: lay the cards there"))
    names = list(dict.fromkeys(card.name for card in drawn.deck.cards))
    view = site.table.view
    match = view.match
    laying = laying_of(match.game if match else None, match.players if match else (), view.options)
    rows = [{"label": row, "label_said": as_json(row)} for row in laying.rows]
    game = match.game if match else ""
    others = [{"label": label, "called": event_name(game, label)} for label in laying.others]
    how = {**served(laying), "rows": rows, "others": others}
    return JSONResponse({"deck": drawn.deck.name, "rows": drawn.rows, "cards": names, "laying": how})


async def lay_cards(request: Request) -> Response:
    """Lay, take, turn or clear cards on the drawn table."""
    site = site_of(request)
    site.access.must_be_host(request)
    body = await read_object(request)
    if site.table.drawn is None:
        raise Refused(409, told("the camera looks at a real table: lay the cards there"))
    await run_in_threadpool(_lay, site.table.drawn, body)
    site.live.publish()
    return JSONResponse({})


def _lay(drawn: Any, body: Mapping[str, Any]) -> None:
    act = body.get("act")
    if act == "clear":
        drawn.clear()
    elif act == "remove":
        drawn.remove(whole_number(body, "index"))
    elif act == "turn_over":
        drawn.turn_over(whole_number(body, "index"))
    elif act == "turn_sideways":
        drawn.turn_sideways(whole_number(body, "index"))
    elif act == "place":
        side = body.get("side", "right")
        if side not in ("left", "right"):
            raise Refused(400, told("the field “side” must be “left” or “right”"))
        drawn.place(
            text_field(body, "label", longest=40),
            face_down=body.get("face_down") is True,
            side=side,
            at=whole_number(body, "at") if "at" in body else None,
            row=whole_number(body, "row") if "row" in body else 0,
            apart=body.get("apart") is True,
            column=whole_number(body, "column") if "column" in body else None,
        )
    else:
        raise Refused(400, told("the field “act” must be place, remove, turn_over, turn_sideways or clear"))


routes = [
    Route("/press", press, methods=["POST"]),
    Route("/photos/next", next_photo, methods=["POST"]),
    Route("/cards", deck_of_cards),
    Route("/cards", lay_cards, methods=["POST"]),
]
