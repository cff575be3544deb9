"""What happens at the table, handed in by its host and by phones: events, and what is said in secret, one by one, or
in answer to the camera. What an event means is the referee's business."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.calls import joint
from companion.games.naming import LONGEST_NAME, as_written, must_be_a_name
from companion.games.slips import slip_in
from companion.referee.door import named_anew
from companion.referee.joining import joint_choices, may_join
from companion.referee.source import Source
from companion.referee.tableview import Entry
from companion.referee.unseen import GLANCE_MS, may_come, open_question
from companion.sentences import as_json, told
from companion.web.requests import LARGEST_BODY, LARGEST_SAID, Refused, read_object, text_field, whole_number
from companion.web.site import site_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from companion.referee.referee import Referee
    from companion.referee.tableview import Refusal, TableView
    from companion.web.site import Site

SIGNED_EVENTS = frozenset({"undo", "redo", "correct"})  # they bear the name of whoever made them
UNDOES_ANOTHER = told("an undo would take back another event by now: look again")
REDOES_ANOTHER = told("a redo would bring back another event by now: look again")


async def event(request: Request) -> Response:
    """Hand in an event. The rules' answer, yes or no, is a ruling; who may not even ask gets a 4xx."""
    site = site_of(request)
    is_host = site.access.is_host(request) and "authorization" not in request.headers
    seat = "" if is_host else site.access.must_be_seated(request)
    body = await read_object(request, largest=LARGEST_BODY if is_host else LARGEST_SAID)
    what = body.get("event")
    if not isinstance(what, dict):
        raise Refused(400, told("the field “event” must be an object as the transcript has it"))
    seen = whole_number(body, "seen") if "seen" in body else None
    await _is_seen(site, what)
    if not is_host:
        return await _say(request, what, seat, seen)
    undoes = whole_number(body, "undoes") if "undoes" in body else None
    return await _hand_in(request, _signed(what), seen, undoes)


async def _is_seen(site: Site, what: Mapping[str, Any]) -> None:
    """Wait, where this is a call, until what lay on the table as it was made has been seen (`referee.unseen`)."""
    view, since_ns = site.table.view, site.now_ns()
    if not any(form.is_call and form.event == what.get("event") for form in view.forms):
        return
    asked = open_question(view.question)
    while not site.pending.is_ending and may_come(site.table.view, site.table.has_seen, since_ns, site.now_ns(), asked):
        await asyncio.sleep(GLANCE_MS / 1000)


def _signed(what: dict[str, Any]) -> dict[str, Any]:
    """A host's event; one that changes the past bears a name (`by`), the host's if no other is said."""
    event = what.get("event")  # a number where a correction is written the short way
    if not isinstance(event, int) and not (isinstance(event, str) and event in SIGNED_EVENTS):
        return what
    name = as_written(text_field({"by": "host", **what}, "by", longest=LONGEST_NAME))
    must_be_a_name(name)
    return {**what, "by": name}


async def choose(request: Request) -> Response:
    """A phone's secret choice, or at the host's page that of a player without one. It stays with the table until
    everybody has chosen."""
    site, body = site_of(request), await read_object(request, largest=LARGEST_SAID)
    seat = whose_part(site, request, body)
    asked = site.table.view.gathering.asked
    if asked is not None:
        _must_be_letters(site, {"event": asked.event, asked.field: {seat: body.get(asked.part)}})
    return _ruled(site, await site.do_once(request, lambda referee: referee.gather(seat, body, source=Source.PHONES)))


def whose_part(site: Site, request: Request, body: Mapping[str, Any]) -> str:
    """Whose choice or draft this is: the phone's, or that of the host's `player`. Raises Refused 409 when the host says
    it for a player who has a phone for it; not once the time is up, when phones take nothing more."""
    if not site.access.is_host(request) or "authorization" in request.headers or "player" not in body:
        return site.access.must_be_seated(request)
    player = text_field(body, "player", longest=LONGEST_NAME)
    if player in site.seats.taken and not site.table.view.gathering.is_closed:
        raise Refused(409, told("{name} has a phone to say it with", name=player))
    return player


async def open_parts(request: Request) -> Response:
    """What everybody's part goes by is there (a card is turned), as the host says or two phones: phones take the parts.

    It is in the field that the game names.
    """
    site = site_of(request)
    is_host = site.access.is_host(request) and "authorization" not in request.headers
    seat = None if is_host else site.access.must_be_seated(request)
    body, phones, asked = await read_object(request), tuple(site.seats.taken), site.table.view.gathering.asked
    value = None if asked is None or asked.opens is None else body.get(asked.opens)
    await site.do(lambda referee: referee.open_gathering(value, seat, phones))
    return JSONResponse({})


async def join_in(request: Request) -> Response:
    """A phone joins in what several say one by one; once enough have, it goes to the rules.

    Whoever it is about says which of several is meant (in the field that the game names), when that must be said.
    """
    site, body = site_of(request), await read_object(request)
    seat, view = site.access.must_be_seated(request), site.table.view
    said = None if view.match is None else joint(view.match.game, view.state)
    if said is not None and said.field in body and joint_choices(view.match, view.state, view.joiners):
        return await _say(request, {"event": said.event, said.field: whole_number(body, said.field)}, seat)

    def join(referee: Referee) -> Entry | Refusal | None:
        if not may_join(view.match, view.state, seat):
            raise Refused(409, told("there is nothing you could join in now"))
        return referee.join_in(seat, len(view.protocol), source=Source.PHONES)

    return _ruled(site, await site.do_once(request, join))


async def answer(request: Request) -> Response:
    """Answer what the camera asks: the host, any phone what a card is, a player's own phone what only they know."""
    site, body = site_of(request), await read_object(request)
    source, seat = Source.HOST, None
    if "authorization" in request.headers or not site.access.is_host(request):
        source, seat = Source.PHONE, site.access.must_be_seated(request)
    question_id, label = whole_number(body, "question"), text_field(body, "label", longest=40)

    ruled = await site.do_once(request, lambda referee: referee.answer(question_id, label, source=source, seat=seat))
    return _ruled(site, ruled)


async def _say(request: Request, what: Mapping[str, Any], seat: str, seen: int | None = None) -> Response:
    """What a phone says for its player, as far as it is theirs to say. Raises Refused 409 (see `_must_be_in_time`)."""
    site = site_of(request)
    _must_be_letters(site, what)

    def say(referee: Referee) -> Entry | Refusal | None:
        _must_be_in_time(referee.view, seen)
        return referee.say(what, seat, source=Source.PHONE)

    return _ruled(site, await site.do_once(request, say))


async def _hand_in(request: Request, what: Mapping[str, Any], seen: int | None, undoes: int | None) -> Response:
    """What a host hands in. `undoes`: the event that an undo would take back, by its number (0: none), as whoever says
    it had seen, where that was said; two hosts who undo or redo the same one do it once. Raises Refused 409 when it is
    another by now (or, see `_must_be_in_time`)."""
    site = site_of(request)
    _must_be_letters(site, what)

    def hand_in(referee: Referee) -> Entry | Refusal:
        _must_be_in_time(referee.view, seen)
        if undoes is not None and (referee.view.undoes or 0) != undoes:
            raise Refused(409, REDOES_ANOTHER if what.get("event") == "redo" else UNDOES_ANOTHER)
        return referee.happen(named_anew(referee.view.match, what), source=Source.HOST)

    return _ruled(site, await site.do_once(request, hand_in))


def _must_be_in_time(view: TableView, seen: int | None) -> None:
    """Raises Refused 409 for what was said before it was seen that a time was up, where it is told what was seen (the
    number of the newest event): a card that comes a moment too late for its round would else begin the next one."""
    if seen is not None and any(entry.source == Source.CLOCK for entry in view.protocol[seen:]):
        raise Refused(409, told("the time was up before this came: look again"))


def _must_be_letters(site: Site, what: Mapping[str, Any]) -> None:
    """Raises Refused 400 for a typing slip in a word: it is asked again, before the rules make a lost round of it."""
    view = site.table.view
    slip = None if view.match is None else slip_in(view.match, view.state, what)
    if slip is not None:
        raise Refused(400, slip)


def _ruled(site: Site, ruled: Entry | Refusal | None) -> Response:
    if ruled is None:  # an answer that says no, or that leaves more to ask
        return JSONResponse({"accepted": True})
    if isinstance(ruled, Entry):
        return JSONResponse({"accepted": True, "ruling": site.table.view.entry_json(ruled)})
    why = {"verdict": ruled.verdict, "clause": ruled.clause, "reason": ruled.reason, "said": as_json(ruled.reason)}
    return JSONResponse({"accepted": False, **why})


routes = [
    Route("/events", event, methods=["POST"]),
    Route("/choice", choose, methods=["POST"]),
    Route("/opening", open_parts, methods=["POST"]),
    Route("/showdown", open_parts, methods=["POST"]),  # as it was called when one game had it
    Route("/join-in", join_in, methods=["POST"]),
    Route("/doubt", join_in, methods=["POST"]),  # as it was called when one game had it
    Route("/answer", answer, methods=["POST"]),
]
