"""A hub with its real broker, and clients of every kind that come to it."""

from __future__ import annotations

import ssl
import threading
from typing import TYPE_CHECKING, Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.clock import SystemClock
from companion.hub.broker_address import broker_address
from companion.hub.hub import Hub
from tests.hub.brokers import PATIENCE_S, free_port

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.clock import Clock
    from tests.hub.telling_tables import TellingTable


class Watched:
    """A hub, and the means to wait until it knows something."""

    def __init__(self, folder: Path, port: int | None = None, clock: Clock | None = None, **options: Any) -> None:
        self._news = threading.Condition()
        self.notices: list[str] = []
        options = {"changed": self._changed, "notice": self._noticed, **options}
        self.hub = Hub(folder, "127.0.0.1", port or free_port(), clock or SystemClock(), **options)

    def _changed(self, _table: str) -> None:
        with self._news:
            self._news.notify_all()

    def _noticed(self, said: str) -> None:
        with self._news:
            self.notices.append(said)
            self._news.notify_all()

    def wait(self, is_so: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(is_so, PATIENCE_S), self.hub.boards()


def agree(watched: Watched, table: TellingTable) -> Callable[[], bool]:
    return lambda: watched.hub.collection.events(table.topics.table) == table.journal()


def client_of(table: TellingTable, watched: Watched) -> mqtt.Client:
    """Somebody who has a table's account."""
    kept = (table.data / "hub.toml").read_text()
    broker = broker_address(kept.split('"')[1], table.data / "hub-authority.pem", is_pinned=True)
    return client(watched, broker.username or "", broker.password or "")


def client(watched: Watched, name: str, password: str) -> mqtt.Client:
    made = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
    made.username_pw_set(name, password)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    made.tls_set_context(context)
    ready, refused = threading.Event(), []

    def connected(_client: object, _data: object, _flags: object, reason: Any, _properties: object) -> None:
        refused.append(reason.is_failure)
        ready.set()

    made.on_connect = connected
    made.connect("127.0.0.1", watched.hub.code.port)
    made.loop_start()
    assert ready.wait(PATIENCE_S)
    made.user_data_set(refused[0])
    return made


def end(one: mqtt.Client) -> None:
    one.disconnect()
    one.loop_stop()
