"""A real Mosquitto for the tests, and an ear that hears what goes over it."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from contextlib import suppress
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Self

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.programs import program

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MOSQUITTO = program("mosquitto")
needs_broker = pytest.mark.skipif(
    MOSQUITTO is None or program("openssl") is None, reason="there is no mosquitto or no openssl on this machine"
)
PATIENCE_S = 20  # on a busy machine; a healthy one needs a fraction of a second


# Below those that the kernel gives to whoever connects somewhere (net.ipv4.ip_local_port_range): one of these is taken
# by another test's browser before the broker has it.
PORTS = range(10_000, 32_768)


def free_port() -> int:
    while True:
        port = SystemRandom().choice(PORTS)  # every process of the tests another one
        with suppress(OSError), socket.create_server(("", port)):
            return port


class Broker:
    """Mosquitto with the configuration given, on a port of this machine; use as a context manager."""

    def __init__(self, folder: Path, *lines: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self._config = folder / f"mosquitto-{self.port}.conf"
        self._config.write_text("\n".join([f"listener {self.port} 127.0.0.1", *lines, ""]))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        assert MOSQUITTO is not None
        process = subprocess.Popen([MOSQUITTO, "-c", str(self._config)], stderr=subprocess.PIPE)
        self._process = process
        assert process.stderr is not None
        said = b""
        for line in process.stderr:
            said += line
            if b"running" in line:
                break
        else:
            raise AssertionError(said.decode())
        self._drain = threading.Thread(target=process.stderr.read, daemon=True)
        self._drain.start()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._drain.join()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Ear:
    """Hears everything under a topic, from when it was made on; waits for what is to come."""

    def __init__(self, port: int, topic: str = "#", *, name: str = "", password: str = "") -> None:
        self._news = threading.Condition()
        self.heard: list[tuple[str, Any, bool]] = []  # topic, JSON, whether it lay there already
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
        if name:
            self.client.username_pw_set(name, password)
        self.client.on_message = self._on_message
        ready = threading.Event()
        self.client.on_subscribe = lambda *_: ready.set()
        self.client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert ready.wait(PATIENCE_S)

    def say(self, topic: str, message: Mapping[str, Any] | bytes) -> None:
        payload = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.client.publish(topic, payload, qos=1).wait_for_publish(PATIENCE_S)

    def wait(self, is_there: Callable[[list[tuple[str, Any, bool]]], bool]) -> list[tuple[str, Any, bool]]:
        """All that was heard, once that `is_there`."""
        with self._news:
            done = self._news.wait_for(lambda: is_there(self.heard), PATIENCE_S)
        assert done, self.heard
        return list(self.heard)

    def said(self, topic: str) -> list[Any]:
        """What was heard on one topic so far."""
        with self._news:
            return [message for on, message, _ in self.heard if on == topic]

    def wait_for(self, topic: str, is_it: Callable[[Any], bool] = lambda _: True) -> Any:
        """The newest message on a topic that `is_it`."""
        heard = self.wait(lambda heard: any(on == topic and is_it(message) for on, message, _ in heard))
        return [message for on, message, _ in heard if on == topic and is_it(message)][-1]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def _on_message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        try:
            said = json.loads(message.payload) if message.payload else None
        except (ValueError, RecursionError):
            said = message.payload
        with self._news:
            self.heard.append((message.topic, said, message.retain))
            self._news.notify_all()
