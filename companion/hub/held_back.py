"""How far the rulings of all tables may be shown where they are shown later than they are heard."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.clock import Clock


class HeldBack:
    """Holds each ruling back for `delay_ms` after it was heard, by a clock that nobody sets; `shown` are those that may
    be seen at once, by the number of the last. May be used from any thread."""

    def __init__(self, clock: Clock, delay_ms: int, shown: int) -> None:
        self._clock, self._delay_ms, self._shown = clock, delay_ms, shown
        self._lock = threading.Lock()
        self._heard: deque[tuple[int, int]] = deque()  # when, and the number: those that are held back

    def hear(self, number: int) -> None:
        """The rulings up to this number have been heard by now: no new one where that was the last already."""
        with self._lock:
            if number != (self._heard[-1][1] if self._heard else self._shown):
                self._heard.append((self._clock.now_ms(), number))
            self._let_go()

    def shown(self) -> int:
        """The number of the last ruling that may be shown now."""
        with self._lock:
            self._let_go()
            return self._shown

    def _let_go(self) -> None:
        until_ms = self._clock.now_ms() - self._delay_ms
        while self._heard and self._heard[0][0] <= until_ms:
            _, self._shown = self._heard.popleft()
