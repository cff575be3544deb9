"""The API in OpenAPI 3.1, written down once and served at `/api/openapi.json`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.routing import Route

from companion import __version__
from companion.games import rulebooks, schema
from companion.games.match_events import MATCH_EVENTS
from companion.games.naming import LONGEST_NAME, WIDEST_NAME
from companion.games.opponent import Strength
from companion.games.parties import in_words
from companion.language import LANGUAGES
from companion.practice.agreement import KEY as PRACTICE
from companion.referee.tableview import SPEAKERS
from companion.web.access import HOST_COOKIE
from companion.web.night_pages import ACTS
from companion.web.openapi_operation import answer_of, object_of, operation_of, refusals

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from companion.web.openapi_operation import Json

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
PLAYING: Json = {
    **NAME,
    "pattern": rf"^{SEEN}({SEEN_OR_SPACE}*{SEEN})?$",
    "not": {"pattern": rf"[ -~]{{{WIDEST_NAME + 1}}}"},
    "description": f"in printable characters, as wide as {WIDEST_NAME} letters; emoji and Chinese, Japanese and Korean "
    "ones count twice",
}
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
        "/view": {"get": operation_of("The table as it is now", answer=anything)},
        "/who": {"get": operation_of("Who this browser is taken for", answer=anything)},
        "/games": {"get": operation_of("The games with their clauses", answer=anything)},
        "/anew": {
            "get": operation_of(
                "The form with which an earlier event of the match that is on is said anew",
                answer=anything,
                parameters=[
                    {"name": name, "in": "query", "required": name == "event", "schema": {"type": kind}}
                    for name, kind in (("event", "string"), ("player", "string"), ("number", "integer"))
                ],
            )
        },
        "/decks": {"get": operation_of("The decks by game", answer=anything)},
        "/dictionaries": {"get": operation_of("The dictionaries by name", answer=anything)},
        "/live": {
            "get": {
                "operationId": "live",
                "summary": "The table now and at every change (events: view; beat, with the clock)",
                "responses": {"200": stream, **refusals()},
            }
        },
        "/speech/{language}": {
            "get": {
                "operationId": "speech",
                "summary": "What a page says aloud from now on (events: say, hush, beat)",
                "parameters": [
                    {"name": "language", "in": "path", "required": True, "schema": {"enum": list(LANGUAGES)}}
                ],
                "responses": {"200": stream, **refusals()},
            }
        },
    }


def _seats() -> Json:
    loudness = object_of(percent={"type": "integer", "minimum": 0, "maximum": 100})
    loudness["properties"]["by"] = {"type": "string", "enum": list(SPEAKERS)}
    asked = object_of(key={"type": "string", "minLength": 1, "maxLength": 100}, name=NAME)
    asked["properties"]["instead"] = {
        "type": "boolean",
        "description": "whether to take the seat from the phone that has it, once somebody at the table agrees",
    }
    seated = object_of(token={"type": "string"}, name=NAME, waits={"type": "boolean"})
    waits = answer_of("Somebody at the table must agree that this phone has the seat: till then it `waits`", seated)
    pin = object_of(pin={"type": "string", "minLength": 1, "maxLength": 32})
    return {
        "/join": {
            "post": operation_of("Take a seat", asked, seated, 201, others={"202": waits}),
        },
        "/seat": {"post": operation_of("Say that the phone is still there", security=PHONE)},
        "/leave": {"post": operation_of("Give the seat up", security=PHONE)},
        "/seats/hand-over": {
            "post": operation_of(
                "Agree, or not, that the phone that asks for it plays for a player instead of the one that does",
                object_of(name=NAME, agreed={"type": "boolean"}),
                security=[*PHONE, *HOST],
            )
        },
        "/guesses": {
            "post": operation_of(
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
            "post": operation_of(
                "Say that this phone's player is away for a while or back, or as host of anybody",
                {"type": "object", "required": ["away"], "properties": {"player": NAME, "away": {"type": "boolean"}}},
                security=[*PHONE, *HOST],
            )
        },
        "/seats/free": {"post": operation_of("Take a seat from its phone", object_of(name=NAME), security=HOST)},
        "/host": {"post": operation_of("Type the PIN", pin)},
        "/host/leave": {"post": operation_of("Leave the host's page")},
        "/kiosk": {"post": operation_of("Let this screen show the code to join", pin)},
        "/voice": {
            "get": operation_of(
                "How loud what happens is spoken (percent), and by whom", answer=loudness, security=HOST
            ),
            "post": operation_of("Have it spoken so; 0 is not at all", loudness, loudness, security=HOST),
        },
    }


def _matches() -> Json:
    number = object_of(match_id={"type": "integer"})
    brought = object_of(match_id={"type": "integer"}, refused={"type": "integer", "minimum": 0})
    brought["properties"]["refused"]["description"] = "how many of the events were refused"
    transcript: Json = {"$ref": "#/components/schemas/Transcript"}
    csv = operation_of("A line per event with its ruling", parameters=[MATCH_ID])
    csv["responses"]["200"] = {"description": "CSV", "content": {"text/csv": {"schema": {"type": "string"}}}}
    acts: Json = {"name": "act", "in": "path", "required": True}
    acts["schema"] = {"type": "string", "enum": ["pause", "resume", "overlook", "close", "again", "invited", "arbiter"]}
    return {
        "/matches": {
            "get": operation_of("All matches, newest first", answer={"type": "array"}),
            "post": operation_of("Start a match", {"$ref": "#/components/schemas/Setup"}, number, 201, security=HOST),
        },
        "/judge": {"post": operation_of("Judge a whole transcript", transcript, {"type": "object"})},
        "/matches/import": {"post": operation_of("Bring a transcript in", transcript, brought, 201, security=HOST)},
        "/matches/{match_id}": {"get": operation_of("Its transcript", answer=transcript, parameters=[MATCH_ID])},
        "/matches/{match_id}/csv": {"get": csv},
        "/matches/{match_id}/rulings": {
            "get": operation_of("Every ruling in full", answer={"type": "array"}, parameters=[MATCH_ID])
        },
        "/matches/{match_id}/report": {
            "get": operation_of(
                "What it could have been, once it is over; 409 before", answer={"type": "object"}, parameters=[MATCH_ID]
            )
        },
        "/matches/{match_id}/reopen": {"post": operation_of("Take it up again", parameters=[MATCH_ID], security=HOST)},
        "/timer": {"post": operation_of("Start the timer that is on offer", security=[*PHONE, *HOST])},
        "/hold": {"post": operation_of("A moment to say what this player does", security=PHONE)},
        "/match/{act}": {
            "post": operation_of(
                "Pause, resume, overlook a difference, close the match, play the same again, begin what is invited, "
                "call the arbiter; the last by whoever plays, too",
                parameters=[acts],
                security=[*PHONE, *HOST],
            )
        },
    }


def _nights() -> Json:
    csv = operation_of("A line per match and player")
    csv["responses"]["200"] = {"description": "CSV", "content": {"text/csv": {"schema": {"type": "string"}}}}
    act: Json = {"name": "act", "in": "path", "required": True, "schema": {"type": "string", "enum": list(ACTS)}}
    text: Json = {"type": "string", "minLength": 1, "maxLength": 100}
    said = object_of(name=text)
    said["properties"] |= {"other": text, "first": text, "last": text, "players": {"type": "string", "maxLength": 2000}}
    told: Json = {"type": "array", "items": {"type": "object"}}
    return {
        "/nights": {"get": operation_of("Players, seasons and teams across all matches", answer={"type": "object"})},
        "/nights/csv": {"get": csv},
        "/nights/{act}": {
            "post": operation_of(
                "Say who is the same, name a season or a team, or have somebody forgotten for good",
                said,
                object_of(told=told),
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
    kept = object_of(drafts={"type": "object", "additionalProperties": fields})
    draft = object_of(event={"type": "string", "minLength": 1, "maxLength": 100}, fields=fields)
    draft["properties"]["says"] = {"type": "object"}
    draft["properties"]["player"] = choice["properties"]["player"]
    handed_in = object_of(event=_event())
    handed_in["properties"] |= {"seen": {"type": "integer"}, "undoes": {"type": "integer"}}
    return {
        "/events": {
            "post": operation_of(
                "Hand in an event; a phone says what is its player's to say, else it gets a 403. `seen` may say which "
                "event was the newest that it saw: a 409 where a time was up since. Of a host's undo or redo, `undoes` "
                "may say which event an undo would take back (0: none), as it saw: a 409 where that is another by now",
                handed_in,
                ruled,
                security=either,
            )
        },
        "/choice": {"post": operation_of("Choose in secret, or show one's hand", choice, ruled, security=either)},
        "/drafts": {
            "get": operation_of("What this phone's player has begun to write", answer=kept, security=PHONE),
            "post": operation_of(
                "What stands in the form of an event; `says` is what that would hand in, which counts when time is up",
                draft,
                security=either,
            ),
        },
        "/hand": {
            "get": operation_of(
                "The cards the table has dealt whoever asks, where it plays itself, and the one that was dealt to lie "
                "`open` and that no event has named; null where it deals none",
                answer=object_of(
                    player={"type": ["string", "null"]},
                    cards={**cards, "type": ["array", "null"]},
                    open={"type": ["string", "null"]},
                ),
                security=either,
            )
        },
        "/opening": {
            "post": operation_of(
                "Say what everybody's part goes by (which card was turned), in the field the game names",
                {"type": "object"},
                security=either,
            )
        },
        "/join-in": {
            "post": operation_of(
                "Join in what several say one by one; or, whom it is about, which of several is meant",
                chosen,
                ruled,
                security=PHONE,
            )
        },
        "/readings/{match_id}/{name}": {
            "get": operation_of(
                "What was read on a kept frame, card by card, and what the deck's cards are called",
                parameters=[MATCH_ID, FRAME_NAME],
            )
        },
        "/misreadings": {
            "post": operation_of(
                "Say that a card was read wrongly: its number (null: one that was not seen), and what it truly is",
                object_of(frame={"type": "string", "minLength": 1, "maxLength": 100}, card=card_number, truth=truth),
                object_of(correction={"type": ["object", "null"]}),
                security=either,
            )
        },
        "/answer": {
            "post": operation_of(
                "Answer what the camera asks; of one player (`of`), only by that player's phone",
                object_of(question={"type": "integer"}, label=label),
                ruled,
                security=either,
            )
        },
    }


def _simulation() -> Json:
    button: Json = {"type": "string", "minLength": 1, "maxLength": 20}
    cards = object_of(act={"type": "string", "enum": ["place", "remove", "turn_over", "turn_sideways", "clear"]})
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
        "/press": {"post": operation_of("Press a simulated button", object_of(button=button), security=HOST)},
        "/photos/next": {"post": operation_of("Show the next photo", security=HOST)},
        "/cards": {
            "get": operation_of("The cards that can be laid on the drawn table", security=HOST),
            "post": operation_of("Lay or take cards on the drawn table", cards, security=HOST),
        },
    }


def _setup() -> Json:
    players: Json = {"type": "array", "items": PLAYING, "minItems": 1, "maxItems": 10, "uniqueItems": True}
    setup = object_of(game={"type": "string", "enum": list(rulebooks())}, players=players)
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
    event = object_of(event={"type": "string", "enum": [*names, *MATCH_EVENTS]})
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
