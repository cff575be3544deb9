"""How soon an event reaches 40 phones and 5 kiosks: the running table beside a bare Starlette page under the same load.

Both serve 45 streams of server-sent events from a process of their own. An event is handed in by HTTP; the time counts
from just before it is sent until each stream has received the view after it. The table rules on it, commits it to
the journal on disk (synchronous=FULL) and makes the view in between; the bare page only passes a message of the same
size on.

    python benchmarks/web.py [--events N]

The bare page needs sse-starlette (`pip install tableside[bench]`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from starlette.requests import Request

PAGES = 45  # 40 phones and 5 kiosks
PAUSE_S = 0.02  # between events: far faster than any table plays
PLAYERS = ["Ann", "Bob", "Cy", "Di"]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": {"words": ["zoo"]}}}


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
        message = json.dumps({"table": {"rulings": [{"number": count}]}, "filling": filling})
        for queue in queues:
            queue.put_nowait(message)
        return JSONResponse({"accepted": True})

    class Bare:
        def end_soon(self) -> None:
            for queue in queues:
                queue.put_nowait("")

    app = Starlette(routes=[Route("/api/live", live), Route("/api/events", event, methods=["POST"])])
    app.state.site = Bare()
    server = WebServer(app, listen("127.0.0.1", 0))
    ready.send(server.port)
    ready.recv()


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
                    rulings = json.loads(line[6:])["table"]["rulings"]
                    if rulings:
                        self.received_s.setdefault(rulings[-1]["number"], now_s)
        finally:
            writer.close()


async def measure(port: int, events: int) -> Figures:
    """Open all pages, hand the events in one after the other, and see when each arrived where."""
    pages = [Page() for _ in range(PAGES)]
    reading = [asyncio.create_task(page.read(port)) for page in pages]
    await asyncio.gather(*(page.opened.wait() for page in pages))
    sent_s = {}
    for number in range(1, events + 1):
        said = {"event": "place", "player": PLAYERS[0], "card": "Z"} if number % 2 else {"event": "undo"}
        sent_s[number] = time.perf_counter()
        await post(port, {"event": said})
        await asyncio.sleep(PAUSE_S)
    async with asyncio.timeout(30):
        while any(events not in page.received_s for page in pages):
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


async def post(port: int, body: dict[str, Any]) -> None:
    """One event by HTTP; raises when it is not accepted."""
    content = json.dumps(body).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
    answer = await reader.read()
    writer.close()
    if b'"accepted":true' not in answer.replace(b": ", b":"):
        raise RuntimeError(f"the event was not accepted: {answer.decode()}")


def run(target: Any, arguments: tuple[Any, ...], events: int) -> Figures:
    """Measure a server of its own process."""
    here, there = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=target, args=(there, *arguments))
    server.start()
    try:
        return asyncio.run(measure(here.recv(), events))
    finally:
        here.send("stop")
        server.join(15)
        server.terminate()


def main() -> None:
    """Measure both and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=200)
    events = parser.parse_args().events
    table = run(serve_table, (), events)
    bare = run(serve_bare, (table.message_bytes,), events)
    print(f"{events} events to {PAGES} pages, messages of up to {table.message_bytes} bytes")
    print(f"{'':24}{'median':>10}{'99th':>10}{'worst':>10}")
    for name, one in (("the table", table), ("bare Starlette page", bare)):
        print(f"{name:24}{one.median_ms:>8.1f}ms{one.p99_ms:>8.1f}ms{one.worst_ms:>8.1f}ms")
    print(f"{'ratio':24}{table.median_ms / bare.median_ms:>9.2f}×{table.p99_ms / bare.p99_ms:>9.2f}×")


if __name__ == "__main__":
    main()
