"""A Pi's pins through the kernel's own GPIO device, for systems without lgpio: Debian itself has none.

What gpiozero asks of pins, on libgpiod's binding for Python (gpiod 2, whose wheels bring their libgpiod along): inputs
with pulls and edges, and outputs; no tones. An edge carries the time the kernel saw it, as with lgpio.
"""

from __future__ import annotations

import errno
import os
import select
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinSetInput,
    PinUnknownPi,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

if TYPE_CHECKING:
    from collections.abc import Iterator

DEVICES = Path("/dev")
# The chips that have the pins of the header, GPIO n as line n: of a Pi 5, of a Pi 4, of those before.
LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
SOME_PI = 0xA02082  # a Pi 3 B: every Pi with 40 pins has the same GPIO numbers on them
EVENTS = 256  # that the kernel keeps for us while we are busy: a press that bounces is a dozen
NS_PER_S = 1_000_000_000


class ChipFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's pins on the chip behind the header. Ticks are seconds of the monotonic clock.

    Raises ImportError without gpiod, OSError where no such chip can be opened.
    """

    def __init__(self, devices: Path | None = None) -> None:
        super().__init__()
        self.lock = threading.RLock()  # gpiod's objects want one thread at a time
        self._devices = devices or DEVICES
        self.chip = _open_chip(self._devices)
        self.pin_class = ChipPin
        self.watch = _Watch(self.lock)

    def close(self) -> None:
        """Let go of all pins and of the chip."""
        super().close()
        self.watch.close()
        with self.lock:
            self.chip.close()

    def request(self, number: int, settings: Any) -> Any:
        """A line of the chip, or of the one that is there now, should that have gone. Raises OSError."""
        with self.lock:
            try:
                return self._request(number, settings)
            except OSError as error:
                if error.errno != errno.ENODEV:
                    raise
            gone, self.chip = self.chip, _open_chip(self._devices)
            gone.close()
            return self._request(number, settings)

    def _request(self, number: int, settings: Any) -> Any:
        return self.chip.request_lines({number: settings}, consumer="tableside", event_buffer_size=EVENTS)

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except PinUnknownPi:  # an emulated Pi, whose boot loader writes down no revision
            return SOME_PI


class ChipPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """One line of the chip: claimed with its first use, free again once it is closed."""

    def __init__(self, factory: ChipFactory, info: Any) -> None:
        from gpiod import EdgeEvent, LineSettings
        from gpiod.line import Bias, Direction, Edge, Value

        super().__init__(factory, info)
        self._output = Direction.OUTPUT
        self._levels = (Value.INACTIVE, Value.ACTIVE)
        self._biases = {"floating": Bias.DISABLED, "up": Bias.PULL_UP, "down": Bias.PULL_DOWN}
        self._all_edges = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
        self._no_edges = Edge.NONE
        self._rising = EdgeEvent.Type.RISING_EDGE
        self._as_input = LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED)
        self._as_output = LineSettings(direction=Direction.OUTPUT)
        self._edges = "both"
        self._request: Any = None
        self._settings = self._as_input
        self.lost: OSError | None = None  # why no edge comes any more
        self._line()

    def close(self) -> None:
        """Stop watching it, make it an input and let go of it."""
        with self.factory.lock:
            request: Any = self._request
            was_output = self._is_output
            self._request = None
            self._when_changed: Any = None
            self._settings, self._edges = self._as_input, "both"
            self.lost = None
            if request is None:
                return
            self.factory.watch.forget(request.fd)
            try:
                if was_output:
                    request.reconfigure_lines({self._number: self._settings})
            finally:
                request.release()

    def output_with_state(self, state: float) -> None:
        """Make it an output that is at this level from the start."""
        self._apply(replace(self._as_output, output_value=self._levels[bool(state)]))

    def read_changes(self) -> list[tuple[float, bool]]:
        """The edges that have come: seconds of the monotonic clock, and the level from then on. Never waits."""
        if self._request is None or not self._request.wait_edge_events(0):
            return []
        events = self._request.read_edge_events()
        return [(event.timestamp_ns / NS_PER_S, event.event_type is self._rising) for event in events]

    def tell(self, ticks: float, state: bool) -> None:
        """Hand an edge on to whoever listens, if anybody still does."""
        listening = self._when_changed
        method = None if listening is None else listening()
        if method is not None:
            method(ticks, state)

    @property
    def _is_output(self) -> bool:
        return bool(self._settings.direction is self._output)

    def _line(self) -> Any:
        if self._request is None:
            self._apply(self._settings)
        return self._request

    def _apply(self, settings: Any) -> None:
        with self.factory.lock:
            if self._request is None:
                self._request = self.factory.request(self._number, settings)
            else:
                self._request.reconfigure_lines({self._number: settings})
            self._settings = settings

    def _get_function(self) -> str:
        return "output" if self._is_output else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._apply(self._as_input if value == "input" else self._as_output)

    def _get_state(self) -> bool:
        with self.factory.lock:
            return bool(self._line().get_value(self._number))

    def _set_state(self, value: float) -> None:
        if not self._is_output:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        with self.factory.lock:
            self._line().set_value(self._number, self._levels[bool(value)])
            self._settings = replace(self._settings, output_value=self._levels[bool(value)])

    def _get_pull(self) -> str:
        return next((pull for pull, bias in self._biases.items() if bias is self._settings.bias), "floating")

    def _set_pull(self, value: str) -> None:
        if self._is_output:
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if value not in self._biases:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self._apply(replace(self._settings, bias=self._biases[value]))

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._apply(replace(self._settings, debounce_period=timedelta(seconds=value or 0)))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in self._all_edges:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._edges = value
        if self._settings.edge_detection is not self._no_edges:
            self._enable_event_detect()

    def _enable_event_detect(self) -> None:
        self._apply(replace(self._settings, edge_detection=self._all_edges[self._edges]))
        self.factory.watch.add(self._request.fd, self)

    def _disable_event_detect(self) -> None:
        with self.factory.lock:
            if self._request is not None:
                self.factory.watch.forget(self._request.fd)
                self._apply(replace(self._settings, edge_detection=self._no_edges))


class _Watch:
    """One thread that waits for the edges of all pins and tells each pin of its own."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._pins: dict[int, ChipPin] = {}  # by file descriptor
        self._ready = select.epoll()
        self._end_fd = os.eventfd(0)
        self._ready.register(self._end_fd, select.EPOLLIN)
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def add(self, fd: int, pin: ChipPin) -> None:
        """Watch a pin by its file descriptor; one that is watched already stays so."""
        with self._lock:
            if fd not in self._pins:
                self._ready.register(fd, select.EPOLLIN)
            self._pins[fd] = pin

    def forget(self, fd: int) -> None:
        """Watch it no more, if it was watched."""
        with self._lock:
            if self._pins.pop(fd, None) is not None:
                self._ready.unregister(fd)

    def close(self) -> None:
        """End the thread; returns when it has ended."""
        os.eventfd_write(self._end_fd, 1)
        if threading.current_thread() is not self._thread:
            self._thread.join()
        self._ready.close()
        os.close(self._end_fd)

    def _run(self) -> None:
        while True:
            for fd, _ in self._ready.poll():
                if fd == self._end_fd:
                    return
                for pin, ticks, state in self._changes(fd):
                    pin.tell(ticks, state)

    def _changes(self, fd: int) -> list[tuple[ChipPin, float, bool]]:
        with self._lock:
            pin = self._pins.get(fd)
            if pin is None:  # it was let go of meanwhile
                return []
            try:
                return [(pin, *change) for change in pin.read_changes()]
            except OSError as error:  # the chip has gone; the other pins, and this thread, go on
                pin.lost = error
                self.forget(fd)
                return []


def _open_chip(devices: Path) -> Any:
    """The chip with the header's pins among the devices. Raises OSError when there is none, or none may be opened."""
    refused: OSError | None = None
    for path in _chips(devices):
        try:
            chip = _chip(path)
        except OSError as error:
            refused = error
            continue
        if chip.get_info().label in LABELS:
            return chip
        chip.close()
    raise refused or FileNotFoundError(f"no GPIO chip of a Raspberry Pi among {devices}/gpiochip*")


def _chips(devices: Path) -> Iterator[Path]:
    yield from sorted(path for path in devices.glob("gpiochip*") if not path.is_symlink())


def _chip(path: Path) -> Any:
    import gpiod

    return gpiod.Chip(str(path))
