"""At which address others reach this machine: on the network it is on, or on the one it makes itself."""

from __future__ import annotations

import array
import fcntl
import ipaddress
import socket
import struct
from pathlib import Path

LOOPBACK = "127.0.0.1"
LARGEST_PORT = 65535
EVERYWHERE = frozenset({"0.0.0.0", "::"})
SIOCGIFCONF, SIOCGIFFLAGS, IFF_UP = 0x8912, 0x8913, 1  # netdevice(7): all IPv4 addresses; whether an interface is up
MOST_ADDRESSES = 64
ADDRESS_BYTES = struct.calcsize("16sLLHBBB0L")  # struct ifreq: a name, and as much as the largest of what may follow
IPV6_ADDRESSES = Path("/proc/net/if_inet6")  # of interfaces that are up


def reachable(host: str) -> str:
    """The address to tell others for a table that listens on `host`, ready for a URL.

    One that listens everywhere is told by the address of the way out of this machine; where there is none, as in a
    hotspot of one's own, by the first address of an interface that is not the loopback. One of IPv6 is told only where
    there is no other, to whoever listens there.
    """
    if host not in EVERYWHERE:
        return _in_url(host)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks the kernel which way out it would take
        except OSError:
            own = [*own_addresses(), *(own_ipv6_addresses() if host == "::" else ())]
            return next((_in_url(each) for each in own if each != LOOPBACK), LOOPBACK)
        return str(probe.getsockname()[0])


def own_addresses() -> list[str]:
    """The IPv4 addresses of the interfaces that are up, in the kernel's order; last those that a machine gives itself
    where nobody gives it one."""
    found = []
    room = array.array("B", bytes(MOST_ADDRESSES * ADDRESS_BYTES))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        answer = fcntl.ioctl(probe, SIOCGIFCONF, struct.pack("iP", len(room), room.buffer_info()[0]))
        (filled,) = struct.unpack_from("i", answer)
        for at in range(0, filled, ADDRESS_BYTES):
            record = room[at : at + ADDRESS_BYTES].tobytes()
            try:
                (flags,) = struct.unpack_from("16xH", fcntl.ioctl(probe, SIOCGIFFLAGS, record))
            except OSError:
                continue  # an interface that has just gone
            if flags & IFF_UP:
                found.append(socket.inet_ntoa(record[20:24]))
    return sorted(found, key=lambda address: ipaddress.ip_address(address).is_link_local)


def own_ipv6_addresses() -> list[str]:
    """The IPv6 addresses of interfaces that are up and that others can write: neither the loopback nor link-local."""
    try:
        lines = IPV6_ADDRESSES.read_text(encoding="ascii").splitlines()
    except OSError:  # a machine without IPv6
        return []
    found = [ipaddress.IPv6Address(bytes.fromhex(line.split()[0])) for line in lines]
    return [str(address) for address in found if not address.is_loopback and not address.is_link_local]


def _in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address
