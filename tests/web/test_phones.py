"""Phones over HTTP: each for its own seat, secrets kept until all have chosen, doubts gathered."""

import json
from typing import Any

import httpx
import pytest

from tests.seen import row_on, rows_on
from tests.web.tables import LiveTable
from tests.web.talking import PLAYERS, begin

TYPO: dict[str, Any] = {
    "game": "typo",
    "players": PLAYERS,
    "options": {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rat"]}},
}


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


def test_who_comes_late_waits_for_the_host_and_then_plays(host: httpx.Client, phone: Any) -> None:
    begin(host)
    zoe = phone("Zoe")
    assert zoe.post("events", {"event": {"event": "place", "card": "Z"}}).status_code == 403
    assert zoe.post("events", {"event": {"event": "join", "player": "Zoe"}}).status_code == 403
    assert host.post("/api/events", json={"event": {"event": "join", "player": "Zoe"}}).json()["accepted"]
    assert host.get("/api/view").json()["table"]["match"]["players"] == [*PLAYERS, "Zoe"]
    assert phone("Ann").post("events", {"event": {"event": "leave", "player": "Zoe"}}).status_code == 403
    assert zoe.post("events", {"event": {"event": "leave"}}).json()["accepted"]
    assert host.get("/api/view").json()["table"]["match"]["left"] == ["Zoe"]
    assert zoe.post("events", {"event": {"event": "leave"}}).status_code == 403


def test_nobody_waits_where_the_rules_let_nobody_in(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host, {**TYPO, "players": ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"]})
    answer = host.post("/api/join", json={"key": strict_table.site.access.join_key, "name": "Zoe"})
    assert (answer.status_code, "Every seat is taken" in answer.json()["error"]) == (409, True)
    phone("Ann")


def test_each_player_joins_once(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    key = strict_table.site.access.join_key
    phone("Ann")
    answer = host.post("/api/join", json={"key": key, "name": "Ann"})
    assert answer.status_code == 409
    assert "another phone" in answer.json()["error"]
    assert host.get("/api/view").json()["seated"] == ["Ann"]
    assert host.post("/api/seats/free", json={"name": "Ann"}).status_code == 200
    assert host.get("/api/view").json()["seated"] == []


def test_a_seat_is_kept_over_a_restart(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    ann = phone("Ann")
    ann.post("events", {"event": {"event": "place", "card": "Z"}})
    strict_table.restart()
    assert row_on(strict_table.view.board) == "Z"
    assert strict_table.view.paused
    assert ann.post("seat").json() == {"name": "Ann"}


def waiting_for(name: str, host: httpx.Client, table: LiveTable) -> dict[str, str]:
    """Another phone comes by this name, and waits for a yes: what it sends with each request."""
    asked = host.post("/api/join", json={"key": table.site.access.join_key, "name": name})
    assert (asked.status_code, asked.json()["waits"]) == (202, True)
    return {"Authorization": f"Bearer {asked.json()['token']}"}


def test_after_a_restart_nobody_takes_the_seat_of_a_phone_that_is_asleep(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host)
    bob = phone("Bob")
    strict_table.restart()
    new = waiting_for("Bob", host, strict_table)
    assert host.post("/api/seat", headers=new).status_code == 401
    assert host.get("/api/view").json()["asking"] == ["Bob"]
    assert bob.post("seat").json() == {"name": "Bob"}
    assert bob.post("seats/hand-over", {"name": "Bob", "agreed": False}).status_code == 200
    assert host.post("/api/seat", headers=new).status_code == 401
    assert bob.post("seat").json() == {"name": "Bob"}


def test_with_no_match_on_the_table_a_name_of_an_earlier_night_is_free_for_a_new_phone(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    phone("Bob")
    strict_table.restart()
    assert phone("Bob").post("seat").json() == {"name": "Bob"}


def test_whoever_has_lost_the_phone_before_a_restart_is_let_in_by_the_host(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host)
    bob = phone("Bob")
    strict_table.restart()
    new = waiting_for("Bob", host, strict_table)
    assert host.post("/api/seats/hand-over", json={"name": "Bob", "agreed": True}).status_code == 200
    assert host.post("/api/seat", headers=new).json() == {"name": "Bob"}
    assert host.get("/api/view").json()["seated"] == ["Bob"]
    assert bob.post("seat").status_code == 401


def test_a_secret_choice_stays_secret_until_all_have_chosen(host: httpx.Client, phone: Any) -> None:
    begin(host, TYPO)
    ann, bob, cy = (phone(name) for name in PLAYERS)
    ann.post("choice", {"card": "Q"})
    bob.post("choice", {"card": "X"})
    seen = host.get("/api/view")
    assert seen.json()["gathering"]["chosen"] == ["Ann", "Bob"]
    assert "Q" not in json.dumps(seen.json()["gathering"])
    table = {name: part for name, part in seen.json()["table"].items() if name != "forms"}  # which offer every letter
    assert '"Q"' not in json.dumps(table)
    assert ann.post("choice", {"card": "A"}).json() == {"accepted": True}  # a change of mind
    ruled = cy.post("choice", {"card": "M"}).json()["ruling"]
    assert ruled["event"] == {"event": "reveal", "cards": {"Ann": "A", "Bob": "X", "Cy": "M"}}
    assert ann.post("choice", {"card": "A"}).status_code == 409


def test_a_showdown_is_gathered_from_the_phones(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    words = {"words": ["event", "never", "ever", "even", "tureen"]}
    begin(host, {"game": "anagrascramble", "players": PLAYERS, "options": {"rolls": 1, "lexicon": words}})
    ann, bob, cy = phone("Ann"), phone("Bob"), phone("Cy")
    assert cy.post("opening", {"jumble": "TUERNEV"}).status_code == 409
    for player in PLAYERS:
        written = [] if player == "Cy" else ["ever"]
        strict_table.play([
            {"event": "roll", "player": player, "face": "4"},
            {"event": "card", "jumble": "TUERNEV"},
            {"event": "words", "player": player, "words": written},
        ])  # fmt: skip
    assert ann.post("choice", {"words": ["ever"]}).status_code == 409  # no card is turned yet
    assert cy.post("opening", {"jumble": "TUERN3V"}).status_code == 400
    assert cy.post("opening", {"jumble": "QQQQQQQ"}).status_code == 200
    assert cy.post("opening", {"jumble": "QQQQQQQ"}).status_code == 200  # said twice it is still one phone's word
    assert host.get("/api/view").json()["gathering"]["opened"] is None
    assert bob.post("opening", {"jumble": "TUERNEV"}).status_code == 200
    assert host.get("/api/view").json()["gathering"]["said_by"] == {"Bob": "TUERNEV", "Cy": "QQQQQQQ"}
    assert cy.post("opening", {"jumble": "TUERNEV"}).status_code == 200
    assert ann.post("showdown", {"jumble": "TUERNEV"}).status_code == 409  # its former name
    view = host.get("/api/view").json()
    assert (view["gathering"]["opened"], view["table"]["timer"]["total_ms"]) == ("TUERNEV", 30_000)
    assert cy.post("choice", {"words": ["ever"]}).status_code == 409  # not one of the tied
    assert ann.post("choice", {"words": "ever"}).status_code == 400
    assert ann.post("choice", {"words": ["event", "ever"]}).json() == {"accepted": True}
    assert "event" not in json.dumps(host.get("/api/view").json()["gathering"])
    assert bob.post("choice", {"words": ["tureen"]}).json()["ruling"]["verdict"] == "showdown"
    view = host.get("/api/view").json()
    assert view["table"]["match"]["winners"] == ["Ann"]
    assert "Tokens" in str(view["table"]["board"]["outcome"])
    assert view["gathering"]["chosen"] == []


def test_doubts_become_one_event_when_enough_doubt(host: httpx.Client, phone: Any) -> None:
    begin(host, TYPO)
    ann, bob, cy = (phone(name) for name in PLAYERS)
    for one, card in ((ann, "A"), (bob, "B"), (cy, "C")):
        one.post("choice", {"card": card})
    assert ann.post("join-in").status_code == 409
    assert ann.post("events", {"event": {"event": "place", "row": 1, "side": "back", "word": "raZZle"}}).json()[
        "accepted"
    ]
    assert ann.post("join-in").status_code == 409  # nobody doubts their own word
    assert bob.post("join-in").json() == {"accepted": True}
    assert host.get("/api/view").json()["table"]["joiners"] == ["Bob"]
    assert bob.post("doubt").json() == {"accepted": True}  # twice is once, and by its former name the same
    assert cy.post("join-in", {"row": 3}).json()["verdict"] == "choose_row"  # no row is to be chosen before, nor by Cy

    # The rows are all as long once Ann's card is back: she says which one goes, nobody else.
    seen = host.get("/api/view").json()["table"]
    assert (seen["joiners"], seen["joint_choices"]) == (["Bob", "Cy"], [1, 2, 3, 4])
    (doubt,) = [form for form in seen["forms"] if form["event"] == "doubt"]
    (row,) = [field for field in doubt["fields"] if field["kind"] == "choice"]
    assert [option["label"] for option in row["options"]] == ["1: R", "2: E", "3: N", "4: T"]
    assert cy.post("join-in", {"row": 3}).status_code == 403
    assert ann.post("join-in", {"row": "3"}).status_code == 400
    assert ann.post("join-in", {"row": 7}).json()["verdict"] == "no_such_row"
    ruled = ann.post("join-in", {"row": 3}).json()["ruling"]
    assert (ruled["verdict"], ruled["event"]["players"], ruled["event"]["row"]) == ("word_fails", ["Bob", "Cy"], 3)
    seen = host.get("/api/view").json()["table"]
    assert (seen["joiners"], seen["joint_choices"]) == ([], [])
    assert rows_on(seen["board"]) == ["R", "E", "A", "T"]


def test_one_who_doubts_stops_the_next_player_s_time_for_the_others(host: httpx.Client, phone: Any) -> None:
    begin(host, {**TYPO, "options": {**TYPO["options"], "always_timed": True}})
    ann, bob, cy = (phone(name) for name in PLAYERS)
    for one, card in ((ann, "A"), (bob, "B"), (cy, "C")):
        one.post("choice", {"card": card})
    place = {"event": "place", "row": 1, "side": "back", "word": "rat"}
    assert ann.post("events", {"event": place}).json()["accepted"]
    assert host.get("/api/view").json()["table"]["timer"]["running"]
    bob.post("join-in")
    seen = host.get("/api/view").json()
    assert seen["table"]["joiners"] == ["Bob"]
    assert not seen["table"]["timer"]["running"]
    assert not seen["table"]["paused"]
    bob.post("join-in")  # twice is once: it stops no time anew
    assert host.get("/api/view").json()["table"]["version"] == seen["table"]["version"]
    assert cy.post("join-in").json()["accepted"]
    seen = host.get("/api/view").json()["table"]
    assert (seen["rulings"][-1]["verdict"], seen["timer"]["running"]) == ("word_stands", True)


def test_v12_the_phone_of_whoever_may_interrupt_has_the_time_wait(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host, {"game": "villains", "players": ["Ann", "Bob"], "options": {"lexicon": {"words": []}}})
    ann, bob = phone("Ann"), phone("Bob")
    strict_table.play([
        {"event": "draw", "player": "Ann"}, {"event": "play", "player": "Ann", "card": "Grumbler"},
        {"event": "end_turn", "player": "Ann"}, {"event": "draw", "player": "Bob"},
        {"event": "play", "player": "Bob", "card": "Inkling"},
    ])  # fmt: skip
    assert host.get("/api/view").json()["table"]["may_hold"] == "Ann"
    assert host.post("/api/hold", json={}).status_code == 401  # it is nobody's but a player's
    assert bob.post("hold").status_code == 409
    assert ann.post("hold").status_code == 200
    seen = host.get("/api/view").json()["table"]
    assert (seen["timer"]["running"], seen["paused"], seen["may_hold"]) == (False, False, None)
    assert ann.post("hold").json()["said"]["text"] == "the time does not wait for {player} now"
    assert ann.post("events", {"event": {"event": "trigger", "card": "Grumbler"}}).json()["accepted"]


def test_what_a_phone_has_begun_to_write_is_its_players_only_and_with_the_next_phone(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host, TYPO)
    ann, bob = phone("Ann"), phone("Bob")
    kept = {"place": {"word": "rating", "row": "1: R"}}
    assert ann.post("drafts", {"event": "place", "fields": kept["place"]}).status_code == 200
    assert ann.get("drafts").json() == {"drafts": kept}
    assert bob.get("drafts").json() == {"drafts": {}}
    written = {"event": "words", "fields": {"words": "ever"}, "says": {"words": ["ever"]}}
    for_ann = host.post("/api/drafts", json={**written, "player": "Ann"})
    assert (for_ann.status_code, for_ann.json()["error"]) == (409, "Ann has a phone to say it with")
    assert host.get("/api/drafts").status_code == 401
    assert "rating" not in host.get("/api/view").text
    strict_table.restart()
    host.post("/api/seats/free", json={"name": "Ann"})
    assert ann.get("drafts").status_code == 200  # her token takes the seat again after a restart
    host.post("/api/seats/free", json={"name": "Ann"})
    assert ann.get("drafts").status_code == 401
    assert phone("Ann").get("drafts").json() == {"drafts": kept}


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"fields": {}}, "event"),
        ({"event": "place"}, "fields"),
        ({"event": "place", "fields": {"word": 7}}, "fields"),
        ({"event": "place", "fields": {}, "says": ["tea"]}, "says"),
        ({"event": "solution", "fields": {}}, "event"),
        ({"event": "place", "fields": {"word": "x" * 5000}}, "larger"),
    ],
)
def test_what_is_no_draft_is_refused(host: httpx.Client, phone: Any, said: Any, named: str) -> None:
    begin(host, TYPO)
    answer = phone("Ann").post("drafts", said)
    assert answer.status_code in (400, 413)
    assert named in answer.json()["error"]


def test_whoever_has_no_phone_chooses_at_the_host_s_page_beside_those_who_have(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host, TYPO)
    ann, bob = phone("Ann"), phone("Bob")
    ann.post("choice", {"card": "Q"})
    assert host.post("/api/choice", json={"player": "Cy", "card": "Z"}).status_code == 200
    seen = host.get("/api/view").json()
    assert seen["gathering"]["chosen"] == ["Ann", "Cy"]
    assert '"Z"' not in json.dumps(seen["table"]["rulings"])
    by_phone = host.post("/api/choice", json={"player": "Bob", "card": "X"})
    assert (by_phone.status_code, by_phone.json()["error"]) == (409, "Bob has a phone to say it with")
    assert bob.post("choice", {"player": "Cy", "card": "X"}).json()["accepted"]
    assert strict_table.view.protocol[-1].event["cards"] == {"Ann": "Q", "Bob": "X", "Cy": "Z"}


def test_the_host_chooses_for_nobody_who_does_not_play(host: httpx.Client) -> None:
    begin(host, TYPO)
    assert host.post("/api/choice", json={"player": "Zoe", "card": "Z"}).status_code == 409
    assert host.post("/api/choice", json={"card": "Z"}).status_code == 401


def test_who_may_say_that_another_phone_plays(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host)
    key, ann, bob = strict_table.site.access.join_key, phone("Ann"), phone("Bob")
    asked = host.post("/api/join", json={"key": key, "name": "Ann", "instead": True})
    assert (asked.status_code, asked.json()["waits"]) == (202, True)
    assert host.get("/api/view").json()["asking"] == ["Ann"]
    yes = {"name": "Ann", "agreed": True}
    assert bob.post("seats/hand-over", yes).status_code == 403
    assert ann.post("seats/hand-over", yes).status_code == 200
    assert ann.post("events", {"event": {"event": "place", "card": "Z"}}).status_code == 401
    new = {"Authorization": f"Bearer {asked.json()['token']}"}
    placed = host.post("/api/events", json={"event": {"event": "place", "card": "Z"}}, headers=new)
    assert placed.json()["accepted"]
    assert host.post("/api/seats/hand-over", json=yes).status_code == 409
