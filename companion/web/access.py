"""Who may do what: the host by PIN, a phone for its own seat, everybody else may look.

Tokens are signed with the table's key, so they outlive a restart of the server without being stored. A table whose
hardware is simulated and that listens on this machine only is somebody's laptop: there the browser on the same
machine is the host without a PIN.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from companion.sentences import told
from companion.web import keys, origins
from companion.web.requests import Refused
from companion.web.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection

    from companion.clock import Clock
    from companion.web.seats import Seats

HOST_COOKIE = "tableside-host"
HOST_STAYS_S = 12 * 3600  # a night
LONGEST_NAME = 24  # characters: what fits a phone and the OLED
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class WrongPins:
    """Slows guessing down: after a few wrong PINs each further one doubles the wait, per client and for all together.

    `now_s` is any steadily growing clock in seconds.
    """

    FREE_PER_CLIENT = 3
    FREE_FOR_ALL = 20
    LONGEST_WAIT_S = 300.0
    MOST_CLIENTS = 1000

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._wrong: dict[str, tuple[int, float]] = {}

    def wait_s(self, client: str) -> float:
        """How many seconds this client must still wait before it may try again; 0 when it may."""
        latest = max((self._wrong[name][1] for name in (client, "*") if name in self._wrong), default=0.0)
        return max(0.0, latest - self._now_s())

    def wrong(self, client: str) -> None:
        """Count a wrong PIN."""
        for name, free in ((client, self.FREE_PER_CLIENT), ("*", self.FREE_FOR_ALL)):
            count = self._wrong.get(name, (0, 0.0))[0] + 1
            doublings = min(count - free, 10)
            wait_s = min(2.0**doublings, self.LONGEST_WAIT_S) if doublings >= 0 else 0.0
            self._wrong[name] = (count, self._now_s() + wait_s)
        if len(self._wrong) > self.MOST_CLIENTS:  # the count for all together holds in the meantime
            self._wrong = {"*": self._wrong["*"]}

    def right(self, client: str) -> None:
        """Forget the wrong PINs of a client that knew the right one."""
        self._wrong.pop(client, None)
        self._wrong.pop("*", None)


class Access:
    """Decides for each request. `key` signs tokens; `pin` is asked anew each time, so it may be changed; `seats` knows
    which phone holds which."""

    def __init__(self, key: bytes, pin: Callable[[], str], clock: Clock, seats: Seats, *, open_locally: bool) -> None:
        self._key = key
        self._pin = pin
        self._clock = clock
        self._open_locally = open_locally
        self._wrong_pins = WrongPins(lambda: clock.now_ms() / 1000)
        self._seats = seats

    # ------------------------------------------------------------------ the host

    def is_local(self, request: HTTPConnection) -> bool:
        """Whether this is the browser on the machine of a simulated table."""
        return self._open_locally and origins.is_from_here(request)

    def is_host(self, request: HTTPConnection) -> bool:
        """Whether the request may do everything."""
        return self.is_local(request) or self._verify("host", request.cookies.get(HOST_COOKIE, "")) is not None

    def must_be_host(self, request: HTTPConnection) -> None:
        """Raises Refused 401 for everybody but the host."""
        if not self.is_host(request):
            raise Refused(401, told("this needs the host's PIN: open /host and type it"))

    def let_host_in(self, request: HTTPConnection, pin: str) -> str:
        """The host's cookie for the right PIN. Raises Refused 403, or 429 after several wrong ones."""
        client = _client(request)
        wait_s = self._wrong_pins.wait_s(client)
        if wait_s > 0:
            seconds = int(wait_s) + 1
            said = told("too many wrong PINs: wait {seconds} seconds", seconds=seconds)
            raise Refused(429, said, {"Retry-After": str(seconds)})
        if not hmac.compare_digest(pin.encode(), self._pin().encode()):
            self._wrong_pins.wrong(client)
            raise Refused(403, told("this is not the PIN shown on the table's display"))
        self._wrong_pins.right(client)
        until = datetime.fromisoformat(self._clock.wall()) + timedelta(seconds=HOST_STAYS_S)
        return self._sign("host", {"until": until.isoformat()})

    # ------------------------------------------------------------------ phones

    @property
    def join_key(self) -> str:
        """What a phone must bring from the QR code."""
        return keys.join_key(self._key)

    def join(self, key: str, name: str) -> str:
        """The token of a phone that takes a seat. Raises Refused 403 for a wrong key, 409 for a seat it cannot have."""
        if not hmac.compare_digest(key.encode(), self.join_key.encode()):
            raise Refused(403, told("scan the code on the table's display to join"))
        seat = self._seats.take(name)
        return self._sign("seat", {"name": seat.name, "id": seat.id})

    def seat(self, request: HTTPConnection) -> str | None:
        """The name this phone plays for, None without a token. Raises Refused 401 for a token that no longer holds."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        payload = self._verify("seat", token)
        if payload is None:
            raise Refused(401, told("this phone's seat is no longer its own: join again"))
        return self._seats.claim(Seat(payload["name"], payload["id"]))

    # ------------------------------------------------------------------ origins

    def must_be_same_origin(self, request: HTTPConnection, method: str) -> None:
        """Raises Refused 403 when a browser sends a change from a page that is not ours.

        A request without any word of its origin is no browser's; it is let through, but without cookies it is
        nobody (`is_host` reads the cookie, which only browsers keep).
        """
        if method in SAFE_METHODS:
            return
        if origins.is_same_origin(request):
            return
        origin = request.headers.get("origin")
        if origin is None:
            raise Refused(403, told("changes are taken from this table's own pages only"))
        said = told("changes are taken from this table's own pages only, not from {origin}", origin=origin[:80])
        raise Refused(403, said)

    # ------------------------------------------------------------------ signing

    def _sign(self, purpose: str, payload: dict[str, Any]) -> str:
        body = json.dumps(payload, separators=(",", ":")).encode()
        return f"{_text(body)}.{_text(self._mac(purpose, body)[:16])}"

    def _verify(self, purpose: str, token: str) -> dict[str, Any] | None:
        """The payload of a token we signed for this purpose and that has not run out, else None."""
        body_text, _, mac_text = token.partition(".")
        body, mac = _bytes(body_text), _bytes(mac_text)
        if body is None or mac is None or not hmac.compare_digest(mac, self._mac(purpose, body)[:16]):
            return None
        payload: dict[str, Any] = json.loads(body)
        until = payload.get("until")
        if until is not None and datetime.fromisoformat(until) < datetime.fromisoformat(self._clock.wall()):
            return None
        return payload

    def _mac(self, purpose: str, body: bytes) -> bytes:
        secret = self._pin() if purpose == "host" else ""  # a new PIN ends the sessions of the old one
        return hmac.new(self._key, f"{purpose}:{secret}:".encode() + body, hashlib.sha256).digest()


def _client(request: HTTPConnection) -> str:
    return request.client.host if request.client else "?"


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
