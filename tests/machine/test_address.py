"""The address phones are told: that of the way out, of the hotspot, or what was asked for."""

import os
import shlex
import socket
import subprocess
import sys

import pytest

from companion.machine import address
from tests.programs import PATH, program

APART = ["unshare", "--map-root-user", "--net"]
TWO_NETWORKS = (
    "ip link set lo up; ip link add e1 type veth peer name e0; ip link set e0 up; ip link set e1 up; "
    "ip addr add 192.168.7.5/24 dev e0; ip addr add 192.168.8.8/24 dev e1"
)
NO_IPV4 = "ip addr del 192.168.7.5/24 dev e0; ip addr del 192.168.8.8/24 dev e1"
NOBODY_S, SOMEBODY_S = "ip addr add 169.254.3.3/16 dev e0", "ip addr add 192.168.7.5/24 dev e0"
IPV6 = "ip addr add fd00::5/64 dev e0 nodad"


def in_networks(script: str) -> subprocess.CompletedProcess[str]:
    """A shell's script in networks of its own, after it has ended."""
    words = [*APART, "sh", "-e", "-c", f"{TWO_NETWORKS}; {script}"]
    return subprocess.run(words, env={**os.environ, "PATH": PATH}, capture_output=True, text=True, check=False)


needs_networks = pytest.mark.skipif(
    program("unshare") is None or in_networks("true").returncode != 0, reason="this user can make no networks here"
)


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


NETWORKS = {
    "two": ("0.0.0.0", "true", "192.168.7.5"),
    "two, the first one down": ("0.0.0.0", "ip link set e0 down", "192.168.8.8"),
    "an address nobody gave, and one": ("0.0.0.0", f"{NO_IPV4}; {NOBODY_S}; {SOMEBODY_S}", "192.168.7.5"),
    "an address nobody gave": ("0.0.0.0", f"{NO_IPV4}; {NOBODY_S}", "169.254.3.3"),
    "IPv4 and IPv6": ("::", IPV6, "192.168.7.5"),
    "IPv6": ("::", f"{NO_IPV4}; {IPV6}", "[fd00::5]"),
    "IPv6, where the table does not listen": ("0.0.0.0", f"{NO_IPV4}; {IPV6}", "127.0.0.1"),
    "none": ("::", NO_IPV4, "127.0.0.1"),
}


@needs_networks
@pytest.mark.parametrize(("host", "changed", "told"), NETWORKS.values(), ids=NETWORKS)
def test_a_machine_without_a_way_out_is_told_by_where_its_network_is(host: str, changed: str, told: str) -> None:
    asks = f"from companion.machine.address import reachable; print(reachable({host!r}))"
    done = in_networks(f"{changed}; exec {shlex.quote(sys.executable)} -c {shlex.quote(asks)}")
    assert (done.stdout, done.stderr) == (f"{told}\n", "")
