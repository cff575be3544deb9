"""The switches of the panel: edges of the pins in, presses with the time of their edge out."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from gpiozero import InputDevice

from hardware import debounce
from hardware.arbitration import Press

if TYPE_CHECKING:
    from collections.abc import Callable

SECOND_NS = 1_000_000_000
SHORTEST_WAIT_S = 0.001
LATE_NS = 60_000_000  # by how much an edge may be handled after its time on a busy machine


class TickClock:
    """Turns a pin factory's opaque ticks into nanoseconds of `time.monotonic_ns`.

    The offset is taken once, so the order and the distance of two presses are exactly those of their ticks. lgpio
    gives the kernel's own time of the edge; the tightest of several readings of both clocks is kept.
    """

    def __init__(self, factory: Any, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._factory = factory
        self.now_ns = now_ns
        readings = []
        for _ in range(5):
            before_ns = now_ns()
            ticks = factory.ticks()
            after_ns = now_ns()
            readings.append((after_ns - before_ns, (before_ns + after_ns) // 2, ticks))
        _, self._epoch_ns, self._epoch_ticks = min(readings, key=lambda reading: reading[0])

    def at_ns(self, ticks: Any) -> int:
        """The monotonic time of an edge, never in the future."""
        since_s: float = self._factory.ticks_diff(ticks, self._epoch_ticks)
        return min(self._epoch_ns + round(since_s * SECOND_NS), self.now_ns())


class PushButton:
    """One debounced button on one pin.

    `report` is called with the time (ns) of each press, in the thread that saw the edge; `unsettled` with the time
    at which `settle` should be called, when something may hide in the running window.
    """

    def __init__(
        self,
        name: str,
        pin: int,
        factory: Any,
        clock: TickClock,
        report: Callable[[Press], None],
        unsettled: Callable[[], None],
    ) -> None:
        self.name = name
        self._clock = clock
        self._report = report
        self._unsettled = unsettled
        self._lock = threading.Lock()
        self._handled_ns = clock.now_ns()  # when the newest edge came to us, however late
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        try:
            held = bool(self._device.is_active)
            self._contact = debounce.Contact(down=held, level=held)
            self._device.pin.bounce = None
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._changed
        except BaseException:
            self._device.close()
            raise

    @property
    def pin(self) -> Any:
        """The gpiozero pin, for the simulation's finger."""
        return self._device.pin

    @property
    def lost(self) -> Exception | None:
        """Why its pin tells nothing any more, where pins can tell that; None while all is well."""
        error: Exception | None = getattr(self._device.pin, "lost", None)
        return error

    @property
    def down(self) -> bool:
        """Whether the contact is closed right now, bounce and all."""
        return bool(self._device.is_active)

    def due_ns(self) -> int | None:
        """When `settle` has something to find; None when the contact is as it counts."""
        contact = self._contact
        if not contact.unsettled or contact.closes_ns is None:
            return None
        return max(contact.closes_ns, self._handled_ns) + LATE_NS

    def settle(self, now_ns: int) -> None:
        """Count what was hidden in a window that has closed, once no edge can be on its way that belongs before it.

        While the pin stands otherwise than its last edge said, another edge is on its way, and with it the truth.
        """
        with self._lock:
            due_ns = self.due_ns()
            if due_ns is None or now_ns < due_ns or self.down != self._contact.level:
                return
            self._contact, presses = debounce.settle(self._contact, now_ns - LATE_NS)
        self._hand_on(presses)

    def close(self) -> None:
        """Let go of the pin."""
        self._device.close()

    def _changed(self, ticks: Any, state: Any) -> None:
        at_ns = self._clock.at_ns(ticks)
        with self._lock:
            self._handled_ns = self._clock.now_ns()
            self._contact, presses = debounce.edge(self._contact, at_ns, not state)
            unsettled = self._contact.unsettled
        self._hand_on(presses)
        if unsettled:
            self._unsettled()

    def _hand_on(self, presses: tuple[int, ...]) -> None:
        for at_ns in presses:
            self._report(Press(self.name, at_ns))


class Settler:
    """One thread that calls `settle` on switches when their window closes, and `upkeep` every `upkeep_s` seconds."""

    def __init__(
        self,
        due_ns: Callable[[], int | None],
        settle: Callable[[int], None],
        upkeep: Callable[[], None],
        upkeep_s: float,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._due_ns = due_ns
        self._settle = settle
        self._upkeep = upkeep
        self._upkeep_s = upkeep_s
        self._now_ns = now_ns
        self._wake = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Look again at what is due."""
        self._wake.set()

    def stop(self) -> None:
        """End the thread; returns when it has ended."""
        self._stopped = True
        self._wake.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        next_upkeep_ns = self._now_ns() + round(self._upkeep_s * SECOND_NS)
        while not self._stopped:
            now_ns = self._now_ns()
            self._settle(now_ns)
            if now_ns >= next_upkeep_ns:
                self._upkeep()
                next_upkeep_ns = now_ns + round(self._upkeep_s * SECOND_NS)
            due_ns = self._due_ns()
            until_ns = next_upkeep_ns if due_ns is None else min(due_ns + 1, next_upkeep_ns)
            self._wake.wait(max(SHORTEST_WAIT_S, (until_ns - self._now_ns()) / SECOND_NS))
            self._wake.clear()
