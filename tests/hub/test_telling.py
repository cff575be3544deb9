"""What a table tells a real broker: that it is there, its view, every ruling once and in order, whatever happens."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import aiomqtt
import jsonschema_rs
import pytest

from companion.hub import broker_address
from companion.hub.payloads import view_message
from companion.resources import shipped
from tests.hourglass import disorder
from tests.hub.brokers import Broker, Ear
from tests.hub.telling_tables import SETUP
from tests.views import placed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.hub.telling_tables import TellingTable


def url_of(broker: Broker) -> str:
    return f"mqtt://127.0.0.1:{broker.port}"


def numbers(rulings: list[Any]) -> list[tuple[int, int]]:
    return [(ruling["id"], ruling["number"]) for ruling in rulings]


def rulings_up_to(ear: Ear, table: TellingTable, match: int, number: int) -> list[Any]:
    """What was said of rulings, once this one was."""
    topic = table.topics.ruling
    ear.wait(lambda heard: any(on == topic and (it["id"], it["number"]) == (match, number) for on, it, _ in heard))
    return ear.said(topic)


def test_a_table_says_that_it_is_there_and_that_it_leaves(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(url_of(broker))
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
    table.close()
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "offline")
    later = Ear(broker.port, table.topics.presence)
    assert later.wait_for(table.topics.presence)["state"] == "offline"  # it stays, for whoever comes later
    later.close()


def test_every_ruling_is_told_once_in_order_with_clause_and_reason(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(url_of(broker))
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
    table.begin()
    table.lay("ZOO")
    rulings = rulings_up_to(ear, table, 1, 3)
    assert numbers(rulings) == [(1, 0), (1, 1), (1, 2), (1, 3)]
    assert rulings[0]["players"] == ["Ann", "Bob"]
    assert "lexicon" not in rulings[0]["options"]  # a list of words is no news
    newest, entry = rulings[-1], table.view.protocol[-1]
    assert (newest["clause"], newest["reason"]) == (entry.to_json()["clause"], str(entry.ruling.reason))
    assert (newest["event"]["card"], newest["late"]) == ("O", False)


def test_the_view_is_what_a_spectators_page_gets_and_no_more(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("ZO")
    told = ear.wait_for(table.topics.view, lambda it: [ruling["number"] for ruling in it["table"]["rulings"]] == [2])
    shown = json.loads(json.dumps(table.view.to_json()))
    assert {name: part for name, part in told["table"].items() if name not in ("timer", "rulings", "version")} == {
        name: shown[name] for name in told["table"] if name not in ("timer", "rulings", "version")
    }
    assert told["table"]["rulings"] == shown["rulings"][-1:]
    of_the_pages = {"server", "dialog", "sound", "voice", "listening", "forms", "for_phones", "uncorrectable"}
    assert set(shown) - set(told["table"]) == of_the_pages


def test_a_timer_is_told_with_its_deadline(hourglass: Callable[..., Any]) -> None:
    glass = disorder(hourglass)
    glass.wait(4_000)
    told = view_message(glass.view, glass.clock.now_ms(), glass.clock.wall())
    timer = glass.view.timer
    assert timer is not None
    assert told["table"]["timer"] == {
        "label": timer.label, "total_ms": 30_000, "remaining_ms": 26_000, "running": True,
        "deadline": "2026-11-21T20:00:30.000Z",
    }  # fmt: skip
    glass.referee.pause()
    paused = view_message(glass.view, glass.clock.now_ms(), glass.clock.wall())["table"]["timer"]
    assert (paused["remaining_ms"], paused["deadline"], paused["running"]) == (26_000, None, False)


def test_without_a_broker_play_goes_on_and_what_was_missed_is_told_later_in_order(
    tmp_path: Path, broker: Broker, telling: Callable[..., TellingTable]
) -> None:
    with Broker(tmp_path, "allow_anonymous true") as broker:
        ear = Ear(broker.port)
        table = telling(url_of(broker))
        table.begin()
        table.lay("ZO")
        rulings_up_to(ear, table, 1, 2)
        ear.close()
        is_heard = threading.Event()
        table.on_trouble = is_heard.wait  # it is back only once the new ear listens, or nobody would hear what it says
        broker.kill()
        table.lay("OK")
        table.leave()
        table.begin()
        table.lay("CAT")
        broker.start()
        ear = Ear(broker.port)
        is_heard.set()
        late = rulings_up_to(ear, table, 2, 3)
        if numbers(late)[0] == (1, 2):  # the broker was killed before it could say that it had taken it
            del late[0]
        assert numbers(late) == [(1, 3), (1, 4), (2, 0), (2, 1), (2, 2), (2, 3)]
        assert {ruling["late"] for ruling in late} == {True}
        ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
        table.lay("E")
        assert rulings_up_to(ear, table, 2, 4)[-1]["late"] is False
        assert [sentence is None for sentence in table.troubles][0 :: len(table.troubles) - 1] == [True, True]
        assert any("cannot be reached" in str(sentence) for sentence in table.troubles)
        ear.close()


def test_a_table_that_was_switched_off_tells_what_it_has_not_told(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("Z")
    rulings_up_to(ear, table, 1, 1)
    table.restart("no")
    table.lay("OO")
    table.restart(url_of(broker))
    assert numbers(rulings_up_to(ear, table, 1, 3)) == [(1, 0), (1, 1), (1, 2), (1, 3)]


def test_a_bookmark_that_is_lost_or_of_another_journal_has_all_told_again(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("ZO")
    rulings_up_to(ear, table, 1, 2)
    table.close()
    kept = json.loads((table.data / "hub-sent.json").read_text())
    (match,) = kept
    for damaged in ("{", json.dumps({match: [2, "another"]}), json.dumps({match: [9, "another"]})):
        (table.data / "hub-sent.json").write_text(damaged)
        ear.heard.clear()
        table.start(url_of(broker))
        assert numbers(rulings_up_to(ear, table, 1, 2)) == [(1, 0), (1, 1), (1, 2)]
        table.close()
    assert json.loads((table.data / "hub-sent.json").read_text()) == kept


def test_a_hub_is_told_again_what_it_asks_for(broker: Broker, ear: Ear, telling: Callable[..., TellingTable]) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("ZOO")
    match = rulings_up_to(ear, table, 1, 3)[0]["match"]
    for request in (b"\xff", b"[]", b"[" * 5000, b'{"match": 1, "after": "x"}', b'{"match": "unknown", "after": 0}'):
        ear.say(table.topics.ask, request)
    ear.say(table.topics.ask, {"match": match, "after": 1})
    ear.wait_for(table.topics.repeat, lambda it: it["number"] == 3)
    ear.say(table.topics.ask, {"match": match, "after": -1})
    ear.wait(lambda heard: sum(on == table.topics.repeat for on, _, _ in heard) == 6)
    assert numbers(ear.said(table.topics.repeat)) == [(1, 2), (1, 3), (1, 0), (1, 1), (1, 2), (1, 3)]
    assert ear.said(table.topics.repeat)[-1] == {**ear.said(table.topics.ruling)[-1], "late": True}


def test_the_index_says_what_the_journal_has(broker: Broker, ear: Ear, telling: Callable[..., TellingTable]) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("Z")
    table.leave()
    table.begin()
    newest = rulings_up_to(ear, table, 2, 0)[-1]
    index = ear.wait_for(table.topics.index, lambda it: len(it["matches"]) == 2)["matches"]
    assert [(match["id"], match["count"]) for match in index] == [(1, 1), (2, 0)]
    assert index[1]["match"] == index[1]["digest"] == newest["match"]
    assert index[0]["digest"] == next(it for it in ear.said(table.topics.ruling) if it["number"] == 1)["digest"]


def test_a_match_that_cannot_be_played_again_keeps_no_other_from_being_told(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling("no")
    table.begin()
    table.lay("ZO")
    table.leave()
    table.begin()
    table.lay("CAT")
    table.refuses = 1  # its dictionary is gone, say
    table.restart(url_of(broker))
    assert numbers(rulings_up_to(ear, table, 2, 3)) == [(1, 0), (2, 0), (2, 1), (2, 2), (2, 3)]
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
    assert "Match 1 cannot be told to the hub" in str(table.troubles[-1])
    table.lay("E")
    assert numbers(rulings_up_to(ear, table, 2, 4))[-1] == (2, 4)
    table.refuses = None
    table.restart(url_of(broker))
    assert (1, 2) in numbers(rulings_up_to(ear, table, 1, 2))


def test_whatever_breaks_the_line_is_said_and_the_line_taken_up_again(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = telling(url_of(broker))
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
    with monkeypatch.context() as patched:
        patched.setattr("companion.hub.outbox.ruling_message", lambda *_, **__: 1 / 0)
        said = threading.Event()
        table.on_trouble = said.set
        table.begin()
        table.lay("Z")
        assert said.wait(20)
        assert "ZeroDivisionError" in str(next(each for each in table.troubles if each))
    assert numbers(rulings_up_to(ear, table, 1, 1))[-1] == (1, 1)


def test_a_question_that_no_journal_can_answer_costs_nothing(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable]
) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("ZO")
    match = rulings_up_to(ear, table, 1, 2)[0]["match"]
    for after in (10**30, -(10**30), True, "1", None, 7):
        ear.say(table.topics.ask, {"match": match, "after": after})
    ear.say(table.topics.ask, {"match": match, "after": 1})
    ear.wait(lambda heard: any(on == table.topics.repeat and it["number"] == 2 for on, it, _ in heard))
    assert [each for each in table.troubles if each] == []


def test_health_tells_of_machine_and_parts(broker: Broker, ear: Ear, telling: Callable[..., TellingTable]) -> None:
    table = telling(url_of(broker))
    told = ear.wait_for(table.topics.health)
    assert (told["temperature_c"], told["battery_percent"], told["trouble"]) == (48, None, [])
    table.close()
    table.fault = "the camera is gone"
    table.start(url_of(broker))
    assert ear.wait_for(table.topics.health, lambda it: it["trouble"])["parts"]["camera"]["fault"] == table.fault


def test_all_that_is_told_is_as_its_schema_says(broker: Broker, ear: Ear, telling: Callable[..., TellingTable]) -> None:
    table = telling(url_of(broker))
    table.begin()
    table.lay("ZOO")
    rulings_up_to(ear, table, 1, 3)
    ear.say(table.topics.ask, {"match": ear.said(table.topics.ruling)[0]["match"], "after": 2})
    ear.wait_for(table.topics.repeat)
    table.close()
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "offline")
    seen = set()
    for topic, message, _ in list(ear.heard):
        root, of, kind = topic.rpartition("/")[0], table.topics.table, topic.rpartition("/")[2]
        if root != f"tableside/{of}" or kind == "ask":
            continue
        schema = json.loads(shipped("hub", "schema", f"{'ruling' if kind == 'repeat' else kind}.json").read_text())
        jsonschema_rs.validator_for(schema).validate(message)
        seen.add(kind)
        if kind not in ("ruling", "repeat"):
            assert not jsonschema_rs.validator_for(schema).is_valid({**message, "hidden": 1})
    assert seen == {"presence", "view", "ruling", "repeat", "index", "health"}


@pytest.mark.parametrize("deed", ["pause", "challenge"])
def test_from_afar_only_what_was_allowed_is_pressed_and_only_with_the_token(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable], deed: str
) -> None:
    table = telling(url_of(broker), allow=(deed,))
    table.begin(SETUP)
    table.play(*placed("ZOOK", ["Ann", "Bob"]), {"event": "challenge", "player": "Ann"})
    rulings_up_to(ear, table, 1, 5)
    token = (table.data / "hub-token").read_text().strip()
    refused = "challenge" if deed == "pause" else "pause"
    for request in (
        {"do": deed},
        {"do": deed, "token": "x"},
        {"do": refused, "token": token},
        {"do": 1, "token": token},
    ):
        ear.say(table.topics.do, request)
    ear.say(table.topics.ask, {"match": ear.said(table.topics.ruling)[0]["match"], "after": 4})
    ear.wait_for(table.topics.repeat)  # what was said before has been heard
    assert (table.view.paused, table.presses) == (False, [])
    ear.say(table.topics.do, {"do": deed, "token": token})
    ear.say(table.topics.ask, {"match": ear.said(table.topics.ruling)[0]["match"], "after": 3})
    ear.wait(lambda heard: sum(on == table.topics.repeat for on, _, _ in heard) == 3)
    assert (table.view.paused, table.presses) == ((True, []) if deed == "pause" else (False, ["challenge"]))


def test_a_table_ends_at_once_whose_broker_never_says_a_word(
    telling: Callable[..., TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker_address, "KNOCK_S", 3600.0)
    before = set(threading.enumerate())  # tables of other tests may still be leaving
    with socket.create_server(("127.0.0.1", 0)) as silent:
        table = telling(f"mqtts://127.0.0.1:{silent.getsockname()[1]}")
        silent.accept()[0].close()
        table.begin()
        line, _ = silent.accept()
        own = [thread for thread in threading.enumerate() if thread.name == "hub" and thread not in before]
        table.close()  # it waits for the other side of a handshake that never comes
        for thread in own:
            thread.join(30)  # a busy machine is slow
        line.close()
    assert own
    assert not [thread for thread in own if thread.is_alive()]


def test_a_table_ends_whose_broker_answers_at_the_moment_it_leaves(
    broker: Broker, ear: Ear, telling: Callable[..., TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    really = aiomqtt.Client.publish

    async def publish(line: aiomqtt.Client, topic: str, *args: Any, **options: Any) -> None:
        await really(line, topic, *args, **options)
        if topic.endswith("/health"):
            with suppress(asyncio.CancelledError):  # as `asyncio.wait_for` lets it go by before Python 3.12
                await asyncio.Event().wait()

    monkeypatch.setattr(aiomqtt.Client, "publish", publish)
    before = set(threading.enumerate())
    table = telling(url_of(broker))
    ear.wait_for(table.topics.presence, lambda it: it["state"] == "online")
    ear.wait_for(table.topics.health)
    (own,) = [thread for thread in threading.enumerate() if thread.name == "hub" and thread not in before]
    table.close()
    own.join(30)
    assert not own.is_alive()
