"""Judging transcripts that are handed in from outside: never on a thread of the table's.

Anybody may ask, so each is judged by a process of its own (`companion.web.judge_process`) that has its bounds and is
ended when whoever asked has gone, or when the table stops. There is one at a time for the host and one for all others,
of whom only a few may wait.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager, suppress
from signal import SIGKILL
from typing import TYPE_CHECKING, Any

from companion.errors import TableStops
from companion.sentences import told
from companion.web.budgets import Budget, later
from companion.web.judge_process import OUT_OF_MEMORY
from companion.web.requests import LARGEST_IMPORT, Refused, read_body

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from companion.sentences import Told

COMMAND = (sys.executable, "-m", "companion.web.judge_process")
AT_ONCE = 5  # transcripts of one address, and then one every ten seconds
PER_S = 0.1
MOST_WAITING = 4  # of all who are not the host, the one being judged among them
LONGEST_S = 180  # until there is an answer, on a machine where much else is going on
CHUNK_BYTES = 64 * 1024


class Judging:
    """Answers transcripts with the dictionaries of the table whose data folder is `data`. `now_s` is any steadily
    growing clock in seconds. Everything but `end_soon` runs on the event loop's thread."""

    def __init__(self, data: Path, now_s: Callable[[], float]) -> None:
        self._data = data
        self._budget = Budget(AT_ONCE, PER_S, now_s)
        self._waiting = 0
        self._hosts_turn, self._turn = asyncio.Semaphore(1), asyncio.Semaphore(1)
        self._under_way: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Call it on the running event loop before anybody asks."""
        self._loop = asyncio.get_running_loop()

    def end_soon(self) -> None:
        """Have what is being judged ended, from another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end)

    def answering(self, request: Request, *, is_host: bool) -> ASGIApp:
        """What answers a request with the ruling on its transcript. It raises Refused: 429 and 503 for what may be
        asked again in a while, 413 for a transcript that is too long or needs too much, 400 and 415 for none."""
        client = request.client.host if request.client else "?"

        async def answer(_scope: Scope, receive: Receive, send: Send) -> None:
            async with self._place(client, is_host=is_host) as turn:
                body = await read_body(request, largest=LARGEST_IMPORT)
                await self._unless_gone(receive, self._judge(body, turn, send))

        return answer

    @asynccontextmanager
    async def _place(self, client: str, *, is_host: bool) -> AsyncIterator[asyncio.Semaphore]:
        """A place among those who wait, and the turn they wait for. Whoever gets none is told before the body is read:
        bodies would fill the memory."""
        if is_host:
            yield self._hosts_turn
            return
        wait_s = self._budget.spend(client)
        if wait_s:
            raise later(429, wait_s, _too_often)
        if self._waiting >= MOST_WAITING:
            raise later(503, 1 / PER_S, _others_wait)
        self._waiting += 1
        try:
            yield self._turn
        finally:
            self._waiting -= 1

    async def _unless_gone(self, receive: Receive, judging: Coroutine[Any, Any, None]) -> None:
        """Judge to the end, unless whoever asked goes away or the table stops."""
        judged, gone = asyncio.create_task(judging), asyncio.create_task(_gone(receive))
        self._under_way.add(judged)
        try:
            await asyncio.wait((judged, gone), return_when=asyncio.FIRST_COMPLETED)
            if judged.cancelled():
                raise TableStops
            if judged.done():
                judged.result()
        finally:
            self._under_way.discard(judged)
            if not judged.cancelling():  # once: another time would break off the wait for its process
                judged.cancel()
            gone.cancel()
            await asyncio.wait((judged, gone))

    async def _judge(self, body: bytes, turn: asyncio.Semaphore, send: Send) -> None:
        async with turn, _process(self._data) as process:
            status = await _asked(process, body)
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            assert process.stdout is not None  # it is a pipe
            while chunk := await process.stdout.read(CHUNK_BYTES):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})  # last: to uvicorn, whoever has all of it has gone

    def _end(self) -> None:
        for judged in self._under_way:
            judged.cancel()


@asynccontextmanager
async def _process(data: Path) -> AsyncIterator[Process]:
    """A process that waits for a transcript, ended in any case."""
    process = await asyncio.create_subprocess_exec(*COMMAND, str(data), stdin=PIPE, stdout=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, SIGKILL)  # `process.kill` also waits for it, which asyncio's watcher then cannot
        await process.wait()


async def _asked(process: Process, body: bytes) -> int:
    """The status a process gives to a transcript. Raises Refused 413 when it needed more than it is given."""
    assert process.stdin is not None  # these are pipes
    assert process.stdout is not None
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_S):
            with suppress(ConnectionError):  # it has ended already, and why is known below
                process.stdin.write(body)
                await process.stdin.drain()
                process.stdin.close()
            status = await process.stdout.readline()
            if status:
                return int(status)
            exit_status = await process.wait()
            if exit_status > 0 and exit_status != OUT_OF_MEMORY:
                raise RuntimeError(f"judging a transcript ended with exit status {exit_status}")
    raise Refused(413, told("to judge this transcript takes more time or memory than the table gives to it"))


async def _gone(receive: Receive) -> None:
    """Comes back when whoever asked has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _too_often(seconds: int) -> Told:
    return told("too many transcripts from this device: wait {seconds} seconds", seconds=seconds)


def _others_wait(seconds: int) -> Told:
    return told("others wait for their transcripts to be judged: try again in {seconds} seconds", seconds=seconds)
