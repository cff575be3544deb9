"""`tableside hub` and `tableside join` as somebody types them."""

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from companion.cli import main
from tests.hub.brokers import free_port, needs_broker

pytestmark = needs_broker


def test_a_hub_starts_says_its_code_lets_a_table_join_and_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "companion.cli", "hub", "--data", str(tmp_path / "h"), "--port", "0"]
    command += ["--name", "127.0.0.1", "--broker-port", str(free_port())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as hub:
        assert hub.stdout is not None
        address = hub.stdout.readline().split(" at ")[1].split()[0]
        code = hub.stdout.readline().split()[-1]
        assert main(["join", code, "--data", str(tmp_path / "t")]) == 0
        table = capsys.readouterr().out.split()[3]
        assert httpx.get(f"{address}/api/hub/code").json() == {"code": code}
        assert httpx.get(f"{address}/api/hub/accounts").json()["table"] == [table]
        assert main(["join", code, "--data", str(tmp_path / "t")]) == 2
        origin = {"Origin": address}
        revoked = httpx.post(f"{address}/api/hub/revoke", json={"name": table}, headers=origin)
        assert revoked.json() == {"table": [], "home": [], "spectator": []}
        hub.send_signal(signal.SIGTERM)
        assert hub.wait(20) == 0


def test_a_delay_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "--delay", "-1", "--data", str(tmp_path)]) == 2
    assert "delay" in capsys.readouterr().err


def test_a_port_that_is_none_is_refused_before_the_broker_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hub", "--broker-port", "99999", "--data", str(tmp_path)]) == 2
    assert "the broker's port must be from 1 to 65535, not 99999" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["hub", "run"])
def test_a_port_that_is_none_is_refused(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--port", "-1", "--data", str(tmp_path)]) == 2
    assert "port -1 is none: a port is a number from 0 to 65535" in capsys.readouterr().err
