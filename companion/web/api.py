"""The JSON routes of coming and going and of the match as a whole, and the views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.errors import BadInput
from companion.games.naming import LONGEST_NAME, as_written, must_be_a_name
from companion.games.teaching import TEACH
from companion.practice.agreement import KEY, anew
from companion.referee.source import Source
from companion.referee.tableview import Entry
from companion.sentences import told
from companion.web.access import HOST_COOKIE, HOST_STAYS_S, KIOSK_COOKIE, phone_of
from companion.web.requests import (
    LARGEST_IMPORT,
    Refused,
    read_object,
    text_field,
)
from companion.web.seats import ASKED_MS
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from companion.decks.shelf import DeckShelf


async def view(request: Request) -> Response:
    """The table as it is now."""
    return JSONResponse(site_of(request).live.snapshot())


async def live(request: Request) -> Response:
    """The table as it is now and at every change, as server-sent events (`view`, and `beat` when all is quiet)."""
    return site_of(request).live.response()


async def who(request: Request) -> Response:
    """Who the table takes this browser for."""
    access = site_of(request).access
    return JSONResponse(
        {"host": access.is_host(request), "local": access.is_local(request), "seat": access.seat(request)}
    )


# ---------------------------------------------------------------------- coming and going


async def join(request: Request) -> Response:
    """A phone takes a seat: the key from the QR code and a name; answers with the phone's token.

    Whoever does not play in the match that is on waits there for the host to let them in, where the rules do. A phone
    that would play `instead` of another gets its token at once, and the seat when somebody at the table agrees; so does
    one that comes for a player of the match whose phone has not spoken since a restart: nobody sees whether that is
    asleep or gone, and it may have a hand to hide.
    """
    site, body = site_of(request), await read_object(request)
    match = site.table.view.match
    name = text_field(body, "name", longest=LONGEST_NAME)
    if match is None or name not in match.players:  # a match that was brought in may have other names
        name = as_written(name)
        must_be_a_name(name)
    is_played = match is not None and not match.over
    plays = match is not None and name in match.playing
    if is_played and not plays:
        why = site.table.view.hinders_joining
        if why is not None:
            raise Refused(409, why)
    may_be_robbed = is_played and plays and site.seats.is_asleep(name)
    instead = may_be_robbed or (body.get("instead") is True and name in site.seats.taken)
    token = site.access.join(text_field(body, "key"), name, instead=instead, phone=phone_of(request))
    if instead:
        site.live.publish_in(ASKED_MS)  # that nobody has answered
    else:
        await site.keep_seats()
    site.live.publish()
    return JSONResponse({"token": token, "name": name, "waits": instead}, 202 if instead else 201)


async def seat(request: Request) -> Response:
    """A phone says that it is still there: after a restart of the table its token takes the seat again."""
    site = site_of(request)
    name = site.access.must_be_seated(request)
    site.live.publish()
    return JSONResponse({"name": name})


async def leave(request: Request) -> Response:
    """A phone gives its seat up."""
    site = site_of(request)
    site.seats.free(site.access.must_be_seated(request))
    await site.keep_seats()
    site.live.publish()
    return JSONResponse({})


async def hand_over(request: Request) -> Response:
    """Whether the phone that asks for it plays for a player from now on, instead of the one that does."""
    site, body = site_of(request), await read_object(request)
    name = text_field(body, "name", longest=LONGEST_NAME)
    site.access.must_hand_over(request, name)
    site.seats.hand_over(name, agreed=body.get("agreed") is True)
    await site.keep_seats()
    site.live.publish()
    return JSONResponse({})


async def away(request: Request) -> Response:
    """A phone says that its player is away for a while, or back; so does the host of anybody (`player`)."""
    site, body = site_of(request), await read_object(request)
    if site.access.is_host(request) and "authorization" not in request.headers:
        player = text_field(body, "player", longest=LONGEST_NAME)
    else:
        player = site.access.must_be_seated(request)
    is_away = body.get("away")
    if not isinstance(is_away, bool):
        raise Refused(400, told("the field “{field}” must be true or false", field="away"))
    await site.do(lambda referee: referee.away(player, is_away=is_away))
    return JSONResponse({})


async def free_seat(request: Request) -> Response:
    """The host takes a seat from its phone, so that another may have it."""
    site = site_of(request)
    site.access.must_be_host(request)
    name = text_field(await read_object(request), "name", longest=LONGEST_NAME)
    if not site.seats.free(name):
        raise Refused(404, told("no phone plays for {name}", name=name))
    await site.keep_seats()
    site.live.publish()
    return JSONResponse({})


async def host_in(request: Request) -> Response:
    """The host types the PIN and gets a cookie."""
    return await _with_cookie(request, HOST_COOKIE, site_of(request).access.let_host_in)


async def kiosk_in(request: Request) -> Response:
    """The host types the PIN on another screen, which from then on may show the code to join."""
    return await _with_cookie(request, KIOSK_COOKIE, site_of(request).access.let_kiosk_in)


async def _with_cookie(request: Request, name: str, let_in: Callable[[Request, str], str]) -> Response:
    cookie = let_in(request, text_field(await read_object(request), "pin", longest=32))
    answer = JSONResponse({})
    answer.set_cookie(
        name,
        cookie,
        max_age=HOST_STAYS_S,
        httponly=True,
        samesite="strict",
        secure=request.scope["scheme"] == "https",
    )
    return answer


async def host_out(_request: Request) -> Response:
    """The host leaves."""
    answer = JSONResponse({})
    answer.delete_cookie(HOST_COOKIE, httponly=True, samesite="strict")
    return answer


# ---------------------------------------------------------------------- the match


async def begin(request: Request) -> Response:
    """The host starts a match: game, players, options, as a transcript has them."""
    site = site_of(request)
    site.access.must_be_host(request)
    setup = _setup(await read_object(request))
    begun = await site.do(lambda referee: referee.begin(setup))
    return JSONResponse({"match_id": begun.match_id}, 201)


async def act_on_match(request: Request) -> Response:
    """The host pauses, resumes or leaves the match, starts the same again or what a tournament has set up, or calls the
    arbiter of that; so may whoever plays."""
    site = site_of(request)
    act = request.path_params["act"]
    if act == "arbiter":
        caller = None if site.access.is_host(request) else site.access.must_be_seated(request)
        await site.do(lambda referee: referee.tournament.call_arbiter(caller))
        return JSONResponse({})
    site.access.must_be_host(request)
    if act == "pause":
        await site.do(lambda referee: referee.pause())
    elif act == "resume":
        await site.do(lambda referee: referee.resume())
    elif act == "overlook":
        await site.do(lambda referee: referee.overlook())
    elif act == "close":
        await site.do(lambda referee: referee.close())
    elif act == "again":
        await site.do(_again)
    elif act == "invited":
        await site.do(lambda referee: referee.tournament.begin())
    else:
        known = "pause, resume, overlook, close, again, invited, arbiter"
        raise Refused(404, told("a match knows {acts}, not {act}", acts=known, act=act))
    return JSONResponse({})


async def start_timer(request: Request) -> Response:
    """Start the timer that is on offer: the host, or the phone of whoever holds it."""
    site = site_of(request)
    seat = None if site.access.is_host(request) else site.access.must_be_seated(request)
    if seat not in (None, site.table.view.timer_holder):
        raise Refused(403, told("the timer is for the player who holds it to start"))
    await site.do(lambda referee: referee.start_timer(seat))
    return JSONResponse({})


async def hold(request: Request) -> Response:
    """A phone asks for a moment: the time that runs for its player waits, once, while they say what they do."""
    site = site_of(request)
    seat = site.access.must_be_seated(request)
    await site.do(lambda referee: referee.hold(seat))
    return JSONResponse({})


def _again(referee: Any) -> None:
    match_id = referee.view.match_id
    if match_id is None:
        raise Refused(409, told("there is no match to play again"))
    referee.begin(_setup(referee.archive.export(match_id)))


async def reopen(request: Request) -> Response:
    """The host takes up an earlier match where it stands."""
    site = site_of(request)
    site.access.must_be_host(request)
    match_id = request.path_params["match_id"]
    await site.do(lambda referee: referee.reopen(match_id))
    return JSONResponse({})


async def import_match(request: Request) -> Response:
    """The host brings a transcript in: it becomes the match at the table, event by event."""
    site = site_of(request)
    site.access.must_be_host(request)
    body = await read_object(request, largest=LARGEST_IMPORT)
    events = body.get("events")
    if not isinstance(events, list):
        raise Refused(400, told("the field “events” must be a list"))
    setup = _brought_in(site.table.decks, body)

    def play(referee: Any) -> tuple[int, int]:
        begun = referee.bring_in(setup)
        taken = sum(isinstance(referee.happen(event, source=Source.IMPORT), Entry) for event in events)
        return begun.match_id, len(events) - taken

    match_id, refused = await site.do(play)
    return JSONResponse({"match_id": match_id, "refused": refused}, 201)


async def judge(request: Request) -> ASGIApp:
    """The answer to a whole transcript: what `tableside judge` prints. The table's own match is not touched."""
    site = site_of(request)
    return site.judging.answering(request, is_host=site.access.is_host(request))


def _setup(body: Mapping[str, Any]) -> dict[str, Any]:
    setup = {"game": body.get("game"), "players": body.get("players"), "options": body.get("options", {})}
    return anew({**setup, **{key: body[key] for key in ("deck", KEY, TEACH) if key in body}})


def _brought_in(shelf: DeckShelf, body: Mapping[str, Any]) -> dict[str, Any]:
    """A setup from elsewhere. A deck that only its own table has is left out: all the rules need of it is said."""
    setup = _setup(body)
    try:
        return shelf.dealt(setup)
    except BadInput:
        return {name: value for name, value in setup.items() if name != "deck"}


routes = [
    Route("/view", view),
    Route("/live", live),
    Route("/who", who),
    Route("/join", join, methods=["POST"]),
    Route("/seat", seat, methods=["POST"]),
    Route("/leave", leave, methods=["POST"]),
    Route("/away", away, methods=["POST"]),
    Route("/seats/free", free_seat, methods=["POST"]),
    Route("/seats/hand-over", hand_over, methods=["POST"]),
    Route("/host", host_in, methods=["POST"]),
    Route("/host/leave", host_out, methods=["POST"]),
    Route("/kiosk", kiosk_in, methods=["POST"]),
    Route("/matches", begin, methods=["POST"]),
    Route("/judge", judge, methods=["POST"]),
    Route("/matches/import", import_match, methods=["POST"]),
    Route("/matches/{match_id:number}/reopen", reopen, methods=["POST"]),
    Route("/timer", start_timer, methods=["POST"]),
    Route("/hold", hold, methods=["POST"]),
    Route("/match/{act}", act_on_match, methods=["POST"]),
]
