"""What the API answers is what its description says: every status, and every name in the answer."""

from typing import Any

import httpx
import jsonschema_rs
import pytest

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


@pytest.mark.parametrize(
    ("name", "joins"),
    [
        ("B" * 24, True), ("Zoë 2", True), ("Bob ❤️", True), ("B" * 25, False), ("Bo\tb", False), ("Bo\u2028b", False),
        (" Bob", False), ("Bob ", False), (" ", False), ("", False), ("Bo\u3164", False),
    ],
)  # fmt: skip
def test_whoever_a_match_is_begun_with_can_join_it(
    name: str, joins: bool, client: httpx.Client, table: LiveTable
) -> None:
    begun = client.post("/api/matches", json={**SETUP, "players": ["Ann", name]})
    assert begun.status_code == (201 if joins else 400), begun.text
    if joins:
        joined = client.post("/api/join", json={"key": table.site.access.join_key, "name": name})
        assert (joined.status_code, joined.json()["name"]) == (201, name)
    elif name.strip():
        assert "a name has at most 24 printable characters" in begun.json()["error"]
    by_schema = jsonschema_rs.is_valid(body_of("/matches")["players"]["items"], name)
    assert by_schema == joins or (by_schema and not name.isascii())  # no pattern knows every sign that is not seen


def test_a_transcript_of_elsewhere_may_have_other_names(client: httpx.Client) -> None:
    theirs = {**SETUP, "players": ["Ann", "B" * 25], "events": []}
    described("/matches/import", client.post("/api/matches/import", json=theirs))
    assert jsonschema_rs.is_valid(body_of("/matches/import")["players"], theirs["players"])
    assert not jsonschema_rs.is_valid(body_of("/judge")["players"], ["Ann", " "])
    assert client.post("/api/judge", json={**theirs, "players": ["Ann", " "]}).status_code == 400


def test_every_operation_may_be_refused_and_be_too_much() -> None:
    for path, operations in description()["paths"].items():
        for operation in operations.values():
            assert {"4XX", "503"} < operation["responses"].keys(), path


def test_what_an_address_has_no_method_for_is_said_so(client: httpx.Client) -> None:
    """A path of its own is no act by that name."""
    for path, operations in description()["paths"].items():
        if "{" not in path and "post" not in operations:
            refused = client.post(f"/api{path}", json={})
            assert (refused.status_code, refused.json()["error"]) == (405, "that cannot be done at this address"), path
    assert client.head("/api/nights/csv").status_code == 200
