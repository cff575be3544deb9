"""The address phones are told: that of the way out, of the hotspot, or what was asked for."""

import socket

import pytest

from companion.machine import address


@pytest.mark.parametrize(
    ("host", "told"), [("127.0.0.1", "127.0.0.1"), ("192.168.1.7", "192.168.1.7"), ("fd00::7", "[fd00::7]")]
)
def test_an_address_that_was_asked_for_is_told_as_it_is(host: str, told: str) -> None:
    assert address.reachable(host) == told


def test_this_machine_knows_its_own_addresses() -> None:
    assert address.LOOPBACK in address.own_addresses()


@pytest.mark.parametrize(
    ("own", "told"), [(["127.0.0.1", "10.42.0.1"], "10.42.0.1"), (["127.0.0.1"], "127.0.0.1"), ([], "127.0.0.1")]
)
def test_without_a_way_out_the_table_s_own_network_is_told(
    monkeypatch: pytest.MonkeyPatch, own: list[str], told: str
) -> None:
    class NoWayOut(socket.socket):
        def connect(self, where: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("companion.machine.address.socket.socket", NoWayOut)
    monkeypatch.setattr(address, "own_addresses", lambda: own)
    assert address.reachable("0.0.0.0") == told
