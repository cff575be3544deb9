"""The API in OpenAPI 3.1, written down once and served at `/api/openapi.json`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse
from starlette.routing import Route

from companion import __version__
from companion.games import rulebooks, schema
from companion.games.match_events import MATCH_EVENTS
from companion.games.opponent import Strength
from companion.games.parties import in_words
from companion.language import LANGUAGES
from companion.practice.agreement import KEY as PRACTICE
from companion.referee.tableview import SPEAKERS
from companion.web.access import HOST_COOKIE, LONGEST_NAME
from companion.web.night_pages import ACTS

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

Json = dict[str, Any]

ERROR: Json = {
    "type": "object",
    "properties": {
        "error": {"type": "string"},
        "said": {"type": ["object", "null"], "description": "its template and fillings, to be translated"},
    },
    "required": ["error", "said"],
    "additionalProperties": False,
}
RULED: Json = {
    "type": "object",
    "description": "The rules' answer; a refusal has its reason and changed nothing.",
    "properties": {
        "accepted": {"type": "boolean"},
        "ruling": {"type": "object"},
        "verdict": {"type": "string"},
        "clause": {"type": ["string", "null"]},
        "reason": {"type": "string"},
        "said": {"type": ["object", "null"], "description": "the reason's template and fillings, to be translated"},
    },
    "required": ["accepted"],
}
NAME: Json = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME, "pattern": r"\S"}
SEEN, SEEN_OR_SPACE = r"[^\s\x00-\x1f\x7f]", r"[^\x00-\x1f\x7f]"
PLAYING: Json = {**NAME, "pattern": rf"^{SEEN}({SEEN_OR_SPACE}*{SEEN})?$", "description": "in printable characters"}
HOST: list[Json] = [{"host": []}, {}]  # on the machine of a simulated table nothing is needed
PHONE: list[Json] = [{"phone": []}]
MATCH_ID: Json = {"name": "match_id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}

FRAME_NAME: Json = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}


async def openapi(_request: Request) -> Response:
    """This description."""
    return JSONResponse(description())


@cache
def description() -> Json:
    """The whole OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tableside", "version": __version__, "description": "A referee that sits at the table."},
        "servers": [{"url": "/api"}],
        "paths": {**_views(), **_seats(), **_matches(), **_nights(), **_events(), **_simulation()},
        "components": {
            "schemas": {"Error": ERROR, "Ruled": RULED, "Setup": _setup(), "Transcript": _transcript()},
            "securitySchemes": {
                "host": {"type": "apiKey", "in": "cookie", "name": HOST_COOKIE},
                "phone": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _views() -> Json:
    anything: Json = {"type": "object"}
    stream: Json = {"description": "A stream", "content": {"text/event-stream": {}}}
    return {
        "/view": {"get": _operation("The table as it is now", answer=anything)},
        "/who": {"get": _operation("Who this browser is taken for", answer=anything)},
        "/games": {"get": _operation("The games with their clauses", answer=anything)},
        "/anew": {
            "get": _operation(
                "The form with which an earlier event of the match that is on is said anew",
                answer=anything,
                parameters=[
                    {"name": name, "in": "query", "required": name == "event", "schema": {"type": kind}}
                    for name, kind in (("event", "string"), ("player", "string"), ("number", "integer"))
                ],
            )
        },
        "/decks": {"get": _operation("The decks by game", answer=anything)},
        "/dictionaries": {"get": _operation("The dictionaries by name", answer=anything)},
        "/live": {
            "get": {
                "operationId": "live",
                "summary": "The table now and at every change (events: view, beat)",
                "responses": {"200": stream, **_refusals()},
            }
        },
        "/speech/{language}": {
            "get": {
                "operationId": "speech",
                "summary": "What a page says aloud from now on (events: say, hush, beat)",
                "parameters": [
                    {"name": "language", "in": "path", "required": True, "schema": {"enum": list(LANGUAGES)}}
                ],
                "responses": {"200": stream, **_refusals()},
            }
        },
    }


def _seats() -> Json:
    loudness = _object(percent={"type": "integer", "minimum": 0, "maximum": 100})
    loudness["properties"]["by"] = {"type": "string", "enum": list(SPEAKERS)}
    asked = _object(key={"type": "string", "minLength": 1, "maxLength": 100}, name=NAME)
    asked["properties"]["instead"] = {
        "type": "boolean",
        "description": "whether to take the seat from the phone that has it, once somebody at the table agrees",
    }
    seated = _object(token={"type": "string"}, name=NAME, waits={"type": "boolean"})
    waits = _answer("Somebody at the table must agree that this phone has the seat: till then it `waits`", seated)
    pin = _object(pin={"type": "string", "minLength": 1, "maxLength": 32})
    return {
        "/join": {
            "post": _operation("Take a seat", asked, seated, 201, others={"202": waits}),
        },
        "/seat": {"post": _operation("Say that the phone is still there", security=PHONE)},
        "/leave": {"post": _operation("Give the seat up", security=PHONE)},
        "/seats/hand-over": {
            "post": _operation(
                "Agree, or not, that the phone that asks for it plays for a player instead of the one that does",
                _object(name=NAME, agreed={"type": "boolean"}),
                security=[*PHONE, *HOST],
            )
        },
        "/guesses": {
            "post": _operation(
                "Guess along on a phone that only watches; nobody is told before the ruling",
                {
                    "type": "object",
                    "required": ["key", "phone", "riddle", "yes"],
                    "properties": {
                        "key": {"type": "string"},
                        "phone": {"type": "string", "description": "a number that the phone has made up for itself"},
                        "riddle": {"type": "integer"},
                        "yes": {"type": "boolean"},
                    },
                },
            )
        },
        "/away": {
            "post": _operation(
                "Say that this phone's player is away for a while or back, or as host of anybody",
                {"type": "object", "required": ["away"], "properties": {"player": NAME, "away": {"type": "boolean"}}},
                security=[*PHONE, *HOST],
            )
        },
        "/seats/free": {"post": _operation("Take a seat from its phone", _object(name=NAME), security=HOST)},
        "/host": {"post": _operation("Type the PIN", pin)},
        "/host/leave": {"post": _operation("Leave the host's page")},
        "/kiosk": {"post": _operation("Let this screen show the code to join", pin)},
        "/voice": {
            "get": _operation("How loud what happens is spoken (percent), and by whom", answer=loudness, security=HOST),
            "post": _operation("Have it spoken so; 0 is not at all", loudness, loudness, security=HOST),
        },
    }


def _matches() -> Json:
    number = _object(match_id={"type": "integer"})
    brought = _object(match_id={"type": "integer"}, refused={"type": "integer", "minimum": 0})
    brought["properties"]["refused"]["description"] = "how many of the events were refused"
    transcript: Json = {"$ref": "#/components/schemas/Transcript"}
    csv = _operation("A line per event with its ruling", parameters=[MATCH_ID])
    csv["responses"]["200"] = {"description": "CSV", "content": {"text/csv": {"schema": {"type": "string"}}}}
    acts: Json = {"name": "act", "in": "path", "required": True}
    acts["schema"] = {"type": "string", "enum": ["pause", "resume", "overlook", "close", "again", "invited", "arbiter"]}
    return {
        "/matches": {
            "get": _operation("All matches, newest first", answer={"type": "array"}),
            "post": _operation("Start a match", {"$ref": "#/components/schemas/Setup"}, number, 201, security=HOST),
        },
        "/judge": {"post": _operation("Judge a whole transcript", transcript, {"type": "object"})},
        "/matches/import": {"post": _operation("Bring a transcript in", transcript, brought, 201, security=HOST)},
        "/matches/{match_id}": {"get": _operation("Its transcript", answer=transcript, parameters=[MATCH_ID])},
        "/matches/{match_id}/csv": {"get": csv},
        "/matches/{match_id}/rulings": {
            "get": _operation("Every ruling in full", answer={"type": "array"}, parameters=[MATCH_ID])
        },
        "/matches/{match_id}/report": {
            "get": _operation(
                "What it could have been, once it is over; 409 before", answer={"type": "object"}, parameters=[MATCH_ID]
            )
        },
        "/matches/{match_id}/reopen": {"post": _operation("Take it up again", parameters=[MATCH_ID], security=HOST)},
        "/timer": {"post": _operation("Start the timer that is on offer", security=[*PHONE, *HOST])},
        "/hold": {"post": _operation("A moment to say what this player does", security=PHONE)},
        "/match/{act}": {
            "post": _operation(
                "Pause, resume, overlook a difference, close the match, play the same again, begin what is invited, "
                "call the arbiter",
                parameters=[acts],
                security=HOST,
            )
        },
    }


def _nights() -> Json:
    csv = _operation("A line per match and player")
    csv["responses"]["200"] = {"description": "CSV", "content": {"text/csv": {"schema": {"type": "string"}}}}
    act: Json = {"name": "act", "in": "path", "required": True, "schema": {"type": "string", "enum": list(ACTS)}}
    text: Json = {"type": "string", "minLength": 1, "maxLength": 100}
    said = _object(name=text)
    said["properties"] |= {"other": text, "first": text, "last": text, "players": {"type": "string", "maxLength": 2000}}
    told: Json = {"type": "array", "items": {"type": "object"}}
    return {
        "/nights": {"get": _operation("Players, seasons and teams across all matches", answer={"type": "object"})},
        "/nights/csv": {"get": csv},
        "/nights/{act}": {
            "post": _operation(
                "Say who is the same, name a season or a team, or have somebody forgotten for good",
                said,
                _object(told=told),
                parameters=[act],
                security=HOST,
            )
        },
    }


def _events() -> Json:
    ruled: Json = {"$ref": "#/components/schemas/Ruled"}
    either = [*PHONE, *HOST]
    label: Json = {"type": "string", "minLength": 1, "maxLength": 40}
    truth: Json = {"type": "string", "maxLength": 40, "description": "empty: no card lies there"}
    card_number: Json = {"type": ["integer", "null"]}
    cards: Json = {"type": "array", "items": {"type": "string"}}
    card: Json = {"type": "string", "pattern": "^[A-Z]$"}
    choice: Json = {"type": "object", "properties": {"card": card, "cards": cards, "words": cards}}
    choice["properties"]["player"] = {"type": "string", "description": "at the host's page, who has no phone"}
    chosen: Json = {"type": "object", "additionalProperties": {"type": "integer"}}
    fields: Json = {"type": "object", "additionalProperties": {"type": ["string", "boolean"]}}
    kept = _object(drafts={"type": "object", "additionalProperties": fields})
    draft = _object(event={"type": "string", "minLength": 1, "maxLength": 100}, fields=fields)
    draft["properties"]["says"] = {"type": "object"}
    draft["properties"]["player"] = choice["properties"]["player"]
    handed_in = _object(event=_event())
    handed_in["properties"] |= {"seen": {"type": "integer"}, "undoes": {"type": "integer"}}
    return {
        "/events": {
            "post": _operation(
                "Hand in an event; a phone says what is its player's to say, else it gets a 403. `seen` may say which "
                "event was the newest that it saw: a 409 where a time was up since. Of a host's undo, `undoes` may say "
                "which event it is to take back: a 409 where that is not the newest by now",
                handed_in,
                ruled,
                security=either,
            )
        },
        "/choice": {"post": _operation("Choose in secret, or show one's hand", choice, ruled, security=either)},
        "/drafts": {
            "get": _operation("What this phone's player has begun to write", answer=kept, security=PHONE),
            "post": _operation(
                "What stands in the form of an event; `says` is what that would hand in, which counts when time is up",
                draft,
                security=either,
            ),
        },
        "/hand": {
            "get": _operation(
                "The cards the table has dealt whoever asks, where it plays itself; null where it deals none",
                answer=_object(player={"type": ["string", "null"]}, cards={**cards, "type": ["array", "null"]}),
                security=either,
            )
        },
        "/opening": {
            "post": _operation(
                "Say what everybody's part goes by (which card was turned), in the field the game names",
                {"type": "object"},
                security=either,
            )
        },
        "/join-in": {
            "post": _operation(
                "Join in what several say one by one; or, whom it is about, which of several is meant",
                chosen,
                ruled,
                security=PHONE,
            )
        },
        "/readings/{match_id}/{name}": {
            "get": _operation(
                "What was read on a kept frame, card by card, and what the deck's cards are called",
                parameters=[MATCH_ID, FRAME_NAME],
            )
        },
        "/misreadings": {
            "post": _operation(
                "Say that a card was read wrongly: its number (null: one that was not seen), and what it truly is",
                _object(frame={"type": "string", "minLength": 1, "maxLength": 100}, card=card_number, truth=truth),
                _object(correction={"type": ["object", "null"]}),
                security=either,
            )
        },
        "/answer": {
            "post": _operation(
                "Answer what the camera asks; of one player (`of`), only by that player's phone",
                _object(question={"type": "integer"}, label=label),
                ruled,
                security=either,
            )
        },
    }


def _simulation() -> Json:
    button: Json = {"type": "string", "minLength": 1, "maxLength": 20}
    cards = _object(act={"type": "string", "enum": ["place", "remove", "turn_over", "turn_sideways", "clear"]})
    cards["properties"] |= {
        "label": {"type": "string", "minLength": 1, "maxLength": 40},
        "side": {"type": "string", "enum": ["left", "right"]},
        "at": {"type": "integer"},
        "index": {"type": "integer"},
        "row": {"type": "integer"},
        "face_down": {"type": "boolean"},
        "apart": {"type": "boolean"},
        "column": {"type": "integer"},
    }
    return {
        "/press": {"post": _operation("Press a simulated button", _object(button=button), security=HOST)},
        "/photos/next": {"post": _operation("Show the next photo", security=HOST)},
        "/cards": {
            "get": _operation("The cards that can be laid on the drawn table", security=HOST),
            "post": _operation("Lay or take cards on the drawn table", cards, security=HOST),
        },
    }


def _operation(
    summary: str,
    body: Json | None = None,
    answer: Json | None = None,
    status: int = 200,
    *,
    parameters: list[Json] | None = None,
    security: list[Json] | None = None,
    others: Json | None = None,
) -> Json:
    """One way to ask something; `others` are answers besides, by their status."""
    operation: Json = {
        "summary": summary,
        "responses": {
            str(status): _answer("Done", answer if answer is not None else {"type": "object"}),
            **(others or {}),
            **_refusals(),
        },
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if parameters:
        operation["parameters"] = parameters
    if security:
        operation["security"] = security
    return operation


def _refusals() -> Json:
    """What may be answered to anything."""
    refusal: Json = {"$ref": "#/components/schemas/Error"}
    later = {"description": "in how many seconds; not of a table that is being stopped", "schema": {"type": "string"}}
    full = _answer("Too many ask at once, or the table is being stopped", refusal)
    return {
        "4XX": _answer("Refused, with one sentence that says why", refusal),
        "503": {**full, "headers": {"Retry-After": later}},
    }


def _answer(description: str, schema: Json) -> Json:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _object(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _setup() -> Json:
    players: Json = {"type": "array", "items": PLAYING, "minItems": 1, "maxItems": 10, "uniqueItems": True}
    setup = _object(game={"type": "string", "enum": list(rulebooks())}, players=players)
    setup["properties"]["options"] = {"type": "object"}
    setup["properties"]["deck"] = {
        "type": ["string", "object"],
        "description": "one of /decks; where each player has one of their own also an object with the deck of each",
    }
    strengths: Json = {"type": "object", "additionalProperties": {"type": "string", "enum": list(Strength)}}
    setup["properties"][PRACTICE] = {
        "type": ["object", "null"],
        "properties": {"players": strengths},
        "required": ["players"],
        "description": "whom of the players the table plays, and how well; /games says which games it plays",
    }
    setup["properties"]["teach"] = {
        "type": "boolean",
        "description": "whether the hints also say what could help while the match is being played",
    }
    return setup


def _transcript() -> Json:
    transcript = _setup()
    transcript["properties"]["players"]["items"] = schema.NAME  # it may be of another table, or of long ago
    transcript["properties"]["events"] = {"type": "array"}
    transcript["required"].append("events")
    return transcript


def _event() -> Json:
    names = sorted({name for book in rulebooks().values() for name in book.events})
    event = _object(event={"type": "string", "enum": [*names, *MATCH_EVENTS]})
    event["properties"]["player"] = NAME
    return {**event, "description": _whose()}


def _whose() -> str:
    """Who may hand in which event, as the games describe it."""
    games = {book.title: book.events for book in rulebooks().values()} | {"Every match": MATCH_EVENTS}
    shapes = [
        f"{title}: {by}: {', '.join(names)}." for title, kinds in games.items() for by, names in in_words(kinds).items()
    ]
    return " ".join(["An event as the transcript has it; the host may hand in any.", *shapes])


routes = [Route("/openapi.json", openapi)]
