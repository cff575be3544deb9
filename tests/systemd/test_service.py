"""The service's own command, with this test in the place of systemd: it listens, watches and stops it."""

import json
import os
import re
import resource
import shlex
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "tableside.service"
Connect = Callable[..., socket.socket]
PATIENCE_S = 60  # only a failure waits so long


def command(data: Path) -> list[str]:
    """ExecStart of the unit, of this environment, on a free port and with the drawn table as its camera."""
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
    words = [word for word in shlex.split(line) if word != "$TABLESIDE_OPTIONS"]
    words[words.index("--port") + 1] = "0"
    words[words.index("--data") + 1] = str(data)
    return [sys.executable, "-m", "companion.cli", *words[1:], "--camera", "drawn"]


class Systemd:
    """The listening end of NOTIFY_SOCKET."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self.channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.channel.bind(self.address)
        self.channel.settimeout(1)
        self.process: subprocess.Popen[bytes] | None = None

    def wait_for(self, field: str) -> dict[str, str]:
        """The first message from now on that has the field, as name → value."""
        for _ in range(PATIENCE_S):
            with suppress(TimeoutError):
                message = dict(line.split("=", 1) for line in self.channel.recv(4096).decode().splitlines())
                if field in message:
                    return message
            assert self.process is not None
            assert self.process.poll() is None, f"the table ended instead of saying {field}"
        raise AssertionError(f"the table did not say {field} within {PATIENCE_S} s")

    @contextmanager
    def service(self, data: Path, *options: str, **popen: Any) -> Iterator[subprocess.Popen[Any]]:
        environment = {**os.environ, "NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": "15000000"}
        environment.pop("WATCHDOG_PID", None)
        words = [*command(data), *options]
        with subprocess.Popen(words, env=environment, cwd=data.parent, stdout=subprocess.DEVNULL, **popen) as process:
            self.process = process
            try:
                yield process
            finally:
                process.kill()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    listening = Systemd(tmp_path)
    with listening.channel:
        yield listening


def test_ready_alive_and_stopped(systemd: Systemd, tmp_path: Path) -> None:
    with systemd.service(tmp_path / "data") as process:
        ready = systemd.wait_for("READY")
        port = port_of(ready)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as page:  # it answers at once
            assert b"<html" in page.read().lower()
        for _ in range(3):
            assert systemd.wait_for("WATCHDOG") == {"WATCHDOG": "1"}
        process.terminate()
        assert systemd.wait_for("STOPPING") == {"STOPPING": "1"}
        assert process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("gone", ["before it starts", "while it runs"])
def test_a_table_that_systemd_does_not_hear_goes_on(systemd: Systemd, tmp_path: Path, gone: str) -> None:
    socket_file = Path(systemd.address)
    if gone == "before it starts":
        socket_file.unlink()
    with systemd.service(tmp_path / "data", stderr=subprocess.PIPE) as process:
        if gone == "while it runs":
            systemd.wait_for("READY")
            socket_file.unlink()
        assert process.stderr is not None
        assert b"systemd is not told how the table is" in process.stderr.readline()
        process.terminate()
        assert process.wait(PATIENCE_S) == 0
        assert b"systemd" not in process.stderr.read()


def test_restart_after_being_killed(systemd: Systemd, tmp_path: Path) -> None:
    """Nothing a killed table leaves behind keeps the next one from starting."""
    for _ in range(2):
        with systemd.service(tmp_path / "data") as process:
            systemd.wait_for("READY")
            process.kill()
            assert process.wait(PATIENCE_S) == -9


def port_of(ready: dict[str, str]) -> int:
    port = re.search(r":(\d+)", ready["STATUS"].removeprefix("http://"))
    assert port is not None, ready
    return int(port[1])


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Connects to a port of this machine and sends something."""
    with ExitStack() as connections:

        def connected(port: int, *sent: bytes) -> socket.socket:
            connection = connections.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_S))
            connection.sendall(b"\r\n".join(sent))
            return connection

        yield connected


HOST = b"Host: 127.0.0.1"
END_S = 5


def test_it_ends_soon_whatever_is_under_way(systemd: Systemd, tmp_path: Path, connect: Connect) -> None:
    cards = [{"event": "place", "player": player, "card": "Z"} for player in ("Ann", "Bob")]
    lexicon = {"lexicon": {"words": ["zoo"]}}
    document = {"game": "disorder", "players": ["Ann", "Bob"], "options": lexicon, "events": cards * 20_000}
    body = json.dumps(document).encode()
    judge = (b"POST /api/judge HTTP/1.1", HOST, b"Content-Type: application/json", b"Content-Length: %d" % len(body))
    with systemd.service(tmp_path / "data") as process:
        port = port_of(systemd.wait_for("READY"))
        for _ in range(3):
            assert (
                connect(port, judge[0], *judge[1:], b"Expect: 100-continue\r\n\r\n")
                .recv(99)
                .startswith(b"HTTP/1.1 100")
            )
        judged = [connect(port, *judge, b"\r\n") for _ in range(41)]
        for connection in judged:
            with suppress(ConnectionError):  # refused before it is read, like most of them
                connection.sendall(body)
        for half in (b"", b"GET / HT", b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
            connect(port, half)
        process.terminate()
        assert process.wait(END_S) == 0


STUCK = """
import hardware.board

def load_board(path):
    return open({pipe!r}).read()

hardware.board.load_board = load_board
"""


def test_it_ends_soon_though_something_does_not_come_back(
    systemd: Systemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # reading it never ends
    (tmp_path / "sitecustomize.py").write_text(STUCK.format(pipe=str(pipe)))
    places = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(places))
    with systemd.service(tmp_path / "data", stderr=subprocess.PIPE, text=True) as process:
        with pipe.open("w"):
            process.terminate()
            assert process.wait(END_S) == 1
        assert process.stderr is not None
        assert "load_board" in process.stderr.read()  # what it was doing


def test_nobody_fills_the_log_nor_uses_all_files_up(systemd: Systemd, tmp_path: Path, connect: Connect) -> None:
    log = tmp_path / "log"
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (160, 160))
    with log.open("w") as errors, systemd.service(tmp_path / "data", stderr=errors, preexec_fn=few) as process:
        port = port_of(systemd.wait_for("READY"))
        for nonsense in (b"nonsense", b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket"):
            for _ in range(200):
                with connect(port, nonsense, b"\r\n") as connection:
                    assert connection.recv(99).startswith(b"HTTP/1.1 ")
        crowd = [connect(port) for _ in range(200)]  # more than there are files, fewer than may wait besides
        for connection in crowd:
            connection.close()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as page:
            assert b"<html" in page.read().lower()
        process.terminate()
        assert process.wait(END_S) == 0
    said = log.read_text()
    assert "Invalid HTTP request" in said
    assert "Too many open files" in said
    assert len(said) < 100_000
