"""The datagrams systemd would read, from a real socket."""

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.machine import notify


@pytest.fixture(params=["a path", "an abstract name"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The listening end, as systemd holds it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        if request.param == "a path":
            address = str(tmp_path / "notify")
            channel.bind(address)
        else:
            address = f"@tableside-test-{os.getpid()}"
            channel.bind("\0" + address[1:])
        channel.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        yield channel


def test_each_call_is_one_datagram(systemd: socket.socket) -> None:
    assert notify.ready("no match")
    assert notify.status("Disorder!, round 2")
    assert notify.alive()
    assert notify.stopping()
    received = [systemd.recv(200).decode() for _ in range(4)]
    assert received == ["READY=1\nSTATUS=no match", "STATUS=Disorder!, round 2", "WATCHDOG=1", "STOPPING=1"]


def test_nobody_listens_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify.ready("no match")


def test_that_a_named_socket_is_not_there_is_said_once_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notify, "_unsaid", threading.Lock())
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not notify.alive()
    assert not notify.alive()
    (said,) = caplog.messages
    assert f"{tmp_path / 'gone'}: No such file or directory" in said


def test_that_nobody_listens_any_more_ends_nothing(systemd: socket.socket) -> None:
    assert notify.alive()
    systemd.close()
    assert not notify.alive()
    assert not notify.stopping()


@pytest.mark.usefixtures("systemd")
def test_a_value_cannot_smuggle_in_a_field() -> None:
    with pytest.raises(ValueError, match="line break"):
        notify.status("fine\nERRNO=5")


def test_a_listener_that_reads_nothing_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "deaf"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "deaf"))
        monkeypatch.setattr(notify, "LONGEST_S", 0.01)
        notify._channel.cache_clear()
        given_up = any(not notify.send(STATUS="x" * 1000) for _ in range(5000))
        notify._channel.cache_clear()
    assert given_up
