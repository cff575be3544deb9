"""A table that lies to a hub with its real broker: it costs no other table anything."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

from companion.hub.listener import ASK_AGAIN_S
from companion.hub.missing_rulings import ASKED_AT_ONCE
from companion.hub.seal import sealed
from companion.hub.topics import Topics
from tests.hub.brokers import PATIENCE_S, needs_broker

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import paho.mqtt.client as mqtt
    import pytest

    from tests.hub.telling_tables import TellingTable

from tests.hub.watched_hubs import Watched, agree, client, client_of, end

pytestmark = needs_broker


def test_a_rogue_table_writes_only_what_is_its_own_and_a_spectator_nothing(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    victim, rogue = member("a"), member("b")
    victim.begin()
    victim.lay("ZO")
    watched.wait(agree(watched, victim))
    rogue.close()  # its account goes on, in other hands
    stolen, spectator = client_of(rogue, watched), client(watched, "eve", new_spectator(watched, "eve"))
    heard: list[str] = []
    for one in (stolen, spectator):
        one.on_message = lambda _client, _data, message: heard.append(message.topic)
        one.subscribe([("#", 1), (victim.topics.do, 1), (victim.topics.ask, 1), ("$SYS/#", 1)])
        for topic in (
            *(getattr(victim.topics, name) for name in ("presence", "view", "ruling", "ask", "do", "discovery")),
        ):
            one.publish(topic, json.dumps({"state": "offline", "table": {}, "do": "pause"}), qos=1).wait_for_publish(
                PATIENCE_S
            )
    own = Topics(rogue.topics.table)
    spectator.publish(own.presence, b'{"state": "online"}', qos=1).wait_for_publish(PATIENCE_S)
    stolen.publish(own.presence, b'{"state": "online"}', qos=1).wait_for_publish(PATIENCE_S)
    tables = watched.hub.listener.tables
    watched.wait(lambda: own.table in tables and tables[own.table].online)  # all that came before it has been judged
    victim.lay("O")
    watched.wait(agree(watched, victim))
    known = watched.hub.listener.tables[victim.topics.table]
    assert known.online
    assert all(json.loads(view)["table"] for _, view, _ in known.views)
    assert {topic for topic in heard if topic.startswith("$SYS")} == set()
    assert {topic for topic in heard if topic in (victim.topics.ask, victim.topics.do)} == set()
    end(stolen)
    end(spectator)


def new_spectator(watched: Watched, name: str) -> str:
    password = watched.hub.accounts.set(name, "spectator")
    watched.hub.broker.reload()
    for _ in range(100):  # the broker reads its files when it comes to it
        tried = client(watched, name, password)
        is_refused = tried.user_data_get()
        end(tried)
        if not is_refused:
            return password
    raise AssertionError("the account is never taken")


def test_a_replayed_message_changes_nothing(watched: Watched, member: Callable[[str], TellingTable]) -> None:
    table = member("a")
    table.begin()
    table.lay("ZOO")
    watched.wait(agree(watched, table))
    old = next(it for it in watched.hub.collection.rulings() if it["number"] == 2)
    before = watched.hub.collection.rulings()
    table.close()
    again = client_of(table, watched)
    for name in ("ruling", "repeat"):
        again.publish(getattr(table.topics, name), json.dumps(old), qos=1).wait_for_publish(PATIENCE_S)
    again.publish(table.topics.presence, b'{"state": "online"}', qos=1).wait_for_publish(PATIENCE_S)
    watched.wait(lambda: watched.hub.listener.tables[table.topics.table].online)
    assert watched.hub.collection.rulings() == before
    end(again)


def test_a_flood_of_one_table_takes_nothing_from_another(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    quiet, loud = member("a"), member("b")
    quiet.begin()
    loud.close()
    flood = client_of(loud, watched)
    nonsense = json.dumps({"format": 1, "table": {"x": "y" * 500}})
    for _ in range(6000):
        flood.publish(loud.topics.view, nonsense)
    flood.publish(loud.topics.ruling, b"[" * 200_000)
    quiet.lay("ZOOK")
    watched.wait(agree(watched, quiet))
    assert len(watched.hub.listener.tables[loud.topics.table].views) <= 2000
    end(flood)


def test_what_no_page_could_be_sent_is_not_taken_from_a_table(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    quiet, rogue = member("a"), member("b")
    quiet.begin()
    rogue.begin()
    rogue.lay("Z")
    watched.wait(agree(watched, rogue))
    (kept,) = watched.hub.collection.rulings()[:1]
    rogue.close()
    stolen = client_of(rogue, watched)
    for broken in (r'"\ud800"', "1e999", "NaN", "1" * 5000):
        stolen.publish(rogue.topics.view, f'{{"format": 1, "table": {{"x": {broken}}}}}', qos=1)
        ruling = json.dumps({**kept, "number": 2, "headline": "SAID"}).replace('"SAID"', broken)
        stolen.publish(rogue.topics.ruling, ruling, qos=1)
    quiet.lay("ZOOK")
    watched.wait(agree(watched, quiet))
    json.dumps(watched.hub.boards(), ensure_ascii=False, allow_nan=False).encode()
    assert len(watched.hub.collection.events(rogue.topics.table)) == 1
    assert watched.hub.listener.trouble is None
    end(stolen)


def test_a_call_with_a_picture_that_is_none_costs_no_other_table_its_rulings(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    quiet, rogue = member("a"), member("b")
    quiet.begin()
    watched.wait(agree(watched, quiet))
    key = (rogue.data / "hub.toml").read_text().split('key = "')[1].split('"')[0]
    rogue.close()
    stolen = client_of(rogue, watched)
    pairing = {"tournament": "x", "round": 1, "table": 1, "made": 1}
    call = {"format": 1, "pairing": pairing, "ruling": {"number": 1, "headline": "h", "reason": "r"}, "picture": "é"}
    said = json.dumps(sealed(call, rogue.topics.dispute, key))
    stolen.publish(rogue.topics.dispute, said, qos=1, retain=True).wait_for_publish(PATIENCE_S)
    quiet.lay("ZOOK")
    watched.wait(agree(watched, quiet))
    assert (watched.hub.listener.trouble, watched.notices) == (None, [])
    end(stolen)


def test_whatever_goes_wrong_with_a_message_is_for_that_message_alone_and_is_said_once(
    watched: Watched, member: Callable[[str], TellingTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet, rogue = member("a"), member("b")
    quiet.begin()
    hear = watched.hub.collection.hear

    def unlucky(table: str, *said: Any) -> Any:
        if table == rogue.topics.table:
            raise ZeroDivisionError("by what it says")
        return hear(table, *said)

    monkeypatch.setattr(watched.hub.collection, "hear", unlucky)
    rogue.begin()
    rogue.lay("ZO")
    watched.wait(lambda: bool(watched.notices))
    rogue.lay("O")
    quiet.lay("ZOOK")
    watched.wait(agree(watched, quiet))
    told = f"what table {rogue.topics.table} says cannot be kept (ZeroDivisionError: by what it says)"
    assert (watched.hub.listener.trouble, watched.notices) == (None, [told])


def test_of_a_table_whose_account_was_taken_away_nothing_is_left_after_a_restart_of_the_hub(
    tmp_path: Path, watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    other, gone = member("a"), member("b")
    gone.begin()
    gone.lay("ZO")
    watched.wait(lambda: [board["online"] for board in watched.hub.boards()] == [True, True])
    watched.wait(agree(watched, gone))
    eve = client(watched, "eve", watched.hub.give("eve", "home"))
    cleared, news = set[str](), threading.Event()

    def heard(_client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        if not message.payload:
            cleared.add(message.topic)
            news.set()

    eve.on_message = heard
    eve.on_subscribe = lambda *_: news.set()
    shown = {gone.topics.presence, gone.topics.view, gone.topics.health, gone.topics.discovery}
    eve.subscribe([(topic, 1) for topic in shown])
    assert news.wait(PATIENCE_S)
    news.clear()
    watched.hub.revoke(gone.topics.table)
    while not shown <= cleared:
        assert news.wait(PATIENCE_S), cleared
        news.clear()
    end(eve)
    gone.close()
    watched.hub.close()
    again = Watched(tmp_path / "hub", watched.hub.code.port)
    try:
        again.wait(lambda: bool(again.hub.boards()) and again.hub.boards()[0]["online"])
        other.begin()
        again.wait(lambda: "view" in again.hub.boards()[0])
        assert [board["id"] for board in again.hub.boards()] == [other.topics.table]
    finally:
        again.hub.close()


def test_a_table_that_names_many_matches_and_tells_none_keeps_no_other_waiting(
    watched: Watched, member: Callable[[str], TellingTable]
) -> None:
    quiet, rogue = member("a"), member("b")
    quiet.begin()
    rogue.close()
    stolen, asked = client_of(rogue, watched), list[object]()
    stolen.on_message = lambda _client, _data, message: asked.append(message.payload)
    stolen.subscribe(rogue.topics.ask, 1)
    stolen.publish(rogue.topics.presence, b'{"state": "online"}', qos=1).wait_for_publish(PATIENCE_S)
    for number in range(3):
        matches = [{"match": f"{number}-{at}", "digest": "x", "count": 5} for at in range(15_000)]
        stolen.publish(rogue.topics.index, json.dumps({"format": 1, "at": "9", "matches": matches}), qos=1)
    stolen.publish(rogue.topics.presence, b'{"state": "online"}', qos=1).wait_for_publish(PATIENCE_S)
    began_s = time.monotonic()
    quiet.lay("ZOOK")
    watched.wait(agree(watched, quiet))
    rounds = 2 + (time.monotonic() - began_s) / ASK_AGAIN_S
    assert len(asked) <= ASKED_AT_ONCE * rounds
    end(stolen)
