"""The table in the box, as its host's page talks to it from outside."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PIN = "424242"
ANSWER_S = 300  # for one answer, on a host that has other things to do


class Table:
    """A table at an address. Raises OSError (urllib's errors are) when it does not answer, or refuses."""

    def __init__(self, address: str, cookie: str = "") -> None:
        self._address = address
        self.cookie = cookie

    def get(self, path: str, body: object = None, timeout_s: float = ANSWER_S) -> bytes:
        """What it answers; with a body the request is a POST."""
        headers = {"Content-Type": "application/json", "Origin": self._address, "Cookie": self.cookie}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as answer:
                self.cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0] or self.cookie
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise OSError(f"{path} answers {error.code}: {error.read()[:300]!r}") from error

    def ask(self, path: str, body: object = None, timeout_s: float = ANSWER_S) -> Any:
        """The JSON it answers at a path below /api."""
        return json.loads(self.get("/api" + path, body, timeout_s))

    def wait(self, patient: Callable[[], bool]) -> bool:
        """Whether it comes to answer while `patient` says that there is time."""
        while patient():
            try:
                self.get("/api/view", timeout_s=30)
            except OSError:
                time.sleep(0.5)
            else:
                return True
        return False

    def enter(self) -> None:
        """Be the host."""
        self.ask("/host", {"pin": PIN})

    def view(self) -> dict[str, Any]:
        """What everybody sees."""
        seen: dict[str, Any] = self.ask("/view")["table"]
        return seen

    def begin(self) -> None:
        """Begin a match of Disorder!."""
        self.ask("/matches", {"game": "disorder", "players": ["Ada", "Bo", "Cy"], "options": {}})

    def place(self, card: str, timeout_s: float = ANSWER_S) -> int:
        """Whoever's turn it is places a card. Returns the ruling's number: from then on it may not be lost."""
        began_s = time.monotonic()
        actor = self.ask("/view", timeout_s=timeout_s)["table"]["match"]["actor"]
        event = {"event": "place", "player": actor, "card": card}
        ruled = self.ask("/events", {"event": event}, max(0.1, timeout_s - (time.monotonic() - began_s)))
        if not ruled["accepted"]:
            raise OSError(f"{card} is refused: {ruled['reason']}")
        return int(ruled["ruling"]["number"])
