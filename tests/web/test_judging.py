"""Transcripts handed in from outside: judged beside the table, within bounds, and only while somebody wants to know."""

import asyncio
import json
import os
import resource
import select
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.clock import FakeClock
from companion.language import messages
from companion.referee.match import judge
from companion.web import judging
from companion.web.access import HOST_COOKIE
from companion.web.judge_process import MOST_EVENTS, OUT_OF_MEMORY
from tests.apart import wait_for
from tests.web.tables import PIN, LiveTable

PATIENCE_S = 60  # only a failure waits so long
JSON = {"Content-Type": "application/json"}

SHORT: dict[str, Any] = {
    "game": "disorder",
    "players": ["Ann", "Bob"],
    "options": {"lexicon": {"words": ["zookeeper"]}},
    "events": [{"event": "place", "player": "Ann", "card": "Z"}],
}
LONG = {**SHORT, "events": SHORT["events"] * 20_000}


@pytest.fixture
def still_table(tmp_path: Path) -> Iterator[LiveTable]:
    """A table whose pages' clock stands, so that no budget fills up again; its host needs the PIN."""
    with LiveTable(tmp_path, local=False, clock=FakeClock()) as table:
        yield table


@pytest.fixture
def visitor(still_table: LiveTable) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=still_table.address, timeout=PATIENCE_S) as client:
        yield client


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Judging that never ends. Gives what waits until it has begun and returns a descriptor of the process."""
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    waits = f"import os, signal; open({str(begun)!r}, 'w').write(str(os.getpid())); signal.pause()"
    monkeypatch.setattr(judging, "COMMAND", (sys.executable, "-c", waits))
    return lambda: os.pidfd_open(int(begun.read_text()))


def handed_in(table: LiveTable, document: Any, cookie: str = "") -> socket.socket:
    """A connection on which a transcript has been sent, once the table was ready to take it."""
    body = json.dumps(document).encode()
    connection = socket.create_connection(("127.0.0.1", table.server.port), timeout=PATIENCE_S)
    headers = {**JSON, "Host": "127.0.0.1", "Cookie": cookie, "Content-Length": len(body), "Expect": "100-continue"}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    connection.sendall(f"POST /api/judge HTTP/1.1\r\n{head}\r\n".encode())
    assert connection.recv(1024).startswith(b"HTTP/1.1 100")
    connection.sendall(body)
    return connection


def has_ended(process: int) -> bool:
    """Whether the process of this descriptor has ended or does so soon."""
    try:
        return bool(select.select([process], [], [], PATIENCE_S)[0])
    finally:
        os.close(process)


def processes() -> int:
    """How many transcripts this process has judged by others at this moment."""
    count = 0
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # a thread or a process that has just ended
            children = (task / "children").read_text().split()
            count += sum(b"judge_process" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children)
    return count


def test_pages_are_answered_while_strangers_have_transcripts_judged(stranger: httpx.Client) -> None:
    address, body = stranger.base_url.join("/api/judge"), json.dumps(LONG)

    def hand_in(_number: int) -> httpx.Response:
        return httpx.post(address, content=body, headers=JSON, timeout=PATIENCE_S, verify=False)

    with ThreadPoolExecutor(41) as crowd:
        answers = [crowd.submit(hand_in, number) for number in range(41)]
        while not all(answer.done() for answer in answers):
            assert stranger.get("/api/view").status_code == 200
            assert processes() <= 1
    statuses = [answer.result().status_code for answer in answers]
    assert set(statuses) <= {200, 429, 503}
    assert 200 in statuses
    assert all(int(answer.result().headers["retry-after"]) > 0 for answer in answers if answer.result().is_error)


def test_a_stranger_may_have_a_few_judged_and_the_host_all(still_table: LiveTable, visitor: httpx.Client) -> None:
    for _ in range(judging.AT_ONCE):
        assert visitor.post("/api/judge", json=SHORT).json() == judge(SHORT)
    refused = visitor.post("/api/judge", json=SHORT)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) == 1 / judging.PER_S
    assert refused.json()["said"]["text"] in messages("de")
    assert visitor.post("/api/host", json={"pin": PIN}).status_code == 200
    assert visitor.post("/api/judge", json=SHORT).status_code == 200


def test_few_may_wait_and_the_host_is_not_among_them(
    still_table: LiveTable, visitor: httpx.Client, stuck: Callable[[], int]
) -> None:
    with ExitStack() as waiting:
        for _ in range(judging.MOST_WAITING):
            waiting.enter_context(handed_in(still_table, SHORT))
        os.close(stuck())
        refused = visitor.post("/api/judge", json=SHORT)
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        assert refused.json()["said"]["text"] in messages("de")
        assert visitor.post("/api/host", json={"pin": PIN}).status_code == 200
        waiting.enter_context(handed_in(still_table, SHORT, f"{HOST_COOKIE}={visitor.cookies[HOST_COOKIE]}"))


def test_judging_ends_when_whoever_asked_has_gone(still_table: LiveTable, stuck: Callable[[], int]) -> None:
    with handed_in(still_table, SHORT):
        process = stuck()
    assert has_ended(process)


def test_judging_ends_when_the_table_stops(still_table: LiveTable, stuck: Callable[[], int]) -> None:
    with handed_in(still_table, SHORT) as connection:
        process = stuck()
        still_table.restart()
        assert connection.recv(1024).startswith(b"HTTP/1.1 503")
    assert has_ended(process)


def test_what_the_stopping_table_has_ended_is_waited_for_though_whoever_asked_goes_too() -> None:
    steps: list[str] = []

    async def ends_in_between() -> None:
        judged, process_ended, asker_gone = judging.Judging(Path(), lambda: 0.0), asyncio.Event(), asyncio.Event()
        judged.open()

        async def judge_it() -> None:
            try:
                steps.append("begun")
                judged.end_soon()
                await asyncio.Event().wait()
            finally:
                steps.append("its process is ended")
                await process_ended.wait()
                steps.append("its process has ended")

        async def receive() -> dict[str, str]:
            await asker_gone.wait()
            return {"type": "http.disconnect"}

        answering = asyncio.create_task(judged._unless_gone(receive, judge_it()))
        for happens in (asker_gone, process_ended):
            for _ in range(10):  # all that can follow now has followed
                await asyncio.sleep(0)
            happens.set()
        await answering

    wait_for(ends_in_between)
    assert steps == ["begun", "its process is ended", "its process has ended"]


def test_whoever_has_the_whole_answer_need_not_wait_for_the_process_to_end(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = "import os, signal; os.write(1, b'200\\n%d' % os.getpid()); os.close(1); signal.pause()"
    monkeypatch.setattr(judging, "COMMAND", (sys.executable, "-c", answers))
    for _ in range(judging.AT_ONCE):
        process = client.post("/api/judge", json=SHORT).json()
        assert not Path(f"/proc/{process}").exists()


@pytest.mark.parametrize(
    ("end", "status", "said"),
    [
        (f"raise SystemExit({OUT_OF_MEMORY})", 413, "more time or memory"),
        ("import os; os.kill(os.getpid(), 9)", 413, "more time or memory"),
        ("raise ValueError", 500, "its log says why"),
    ],
)
def test_judging_that_ends_without_an_answer(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, end: str, status: int, said: str
) -> None:
    monkeypatch.setattr(judging, "COMMAND", (sys.executable, "-c", end))
    answer = client.post("/api/judge", json=SHORT)
    assert answer.status_code == status
    assert said in answer.json()["error"]
    assert answer.json()["said"]["text"] in messages("de")


WITHOUT_PROC = """
import pathlib, runpy
def hidden(path, *_, **__):
    raise FileNotFoundError(path)
pathlib.Path.write_text = hidden
runpy.run_module("companion.web.judge_process", run_name="__main__", alter_sys=True)
"""


def test_where_nobody_sees_proc_it_is_judged_all_the_same(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "COMMAND", (sys.executable, "-c", WITHOUT_PROC))
    answer = client.post("/api/judge", json=SHORT)
    assert (answer.status_code, len(answer.json()["rulings"])) == (200, 1)


def test_judging_that_takes_too_long_is_ended(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "COMMAND", (sys.executable, "-c", "import signal; signal.pause()"))
    monkeypatch.setattr(judging, "LONGEST_S", 0.1)
    assert client.post("/api/judge", json=SHORT).status_code == 413


CARDS = [{"event": "place", "player": player, "card": "Z"} for player in SHORT["players"]]
# Each correction is judged with all that came after: that takes long before it takes memory, however quick the machine.
CORRECTED = CARDS * 500 + [{"event": "correct", "number": 1, "to": CARDS[0]}] * 400


@pytest.mark.parametrize(
    ("bound", "most", "events", "ends"),
    [
        (resource.RLIMIT_DATA, 64 * 1024 * 1024, CARDS * 40_000, [OUT_OF_MEMORY]),
        (resource.RLIMIT_CPU, 1, CORRECTED, [-9, -24]),
    ],
    ids=["memory", "time"],
)
def test_the_system_keeps_a_process_within_its_bounds(
    tmp_path: Path, bound: int, most: int, events: list[Any], ends: list[int]
) -> None:
    """Lower ones than its own, which it cannot raise."""
    ended = subprocess.run(
        [*judging.COMMAND, tmp_path],
        input=json.dumps({**SHORT, "events": events}).encode(),
        stdout=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(bound, (most, most)),
        check=False,
    )
    assert ended.returncode in ends
    assert ended.stdout == b""


def test_a_transcript_has_an_end(client: httpx.Client) -> None:
    refused = client.post("/api/judge", json={**SHORT, "events": [0] * (MOST_EVENTS + 1)})
    assert refused.status_code == 413
    assert str(MOST_EVENTS) in refused.json()["error"]
    refused = client.post("/api/judge", json={**SHORT, "events": ["x" * 5_000_000]})
    assert refused.status_code == 413
