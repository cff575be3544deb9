"""What answers phones in the table's own Wi-Fi that ask whether it leads to the internet; a program of its own.

A phone that joins a Wi-Fi fetches a page of its maker. Where another answer comes than the one it knows, it opens a
sheet with what it got instead (RFC 8910 calls that interception); where none comes, it leaves the Wi-Fi, or asks
again every half minute and drops connections meanwhile. So the first time a phone is sent to the table's page, which
it shows in its sheet without anybody typing; from then on it gets the answer it knows, and stays. The names of those
pages, and no others, lead here in the table's Wi-Fi (`dnsmasq`). A certificate for an API after RFC 8908 nobody would
trust offline.

It imports nothing but the standard library, for it runs without the table's environment: as another user, on a socket
that systemd hands to it, in a network of its own with nothing in it (`systemd/tableside-portal.service`).

    portal.py                    answers on the socket from systemd (or `--listen ADDRESS:PORT`)
    portal.py --dnsmasq ADDRESS  prints what NetworkManager's dnsmasq is to be told
"""

from __future__ import annotations

import argparse
import io
import ipaddress
import os
import socket
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FIRST_PASSED = 3  # sd_listen_fds(3): the first file that systemd passes
TABLE_PORT = 8080
COME_IN = "/come-in"  # here a phone's browser is let in, on the way to the table's page
WELCOMES_S = 120  # so long a phone is sent there; one that shows no sheet must not leave for it
REMEMBERED_S = 12 * 3600  # a night
MOST_PHONES = 512
MOST_AT_ONCE = 32  # connections
MOST_OF_ONE_PHONE = 4  # of these
PATIENCE_S = 5  # with a whole request, however it comes
LONGEST_PATH = 512  # characters; probes have fifty


class MakersAnswer(NamedTuple):
    """The answer that a maker's devices know."""

    body: str = ""
    status: int = 200
    content_type: str = "text/plain"
    headers: tuple[tuple[str, str], ...] = ()


SUCCESS = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
APPLE = MakersAnswer(SUCCESS, content_type="text/html")
NOTHING = MakersAnswer(status=204)
FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
ONLINE = MakersAnswer("NetworkManager is online\n", headers=(("X-NetworkManager-Status", "online"),))

PROBES: Mapping[str, Mapping[str, MakersAnswer]] = {
    "captive.apple.com": {"/": APPLE, "/hotspot-detect.html": APPLE},
    "connectivitycheck.gstatic.com": {"/generate_204": NOTHING},
    "connectivitycheck.android.com": {"/generate_204": NOTHING},
    "clients3.google.com": {"/generate_204": NOTHING},
    "play.googleapis.com": {"/generate_204": NOTHING},
    "www.msftconnecttest.com": {"/connecttest.txt": MakersAnswer("Microsoft Connect Test")},
    "www.msftncsi.com": {"/ncsi.txt": MakersAnswer("Microsoft NCSI")},
    "nmcheck.gnome.org": {"/check_network_status.txt": ONLINE},
    "network-test.debian.org": {"/nm": ONLINE},
    "connectivity-check.ubuntu.com": {"/": NOTHING},
    "networkcheck.kde.org": {"/": MakersAnswer("OK\n")},
    "detectportal.firefox.com": {
        "/success.txt": MakersAnswer("success\n"),
        "/canonical.html": MakersAnswer(FIREFOX, content_type="text/html"),
    },
}
# A name that Windows looks up, and what it must find.
WINDOWS_ASKS = (("dns.msftncsi.com", "131.107.255.255"), ("dns.msftncsi.com", "fd3e:4f5a:5b81::1"))

# What asks by itself: it is sent to the table's page, and only the browser that then opens is let in.
PROBERS = ("captivenetworksupport", "dalvik", "microsoft ncsi", "networkmanager", "connman")


class PortalAnswer(NamedTuple):
    """Status, headers and body of an answer."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


@dataclass(slots=True)
class Seen:
    """A phone, by address: when it first asked, and until when it is let in."""

    since_s: float
    let_in_until_s: float = 0.0


class Portal:
    """Decides for each request. `now_s` is any steadily growing clock in seconds."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.now_s = now_s
        self._seen: dict[str, Seen] = {}  # by address, the latest newcomer last
        self._one_at_a_time = threading.Lock()

    def answer(self, own: str, phone: str, host: str, path: str, agent: str) -> PortalAnswer:
        """What a phone gets that asks `host` for `path`; `own` is the address it reached us at."""
        known = PROBES.get(host.partition(":")[0].lower().rstrip("."), {}).get(path.partition("?")[0])
        table = f"http://{own}:{TABLE_PORT}/play"
        if known is not None:
            return _as_known(known) if self._is_in(phone) else _elsewhere(f"http://{own}{COME_IN}")
        if path == COME_IN and not any(prober in agent.lower() for prober in PROBERS):
            self._let_in(phone)
        return _elsewhere(table)

    def _is_in(self, phone: str) -> bool:
        with self._one_at_a_time:
            seen, now_s = self._of(phone), self.now_s()
            return now_s < seen.let_in_until_s or now_s - seen.since_s >= WELCOMES_S

    def _let_in(self, phone: str) -> None:
        with self._one_at_a_time:
            self._of(phone).let_in_until_s = self.now_s() + REMEMBERED_S

    def _of(self, phone: str) -> Seen:
        """What is known of a phone; after a night it is a new one."""
        now_s, seen = self.now_s(), self._seen.get(phone)
        if seen is None or now_s - seen.since_s >= REMEMBERED_S:
            self._seen.pop(phone, None)
            seen = self._seen[phone] = Seen(now_s)
            if len(self._seen) > MOST_PHONES:
                del self._seen[next(iter(self._seen))]
        return seen


def _as_known(known: MakersAnswer) -> PortalAnswer:
    body = known.body.encode()
    kind = (("Content-Type", known.content_type),) if body else ()
    return PortalAnswer(known.status, (*kind, *known.headers), body)


def _elsewhere(where: str) -> PortalAnswer:
    return PortalAnswer(302, (("Location", where),))


def dnsmasq(address: str) -> str:
    """The names that lead here in the table's Wi-Fi, as lines for dnsmasq. Raises ValueError for what is no IPv4
    address."""
    own = ipaddress.IPv4Address(address)
    names = [*((name, str(own)) for name in PROBES), *WINDOWS_ASKS]
    head = "# Made by `make hotspot`: where phones ask whether they are online, and what answers them."
    only_here = [f"local=/{name}/" for name in PROBES]  # with no network, a question for IPv6 is answered, not refused
    return "\n".join([head, *(f"address=/{name}/{to}" for name, to in names), *only_here]) + "\n"


# ——— the server ———


class InTime(io.RawIOBase):
    """What a phone sends, so long as it is sent within `PATIENCE_S` from now by `now_s`, a clock in seconds; later on
    reading raises TimeoutError."""

    def __init__(self, connection: socket.socket, now_s: Callable[[], float]) -> None:
        self._connection = connection
        self._now_s = now_s
        self._until_s = now_s() + PATIENCE_S

    def readable(self) -> bool:
        """See RawIOBase."""
        return True

    def readinto(self, buffer: Any) -> int:
        """See RawIOBase."""
        left_s = self._until_s - self._now_s()
        if left_s <= 0:
            raise TimeoutError
        self._connection.settimeout(left_s)
        return self._connection.recv_into(buffer)


class PhoneRequest(BaseHTTPRequestHandler):
    """One request of a phone."""

    protocol_version = "HTTP/1.0"  # a connection for each answer: nobody holds one
    server: PortalServer

    def setup(self) -> None:
        """See StreamRequestHandler, whose `timeout` would begin anew with each byte."""
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(InTime(self.connection, self.server.portal.now_s))

    def do_GET(self) -> None:
        """See BaseHTTPRequestHandler."""
        self._reply(with_body=True)

    def do_HEAD(self) -> None:
        """See BaseHTTPRequestHandler."""
        self._reply(with_body=False)

    def _reply(self, *, with_body: bool) -> None:
        if len(self.path) > LONGEST_PATH:
            self.send_error(414)
            return
        own, phone = str(self.connection.getsockname()[0]), str(self.client_address[0])
        host, agent = self.headers.get("Host", ""), self.headers.get("User-Agent", "")
        status, headers, body = self.server.portal.answer(own, phone, host, self.path, agent)
        self.send_response_only(status)
        for name, value in (*headers, ("Cache-Control", "no-store"), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as its base class calls it
        """Nobody reads which phone asked for what."""


class PhoneLines:
    """The connections that are answered now, counted by phone: `MOST_AT_ONCE`, and `MOST_OF_ONE_PHONE` of each."""

    def __init__(self) -> None:
        self._busy: Counter[str] = Counter()
        self._one_at_a_time = threading.Lock()

    def take(self, phone: str) -> bool:
        """Whether the phone gets one more; `leave` gives it back."""
        with self._one_at_a_time:
            is_free = self._busy.total() < MOST_AT_ONCE and self._busy[phone] < MOST_OF_ONE_PHONE
            self._busy += Counter([phone] if is_free else [])
            return is_free

    def leave(self, phone: str) -> None:
        """See `take`."""
        with self._one_at_a_time:
            self._busy -= Counter([phone])


class PortalServer(ThreadingHTTPServer):
    """Answers on a socket that listens already, so many at once."""

    daemon_threads = True

    def __init__(self, listening: socket.socket, portal: Portal) -> None:
        # TCPServer's own beginning would make a socket, which the service may not (RestrictAddressFamilies=none).
        BaseServer.__init__(self, listening.getsockname()[:2], PhoneRequest)
        self.socket = listening
        self.server_name, self.server_port = listening.getsockname()[:2]
        self.portal = portal
        self._lines = PhoneLines()

    def process_request(self, request: Any, client_address: Any) -> None:
        """See ThreadingMixIn; who comes when all are busy, or has enough, is sent away."""
        phone = str(client_address[0])
        if not self._lines.take(phone):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # there is no thread to be had; BaseServer hangs up
            self._lines.leave(phone)
            raise

    def finish_request(self, request: Any, client_address: Any) -> None:
        """See BaseServer; the line is free before the phone hears that this one is closed."""
        try:
            super().finish_request(request, client_address)
        finally:
            self._lines.leave(str(client_address[0]))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A phone that hangs up in the middle is no news."""


def _listening(address: str | None) -> socket.socket:
    """The socket that systemd has passed, or one of our own."""
    if address is None:
        if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
            raise SystemExit("portal: systemd passes the socket to answer on; by hand say --listen ADDRESS:PORT")
        return socket.socket(fileno=FIRST_PASSED)
    host, _, port = address.rpartition(":")
    return socket.create_server((host, int(port)))


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line of this program."""
    parser = argparse.ArgumentParser(prog="portal")
    parser.add_argument("--listen", metavar="ADDRESS:PORT")
    parser.add_argument("--dnsmasq", metavar="ADDRESS")
    chosen = parser.parse_args(arguments)
    if chosen.dnsmasq is not None:
        sys.stdout.write(dnsmasq(chosen.dnsmasq))
        return
    with PortalServer(_listening(chosen.listen), Portal(time.monotonic)) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
