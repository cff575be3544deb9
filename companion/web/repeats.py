"""What is asked twice is done once.

An answer can be lost after the act: then the page asks again, and so does a browser by itself, a POST too, on a
connection that it had before. A page gives each act a key of its own (`Idempotency-Key`); what comes with the same key
once more gets the first one's answer. What has become an event is known for longer than this program runs: an act has a
name (`act_of`) that is kept with it (`companion.referee.done_acts`).
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import Request

from companion.web.requests import LARGEST_BODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

KEY = "Idempotency-Key"
ACT = "tableside.act"  # what an act is called in the scope of its request
SHORTEST_KEY, LONGEST_KEY = 16, 64  # characters; a key that others could guess would hand them an answer
KEPT_S = 60.0  # a page has long given up by then; chosen
LARGEST_KEPT = 16 * 1024  # bytes of an answer; a ruling in full has about 1500
MOST_KEPT = 2500  # more than one device may ask for in that time (`site.REQUESTS_PER_S`): none drives out another's


@dataclass(slots=True)
class Act:
    """Something asked at `begun_s`: the `messages` of its answer so far, their bodies' `size` in bytes, and whether it
    has `ended`."""

    begun_s: float
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    messages: list[Message] = field(default_factory=list)
    size: int = 0

    def hear(self, message: Message) -> None:
        """A part of its answer goes out."""
        self.size += len(message.get("body", b""))
        self.messages.append(message)

    @property
    def is_answered(self) -> bool:
        """Whether its answer is there as a whole, small enough to be kept, and says what became of the act: not that
        the table had no time for it."""
        if not self.messages or self.size > LARGEST_KEPT:
            return False
        last = self.messages[-1]
        if last["type"] != "http.response.body" or last.get("more_body", False):
            return False
        status: int = self.messages[0]["status"]
        return status < 500 and status != 429


class Repeats:
    """An application of which each act with a key is asked once; used on the event loop's thread only. `now_s` is any
    steadily growing clock in seconds."""

    def __init__(self, app: ASGIApp, now_s: Callable[[], float]) -> None:
        self._app = app
        self._now_s = now_s
        self._acts: dict[bytes, Act] = {}  # the one begun longest ago first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request (ASGI). One without a key, or whose body is not there as a whole, is none of ours."""
        request = Request(scope) if scope["type"] == "http" and scope["method"] == "POST" else None
        key = request.headers.get(KEY, "") if request else ""
        if request is None or not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
            await self._app(scope, receive, send)
            return
        heard, is_whole = await _heard(receive)  # before it counts: a request that never comes in whole holds up none
        receive = _again(heard, receive)
        if not is_whole:
            await self._app(scope, receive, send)
            return
        name = _name(request, key, heard)
        while (before := self._acts.get(name)) is not None:
            await before.ended.wait()
            if before.is_answered:
                for message in before.messages:
                    await send(message)
                return
        await self._ask(name, {**scope, ACT: name.hex()}, receive, send)

    async def _ask(self, name: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        act = Act(self._now_s())
        self._forget()
        self._acts[name] = act

        async def hear(message: Message) -> None:
            act.hear(message)
            await send(message)

        try:
            await self._app(scope, receive, hear)
        finally:
            if not act.is_answered:
                self._acts.pop(name, None)
            act.ended.set()

    def _forget(self) -> None:
        """Those that nobody asks for any more, and the oldest of too many."""
        until_s = self._now_s() - KEPT_S
        for name, act in list(self._acts.items()):
            if act.begun_s > until_s and len(self._acts) < MOST_KEPT:
                break
            del self._acts[name]


def act_of(request: Request) -> str | None:
    """What the same act is called however often it is asked for; None where it is asked for once."""
    name: str | None = request.scope.get(ACT)
    return name


async def _heard(receive: Receive) -> tuple[list[Message], bool]:
    """The messages of a body, and whether that is whole: a larger one is not, nor one whose sender has gone."""
    heard: list[Message] = []
    size = 0
    while size <= LARGEST_BODY:
        message = await receive()
        heard.append(message)
        size += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return heard, message["type"] == "http.request"
    return heard, False


def _again(heard: list[Message], receive: Receive) -> Receive:
    """The same messages, then those that come."""
    left = iter(heard)

    async def more() -> Message:
        for message in left:
            return message
        return await receive()

    return more


def _name(request: Request, key: str, heard: list[Message]) -> bytes:
    """The same only where the same one says the same thing in the same place."""
    who = [request.headers.get(name, "") for name in ("Authorization", "Cookie")]
    said = [request.url.path, key, *who]
    digest = hashlib.sha256("\0".join(said).encode())
    for message in heard:
        digest.update(message.get("body", b""))
    return digest.digest()
