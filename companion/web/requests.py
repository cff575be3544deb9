"""Reading requests and answering them: JSON bodies of a bounded size, one sentence for every refusal."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NoReturn

from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from companion.errors import NotNow, NotThere, NotYours, TablesideError, TableStops
from companion.language import LANGUAGES
from companion.outside import MOST_DIGITS, layers
from companion.sentences import as_json, told
from companion.web.headers import HEADERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

LARGEST_BODY = 64 * 1024  # bytes; an event is a few hundred
LARGEST_SAID = 4 * 1024  # bytes; what one phone says is shown on every other
LARGEST_IMPORT = 4 * 1024 * 1024  # bytes; a long night's transcript is far below
DEEPEST = 32  # levels of lists and objects; the longest event has five
STATUSES: Mapping[type[TablesideError], int] = {  # any other's is 400
    NotYours: 403,
    NotThere: 404,
    NotNow: 409,
    TableStops: 503,
}


class Refused(HTTPException):
    """The request cannot be served: a 4xx with one sentence."""

    def __init__(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, sentence, headers)


class NumberConvertor(Convertor[int]):
    """The number of a match or a question in a path, `{match_id:number}`: not too long for the journal or for `int`."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """The digits of the path as a number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The number as the path has it."""
        return str(value)


register_url_convertor("number", NumberConvertor())


async def read_object(request: Request, *, largest: int = LARGEST_BODY) -> dict[str, Any]:
    """The JSON object of the request's body. Raises Refused 400, 413 or 415."""
    return parse_object(await read_body(request, largest=largest))


async def read_body(request: Request, *, largest: int) -> bytes:
    """The request's body, of so many bytes at most, which says of itself that it is JSON.

    Raises Refused 413 or 415, and 400 when whoever sends it hangs up before its end.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(415, told("send JSON: the Content-Type must be application/json"))
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > largest:
                raise Refused(413, told("the body is larger than {most} bytes", most=largest))
    except ClientDisconnect as error:  # nobody hears the answer; the log must not take it for our error
        raise Refused(400, told("the body ended too soon")) from error
    return bytes(body)


def parse_object(body: bytes) -> dict[str, Any]:
    """The JSON object in `body`: UTF-8, finite numbers, no lone surrogates, at most `DEEPEST` levels.

    Raises Refused 400 with a sentence that says what is wrong and where.
    """
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_no_constant, parse_float=_finite, parse_int=_short)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeError as error:
        raise Refused(400, told("the body is not valid UTF-8 text")) from error
    except RecursionError as error:
        raise Refused(400, told("the body is nested too deeply")) from error
    except ValueError as error:
        raise Refused(400, told("the body is not valid JSON: {error}", error=error)) from error
    if not isinstance(value, dict):
        raise Refused(400, told("the body must be a JSON object"))
    if sum(1 for _ in layers(value)) > DEEPEST:
        raise Refused(400, told("the body is nested more than {most} levels deep", most=DEEPEST))
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    if math.isinf(number := float(text)):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def _short(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"the number {text[:20]}… is too long")
    return int(text)


def text_field(body: Mapping[str, Any], name: str, *, longest: int = 100) -> str:
    """A string of 1…`longest` characters. Raises Refused 400 naming the field."""
    value = body.get(name)
    if not isinstance(value, str) or not 0 < len(value.strip()) <= longest:
        raise Refused(
            400, told("the field “{field}” must be a text of 1 to {longest} characters", field=name, longest=longest)
        )
    return value.strip()


def whole_number(body: Mapping[str, Any], name: str) -> int:
    """A whole number. Raises Refused 400 naming the field."""
    value = body.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(400, told("the field “{field}” must be a whole number", field=name))
    return value


def known_language(language: str) -> str:
    """The language. Raises Refused 404 for one that the pages do not speak."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Refused(404, told("the pages speak {languages}, not {language}", languages=known, language=language))
    return language


async def error_as_json(_request: Request, error: Exception) -> Response:
    """What Starlette calls for every error there is an answer to."""
    return refusal(error)


def refusal(error: Exception) -> Response:
    """Every refusal, ours or Starlette's, as one JSON sentence; of a fault of our own only that it was one."""
    if isinstance(error, HTTPException):
        sentence = error.detail if isinstance(error, Refused) else _unrouted(error)
        return _said(sentence, error.status_code, dict(error.headers or {}))
    if isinstance(error, TablesideError):
        return _said(error.sentence, next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 400))
    return _said(told("the table could not do that; its log says why"), 500)


def _unrouted(error: HTTPException) -> str:
    """What is said where no route fits, instead of Starlette's two words."""
    if error.status_code == 405:
        return told("that cannot be done at this address")
    return told("there is nothing at this address") if error.status_code == 404 else error.detail


def _said(sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    # Some refusals go out past the guard that puts these headers on everything else.
    return JSONResponse({"error": sentence, "said": as_json(sentence)}, status, {**HEADERS, **(headers or {})})
