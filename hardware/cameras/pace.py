"""How often a picture is fetched. Lenses give thirty a second; a referee needs no more than ten."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FRAMES_PER_S = 10.0


class Pace:
    """Keeps a source from giving pictures faster than so many a second."""

    def __init__(self, frames_per_s: float = FRAMES_PER_S, now_s: Callable[[], float] = time.monotonic) -> None:
        self._interval_s = 1 / frames_per_s
        self._now_s = now_s
        self._next_s = 0.0
        self._skip = threading.Event()

    def due(self) -> bool:
        """Whether the next picture is due; if so, the one after it is due an interval later."""
        now_s = self._now_s()
        if now_s < self._next_s:
            return False
        self._next_s = max(now_s - self._interval_s, self._next_s) + self._interval_s
        return True

    def wait(self) -> None:
        """Return when the next picture is due, or at once after `skip`."""
        now_s = self._now_s()
        self._skip.wait(max(0.0, self._next_s - now_s))
        self._skip.clear()
        self._next_s = max(now_s, self._next_s) + self._interval_s

    def skip(self) -> None:
        """The next picture is due now."""
        self._skip.set()
