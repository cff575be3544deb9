"""The API: a match over HTTP, its records, corrections, the panel and the timer."""

import codecs
import csv
import io

import httpx
import pytest

from companion.errors import BadInput
from companion.games.form import kinds_from_deck
from companion.referee.match import judge
from companion.referee.source import Source
from tests.seen import row_on
from tests.web.tables import LiveTable
from tests.web.talking import PLAYERS, SETUP, Phone, begin, happen, play


def test_a_round_over_http(client: httpx.Client) -> None:
    begin(client)
    play(client, "ZOO?")
    assert happen(client, "challenge", player="Bob")["ruling"]["verdict"] == "challenged"
    ruled = happen(client, "name_word", player="Ann", word="zookeeper")["ruling"]
    assert (ruled["verdict"], ruled["clause"], ruled["changes"]) == ("challenger_loses", "D8", {"Bob": 15})
    view = client.get("/api/view").json()
    assert view["table"]["match"]["scores"] == {"Ann": 0, "Bob": 15, "Cy": 0}
    assert view["table"]["rulings"][-1] == ruled
    assert (ruled["earlier"], ruled["readings"], ruled["section"]) == ([], [], "“The Challenge”")


def test_a_ruling_comes_with_its_clause_its_section_and_the_earlier_ones_under_it(client: httpx.Client) -> None:
    begin(client)
    cited = [happen(client, "place", player=player, card="Z")["ruling"] for player in ("Ann", "Bob", "Cy")]
    assert {ruled["clause"] for ruled in cited} == {"D3"}
    assert {ruled["section"] for ruled in cited} == {"“Play”"}
    assert [ruled["earlier"] for ruled in cited] == [[], [1], [1, 2]]
    assert client.get("/api/view").json()["table"]["rulings"] == cited


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
    assert client.get("/api/view").json()["table"]["paused"] is True
    client.post("/api/match/resume", json={})
    assert client.get("/api/view").json()["table"]["paused"] is False
    assert happen(client, "undo")["ruling"]["verdict"] == "undone"
    client.post("/api/match/close", json={})
    assert table.view.match is None
    assert client.post(f"/api/matches/{first}/reopen", json={}).status_code == 200
    assert table.view.match_id == first
    client.post("/api/match/close", json={})
    assert client.post("/api/match/again", json={}).status_code == 409


def test_two_hosts_who_undo_the_same_event_take_back_one(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    play(client, "ZO")
    undo = {"event": {"event": "undo"}, "undoes": table.view.undoes}
    assert client.post("/api/events", json=undo).json()["accepted"]
    again = client.post("/api/events", json=undo)
    assert (again.status_code, again.json()["error"]) == (
        409,
        "an undo would take back another event by now: look again",
    )
    assert table.view.undoes == 1
    assert client.post("/api/events", json={**undo, "undoes": "1"}).status_code == 400


@pytest.mark.parametrize("played", ["Z", "ZO"], ids=["nothing stands", "one stands"])
def test_two_hosts_who_redo_the_same_event_bring_back_one(client: httpx.Client, table: LiveTable, played: str) -> None:
    begin(client)
    play(client, f"{played}O")
    for _ in range(2):
        assert happen(client, "undo")["accepted"]
    redo = {"event": {"event": "redo"}, "undoes": table.view.undoes or 0}
    assert client.post("/api/events", json=redo).json()["accepted"]
    again = client.post("/api/events", json=redo)
    assert (again.status_code, again.json()["error"]) == (
        409,
        "a redo would bring back another event by now: look again",
    )
    assert table.view.undoes == len(played)


def test_a_card_that_comes_after_its_time_begins_no_round(client: httpx.Client, table: LiveTable) -> None:
    begin(client, {**SETUP, "options": {**SETUP["options"], "answer_seconds": 600}})
    play(client, "ZO")
    phone, place = Phone(table, "Cy"), {"event": {"event": "place", "card": "O"}}
    late = {**place, "seen": len(table.view.protocol)}
    out = {"event": "timeout", "player": "Cy"}
    table.submit(lambda referee: referee.happen(out, source=Source.CLOCK)).result()
    refused = phone.post("events", late)
    assert (refused.status_code, refused.json()["error"]) == (409, "the time was up before this came: look again")
    assert client.post("/api/events", json=late).status_code == 409
    begins = {**late, "seen": len(table.view.protocol)}  # as the page shows it by now
    assert not table.view.state.board
    assert phone.post("events", begins).json()["accepted"]
    assert phone.post("events", {**place, "seen": "1"}).status_code == 400
    phone.close()


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
    assert "data-chart=" in page


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


def test_an_event_that_no_form_asks_for_is_said_to_have_none(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    for event in ("timeout", "join", "leave", "sit_out"):
        asked = client.get("/api/anew", params={"event": event, "player": "Ann", "number": 1})
        assert (asked.status_code, asked.json()) == (200, {"event": event, "fields": None})
    assert client.get("/api/anew", params={"event": "place", "player": "Ann", "number": 1}).json()["fields"]
    assert client.get("/api/anew", params={"event": "undo", "player": "Ann", "number": 1}).status_code == 404


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


def test_a_spreadsheet_takes_no_name_for_a_formula(client: httpx.Client) -> None:
    match_id = begin(client, {**SETUP, "players": ["=1+1", "Bob"]})
    happen(client, "place", player="=1+1", card="Z")
    assert "'=1+1" in client.get(f"/api/matches/{match_id}/csv").text.splitlines()[1]


def test_a_spreadsheet_sees_that_it_is_unicode(client: httpx.Client) -> None:
    """Without the mark LibreOffice and Excel read Jürgen as JÃ¼rgen."""
    match_id = begin(client, {**SETUP, "players": ["Jürgen", "Bob"]})
    content = client.get(f"/api/matches/{match_id}/csv").content
    assert content.startswith(codecs.BOM_UTF8)
    assert "Jürgen" in content.decode()
    assert client.get("/api/nights/csv").content.startswith(codecs.BOM_UTF8)


def test_what_could_have_been_is_told_of_no_match_that_goes_on(client: httpx.Client, table: LiveTable) -> None:
    begin(client)
    play(client, "ZOOK")
    happen(client, "challenge", player="Bob")
    happen(client, "name_word", player="Ann", word="tent")  # zookeeper was there
    told = "What could have been"
    assert told not in client.get("/matches/1").text
    client.post("/api/match/close", json={})
    assert told not in client.get("/matches/1").text  # it may be taken up again


def test_a_transcript_comes_back_in(client: httpx.Client, table: LiveTable) -> None:
    match_id = begin(client)
    play(client, "ZO")
    document = client.get(f"/api/matches/{match_id}").json()
    client.post("/api/match/close", json={})
    document["events"].append({"event": "dance"})
    answer = client.post("/api/matches/import", json=document).json()
    assert answer == {"match_id": match_id + 1, "refused": 1}
    assert row_on(table.view.board) == "ZO"


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
    assert refused.json()["error"] == "there is no timer to start now"
    assert refused.json()["said"]["text"] == "there is no timer to start now"
    table.play([{"event": "reveal", "cards": {"Ann": "E", "Bob": "K"}}])
    assert client.get("/api/view").json()["table"]["timer_holder"] == "Ann"
    assert client.post("/api/timer", json={}).status_code == 200
    timer = client.get("/api/view").json()["table"]["timer"]
    assert (timer["total_ms"], timer["running"]) == (30_000, True)


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


def test_a_transcript_with_a_deck_that_is_not_here_is_brought_in_without_it(
    client: httpx.Client, table: LiveTable
) -> None:
    offers = client.get("/api/decks").json()["games"]
    assert [each["name"] for each in offers["wordcard"]] == ["wordcard"]
    assert offers["wordcard"][0]["cards"] == {}, "nobody chooses a card of it before a match"
    assert offers["villains"][0]["cards"]["villain"][0]["value"] == "Professor Muddle"
    refused = client.post("/api/matches", json={**SETUP, "deck": "theirs.toml"})
    assert "there is no deck “theirs.toml”" in refused.json()["error"]
    for deck, kept in (("theirs.toml", None), ("letters", "letters")):
        brought = client.post("/api/matches/import", json={**SETUP, "deck": deck, "events": []})
        assert brought.status_code == 201
        assert table.view.deck == kept
        assert client.post("/api/match/close", json={}).status_code == 200


def test_a_deck_that_cannot_be_offered_is_a_problem_of_its_own_and_leaves_the_others(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get("/api/decks").json()

    def no_typo(game: str) -> frozenset[str]:
        if game == "typo":
            raise BadInput("this deck is unusable")
        return kinds_from_deck(game)

    monkeypatch.setattr("companion.web.records.kinds_from_deck", no_typo)
    answer = client.get("/api/decks")
    assert answer.status_code == 200
    assert answer.json()["games"] == before["games"] | {"typo": []}
    assert [each["text"] for each in answer.json()["problems"]] == ["this deck is unusable"]


def test_the_house_rules_of_the_newest_match_of_a_game_are_offered_first(client: httpx.Client) -> None:
    def offered(game: str) -> dict[str, object]:
        setting = client.get("/api/games").json()[game]["setting"]
        return {field["name"]: field["chosen"] for field in setting if field.get("clause")}

    assert offered("disorder") == {"names_allowed": None}
    for names_allowed in (False, True):
        begin(client, {**SETUP, "options": {"names_allowed": names_allowed}})
        assert offered("disorder") == {"names_allowed": names_allowed}
        client.post("/api/match/close", json={})
    assert offered("typo") == {"majority": None}
