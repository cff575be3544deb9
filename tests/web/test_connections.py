"""Who connects, how often and for how long: over real sockets, from several addresses of this machine."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.clock import FakeClock
from companion.language import messages
from companion.web import origins, site
from companion.web.budgets import MOST_CLIENTS, Budget
from companion.web.connections import AGAIN_S, Limits
from tests.web.tables import LiveTable

KIOSK, ANN, BOB, CY = "127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"
PATIENCE_S = 60  # only a failure waits so long
SOON_S = 0.2
ASKING = b"GET /api/who HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

Connect = Callable[[str], socket.socket]
Open = Callable[[Limits], LiveTable]


@pytest.fixture(autouse=True)
def _one_address_is_the_kiosk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other addresses of the loopback network stand for devices on the home's."""
    monkeypatch.setattr(origins, "is_own_machine", lambda address: address == KIOSK)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a table with limits of its own."""
    with ExitStack() as tables:
        yield lambda limits: tables.enter_context(LiveTable(tmp_path, limits=limits))


@pytest.fixture
def connected() -> Iterator[Callable[[LiveTable, str], socket.socket]]:
    """Connects to a table from an address."""
    with ExitStack() as sockets:

        def connect(table: LiveTable, address: str) -> socket.socket:
            there = ("127.0.0.1", table.server.port)
            return sockets.enter_context(socket.create_connection(there, PATIENCE_S, source_address=(address, 0)))

        yield connect


def answer(connection: socket.socket) -> bytes:
    """What comes back to a request, which is not sent where the answer is there already."""
    with suppress(ConnectionError):
        connection.sendall(ASKING)
    return connection.recv(64 * 1024)


def rest(connection: socket.socket) -> bytes:
    """All that comes until the table hangs up."""
    received = b""
    with suppress(ConnectionResetError):
        while more := connection.recv(64 * 1024):
            received += more
    return received


def test_one_device_cannot_take_all_connections(opened: Open, connected: Callable[..., socket.socket]) -> None:
    table = opened(Limits(per_address=3))
    anns = [connected(table, ANN) for _ in range(3)]
    refused = rest(connected(table, ANN))
    head, _, body = refused.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert f"retry-after: {AGAIN_S}".encode() in head.lower()
    assert json.loads(body)["said"]["text"] in messages("de")
    assert answer(connected(table, BOB)).startswith(b"HTTP/1.1 200")
    anns[0].shutdown(socket.SHUT_WR)
    assert rest(anns[0]) == b""
    assert answer(connected(table, ANN)).startswith(b"HTTP/1.1 200")


def test_many_devices_cannot_shut_the_kiosk_out(opened: Open, connected: Callable[..., socket.socket]) -> None:
    table = opened(Limits(per_address=2, strangers=3))
    for address in (ANN, ANN, BOB):
        connected(table, address)
    assert rest(connected(table, CY)).startswith(b"HTTP/1.1 503")
    for _ in range(5):
        assert answer(connected(table, KIOSK)).startswith(b"HTTP/1.1 200")


HALF = [
    b"",
    b"GET /api/who HTTP/1.1\r\nHo",
    ASKING + b"G",
    b"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
]


@pytest.mark.parametrize("sent", HALF, ids=range(len(HALF)))
def test_a_request_that_does_not_come_in_is_not_waited_for(
    opened: Open, connected: Callable[..., socket.socket], sent: bytes
) -> None:
    table = opened(Limits(arriving_s=SOON_S, idle_s=1))
    live, half = connected(table, BOB), connected(table, ANN)
    live.sendall(b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    half.sendall(sent)
    rest(half)  # comes back, for the table hangs up
    stream = live.makefile("rb")
    assert any(line.startswith(b"data: {") for line in stream)
    table.site.live.end_soon()
    assert stream.read().endswith(b"0\r\n\r\n")  # whoever only listens was not hung up on


def test_a_page_that_takes_nothing_of_its_answer_is_gone(opened: Open, connected: Callable[..., socket.socket]) -> None:
    table = opened(Limits(per_address=1, stalled_s=SOON_S))
    greedy = connected(table, ANN)
    greedy.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
    until_s = time.monotonic() + PATIENCE_S
    answered = b""
    while not answered.startswith(b"HTTP/1.1 200"):
        assert time.monotonic() < until_s, "the connection that takes nothing still holds its place"
        with connected(table, ANN) as asking:  # hundreds are refused: more than may be open at once
            answered = answer(asking)


def test_a_page_that_takes_nothing_of_little_is_gone_too(opened: Open, connected: Callable[..., socket.socket]) -> None:
    table = opened(Limits(per_address=1, stalled_s=SOON_S))
    gone = socket.socket()
    gone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # as little as the system lets it have
    gone.bind((ANN, 0))
    gone.connect(("127.0.0.1", table.server.port))
    with gone:
        gone.sendall(b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until_s = time.monotonic() + PATIENCE_S
        answered = b""
        while not answered.startswith(b"HTTP/1.1 200"):
            assert time.monotonic() < until_s, "the page that takes nothing still holds its place"
            with connected(table, ANN) as asking:
                answered = answer(asking)


def test_a_device_may_ask_so_often_and_the_kiosk_as_it_likes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "REQUESTS_AT_ONCE", 5)
    clock = FakeClock()
    with LiveTable(tmp_path, clock=clock) as table:
        ann, bob, kiosk = (
            httpx.Client(base_url=table.address, transport=httpx.HTTPTransport(local_address=address))
            for address in (ANN, BOB, KIOSK)
        )
        with ann, bob, kiosk:
            assert [ann.get("/api/who").status_code for _ in range(6)] == [200] * 5 + [429]
            refused = ann.get("/static/css/page.css")
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) == 1
            assert refused.json()["said"]["text"] in messages("de")
            assert bob.get("/api/who").status_code == 200
            assert {kiosk.get("/api/who").status_code for _ in range(20)} == {200}
            clock.advance(1000)
            assert ann.get("/api/who").status_code == 200


@given(
    most=st.integers(1, 5),
    per_s=st.sampled_from([0.1, 1.0, 30.0]),
    asked=st.lists(st.tuples(st.integers(0, 3000), st.sampled_from(["Ann", "Bob"])), max_size=60),
)
@example(most=1, per_s=0.1, asked=[(981, "Bob"), (663, "Ann"), (1846, "Ann"), (2788, "Ann")])
def test_nobody_gets_more_than_the_budget_in_any_time(most: int, per_s: float, asked: list[tuple[int, str]]) -> None:
    now_ms = 0
    budget = Budget(most, per_s, lambda: now_ms / 1000)
    taken: dict[str, list[int]] = {"Ann": [], "Bob": []}
    for pause_ms, who in asked:
        now_ms += pause_ms
        wait_s = budget.spend(who)
        if wait_s == 0:
            taken[who].append(now_ms)
        else:
            now_ms += int(wait_s * 1000) + 1  # what was promised is kept
            assert budget.spend(who) == 0
            taken[who].append(now_ms)
    for moments in taken.values():
        for first, since_ms in enumerate(moments):
            for last in range(first, len(moments)):
                assert last - first + 1 <= most + per_s * (moments[last] - since_ms) / 1000 + 1e-6


def test_who_asks_from_ever_new_addresses_fills_no_memory() -> None:
    budget = Budget(1, 1.0, lambda: 0.0)
    assert budget.spend("Ann") == 0
    for number in range(MOST_CLIENTS):
        assert budget.spend(f"address {number}") == 0
    assert budget.spend(f"address {MOST_CLIENTS - 1}") > 0
    assert budget.spend("Ann") == 0  # who asked longest ago is forgotten
