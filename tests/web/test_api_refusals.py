"""What the API refuses, each with one sentence, and nothing changed by it."""

from typing import Any

import httpx
import pytest

from companion.language import messages
from tests.web.tables import LiveTable
from tests.web.talking import SETUP, begin, happen, play

BODIES: list[tuple[bytes, str]] = [
    (b"", "not valid JSON"),
    (b"{", "not valid JSON"),
    (b"[]", "must be a JSON object"),
    (b'"x"', "must be a JSON object"),
    (b"\xff\xfe", "not valid UTF-8"),
    (b'{"event": {"event": "place", "card": "\\ud800"}}', "not valid UTF-8"),
    (b'{"event": ' + b"[" * 40 + b"]" * 40 + b"}", "levels deep"),
    (b'{"event": ' + b"[" * 60_000 + b"]" * 60_000 + b"}", "the body is"),
    (b'{"event": NaN}', "NaN is no JSON number"),
    (b'{"event": 1e999}', "too large"),
    (b'{"event": ' + b"9" * 5000 + b"}", "not valid JSON"),
    (b'{"event": ' + b"9" * 4300 + b"}", "is too long"),  # Python would read it, and not say one more than it
    (b'{"event": "place"}', "must be an object"),
    (b'{"event": "' + b"x" * 70_000 + b'"}', "larger than"),
]


@pytest.mark.parametrize(("body", "said"), BODIES, ids=range(len(BODIES)))
def test_bad_bodies_get_one_sentence(client: httpx.Client, table: LiveTable, body: bytes, said: str) -> None:
    begin(client)
    before = table.view
    answer = client.post("/api/events", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 413)
    assert list(answer.json()) == ["error", "said"]
    assert said in answer.json()["error"]
    assert answer.json()["said"]["text"] in messages("de")
    assert table.view == before


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/matches/99", 400),
        ("GET", "/matches/99", 400),
        ("GET", "/frames/1/..%2f..%2fetc", 404),
        ("GET", "/frames/1/match1-x.jpg", 404),
        ("GET", "/words/xx.json", 404),
        ("DELETE", "/api/matches", 405),
        ("POST", "/api/match/dance", 404),
        ("POST", "/api/match/close", 400),
        ("POST", "/api/matches/99/reopen", 400),
        ("POST", "/api/answer", 400),
    ],
)
def test_every_refusal_is_one_sentence_of_json(client: httpx.Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path, json={"question": 3, "label": "A"} if method == "POST" else None)
    assert answer.status_code == status
    assert list(answer.json()) == ["error", "said"]
    if path.startswith(("/nowhere", "/api/matches")) and status in (404, 405):
        assert answer.json()["said"]["text"] in messages("de")


@pytest.mark.parametrize("digits", [10, 3999, 4300])
def test_a_number_too_large_to_be_shown_begins_no_match_and_is_not_judged(client: httpx.Client, digits: int) -> None:
    options = {"values": {"A": int("9" * digits)}, "lexicon": {"words": ["zoo"]}}
    placed = [{"event": "place", "player": name, "card": "A"} for name in ("Ann", "Bob")]
    asked = {"game": "disorder", "players": ["Ann", "Bob"], "options": options, "events": placed}
    for path in ("matches/import", "matches", "judge"):
        answer = client.post(f"/api/{path}", json=asked)
        assert answer.status_code == 400, path
        assert len(answer.json()["error"]) < 200
    assert client.get("/api/view").status_code == 200


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {**SETUP, "game": "chess"},
        {**SETUP, "players": ["Ann"]},
        {**SETUP, "players": "Ann"},
        {**SETUP, "options": []},
        {**SETUP, "options": {"targt": 50}},
        {**SETUP, "options": {"lexicon": "klingon"}},
    ],
)
def test_an_unusable_match_is_refused(client: httpx.Client, table: LiveTable, setup: Any) -> None:
    answer = client.post("/api/matches", json=setup)
    assert answer.status_code == 400
    assert answer.json()["said"]["text"] in messages("de")
    assert table.view.match is None


@pytest.mark.parametrize("two", [["Zoë", "zoe"], ["Ann ", "Ann"]])
def test_two_names_of_one_person_begin_no_match_and_are_both_said(
    client: httpx.Client, table: LiveTable, two: list[str]
) -> None:
    answer = client.post("/api/matches", json={**SETUP, "players": [two[0], "Bob", two[1]]})
    assert answer.status_code == 400
    assert f"“{two[0]}” and “{two[1]}” would be one player" in answer.json()["error"]
    assert answer.json()["said"]["text"] in messages("de")
    assert table.view.match is None
    brought = client.post("/api/matches/import", json={**SETUP, "players": two, "events": []})
    assert brought.status_code == 201, "a transcript may have them"


def test_a_slip_of_the_finger_in_a_word_is_asked_again_and_loses_nobody_the_round(
    host: httpx.Client, strict_table: LiveTable, phone: Any
) -> None:
    begin(host)
    play(host, "ZOO?")
    ann = phone("Ann")
    assert happen(host, "challenge", player="Bob")["accepted"]
    before = strict_table.view
    slip = {"event": {"event": "name_word", "player": "Ann", "word": "z00keep$r"}}
    for answer in (ann.post("events", slip), host.post("/api/events", json=slip)):
        assert answer.status_code == 400
        assert "“z00keep$r” has a sign in it that is no letter; write it again" in answer.json()["error"]
    assert (strict_table.view.match, strict_table.view.protocol) == (before.match, before.protocol)
    answer = ann.post("events", {"event": {"event": "name_word", "word": "zookeeper"}})
    assert answer.json()["accepted"]
