"""The API: a match over HTTP, phones for their own seats, secrets kept, one sentence for every refusal."""

import csv
import io
import json
from typing import Any

import httpx
import pytest

from companion.match import judge
from tests.views import WORDS
from tests.web.tables import PIN, LiveTable

PLAYERS = ["Ann", "Bob", "Cy"]
SETUP = {"game": "disorder", "players": PLAYERS, "options": {"lexicon": WORDS}}


def begin(client: httpx.Client, setup: Any = None) -> int:
    answer = client.post("/api/matches", json=setup or SETUP)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["match_id"])


def happen(client: httpx.Client, event: str, **fields: Any) -> dict[str, Any]:
    answer = client.post("/api/events", json={"event": {"event": event, **fields}})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def play(client: httpx.Client, cards: str) -> None:
    for turn, card in enumerate(cards):
        assert happen(client, "place", player=PLAYERS[turn % 3], card=card)["accepted"]


class Phone:
    """A phone that has joined as `name`."""

    def __init__(self, table: LiveTable, name: str) -> None:
        key = table.house.access.join_key
        self.name = name
        self._client = httpx.Client(base_url=table.address, timeout=60)
        joined = self._client.post("/api/join", json={"key": key, "name": name})
        assert joined.status_code == 201, joined.text
        self._client.headers["Authorization"] = f"Bearer {joined.json()['token']}"

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self._client.post(f"/api/{path}", json=body or {})

    def close(self) -> None:
        self._client.close()


@pytest.fixture
def phone(strict_table: LiveTable):  # type: ignore[no-untyped-def]
    """Seats phones at the strict table."""
    phones: list[Phone] = []

    def seat(name: str) -> Phone:
        phones.append(Phone(strict_table, name))
        return phones[-1]

    yield seat
    for one in phones:
        one.close()


@pytest.fixture
def host(stranger: httpx.Client) -> httpx.Client:
    assert stranger.post("/api/host", json={"pin": PIN}).status_code == 200
    return stranger


# ---------------------------------------------------------------------- a match


def test_a_round_over_http(client: httpx.Client) -> None:
    begin(client)
    play(client, "ZOO?")
    assert happen(client, "challenge", player="Bob")["ruling"]["verdict"] == "challenged"
    ruled = happen(client, "name_word", player="Ann", word="zookeeper")["ruling"]
    assert (ruled["verdict"], ruled["clause"], ruled["changes"]) == ("challenger_loses", "D8", {"Bob": 15})
    view = client.get("/api/view").json()
    assert view["table"]["match"]["scores"] == {"Ann": 0, "Bob": 15, "Cy": 0}
    assert view["table"]["rulings"][-1] == ruled


def test_a_refusal_of_the_rules_is_an_answer_with_its_reason(client: httpx.Client) -> None:
    begin(client)
    answer = happen(client, "challenge", player="Ann")
    assert answer == {
        "accepted": False,
        "verdict": "not_now",
        "clause": "D7",
        "reason": answer["reason"],
        "said": None,
    }
    assert client.get("/api/view").json()["table"]["refusal"]["reason"] == answer["reason"]


def test_pause_resume_undo_leave_and_the_same_again(client: httpx.Client, table: LiveTable) -> None:
    first = begin(client)
    play(client, "Z")
    client.post("/api/match/pause", json={})
    assert table.view.paused
    client.post("/api/match/resume", json={})
    assert not table.view.paused
    assert happen(client, "undo")["ruling"]["verdict"] == "undone"
    client.post("/api/match/close", json={})
    assert table.view.match is None
    assert client.post(f"/api/matches/{first}/reopen", json={}).status_code == 200
    assert table.view.match_id == first
    client.post("/api/match/close", json={})
    assert client.post("/api/match/again", json={}).status_code == 409


def test_the_records_of_a_match(client: httpx.Client) -> None:
    match_id = begin(client)
    play(client, "ZOO?")
    happen(client, "challenge", player="Bob")
    happen(client, "name_word", player="Ann", word="zookeeper")
    listed = client.get("/api/matches").json()
    assert [(row["id"], row["title"], row["players"]) for row in listed] == [(match_id, "Disorder!", PLAYERS)]
    document = client.get(f"/api/matches/{match_id}").json()
    assert judge(document)["scores"] == {"Ann": 0, "Bob": 15, "Cy": 0}
    rows = list(csv.DictReader(io.StringIO(client.get(f"/api/matches/{match_id}/csv").text)))
    assert len(rows) == 6
    assert (rows[-1]["verdict"], rows[-1]["Bob"]) == ("challenger_loses", "15")
    page = client.get(f"/matches/{match_id}").text
    assert "zookeeper" in page
    assert "<polyline" in page


def test_every_ruling_is_told_in_full(client: httpx.Client) -> None:
    match_id = begin(client)
    play(client, "ZOO?")
    happen(client, "challenge", player="Bob")
    happen(client, "name_word", player="Ann", word="zookeeper")
    entries = client.get(f"/api/matches/{match_id}/rulings").json()
    assert [entry["number"] for entry in entries] == [1, 2, 3, 4, 5, 6]
    last = entries[-1]
    assert (last["clause"], last["changes"], last["totals"]) == ("D8", {"Bob": 15}, {"Ann": 0, "Bob": 15, "Cy": 0})
    assert last["clause_text"]
    assert (last["source"], last["event"]["word"]) == ("host", "zookeeper")
    assert last["at"].endswith("Z")
    assert client.get("/api/matches/99/rulings").status_code == 400


def test_corrections_bear_a_name(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    play(client, "ZO")
    happen(client, "undo", by="Cy")
    happen(client, "redo")
    happen(client, "correct", number=2, to=None, by=" Bob ")
    assert [entry.event.get("by") for entry in table.view.protocol[2:]] == ["Cy", "host", "Bob"]
    for bad in ("", 7, "x" * 25, "a\nb"):
        answer = client.post("/api/events", json={"event": {"event": "undo", "by": bad}})
        assert answer.status_code == 400, bad
    document = client.get("/api/matches/1").json()
    assert judge(document)["scores"] == dict.fromkeys(PLAYERS, 0)


def test_the_dictionaries_of_the_house(client: httpx.Client) -> None:
    assert {"en": "English", "nl": "Nederlands"}.items() <= client.get("/api/dictionaries").json().items()


def test_a_question_without_a_picture_has_none_to_show(client: httpx.Client) -> None:
    begin(client)
    assert client.get("/questions/1.jpg").status_code == 404


def test_a_spreadsheet_takes_no_name_for_a_formula(client: httpx.Client) -> None:
    match_id = begin(client, {**SETUP, "players": ["=1+1", "Bob"]})
    happen(client, "place", player="=1+1", card="Z")
    assert "'=1+1" in client.get(f"/api/matches/{match_id}/csv").text.splitlines()[1]


def test_a_transcript_comes_back_in(client: httpx.Client, table: LiveTable) -> None:
    match_id = begin(client)
    play(client, "ZO")
    document = client.get(f"/api/matches/{match_id}").json()
    client.post("/api/match/close", json={})
    document["events"].append({"event": "dance"})
    answer = client.post("/api/matches/import", json=document).json()
    assert answer == {"match_id": match_id + 1, "refused": 1}
    assert table.view.match is not None
    assert table.view.match.board["row"] == ["Z", "O"]


def test_cards_on_the_drawn_table_become_moves(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    for body in ({"act": "place", "label": "Z"}, {"act": "place", "label": "O", "side": "left"}):
        assert client.post("/api/cards", json=body).status_code == 200
    table.submit(lambda referee: referee.view).result()
    assert client.get("/api/view").json()["table"]["match"]["board"]["row"] == ["O", "Z"]
    newest = client.get("/api/view").json()["table"]["rulings"][-1]
    picture = client.get(f"/frames/{table.view.match_id}/{newest['frame']}")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8")


def test_the_panel_calls(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    play(client, "ZOO?")
    assert client.post("/api/press", json={"button": "challenge"}).status_code == 200
    assert table.submit(lambda referee: referee.view).result().protocol[-1].source == "panel"
    assert client.post("/api/press", json={"button": "doorbell"}).status_code == 400


def test_the_timer_is_started_by_the_host_when_there_is_one_to_start(client: httpx.Client, table: LiveTable) -> None:
    setup = {"game": "typo", "players": ["Ann", "Bob"], "options": {"rows": ["R", "E", "N", "T"]}}
    assert client.post("/api/matches", json=setup).status_code == 201
    refused = client.post("/api/timer", json={})
    assert refused.status_code == 400
    assert refused.json() == {"error": "there is no timer to start now"}
    table.play([{"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}])
    assert client.get("/api/view").json()["table"]["timer_holder"] == "Ann"
    assert client.post("/api/timer", json={}).status_code == 200
    timer = client.get("/api/view").json()["table"]["timer"]
    assert (timer["total_ms"], timer["running"]) == (30_000, True)


def test_the_pictures_are_sent_when_they_change(client: httpx.Client) -> None:
    first = client.get("/camera.jpg")
    number = first.headers["x-picture-number"]
    client.post("/api/cards", json={"act": "place", "label": "Q"})
    second = client.get(f"/camera.jpg?after={number}")
    assert second.headers["x-picture-number"] != number
    assert client.get("/screen.png").content.startswith(b"\x89PNG")
    assert "<svg" in client.get("/join.svg").text


# ---------------------------------------------------------------------- phones


def test_a_phone_acts_for_its_own_seat_only(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    ann, bob = phone("Ann"), phone("Bob")
    assert ann.post("events", {"event": {"event": "place", "card": "Z"}}).json()["accepted"]
    assert bob.post("events", {"event": {"event": "place", "player": "Ann", "card": "Z"}}).status_code == 403
    assert ann.post("events", {"event": {"event": "undo"}}).status_code == 403
    assert ann.post("events", {"event": {"event": "correct", "number": 1, "to": None}}).status_code == 403
    assert ann.post("match/pause").status_code == 401
    assert len(strict_table.view.protocol) == 1
    assert strict_table.view.protocol[0].source == "phone"


def test_only_players_join_a_match_and_each_once(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    key = strict_table.house.access.join_key
    phone("Ann")
    for name, said in (("Zoe", "does not play"), ("Ann", "another phone")):
        answer = host.post("/api/join", json={"key": key, "name": name})
        assert answer.status_code == 409
        assert said in answer.json()["error"]
    assert host.get("/api/view").json()["seated"] == ["Ann"]
    assert host.post("/api/seats/free", json={"name": "Ann"}).status_code == 200
    assert host.get("/api/view").json()["seated"] == []


def test_a_seat_is_kept_over_a_restart(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    ann = phone("Ann")
    ann.post("events", {"event": {"event": "place", "card": "Z"}})
    strict_table.restart()
    assert strict_table.view.match is not None
    assert strict_table.view.match.board["row"] == ["Z"]
    assert strict_table.view.paused
    assert ann.post("seat").json() == {"name": "Ann"}


TYPO = {"game": "typo", "players": PLAYERS, "options": {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rat"]}}}


def test_a_secret_choice_stays_secret_until_all_have_chosen(host: httpx.Client, phone: Any) -> None:
    begin(host, TYPO)
    ann, bob, cy = (phone(name) for name in PLAYERS)
    ann.post("choice", {"card": "Q"})
    bob.post("choice", {"card": "X"})
    seen = host.get("/api/view")
    assert seen.json()["gathering"]["chosen"] == ["Ann", "Bob"]
    assert "Q" not in json.dumps(seen.json()["gathering"])
    assert '"Q"' not in seen.text
    assert ann.post("choice", {"card": "A"}).json() == {"accepted": True}  # a change of mind
    ruled = cy.post("choice", {"card": "M"}).json()["ruling"]
    assert ruled["event"] == {"event": "reveal", "cards": {"Ann": "A", "Bob": "X", "Cy": "M"}}
    assert ann.post("choice", {"card": "A"}).status_code == 409


def test_a_showdown_is_gathered_from_the_phones(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    words = {"words": ["event", "never", "ever", "even", "tureen"]}
    begin(host, {"game": "anagrascramble", "players": PLAYERS, "options": {"rolls": 1, "lexicon": words}})
    ann, bob, cy = phone("Ann"), phone("Bob"), phone("Cy")
    assert cy.post("showdown", {"jumble": "TUERNEV"}).status_code == 409
    for player in PLAYERS:
        written = [] if player == "Cy" else ["ever"]
        strict_table.play([
            {"event": "roll", "player": player, "face": "4"},
            {"event": "card", "jumble": "TUERNEV"},
            {"event": "words", "player": player, "words": written},
        ])  # fmt: skip
    assert ann.post("choice", {"words": ["ever"]}).status_code == 409  # no card is turned yet
    assert cy.post("showdown", {"jumble": "TUERN3V"}).status_code == 400
    assert cy.post("showdown", {"jumble": "TUERNEV"}).status_code == 200
    assert ann.post("showdown", {"jumble": "TUERNEV"}).status_code == 409
    shown = host.get("/api/view").json()["gathering"]
    assert (shown["jumble"], shown["timer"]["total_ms"]) == ("TUERNEV", 30_000)
    assert cy.post("choice", {"words": ["ever"]}).status_code == 409  # not one of the tied
    assert ann.post("choice", {"words": "ever"}).status_code == 400
    assert ann.post("choice", {"words": ["event", "ever"]}).json() == {"accepted": True}
    assert "event" not in json.dumps(host.get("/api/view").json()["gathering"])
    assert bob.post("choice", {"words": ["tureen"]}).json()["ruling"]["verdict"] == "showdown"
    view = host.get("/api/view").json()
    assert view["table"]["match"]["winners"] == ["Ann"]
    assert view["table"]["match"]["board"]["tokens"]
    assert view["gathering"]["jumble"] is None


def test_doubts_become_one_event_when_enough_doubt(host: httpx.Client, phone: Any) -> None:
    begin(host, TYPO)
    ann, bob, cy = (phone(name) for name in PLAYERS)
    for one, card in ((ann, "A"), (bob, "B"), (cy, "C")):
        one.post("choice", {"card": card})
    assert ann.post("doubt").status_code == 409
    assert ann.post("events", {"event": {"event": "place", "row": 1, "side": "back", "word": "raZZle"}}).json()[
        "accepted"
    ]
    assert ann.post("doubt").status_code == 409  # nobody doubts their own word
    assert bob.post("doubt").json() == {"accepted": True}
    assert host.get("/api/view").json()["gathering"]["doubters"] == ["Bob"]
    assert bob.post("doubt").json() == {"accepted": True}  # twice is once
    ruled = cy.post("doubt").json()
    assert ruled["reason"] if not ruled["accepted"] else ruled["ruling"]["event"]["players"] == ["Bob", "Cy"]


# ---------------------------------------------------------------------- bad input

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
    (b'{"event": "place"}', "must be an object"),
    (b'{"event": "' + b"x" * 70_000 + b'"}', "larger than"),
]


@pytest.mark.parametrize(("body", "said"), BODIES, ids=range(len(BODIES)))
def test_bad_bodies_get_one_sentence(client: httpx.Client, table: LiveTable, body: bytes, said: str) -> None:
    begin(client)
    before = table.view
    answer = client.post("/api/events", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 413)
    assert list(answer.json()) == ["error"]
    assert said in answer.json()["error"]
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
    assert list(answer.json()) == ["error"]


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
    assert answer.json()["error"]
    assert table.view.match is None


def test_a_whole_transcript_is_judged_and_the_table_left_alone(client: httpx.Client) -> None:
    document = {
        "game": "disorder",
        "players": ["Ann", "Bob"],
        "options": {"lexicon": {"words": ["zookeeper"]}},
        "events": [{"event": "place", "player": "Ann", "card": "Z"}, {"event": "place", "player": "Ann", "card": "O"}],
    }
    before = client.get("/api/view").json()["table"]["match_id"]
    answer = client.post("/api/judge", json=document)
    assert answer.status_code == 200
    assert answer.json() == judge(document)
    assert client.get("/api/view").json()["table"]["match_id"] == before
    refused = client.post("/api/judge", json={**document, "game": "chess"})
    assert refused.status_code == 400
    assert "chess" in refused.json()["error"]


def test_the_drawn_tables_cards_follow_the_game(client: httpx.Client, table: LiveTable) -> None:
    begin(client, {"game": "villains", "players": ["Ann", "Bob"], "options": {}})
    deck = client.get("/api/cards").json()
    assert (deck["deck"], deck["rows"], len(deck["cards"])) == ("villains", 2, 20)
    for row in (0, 1):
        assert (
            client.post("/api/cards", json={"act": "place", "label": "Professor Muddle", "row": row}).status_code == 200
        )
    happen(client, "draw", player="Ann")
    client.post("/api/cards", json={"act": "place", "label": "Old Sock", "row": 1})
    client.post("/api/cards", json={"act": "turn_sideways", "index": 2})
    shown = client.get("/api/view").json()
    assert shown["drawn"][2] == {"label": "Old Sock", "row": 1, "sideways": True}
    table.submit(lambda referee: referee.view).result()
    newest = client.get("/api/view").json()["table"]
    assert newest["rulings"][-1]["event"] == {"event": "play", "player": "Ann", "card": "Old Sock"}
    assert "↻ Old Sock (Ann)" in newest["difference"]


def test_the_host_says_that_the_match_is_right(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    play(client, "ZOO")
    client.post("/api/cards", json={"act": "place", "label": "K"})
    table.submit(lambda referee: referee.view).result()
    assert client.get("/api/view").json()["table"]["difference_said"]["fillings"] == {"seen": "K", "had": "ZOO"}
    assert client.post("/api/match/overlook", json={}).status_code == 200
    assert client.get("/api/view").json()["table"]["difference"] is None
    assert client.post("/api/match/overlook", json={}).status_code == 400


def test_a_word_is_answered_to_what_the_camera_proposes(client: httpx.Client, table: LiveTable) -> None:
    options = {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["real"], "names": []}}
    begin(client, {"game": "typo", "players": ["Ann", "Bob"], "options": options})
    for row, label in enumerate("RENT"):
        client.post("/api/cards", json={"act": "place", "label": label, "row": row})
    for label in "EX":
        client.post("/api/cards", json={"act": "place", "label": label, "row": 4})
    client.post("/api/cards", json={"act": "remove", "index": 4})
    client.post("/api/cards", json={"act": "place", "label": "E", "row": 0})
    table.submit(lambda referee: referee.view).result()
    asked = client.get("/api/view").json()["table"]["question"]
    assert (asked["asks"], asked["candidates"]) == ("word", [])
    assert asked["said"]["fillings"] == {"player": "Ann", "letter": "E", "row": "R"}
    answer = client.post("/api/answer", json={"question": asked["id"], "label": "real"}).json()
    assert answer["ruling"]["verdict"] == "placed"
    assert answer["ruling"]["frame"] is not None
