"""The server's sockets, seen from both ends: the table's end is in this process too."""

import asyncio
import os
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Literal

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.errors import BadInput, NotYet
from companion.referee.referee import Referee
from companion.referee.tableview import TableView
from companion.web import pending, repeats, serving
from companion.web.repeats import KEY, Act
from companion.web.serving import WebServer, listen
from tests.web.tables import LiveTable


def sockets_of_this_process() -> Iterator[socket.socket]:
    """A copy of each socket that this process has open."""
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # closed since, or no socket
            if not os.readlink(entry).startswith("socket:"):
                continue
            with socket.socket(fileno=os.dup(int(entry.name))) as found:
                yield found


def test_answers_go_out_at_once(table: LiveTable) -> None:
    """A connection is accepted with TCP_NODELAY, or each answer waits for the browser's delayed acknowledgement."""
    with httpx.Client(base_url=table.address) as client:
        assert client.get("/api/who").status_code == 200  # the connection stays open
        accepted = [
            found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for found in sockets_of_this_process()
            if found.family == socket.AF_INET and found.getsockname()[1] == table.server.port and _is_connected(found)
        ]
    assert accepted
    assert all(accepted)


def _is_connected(found: socket.socket) -> bool:
    with suppress(OSError):
        found.getpeername()
        return True
    return False


def test_whoever_waits_for_a_dictionary_is_told_when_the_table_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def begin(_: Referee, _setup: object) -> TableView:
        asked.set()
        raise NotYet("the dictionary is being compiled", Future())  # for ever

    monkeypatch.setattr(Referee, "begin", begin)
    answers: list[httpx.Response] = []

    def ask() -> None:
        setup = {"game": "disorder", "players": ["Ann", "Bob"]}
        answers.append(httpx.post(f"{table.address}/api/matches", json=setup, timeout=30))

    with LiveTable(tmp_path) as table:
        asking = threading.Thread(target=ask)
        asking.start()
        assert asked.wait(30)
    asking.join(30)
    assert [(answer.status_code, answer.json()["error"]) for answer in answers] == [(503, "the table is being stopped")]


def test_whoever_asks_once_more_is_told_when_the_table_stops_before_the_first_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is told at once, and the log says nothing."""
    asked, waited = threading.Event(), threading.Semaphore(0)

    class Ended(asyncio.Event):
        async def wait(self) -> Literal[True]:
            waited.release()
            return await super().wait()

    def begin(_: Referee, _setup: object) -> TableView:
        asked.set()
        raise NotYet("the dictionary is being compiled", Future())  # for ever

    monkeypatch.setattr(Referee, "begin", begin)
    monkeypatch.setattr(repeats, "Act", lambda begun_s: Act(begun_s, Ended()))
    monkeypatch.setattr(pending, "LAST_ANSWERS_S", 0.0)
    answers: list[int] = []

    def ask() -> None:
        setup = {"game": "disorder", "players": ["Ann", "Bob"]}
        key = {KEY: "a key that nobody has had"}
        answers.append(httpx.post(f"{table.address}/api/matches", json=setup, headers=key, timeout=30).status_code)

    asking = [threading.Thread(target=ask) for _ in range(3)]
    with LiveTable(tmp_path) as table:
        asking[0].start()
        assert asked.wait(30)
        for again in asking[1:]:
            again.start()
            assert waited.acquire(timeout=30)
    for each in asking:
        each.join(30)
    assert answers == [503] * 3
    assert caplog.messages == []


def test_whoever_waits_for_a_newer_picture_is_let_go_when_the_table_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the server waits for them, and cuts them off in the end."""
    looked = threading.Semaphore(0)

    def same(_: LiveTable) -> tuple[int, bytes]:
        looked.release()
        return 7, b"png"

    monkeypatch.setattr(LiveTable, "screen_picture", same)
    answers: list[int] = []

    def ask() -> None:
        answers.append(httpx.get(f"{table.address}/screen.png?after=7", timeout=30).status_code)

    with LiveTable(tmp_path) as table:
        asking = threading.Thread(target=ask)
        asking.start()
        assert looked.acquire(timeout=30)
        assert looked.acquire(timeout=30)  # it goes on looking
    asking.join(30)
    assert answers == [204]


class Site:
    """What the server tells of its end."""

    def end_soon(self) -> None:
        """Nothing of it waits."""


def served(endpoint: Callable[[Request], Awaitable[Response]]) -> WebServer:
    app = Starlette(routes=[Route("/", endpoint)])
    app.state.site = Site()
    return WebServer(app, listen("127.0.0.1", 0))


@pytest.mark.parametrize(
    ("host", "port", "other"), [("a..b", 0, "address"), ("203.0.113.7", 0, "address"), ("127.0.0.1", 99999, "port")]
)
def test_where_nobody_can_listen_what_to_choose_anew_is_said(host: str, port: int, other: str) -> None:
    with pytest.raises(BadInput, match=f"choose another {other}"):
        listen(host, port)


def test_what_does_not_end_is_broken_off_and_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "CLOSING_S", 0.01)
    asked = threading.Event()

    async def never(_: Request) -> Response:
        asked.set()
        await asyncio.Event().wait()
        return Response()

    server = served(never)
    with socket.create_connection(("127.0.0.1", server.port)) as asking:
        asking.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert asked.wait(30)
        server.close()
        answer = asking.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"error":"the table is being stopped"' in answer
    assert caplog.messages == ["the table stopped; requests left unanswered: 1"]


def test_what_is_under_way_is_answered_before_the_end() -> None:
    asked, may_end = threading.Event(), threading.Event()

    async def slow(_: Request) -> Response:
        asked.set()
        await asyncio.to_thread(may_end.wait, 30)
        return Response("answered")

    server = served(slow)
    with socket.create_connection(("127.0.0.1", server.port)) as asking:
        asking.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert asked.wait(30)
        closing = threading.Thread(target=server.close)
        closing.start()
        may_end.set()
        assert asking.makefile("rb").read().endswith(b"answered")
        closing.join(30)
    assert not closing.is_alive()


def test_a_server_can_be_told_to_end_before_it_serves_and_again_when_it_has_ended() -> None:
    async def answer(_: Request) -> Response:
        return Response()

    server = served(answer)
    server.close()
    server.close()
