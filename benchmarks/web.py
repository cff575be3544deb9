"""How soon an event reaches 40 phones and 5 kiosks: the running table beside a bare Starlette page under the same load.

Both serve 45 streams of server-sent events from a process of their own. Events are handed in by HTTP from several
connections at once, so many a second; the time counts from just before one is sent until each stream has received the
view after it. The table rules on it, commits it to the journal on disk (synchronous=FULL) and makes the view in
between; the bare page only passes a message of the same size on.

    python -m benchmarks.web [--events N] [--senders N] [--per-s N]

The bare page needs sse-starlette (`pip install tableside[bench]`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.own_process import in_own_process

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from starlette.requests import Request

PAGES = 45  # 40 phones and 5 kiosks
CARDS = 20  # placed at first: each sender takes one back and brings it again, which the rules take from all at once
NUMBER = re.compile(rb'"number": ?([0-9]+)')
PLAYERS = ["Ann", "Bob", "Cy", "Di"]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": {"words": ["zoo"]}}}


@dataclass(frozen=True)
class Load:
    """So many events, from so many connections, so many a second in all."""

    events: int
    senders: int
    per_s: float


@dataclass(frozen=True)
class Figures:
    """Milliseconds from event to page: the middle, the 99th percentile, the worst."""

    median_ms: float
    p99_ms: float
    worst_ms: float
    message_bytes: int


def serve_table(ready: Connection) -> None:
    """The whole table, simulated, without a camera."""
    from companion.app import App, Setup

    with tempfile.TemporaryDirectory() as folder, App(Setup(Path(folder), port=0, camera="none")) as app:
        app.submit(lambda referee: referee.begin(SETUP)).result()
        ready.send(int(app.address.rpartition(":")[2]))
        ready.recv()


def serve_bare(ready: Connection, size: int) -> None:
    """What one would write in an hour: Starlette, sse-starlette, a queue per page."""
    from sse_starlette import EventSourceResponse
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    from companion.web.serving import WebServer, listen

    queues: set[asyncio.Queue[str]] = set()
    filling = "x" * size
    count = 0

    async def live(_request: Request) -> Response:
        async def stream() -> Any:
            queue: asyncio.Queue[str] = asyncio.Queue()
            queues.add(queue)
            yield {"event": "view", "data": json.dumps({"table": {"rulings": []}})}
            while message := await queue.get():
                yield {"event": "view", "data": message}

        response: Response = EventSourceResponse(stream())
        return response

    async def event(request: Request) -> Response:
        nonlocal count
        await request.json()
        count += 1
        ruling = {"number": count}
        message = json.dumps({"table": {"rulings": [ruling]}, "filling": filling})
        for queue in queues:
            queue.put_nowait(message)
        return JSONResponse({"accepted": True, "ruling": ruling})

    class Bare:
        def end_soon(self) -> None:
            for queue in queues:
                queue.put_nowait("")

    app = Starlette(routes=[Route("/api/live", live), Route("/api/events", event, methods=["POST"])])
    app.state.site = Bare()
    server = WebServer(app, listen("127.0.0.1", 0))
    ready.send(server.port)
    ready.recv()


def newest(line: bytes) -> int | None:
    """The number of the newest ruling in a view. Looked for in the bytes: forty-five pages that each parse every view
    would keep this process busier than the table, and times would be this process's."""
    begin = line.index(b'"rulings":')
    end = line.find(b',"refusal":', begin)
    numbers = NUMBER.findall(line, begin, len(line) if end < 0 else end)
    return int(numbers[-1]) if numbers else None


class Page:
    """One stream: notes when each ruling's number was first received."""

    def __init__(self) -> None:
        self.received_s: dict[int, float] = {}
        self.opened = asyncio.Event()
        self.largest = 0

    async def read(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        await writer.drain()
        try:
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    now_s = time.perf_counter()
                    self.opened.set()
                    self.largest = max(self.largest, len(line))
                    if (number := newest(line)) is not None:
                        self.received_s.setdefault(number, now_s)
        finally:
            writer.close()


async def measure(port: int, load: Load) -> Figures:
    """Open all pages, hand the events in, and see when each arrived where."""
    pages = [Page() for _ in range(PAGES)]
    reading = [asyncio.create_task(page.read(port)) for page in pages]
    await asyncio.gather(*(page.opened.wait() for page in pages))
    first = await Sender.connect(port)
    for number in range(CARDS):
        await first.hand_in({"event": "place", "player": PLAYERS[number % len(PLAYERS)], "card": "Z"})
    senders = [await Sender.connect(port) for _ in range(load.senders)]
    await asyncio.gather(*(sender.send(load, place) for place, sender in enumerate(senders)))
    sent_s = {number: at_s for sender in senders for number, at_s in sender.sent_s.items()}
    async with asyncio.timeout(30):
        while any(max(page.received_s) < max(sent_s) for page in pages):
            await asyncio.sleep(0.01)
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    # A page that was overtaken by the next view has this event with that one.
    late_ms = [
        1000 * (min(at_s for later, at_s in page.received_s.items() if later >= number) - at)
        for page in pages
        for number, at in sent_s.items()
    ]
    quantiles = statistics.quantiles(late_ms, n=100)
    return Figures(statistics.median(late_ms), quantiles[98], max(late_ms), max(page.largest for page in pages))


class Sender:
    """One connection that hands events in, and when each was sent, by its number."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.sent_s: dict[int, float] = {}

    @classmethod
    async def connect(cls, port: int) -> Sender:
        """A sender on a connection of its own."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def send(self, load: Load, place: int) -> None:
        """This sender's share of the events, at its pace; the senders take turns."""
        apart_s = load.senders / load.per_s
        begin_s = time.perf_counter() + apart_s * place / load.senders
        for turn in range(load.events // load.senders):
            await asyncio.sleep(max(0.0, begin_s + turn * apart_s - time.perf_counter()))
            sent_s = time.perf_counter()
            self.sent_s[await self.hand_in({"event": "redo" if turn % 2 else "undo"})] = sent_s

    async def hand_in(self, event: dict[str, Any]) -> int:
        """One event by HTTP, its number; raises when it is not accepted."""
        content = json.dumps({"event": event}).encode()
        head = "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self._writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        headers = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        size = int(headers.partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = json.loads(await self._reader.readexactly(size))
        if not answer["accepted"]:
            raise RuntimeError(f"the event was not accepted: {answer}")
        return int(answer["ruling"]["number"])


def run(target: Any, arguments: tuple[Any, ...], load: Load) -> Figures:
    """Measure a server of its own process."""
    with in_own_process(target, *arguments) as port:
        return asyncio.run(measure(port, load))


def main() -> None:
    """Measure both and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=1200)
    parser.add_argument("--senders", type=int, default=8, help="phones that press at once")
    parser.add_argument("--per-s", type=float, default=115, help="events a second, of all together")
    arguments = parser.parse_args()
    load = Load(arguments.events, arguments.senders, arguments.per_s)
    table = run(serve_table, (), load)
    bare = run(serve_bare, (table.message_bytes,), load)
    print(
        f"{load.events} events from {load.senders} connections, {load.per_s:g} a second, to {PAGES} pages, "
        f"messages of up to {table.message_bytes} bytes"
    )
    print(f"{'':24}{'median':>10}{'99th':>10}{'worst':>10}")
    for name, one in (("the table", table), ("bare Starlette page", bare)):
        print(f"{name:24}{one.median_ms:>8.1f}ms{one.p99_ms:>8.1f}ms{one.worst_ms:>8.1f}ms")
    print(f"{'ratio':24}{table.median_ms / bare.median_ms:>9.2f}×{table.p99_ms / bare.p99_ms:>9.2f}×")


if __name__ == "__main__":
    main()
