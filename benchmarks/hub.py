"""A hub under load and under faults, with its real broker: `python benchmarks/hub.py scale --tables 200`, `… faults`.

`scale`: simulated tables, each with an account and a TLS line of its own, say the rulings and views of a match that
was really played, one event every `--every` seconds each, to `tableside hub` in a process of its own; a page listens to
its live boards. Told are the time from a table's saying to the page's hearing, what was lost or came twice, and what
memory and processor the hub and its broker took. With `--slowed 5` (root) hub and broker together have a fifth of one
core, as on a machine so many times slower; the simulated tables have the rest.

`faults`: real tables with real journals play on while the broker, and the hub with it, are killed again and again; one
table is cut off from the beginning and comes back at the end, one has a clock that is a day behind. At the end the
hub's collection must be every journal, event for event.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiomqtt
import httpx

from benchmarks.figures import percentile
from companion.clock import SystemClock, iso
from companion.hub.accounts import Accounts
from companion.hub.certificate import CERTIFICATE_FILE
from companion.hub.joining_code import join, read_code
from companion.hub.mosquitto import PID_FILE
from companion.hub.payloads import encoded, presence
from companion.hub.topics import Topics
from tests.hub.brokers import free_port
from tests.hub.telling_tables import TellingTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.hub.accounts import Role

EVENTS = 40  # of the match that every simulated table plays, over and over
PATIENCE_S = 120.0
CARDS = "ZOOKEEPER"


class HubProcess:
    """`tableside hub` with its data in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.broker_port = folder, free_port()
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "companion.cli", "hub", "--data", str(self.folder), "--port", "0"]
        command += ["--name", "127.0.0.1", "--broker-port", str(self.broker_port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split(" at ")[1].split()[0]
        self.code = read_code(self.process.stdout.readline().split()[-1])

    @property
    def broker_pid(self) -> int:
        return int((self.folder / "hub" / PID_FILE).read_text("ascii"))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def kill_broker(self) -> None:
        os.kill(self.broker_pid, signal.SIGKILL)


def took(pid: int) -> tuple[float, float]:
    """What a process has in memory (MB), and how many seconds of processor it has used."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    memory_kb = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    times = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return memory_kb / 1000, (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


# ——— scale ———


@contextmanager
def slowed(pids: list[int], times: float) -> Iterator[None]:
    """The processes together have 1/`times` of a core, in slices of 10 ms, until the end (control groups, version 1 or
    2, of the kernel; root)."""
    if times <= 1:
        yield
        return
    root, period_us = Path("/sys/fs/cgroup"), 10_000
    quota_us = round(period_us / times)
    first = not (root / "cgroup.controllers").exists()
    group = (root / "cpu" if first else root) / f"slowed-{os.getpid()}"
    group.mkdir()
    try:
        if first:
            (group / "cpu.cfs_period_us").write_text(str(period_us))
            (group / "cpu.cfs_quota_us").write_text(str(quota_us))
        else:
            (group / "cpu.max").write_text(f"{quota_us} {period_us}")
        for pid in pids:
            (group / "cgroup.procs").write_text(str(pid))
        yield
    finally:
        for pid in filter(_runs, pids):
            (group.parent / "cgroup.procs").write_text(str(pid))
        group.rmdir()


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def played_messages(folder: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The rulings of a match that is really played, each with the view after it."""
    from companion.hub.bookmark import Bookmark
    from companion.hub.outbox import Outbox
    from companion.hub.payloads import view_message

    table, clock = TellingTable(folder, "no"), SystemClock()
    table.begin()
    views = [view_message(table.view, clock.now_ms(), clock.wall())]
    while len(views) <= EVENTS:
        if len(views) % 10 < len(CARDS):
            table.lay(CARDS[len(views) % 10])
        else:
            table.play({"event": "undo"})
        views.append(view_message(table.view, clock.now_ms(), clock.wall()))
    outbox = Outbox(table, Bookmark(folder / "sent"))
    rulings = [dict(outgoing.message) for outgoing in outbox.waiting(late=False)]
    table.close()
    return list(zip(rulings, views, strict=True))


@dataclass
class Heard:
    """What the page heard: how long each view took (ms)."""

    ages_ms: list[float] = field(default_factory=list)
    newest: dict[str, str] = field(default_factory=dict)  # by table: a board that comes again is no news


async def _simulated(
    table: str, password: str, port: int, messages: list[tuple[dict[str, Any], dict[str, Any]]],
    every_s: float, start: asyncio.Event, connected: asyncio.Semaphore, ready: list[str],
) -> None:  # fmt: skip
    """One table: it connects, waits for all, and says its match."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    topics = Topics(table)
    client = aiomqtt.Client(
        "127.0.0.1", port, username=table, password=password, identifier=table, tls_context=context, timeout=60,
        protocol=aiomqtt.ProtocolVersion.V311, keepalive=600,
    )  # fmt: skip
    async with connected:
        await client.__aenter__()
    await client.publish(topics.presence, encoded(presence("online")), qos=1, retain=True)
    ready.append(table)
    await start.wait()
    first_s = every_s * (hash(table) % 1000) / 1000
    began_s = time.monotonic()
    for number, (ruling, view) in enumerate(messages):
        await asyncio.sleep(max(0.0, first_s + number * every_s - (time.monotonic() - began_s)))
        said = {**view, "at": str(time.monotonic_ns())}
        await client.publish(topics.ruling, encoded(ruling), qos=1)
        await client.publish(topics.view, encoded(said), qos=1, retain=True)
    await client.publish(topics.presence, encoded(presence("offline")), qos=1, retain=True)
    await client.__aexit__(None, None, None)


async def _page(address: str, heard: Heard) -> None:
    """A page that listens to the boards."""
    async with httpx.AsyncClient(timeout=None) as client, client.stream("GET", f"{address}/api/hub/live") as answer:
        async for line in answer.aiter_lines():
            if line.startswith("data: ["):
                now_ns = time.monotonic_ns()
                for board in json.loads(line.removeprefix("data: ")):
                    if "view" in board and heard.newest.get(board["id"]) != board["view"]["at"]:
                        heard.newest[board["id"]] = board["view"]["at"]
                        heard.ages_ms.append((now_ns - int(board["view"]["at"])) / 1e6)


async def _scale(hub: HubProcess, accounts: dict[str, str], messages: list[Any], every_s: float) -> Heard:
    heard, ready, start = Heard(), [], asyncio.Event()  # type: ignore[var-annotated]
    gate = asyncio.Semaphore(20)
    tables = [
        asyncio.create_task(_simulated(table, password, hub.broker_port, messages, every_s, start, gate, ready))
        for table, password in accounts.items()
    ]
    while len(ready) < len(tables):
        await asyncio.sleep(0.1)
        for task in tables:
            if task.done():
                task.result()
    page = asyncio.create_task(_page(hub.address, heard))
    await asyncio.sleep(1)
    start.set()
    await asyncio.gather(*tables)
    await asyncio.sleep(2)
    page.cancel()
    return heard


def scale(count: int, every_s: float, times: float) -> None:
    """So many simulated tables at once, to a hub slowed down so many times."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        messages = played_messages(folder / "match")
        (folder / "data" / "hub").mkdir(parents=True)
        accounts = Accounts(folder / "data" / "hub")
        roles: dict[str, Role] = {f"t{number:012x}": "table" for number in range(count)}
        given = accounts.set_all(roles)
        hub = HubProcess(folder / "data")
        assert (folder / "data" / "hub" / CERTIFICATE_FILE).exists()
        before = took(hub.process.pid)[1], took(hub.broker_pid)[1]
        with slowed([hub.process.pid, hub.broker_pid], times):
            heard = asyncio.run(_scale(hub, given, messages, every_s))
        (hub_mb, hub_s), (broker_mb, broker_s) = took(hub.process.pid), took(hub.broker_pid)
        hub.stop()
        kept = sqlite3.connect(folder / "data" / "hub" / "hub.sqlite3")
        (rulings,) = kept.execute("SELECT count(*) FROM ruling").fetchone()
        kept.close()
        due = count * (len(messages) - 1)
        print(f"{count} tables, an event every {every_s:g} s each, on 1/{times:g} of a core:")
        print(f"  {due} rulings, {rulings} kept, {due - rulings} lost")
        ages = heard.ages_ms
        print(f"  to the page: p50 {percentile(ages, 0.5):.0f} ms, p99 {percentile(ages):.0f} ms ({len(ages)} views)")
        print(f"  hub {hub_mb:.0f} MB, {hub_s - before[0]:.1f} s of processor; ", end="")
        print(f"broker {broker_mb:.0f} MB, {broker_s - before[1]:.1f} s")
        if rulings != due:
            raise SystemExit(1)


# ——— faults ———


class DayBehind(SystemClock):
    """A machine's clock that nobody has set."""

    def wall(self) -> str:
        """Yesterday."""
        return iso(datetime.fromisoformat(super().wall()) - timedelta(days=1))


def hub_events(hub: HubProcess, table: TellingTable) -> list[tuple[int, int, Any]]:
    """What the hub has kept of a table, read beside it."""
    file = hub.folder / "hub" / "hub.sqlite3"
    kept = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=10)
    rows = kept.execute(
        "SELECT match.id, ruling.number, message FROM ruling JOIN match USING (of, match) WHERE of = ? ORDER BY 1, 2",
        (table.topics.table,),
    ).fetchall()
    kept.close()
    return [(match, number, json.loads(message)["event"]) for match, number, message in rows]


def _some_play(tables: list[TellingTable]) -> Iterator[None]:
    """A few events at every table, again and again; every so often a new match."""
    turn = 0
    while True:
        for table in tables:
            if turn % 12 == 0:
                if table.view.match is not None:
                    table.play(*[{"event": "undo"}] * min(3, len(table.view.protocol)))
                    table.leave()
                table.begin()
            table.lay(CARDS[turn % len(CARDS)])
        turn += 1
        yield


def faults(kills: int) -> None:
    """Broker and hub are killed so many times each, while real tables play."""
    folder = Path(tempfile.mkdtemp())
    hub = HubProcess(folder / "data")
    tables = []
    for name, clock in (("a", None), ("b", DayBehind()), ("c", None), ("cut-off", None)):
        (folder / name).mkdir()
        join(hub.code, folder / name, print)
        tables.append(TellingTable(folder / name, "no" if name == "cut-off" else None, clock=clock))
    play = _some_play(tables)
    began_s = time.monotonic()
    for number in range(kills):
        next(play)
        hub.kill_broker()
        next(play)
        hub.kill()
        next(play)
        hub.start()
        next(play)
        if number % 10 == 9:
            print(f"  {number + 1} kills each, {sum(len(table.journal()) for table in tables)} events", flush=True)
    played_s = time.monotonic() - began_s
    tables[-1].restart(None)  # it was away all the time
    agreed_s = time.monotonic()
    while any(hub_events(hub, table) != table.journal() for table in tables):
        if time.monotonic() - agreed_s > PATIENCE_S:
            both = [(len(hub_events(hub, table)), len(table.journal())) for table in tables]
            raise SystemExit(f"hub and journals do not agree: {both}; see {folder}")
        time.sleep(0.2)
    counts = [len(table.journal()) for table in tables]
    waited_s = time.monotonic() - agreed_s
    print(f"broker and hub killed {kills} times each in {played_s:.0f} s of play; events at the tables: {counts};")
    print(f"hub and all journals agree event for event, {waited_s:.1f} s after the last table was back")
    for table in tables:
        table.close()
    hub.stop()
    shutil.rmtree(folder)


def main() -> None:
    """One of the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    scaling = verbs.add_parser("scale")
    scaling.add_argument("--tables", type=int, default=200)
    scaling.add_argument("--every", type=float, default=2.0, help="seconds between two events of a table")
    scaling.add_argument("--slowed", type=float, default=1.0, help="so many times slower than a core of this machine")
    verbs.add_parser("faults").add_argument("--kills", type=int, default=100)
    args = parser.parse_args()
    if args.verb == "scale":
        scale(args.tables, args.every, args.slowed)
    else:
        faults(args.kills)


if __name__ == "__main__":
    main()
