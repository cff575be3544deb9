"""Guessing the host's PIN is slowed down, whoever guesses, and nobody else is kept waiting for it."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from companion.web.origins import address_of

if TYPE_CHECKING:
    from collections.abc import Callable

HOME_OF_SIX = (
    64  # bits of an IPv6 address that are its network's; the rest anybody in it may choose, as often as wished
)


class WrongPins:
    """After a few wrong PINs each further one doubles the wait, for the address they came from. In IPv6, where a
    machine has addresses without end, also for its network, which has some more free: whoever is elsewhere never waits.

    `now_s` is any steadily growing clock in seconds.
    """

    FREE = 3
    FREE_IN_A_NETWORK = 20
    LONGEST_WAIT_S = 300.0
    MOST_KNOWN = 4096  # addresses and networks

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._wrong: dict[str, tuple[int, float]] = {}  # how many, and until when to wait; the latest last

    def wait_s(self, client: str) -> float:
        """How many seconds the client at this address must still wait before it may try again; 0 when it may."""
        latest = max((self._wrong[place][1] for place in self._places(client) if place in self._wrong), default=0.0)
        return max(0.0, latest - self._now_s())

    def wrong(self, client: str) -> None:
        """Count a wrong PIN."""
        for place, free in self._places(client).items():
            count = self._wrong.pop(place, (0, 0.0))[0] + 1
            doublings = min(count - free, 10)
            wait_s = min(2.0**doublings, self.LONGEST_WAIT_S) if doublings >= 0 else 0.0
            self._wrong[place] = (count, self._now_s() + wait_s)
        while len(self._wrong) > self.MOST_KNOWN:
            del self._wrong[next(iter(self._wrong))]

    def right(self, client: str) -> None:
        """Forget the wrong PINs of a client that knew the right one."""
        for place in self._places(client):
            self._wrong.pop(place, None)

    def _places(self, client: str) -> dict[str, int]:
        """What is counted for a client, and how many wrong PINs each of it has free."""
        address = address_of(client)
        if not isinstance(address, ipaddress.IPv6Address) or address.is_loopback:
            return {client if address is None else str(address): self.FREE}
        network = ipaddress.IPv6Network((address.packed[: HOME_OF_SIX // 8] + bytes(8), HOME_OF_SIX))
        return {str(address): self.FREE, str(network): self.FREE_IN_A_NETWORK}
