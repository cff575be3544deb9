"""What the API answers is what its description says: every status, and every name in the answer."""

from typing import Any

import httpx

from companion.web.openapi import description
from tests.web.tables import LiveTable
from tests.web.talking import SETUP, begin


def described(path: str, answer: httpx.Response) -> None:
    """Holds an answer against what is written of that path: its status, and what is in it."""
    operation = description()["paths"][path][answer.request.method.lower()]
    assert str(answer.status_code) in operation["responses"]
    schema = operation["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    assert set(schema["required"]) <= answer.json().keys() == schema["properties"].keys()


def body_of(path: str) -> dict[str, Any]:
    """What a POST of that path may have, by name."""
    schema = description()["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    if "$ref" in schema:
        schema = description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    properties: dict[str, Any] = schema["properties"]
    return properties


def test_a_seat_is_taken_and_asked_for_as_it_is_written(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    asks = {"key": table.site.access.join_key, "name": "Ann"}
    taken = client.post("/api/join", json=asks)
    asked = client.post("/api/join", json={**asks, "instead": True})
    assert (taken.status_code, asked.status_code) == (201, 202)
    described("/join", taken)
    described("/join", asked)
    assert body_of("/join").keys() == {"key", "name", "instead"}


def test_a_match_against_the_table_is_begun_as_it_is_written(client: httpx.Client) -> None:
    players = body_of("/matches")["practice"]["properties"]["players"]
    for strength in players["additionalProperties"]["enum"]:
        begin(client, {**SETUP, "practice": {"players": {"Bob": strength}}})
        assert client.get("/api/view").json()["table"]["practice"] == {"Bob": strength}
        assert client.post("/api/match/close", json={}).status_code == 200
    refused = client.post("/api/matches", json={**SETUP, "practice": {"Bob": "hard"}})
    assert refused.status_code == 400
    assert refused.json()["error"].endswith('the table plays: {"players": {"Bob": "hard"}}')
