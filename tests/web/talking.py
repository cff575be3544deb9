"""A table spoken to over HTTP: matches begun, events handed in, phones seated."""

import socket
from http.client import HTTPResponse
from typing import Any

import httpx

from tests.views import WORDS
from tests.web.tables import LiveTable

PLAYERS = ["Ann", "Bob", "Cy"]
SETUP: dict[str, Any] = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}


def begin(client: httpx.Client, setup: Any = None) -> int:
    """A match begun, Disorder! of three unless said otherwise; its number."""
    answer = client.post("/api/matches", json=setup or SETUP)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["match_id"])


def happen(client: httpx.Client, event: str, **fields: Any) -> dict[str, Any]:
    """What the table answers to an event, accepted or refused."""
    answer = client.post("/api/events", json={"event": {"event": event, **fields}})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def play(client: httpx.Client, cards: str) -> None:
    """The players place these cards in turn."""
    for turn, card in enumerate(cards):
        assert happen(client, "place", player=PLAYERS[turn % 3], card=card)["accepted"]


class Phone:
    """A phone that has joined as `name`."""

    def __init__(self, table: LiveTable, name: str) -> None:
        key = table.site.access.join_key
        self.name = name
        self.client = httpx.Client(base_url=table.address, timeout=60, verify=False)  # reading certificates takes 23 ms
        joined = self.client.post("/api/join", json={"key": key, "name": name})
        assert joined.status_code == 201, joined.text
        self.client.headers["Authorization"] = f"Bearer {joined.json()['token']}"

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.client.post(f"/api/{path}", json=body or {})

    def get(self, path: str) -> httpx.Response:
        return self.client.get(f"/api/{path}")

    def close(self) -> None:
        self.client.close()


def answered(table: LiveTable, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers (lower case) and body of the answer to a request that no client would send."""
    with socket.create_connection(("127.0.0.1", table.server.port), timeout=60) as connection:
        connection.sendall(request)
        answer = HTTPResponse(connection, method=request.partition(b" ")[0].decode())
        answer.begin()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
