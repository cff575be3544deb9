"""What once broke a route: each of these requests was answered with a 500 that had no sentence and no headers."""

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.language import messages
from companion.web.headers import HEADERS
from tests.web.tables import LiveTable
from tests.web.talking import Phone, answered, begin

LONG_NUMBER = "9" * 5000  # more digits than Python makes a number of


@pytest.mark.parametrize("name", [{}, [], None, 1, 1.5, True])
def test_an_event_whose_name_is_none_is_refused(host: httpx.Client, phone: Callable[[str], Phone], name: Any) -> None:
    begin(host)
    answer = phone("Ann").post("events", {"event": {"event": name}})
    assert answer.status_code == 200
    refused = answer.json()
    assert (refused["accepted"], refused["verdict"]) == (False, "malformed")


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "[", ""])
def test_an_origin_that_is_none_is_a_foreign_one(client: httpx.Client, table: LiveTable, origin: str) -> None:
    answer = client.post("/api/cards", json={"act": "clear"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert "own pages" in answer.json()["error"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", f"/matches/{LONG_NUMBER}"),
        ("GET", f"/api/matches/{LONG_NUMBER}"),
        ("GET", f"/api/matches/{LONG_NUMBER}/csv"),
        ("GET", f"/api/matches/{LONG_NUMBER}/rulings"),
        ("POST", f"/api/matches/{LONG_NUMBER}/reopen"),
        ("GET", f"/frames/{LONG_NUMBER}/match1-1.jpg"),
        ("GET", f"/questions/{LONG_NUMBER}.jpg"),
    ],
)
def test_a_number_too_long_for_any_match_is_no_page(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path, json={} if method == "POST" else None)
    assert answer.status_code == 404
    assert list(answer.json()) == ["error", "said"]


NO_HTTP = {
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
    "no Host": b"GET / HTTP/1.1\r\n\r\n",
    "two Hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "a byte that is no character": b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
    "a space in a header's name": b"GET / HTTP/1.1\r\nHost: a\r\nA B: c\r\n\r\n",
    "two lengths": b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "a chunk that is none": b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
}


@pytest.mark.parametrize("sent", NO_HTTP.values(), ids=NO_HTTP)
def test_what_is_no_http_is_refused_like_everything_else(table: LiveTable, sent: bytes) -> None:
    status, headers, body = answered(table, sent)
    assert status == 400
    assert json.loads(body)["said"]["text"] in messages("de")
    assert {name: headers[name.lower()] for name in HEADERS} == HEADERS


def test_a_phone_that_is_gone_in_the_middle_of_a_request_is_no_error_of_the_programs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LiveTable(tmp_path) as table, socket.create_connection(("127.0.0.1", table.server.port)) as phone:
        head = b"POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n"
        phone.sendall(head + b'{"name": "An')
        phone.shutdown(socket.SHUT_WR)
        while phone.recv(4096):
            pass
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


class Faulty(LiveTable):
    """A table with an error of the program's own in it."""

    def parts(self) -> Mapping[str, Mapping[str, str]]:
        raise RuntimeError("the secret inner state")


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[httpx.Client]:
    with Faulty(tmp_path) as running, httpx.Client(base_url=running.address, timeout=60) as talking:
        yield talking


def test_an_error_of_the_programs_own_is_said_without_its_insides(faulty: httpx.Client) -> None:
    answer = faulty.get("/api/view")
    assert answer.status_code == 500
    assert answer.json()["said"]["text"] in messages("de")
    assert "secret" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
