"""Who may do what: the host by PIN, a phone for its own seat, everybody else may look.

Tokens are signed with the table's key, so they outlive a restart of the server without being stored. How long the
host's hold is counted by the monotonic clock: the wall clock of a Pi without a network jumps by weeks when it is set,
and a token says on which run of the machine it counts (`Clock.boot`). A table whose hardware is simulated, and that
listens where its owner said, not at an address somebody chose, is somebody's laptop: there the browser on the same
machine is the host without a PIN.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.sentences import told
from companion.web import keys, origins
from companion.web.guesses import WrongPins
from companion.web.requests import Refused
from companion.web.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.requests import HTTPConnection

    from companion.clock import Clock
    from companion.sentences import Told
    from companion.web.seats import Seats

HOST_COOKIE = "tableside-host"
KIOSK_COOKIE = "tableside-kiosk"
HOST_STAYS_S = 12 * 3600  # a night; a screen that was let show the code to join does so for as long
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class HostDoor:
    """How a host comes in: the `page` on which the PIN is typed, and what the `cookie` is called that the browser has
    from then on. It keeps that for the machine, whatever the port: a hub beside a table has a cookie of its own."""

    page: str
    cookie: str


TABLE_DOOR = HostDoor("/host", HOST_COOKIE)


class Access:
    """Decides for each request. `key` signs tokens; `pin` is asked anew each time, so it may be changed; `seats` knows
    which phone holds which; the host comes in by `door`. Nobody plays for those whom the table plays itself
    (`played_here`, asked anew too)."""

    def __init__(
        self,
        key: bytes,
        pin: Callable[[], str],
        clock: Clock,
        seats: Seats,
        *,
        open_locally: bool,
        door: HostDoor = TABLE_DOOR,
        played_here: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._key = key
        self._pin = pin
        self._clock = clock
        self._open_locally = open_locally
        self.door = door
        self._wrong_pins = WrongPins(lambda: clock.now_ms() / 1000)
        self._seats = seats
        self._played_here = played_here

    # ------------------------------------------------------------------ the host

    def is_local(self, request: HTTPConnection) -> bool:
        """Whether this is the browser on the machine of a simulated table."""
        return self._open_locally and origins.is_from_here(request)

    def is_host(self, request: HTTPConnection) -> bool:
        """Whether the request may do everything."""
        return self.is_local(request) or self._is_open("host", request.cookies.get(self.door.cookie, ""))

    def must_be_host(self, request: HTTPConnection) -> None:
        """Raises Refused 401 for everybody but the host."""
        if not self.is_host(request):
            raise Refused(401, told("this needs the host's PIN: open {page} and type it", page=self.door.page))

    def let_host_in(self, request: HTTPConnection, pin: str) -> str:
        """The host's cookie for the right PIN. Raises Refused 403, or 429 after several wrong ones."""
        return self._admit("host", request, pin)

    def _admit(self, purpose: str, request: HTTPConnection, pin: str) -> str:
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
        return self._sign(purpose, {"boot": self._clock.boot, "until_ms": self._clock.now_ms() + HOST_STAYS_S * 1000})

    # ------------------------------------------------------------------ the code to join

    def let_kiosk_in(self, request: HTTPConnection, pin: str) -> str:
        """The cookie of another screen, by which it may show the code to join and nothing else. Raises as
        `let_host_in`."""
        return self._admit("kiosk", request, pin)

    def may_show_code(self, request: HTTPConnection) -> bool:
        """Whether the code to join may be shown: on the table's own machine, to the host, where the host let it."""
        return (
            origins.is_from_here(request)
            or self.is_host(request)
            or self._is_open("kiosk", request.cookies.get(KIOSK_COOKIE, ""))
        )

    def must_be_shown_code(self, request: HTTPConnection) -> None:
        """Raises Refused 401 for every screen that may not show the code to join."""
        if not self.may_show_code(request):
            raise Refused(401, told("the code to join is shown at the table; here it needs the host's PIN"))

    def must_hand_over(self, request: HTTPConnection, name: str) -> None:
        """Raises Refused for whoever may not say that another phone plays for this player: it is for the phone that
        does, for whoever stands before the table's own screen, and for the host."""
        if "authorization" in request.headers:
            if self.must_be_seated(request) != name:
                raise Refused(403, told("this phone speaks for its own player only"))
        elif not self.may_show_code(request):
            raise Refused(401, told("this is said at the table, or on the phone that plays for {name}", name=name))

    # ------------------------------------------------------------------ phones

    @property
    def join_key(self) -> str:
        """What a phone must bring from the QR code."""
        return keys.join_key(self._key)

    def must_have_key(self, key: str) -> None:
        """Raises Refused 403 for a key that is not the one in the QR code."""
        if not hmac.compare_digest(key.encode(), self.join_key.encode()):
            raise Refused(403, told("scan the code on the table's display to join"))

    def join(self, key: str, name: str, *, instead: bool = False, phone: str = "") -> str:
        """The token of a phone (`phone_of`) that takes a seat, or (`instead`) would take it from another phone and
        waits for a yes. Raises Refused 403 for a wrong key, 409 for a seat it cannot have."""
        self.must_have_key(key)
        if name in self._played_here():
            raise Refused(409, _played_by_the_table(name))
        seat = self._seats.ask(name, phone) if instead else self._seats.take(name, phone)
        return self._sign("seat", {"name": seat.name, "id": seat.id})

    def seat(self, request: HTTPConnection) -> str | None:
        """The name this phone plays for, None without a token. Raises Refused 401 for a token that no longer holds."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        payload = self._verify("seat", token)
        if payload is None:
            raise Refused(401, told("this phone's seat is no longer its own: join again"))
        return self._seats.claim(Seat(payload["name"], payload["id"]), phone_of(request))

    def must_be_seated(self, request: HTTPConnection) -> str:
        """The name this phone plays for. Raises Refused 401 for everybody without a seat, and 403 for who has that of a
        name by which the table plays, as long as this match lasts."""
        seat = self.seat(request)
        if seat is None:
            raise Refused(
                401,
                told(
                    "join first: scan the code on the table's display; a host types the PIN again on {page}",
                    page=self.door.page,
                ),
            )
        if seat in self._played_here():
            raise Refused(403, _played_by_the_table(seat))
        return seat

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
        """The payload of a token we signed for this purpose, else None."""
        body_text, _, mac_text = token.partition(".")
        body, mac = _bytes(body_text), _bytes(mac_text)
        if body is None or mac is None or not hmac.compare_digest(mac, self._mac(purpose, body)[:16]):
            return None
        payload: dict[str, Any] = json.loads(body)
        return payload

    def _is_open(self, purpose: str, cookie: str) -> bool:
        """Whether a cookie that the PIN was typed for still holds."""
        payload = self._verify(purpose, cookie)
        if payload is None or payload.get("boot") != self._clock.boot:  # earlier ones counted by the wall clock
            return False
        until_ms: int = payload["until_ms"]
        return self._clock.now_ms() <= until_ms

    def _mac(self, purpose: str, body: bytes) -> bytes:
        secret = "" if purpose == "seat" else self._pin()  # a new PIN ends what the old one opened
        return hmac.new(self._key, f"{purpose}:{secret}:".encode() + body, hashlib.sha256).digest()


def phone_of(request: HTTPConnection) -> str:
    """By what one phone is told from another: its address. Empty for the table's own machine, through which a proxy
    brings any number."""
    client = request.client.host if request.client else ""
    return "" if origins.is_own_machine(client) else client


def _played_by_the_table(name: str) -> Told:
    return told("the table itself plays for {name}", name=name)


def _client(request: HTTPConnection) -> str:
    """Whose wrong PINs are counted together: an address. A page of a public name may be a foreign one in the host's own
    browser, and must not keep the host waiting; all of them together have what one address has."""
    if origins.is_by_public_name(request):
        return "by a public name"
    return request.client.host if request.client else "?"


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
