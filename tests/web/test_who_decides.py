"""Who may decide what, over HTTP: a phone with its own valid token says what is its player's to say, and no more."""

from typing import Any

import httpx
import pytest

from tests.web.tables import LiveTable
from tests.web.talking import PLAYERS, begin

TYPO = {"game": "typo", "players": PLAYERS, "options": {"rows": ["R", "E", "N", "T"], "lexicon": {"words": ["rate"]}}}
SCRAMBLE = {
    "game": "anagrascramble",
    "players": ["Ann", "Bob"],
    "options": {"lexicon": {"words": ["event", "never", "ever", "tureen"]}},
}
EXPLAINED = {
    "game": "wordcard",
    "players": PLAYERS,
    "options": {"explanations": True, "lexicon": {"words": ["crate"]}},
}
CRATE = [["7/C", "8/R", "9/A", "10/T", "J/E"]]


def forbidden(answer: httpx.Response, said: str) -> None:
    """The request was refused with 403 and a sentence that has this in it."""
    assert answer.status_code == 403, answer.text
    assert said in answer.json()["error"]


def test_the_words_of_a_card_are_not_for_a_phone_to_say(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host, SCRAMBLE)
    ann, bob = phone("Ann"), phone("Bob")
    ann.post("events", {"event": {"event": "roll", "face": "6"}})
    card = {"event": "card", "jumble": "TUERNEV"}
    forbidden(bob.post("events", {"event": {**card, "answers": ["zzz"]}}), "this is Ann's to say")
    forbidden(bob.post("events", {"event": card}), "this is Ann's to say")
    forbidden(bob.post("events", {"event": {**card, "player": "Bob"}}), "this is Ann's to say")
    forbidden(ann.post("events", {"event": {**card, "answers": ["tureen"]}}), "the field “answers” is for the host")
    assert len(strict_table.view.protocol) == 1
    assert ann.post("events", {"event": card}).json()["accepted"]
    ruled = ann.post("events", {"event": {"event": "words", "words": ["tureen"]}}).json()["ruling"]
    assert (ruled["verdict"], ruled["changes"]) == ("scored", {"Ann": 6})


def test_whether_an_explanation_was_good_is_not_for_one_phone_to_say(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host, EXPLAINED)
    ann, bob = phone("Ann"), phone("Bob")
    assert ann.post("events", {"event": {"event": "lay", "lines": CRATE}}).json()["accepted"]
    before = strict_table.view.match
    contest = {"event": "contest", "word": "crate"}
    forbidden(
        bob.post("events", {"event": {**contest, "about": "explanation", "upheld": False}}),
        "the field “about” is for all together to say, or for the host",
    )
    forbidden(bob.post("events", {"event": {**contest, "players": ["Bob", "Cy"]}}), "speaks for Bob only")
    forbidden(ann.post("events", {"event": contest}), "this is for the other players to say")
    forbidden(ann.post("events", {"event": {**contest, "player": "Bob"}}), "this is for the other players to say")
    assert strict_table.view.match == before
    decided = {**contest, "players": ["Bob"], "about": "explanation", "upheld": True}
    assert host.post("/api/events", json={"event": decided}).json()["ruling"]["verdict"] == "word_stands"


def test_w16_a_phone_contests_a_word_at_its_own_risk(host: httpx.Client, phone: Any) -> None:
    begin(host, EXPLAINED)
    ann, bob = phone("Ann"), phone("Bob")
    ann.post("events", {"event": {"event": "lay", "lines": CRATE}})
    ruled = bob.post("events", {"event": {"event": "contest", "word": "crate"}}).json()["ruling"]
    assert (ruled["verdict"], ruled["event"]["players"]) == ("word_stands", ["Bob"])


def typo_placed(host: httpx.Client, phone: Any, word: str) -> list[Any]:
    """TYPO with Ann's A behind the R and her word said; the phones of the three."""
    begin(host, TYPO)
    phones = [phone(name) for name in PLAYERS]
    for one, card in zip(phones, "ABC", strict=True):
        one.post("choice", {"card": card})
    place = {"event": "place", "row": 1, "side": "back", "word": word}
    assert phones[0].post("events", {"event": place}).json()["accepted"]
    return phones


@pytest.mark.parametrize("field", [{"spelling": "razzle"}, {"row": 3}, {"spelling": "razzle", "row": 3}])
def test_how_a_doubted_word_is_spelled_and_which_row_goes_is_not_for_who_doubts_it(
    host: httpx.Client, phone: Any, strict_table: LiveTable, field: dict[str, Any]
) -> None:
    _, bob, cy = typo_placed(host, phone, "rate")
    before = strict_table.view
    forbidden(cy.post("events", {"event": {"event": "doubt", "players": ["Cy"], **field}}), "is Ann's to say")
    forbidden(cy.post("events", {"event": {"event": "doubt", "players": ["Bob", "Cy"]}}), "speaks for Cy only")
    assert strict_table.view == before
    bob.post("doubt")
    assert cy.post("doubt").json()["ruling"]["verdict"] == "word_stands"


def test_one_lone_doubt_leaves_the_doubting_open(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    ann, bob, cy = typo_placed(host, phone, "razzle")
    forbidden(ann.post("events", {"event": {"event": "doubt"}}), "this is for the other players to say")
    assert bob.post("events", {"event": {"event": "doubt"}}).json() == {"accepted": True}
    assert strict_table.view.joiners == ("Bob",)
    assert strict_table.view.match is not None
    assert "doubt" in strict_table.view.match.may["Cy"]
    forbidden(ann.post("events", {"event": {"event": "doubt", "row": 3}}), "there is nothing now")
    assert cy.post("events", {"event": {"event": "doubt"}}).json()["verdict"] == "choose_row"
    ruled = ann.post("events", {"event": {"event": "doubt", "row": 3}}).json()["ruling"]
    assert (ruled["verdict"], ruled["event"]["players"]) == ("word_fails", ["Bob", "Cy"])
    forbidden(bob.post("events", {"event": {"event": "doubt"}}), "there is nothing now that this could be about")


def test_a_copied_effect_is_aimed_by_whose_it_is(host: httpx.Client, phone: Any) -> None:
    begin(host, {"game": "villains", "players": ["Ann", "Bob"]})
    ann = phone("Ann")
    forbidden(ann.post("events", {"event": {"event": "resolve"}}), "there is nothing now")
    forbidden(ann.post("events", {"event": {"event": "draw", "player": "Bob"}}), "plays for Ann only")
    assert ann.post("events", {"event": {"event": "draw"}}).json()["accepted"]


def test_a_minute_s_notice_is_given_by_the_others(host: httpx.Client, phone: Any, strict_table: LiveTable) -> None:
    begin(host, EXPLAINED)
    ann, bob = phone("Ann"), phone("Bob")
    forbidden(ann.post("events", {"event": {"event": "notice"}}), "this is for the other players to say")
    shown = host.get("/api/view").json()["table"]["for_phones"]
    assert ["notice" in shown[player] for player in PLAYERS] == [False, True, True]
    ruled = bob.post("events", {"event": {"event": "notice"}}).json()["ruling"]
    assert (ruled["verdict"], ruled["event"]["player"]) == ("noticed", "Ann")
    forbidden(bob.post("events", {"event": {"event": "timeout", "player": "Ann"}}), "this is for the clock to say")
    forbidden(bob.post("events", {"event": {"event": "close"}}), "this is for the host to do")
    assert len(strict_table.view.protocol) == 1


@pytest.mark.parametrize(
    "event",
    [{"event": "undo"}, {"event": "correct", "number": 1, "to": None}, {"event": 1, "to": None}, {"event": "redo"}],
)
def test_what_changes_the_past_is_the_host_s(host: httpx.Client, phone: Any, event: dict[str, Any]) -> None:
    begin(host)
    forbidden(phone("Ann").post("events", {"event": event}), "this is for the host to do")


def test_secret_choices_are_each_player_s_own(host: httpx.Client, phone: Any) -> None:
    begin(host, TYPO)
    event = {"event": "reveal", "cards": {"Ann": "A", "Bob": "Z", "Cy": "Z"}}
    forbidden(phone("Ann").post("events", {"event": event}), "the field “cards” is for all together")


def test_what_the_camera_asks_of_a_player_no_other_phone_answers(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host, {**TYPO, "players": ["Ann", "Bob"]})
    laid = [("R", 0), ("E", 1), ("N", 2), ("T", 3), ("E", 4), ("X", 4)]
    acts = [{"act": "place", "label": label, "row": row} for label, row in laid]
    for act in (*acts, {"act": "remove", "index": 4}, {"act": "place", "label": "E", "row": 0}):
        assert host.post("/api/cards", json=act).status_code == 200
    strict_table.submit(lambda referee: referee.view).result()
    asked = host.get("/api/view").json()["table"]["question"]
    assert (asked["asks"], asked["of"]) == ("word", "Ann")
    ann, bob = phone("Ann"), phone("Bob")
    forbidden(bob.post("answer", {"question": asked["id"], "label": "rexx"}), "this is Ann's to say")
    assert host.get("/api/view").json()["table"]["question"] == asked
    ruled = ann.post("answer", {"question": asked["id"], "label": "real"}).json()["ruling"]
    assert (ruled["verdict"], ruled["event"]["word"]) == ("placed", "real")


JUNK = "junk " * 200


def test_what_an_event_does_not_have_reaches_neither_journal_nor_screens(
    host: httpx.Client, phone: Any, strict_table: LiveTable
) -> None:
    begin(host)
    ann, bob = phone("Ann"), phone("Bob")
    placed = ann.post("events", {"event": {"event": "place", "card": "Z", "side": "left", "more": JUNK, "wilds": JUNK}})
    assert placed.json()["ruling"]["event"] == {"event": "place", "player": "Ann", "card": "Z", "side": "left"}
    for event in ({"event": "place", "card": JUNK, "more": JUNK}, {"event": JUNK}, {"event": "place", "after": JUNK}):
        assert bob.post("events", {"event": event}).json()["verdict"] == "malformed"
        assert "junk" not in host.get("/api/view").text
    correct = {"event": 1, "to": {"event": "place", "player": "Ann", "card": "O", "more": JUNK}, "more": JUNK}
    assert host.post("/api/events", json={"event": correct}).json()["ruling"]["event"] == {
        "event": "correct", "number": 1, "to": {"event": "place", "player": "Ann", "card": "O"}, "by": "host",
    }  # fmt: skip
    assert "junk" not in host.get("/api/view").text
    match_id = strict_table.view.match_id
    assert "junk" not in host.get(f"/api/matches/{match_id}").text


def test_what_one_phone_says_is_no_longer_than_any_event(host: httpx.Client, phone: Any) -> None:
    begin(host)
    long = {"event": "name_word", "word": "z" * 5_000}
    answer = phone("Ann").post("events", {"event": long})
    assert answer.status_code == 413
    assert "larger than 4096 bytes" in answer.json()["error"]
    assert phone("Bob").post("choice", {"words": ["z" * 5_000]}).status_code == 413
