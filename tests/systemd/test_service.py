"""The service's own command, with this test in the place of systemd: it listens, watches and stops it."""

import os
import re
import shlex
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "tableside.service"
PATIENCE_S = 60  # only a failure waits so long


def command(data):
    """ExecStart of the unit, of this environment, on a free port and with the drawn table as its camera."""
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
    words = [word for word in shlex.split(line) if word != "$TABLESIDE_OPTIONS"]
    words[words.index("--port") + 1] = "0"
    words[words.index("--data") + 1] = str(data)
    return [sys.executable, "-m", "companion.cli", *words[1:], "--camera", "drawn"]


class Systemd:
    """The listening end of NOTIFY_SOCKET."""

    def __init__(self, folder):
        self.address = str(folder / "notify")
        self.channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.channel.bind(self.address)
        self.channel.settimeout(1)
        self.process = None

    def wait_for(self, field):
        """The first message from now on that has the field, as name → value."""
        for _ in range(PATIENCE_S):
            with suppress(TimeoutError):
                message = dict(line.split("=", 1) for line in self.channel.recv(4096).decode().splitlines())
                if field in message:
                    return message
            assert self.process.poll() is None, f"the table ended instead of saying {field}"
        raise AssertionError(f"the table did not say {field} within {PATIENCE_S} s")

    @contextmanager
    def service(self, data):
        environment = {**os.environ, "NOTIFY_SOCKET": self.address, "WATCHDOG_USEC": "15000000"}
        environment.pop("WATCHDOG_PID", None)
        with subprocess.Popen(command(data), env=environment, cwd=data.parent, stdout=subprocess.DEVNULL) as process:
            self.process = process
            try:
                yield process
            finally:
                process.kill()


@pytest.fixture
def systemd(tmp_path):
    listening = Systemd(tmp_path)
    with listening.channel:
        yield listening


def test_ready_alive_and_stopped(systemd, tmp_path):
    with systemd.service(tmp_path / "data") as process:
        ready = systemd.wait_for("READY")
        port = int(re.search(r":(\d+)", ready["STATUS"].removeprefix("http://"))[1])
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as page:  # it answers at once
            assert b"<html" in page.read().lower()
        for _ in range(3):
            assert systemd.wait_for("WATCHDOG") == {"WATCHDOG": "1"}
        process.terminate()
        assert systemd.wait_for("STOPPING") == {"STOPPING": "1"}
        assert process.wait(PATIENCE_S) == 0


def test_restart_after_being_killed(systemd, tmp_path):
    """Nothing a killed table leaves behind keeps the next one from starting."""
    for _ in range(2):
        with systemd.service(tmp_path / "data") as process:
            systemd.wait_for("READY")
            process.kill()
            assert process.wait(PATIENCE_S) == -9
