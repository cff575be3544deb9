"""Which name a request was made to and from where, read strictly. Pure; what is not clearly ours is nobody's.

Starlette fills in the server's own address where a Host header says nothing usable, which here would make a browser
that asked for anything a browser at the table. So the header is read here and nowhere else.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.machine.address import LARGEST_PORT
from companion.sentences import told
from companion.web.requests import Refused

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LOCAL_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
OF_NO_ONE = frozenset({"local", "localhost", "internal", "lan", "home", "arpa"})  # endings that nobody can register
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # what a proxy adds
# RFC 3986, 3.2: a name or an address in brackets, and a port; no user, no percent signs.
AUTHORITY = re.compile(
    r"(?:\[(?P<six>[0-9A-Fa-f:.]{2,45})\]|(?P<name>[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}))(?::(?P<port>[0-9]{1,5}))?"
)
ORIGIN = re.compile(r"https?://(?P<authority>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Authority:
    """A host, in lower case and without brackets, and its port if one is said."""

    host: str
    port: int | None

    @classmethod
    def parsed(cls, text: str) -> Authority | None:
        """The authority that `text` is as a whole, None when it is none."""
        parts = AUTHORITY.fullmatch(text)
        if parts is None:
            return None
        port = None if parts["port"] is None else int(parts["port"])
        if port is not None and not 0 < port <= LARGEST_PORT:
            return None
        if parts["six"] is None:
            return cls(parts["name"].lower(), port)
        six = address_of(parts["six"])
        return cls(str(six), port) if isinstance(six, ipaddress.IPv6Address) else None


def asked_for(request: HTTPConnection) -> Authority:
    """What the one Host header of a request names. Raises Refused 400 when there is none, several, or a strange one."""
    headers = request.headers.getlist("host")
    authority = Authority.parsed(headers[0]) if len(headers) == 1 else None
    if authority is None:
        raise Refused(400, told("the request must name in one Host header the host and port it was made to"))
    return authority


def is_same_origin(request: HTTPConnection) -> bool:
    """Whether a request comes from a page of the host and port it was made to. One that says nothing of its origin is
    no browser's and counts as such. Raises Refused 400 as `asked_for`."""
    origins = request.headers.getlist("origin")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if not origins:
        return site == "same-origin"
    origin = ORIGIN.fullmatch(origins[0]) if len(origins) == 1 else None
    return site == "same-origin" and origin is not None and Authority.parsed(origin["authority"]) == asked_for(request)


def is_by_public_name(request: HTTPConnection) -> bool:
    """Whether it was asked for by a name that anybody can have in the DNS: a proxy's, or that of a foreign page whose
    name was made to point here. Raises Refused 400 as `asked_for`."""
    host = asked_for(request).host
    return address_of(host) is None and "." in host and host.rpartition(".")[2] not in OF_NO_ONE


def is_from_here(request: HTTPConnection) -> bool:
    """Whether this is a browser on the table's own machine, which asked for it by a name that is surely ours.

    The name is looked at too: a foreign page whose name was made to point here must not count; nor must what a proxy
    on this machine hands on. Raises Refused 400 as `asked_for`.
    """
    client = address_of(request.client.host) if request.client else None
    server = address_of(request.scope["server"][0]) if request.scope.get("server") else None
    if client is None or any(name in request.headers for name in FORWARDED):
        return False
    host = asked_for(request).host
    if client.is_loopback:
        return host in LOCAL_NAMES
    return client == server and host == str(server)  # asked by the address that the network knows the machine by


def is_own_machine(address: str) -> bool:
    """Whether that is an address only the table's own machine has: the kiosk's."""
    own = address_of(address)
    return own is not None and own.is_loopback


def address_of(text: str) -> Address | None:
    """An address of either kind, None for what is none. An IPv4 address in IPv6 clothes is the IPv4 address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
