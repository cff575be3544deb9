"""The table in the box, as its host's page talks to it from outside."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from typing import Any

PIN = "424242"
ANSWERS_WITHIN_S = 600


class Table:
    """A table at an address. Raises OSError (urllib's errors are) when it does not answer, or refuses."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._cookie = ""

    def get(self, path: str, body: object = None, timeout_s: float = 60) -> bytes:
        """What it answers; with a body the request is a POST."""
        headers = {"Content-Type": "application/json", "Origin": self._address, "Cookie": self._cookie}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=timeout_s) as answer:
                self._cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0] or self._cookie
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise OSError(f"{path} answers {error.code}: {error.read()[:300]!r}") from error

    def ask(self, path: str, body: object = None, timeout_s: float = 60) -> Any:
        """The JSON it answers at a path below /api."""
        return json.loads(self.get("/api" + path, body, timeout_s))

    def wait(self, until_s: float | None = None) -> bool:
        """Whether it comes to answer (until a time of the monotonic clock; otherwise within ten minutes)."""
        end_s = until_s if until_s is not None else time.monotonic() + ANSWERS_WITHIN_S
        while time.monotonic() < end_s:
            try:
                self.get("/api/view", timeout_s=max(1.0, min(30.0, end_s - time.monotonic())))
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

    def place(self, card: str, timeout_s: float = 60) -> int:
        """Whoever's turn it is places a card. Returns the ruling's number: from then on it may not be lost."""
        event = {"event": "place", "player": self.view()["match"]["actor"], "card": card}
        ruled = self.ask("/events", {"event": event}, timeout_s)
        if not ruled["accepted"]:
            raise OSError(f"{card} is refused: {ruled['reason']}")
        return int(ruled["ruling"]["number"])
