"""A night of a hundred thousand events: whether the table's memory and the time an event takes stay what they were.

    python -m benchmarks.soak [--count N] [--pages N]

The saved matches of all five games are played by the host over HTTP, one after the other and again, at the real table
in a process of its own, with pages open that hear every view. At the beginning and every so many events it prints
memory, open files and threads of the table's process, and how long an event took since, from being sent to its ruling.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import socket
import statistics
import threading
import time
from typing import TYPE_CHECKING, Any

from benchmarks.figures import percentile
from benchmarks.fuzz_http import post
from benchmarks.fuzz_table import FuzzedTable
from benchmarks.kills_night import script
from benchmarks.resuming import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

TOLD_EVERY = 20  # figures of a run


def listen(port: int, over: threading.Event) -> None:
    """A page: hear all that comes until the table goes."""
    with socket.create_connection(("127.0.0.1", port)) as stream, contextlib.suppress(OSError):
        stream.sendall(f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        while not over.is_set() and stream.recv(1 << 16):
            pass


def acts() -> Iterator[tuple[str, Any]]:
    """What is done, for ever: a path of the API and what is sent there."""
    for setup, events in itertools.cycle(script()):
        yield "/api/matches", setup
        for event in events:
            yield "/api/events", {"event": event}
        yield "/api/match/close", {}


def told(table: FuzzedTable, events: int, took_ms: list[float]) -> None:
    """One line of figures."""
    middle, last = (statistics.median(took_ms), percentile(took_ms)) if took_ms else (0.0, 0.0)
    files, threads = table.open_files, table.threads
    print(f"{events:9} {table.rss_mb:9.1f} {files:7} {threads:8} {middle:10.1f} {last:10.1f}", flush=True)


def main() -> None:
    """Play, and tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000, help="events")
    parser.add_argument("--pages", type=int, default=5)
    arguments = parser.parse_args()
    tally, over = Progress(0), threading.Event()
    print(f"{'events':>9} {'RSS in MB':>9} {'files':>7} {'threads':>8} {'median ms':>10} {'99th ms':>10}")
    with FuzzedTable(tally) as table:
        for _ in range(arguments.pages):
            threading.Thread(target=listen, args=(table.port, over), daemon=True).start()
        done, took_ms = 0, list[float]()
        table.ask("POST", "/api/match/close", table.as_host(), b"{}")
        for path, said in acts():
            if path != "/api/events":
                post(table, path, said)
                continue
            if done % max(1, arguments.count // TOLD_EVERY) == 0:
                told(table, done, took_ms)
                took_ms.clear()
            if done == arguments.count:
                break
            began_s = time.perf_counter()
            answer = post(table, path, said)
            took_ms.append(1000 * (time.perf_counter() - began_s))
            if not answer.json()["accepted"]:
                tally.find(f"event {done}: {answer.body!r} for {said}")
            done += 1
        table.is_well()
        over.set()
    raise SystemExit(1 if tally.found else 0)


if __name__ == "__main__":
    main()
