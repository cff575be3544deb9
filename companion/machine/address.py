"""At which address others reach this machine: on the network it is on, or on the one it makes itself."""

from __future__ import annotations

import fcntl
import socket
import struct

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"0.0.0.0", "::"})
SIOCGIFADDR = 0x8915  # netdevice(7): the address of an interface


def reachable(host: str) -> str:
    """The address to tell others for a table that listens on `host`, ready for a URL.

    One that listens everywhere is told by the address of the way out of this machine; where there is none, as in a
    hotspot of one's own, by the first address of an interface that is not the loopback.
    """
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks the kernel which way out it would take
        except OSError:
            return next((own for own in own_addresses() if own != LOOPBACK), LOOPBACK)
        return str(probe.getsockname()[0])


def own_addresses() -> list[str]:
    """The IPv4 address of each interface that has one, in the kernel's order."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe, SIOCGIFADDR, request)
            except OSError:
                continue  # an interface without an address
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
