"""How often somebody may ask: so many times at once, and then as fast as the budget fills up again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from companion.web.requests import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.sentences import Told

MOST_CLIENTS = 4096  # remembered at a time; who has been quiet for longest is forgotten first
ROUNDING = 1e-9  # requests: what adding up may lose; whoever waited as long as was said is not sent away for it


class Budget:
    """A budget for each client: `most` requests at once, `per_s` of them back each second.

    `now_s` is any steadily growing clock in seconds.
    """

    def __init__(self, most: int, per_s: float, now_s: Callable[[], float]) -> None:
        self._most = most
        self._per_s = per_s
        self._now_s = now_s
        self._left: dict[str, tuple[float, float]] = {}  # what was left, and when; who asked last stands last

    def spend(self, client: str, count: int = 1) -> float:
        """Take a request from a client's budget, or one that counts as several: 0, or the seconds until there are so
        many to take, and none is taken."""
        now_s = self._now_s()
        left, since_s = self._left.pop(client, (float(self._most), now_s))
        left = min(self._most, left + (now_s - since_s) * self._per_s)
        wait_s = 0.0 if left >= count - ROUNDING else (count - left) / self._per_s
        self._left[client] = (left if wait_s else left - count, now_s)
        if len(self._left) > MOST_CLIENTS:
            del self._left[next(iter(self._left))]
        return wait_s


def later(status: int, wait_s: float, said: Callable[[int], Told]) -> Refused:
    """The refusal of what may be asked again in a while; `said` makes its sentence of the whole seconds until then."""
    seconds = max(1, math.ceil(wait_s))
    return Refused(status, said(seconds), {"Retry-After": str(seconds)})
