"""The buzzer: a list of tones, played without making anybody wait."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from gpiozero import DigitalOutputDevice, PWMOutputDevice

from hardware.pins import device_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.board import BuzzerWiring


class Speaker:
    """A buzzer on one pin. A tone is (frequency in Hz, duration in ms); frequency 0 is a rest.

    The first tone starts in the caller's thread, so a press is heard at once even while other threads are busy; the
    rest is played by a thread of its own. A new sound replaces the one that is playing. What the pin raises while
    that thread plays is handed to `failed`. A silent buzzer has no frequency: pulses made by software would wake the
    machine for each cycle of a tone nobody hears. Raises PinPWMUnsupported for a passive buzzer on a pin without tones.
    """

    def __init__(self, wiring: BuzzerWiring, factory: Any, failed: Callable[[Exception], None]) -> None:
        self._passive = wiring.kind == "passive"
        self._failed = failed
        self._errors = device_errors()
        device = PWMOutputDevice if self._passive else DigitalOutputDevice
        self._device = device(wiring.pin, pin_factory=factory)  # a passive one asks for pulses, which may be refused
        try:
            self._hush()
        except BaseException:
            self._device.close()
            raise
        self._changed = threading.Condition()
        self._left: list[tuple[int, int]] = []
        self._ends_s: float | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, tones: Sequence[tuple[int, int]]) -> None:
        """Start the sound and return. Raises what the pin raises."""
        with self._changed:
            self._left = list(tones)
            self._next()
            self._changed.notify()

    def close(self) -> None:
        """Fall silent and let go of the pin."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join()
        self._device.close()

    def _next(self) -> None:
        if not self._left:
            self._ends_s = None
            self._hush()
            return
        frequency_hz, duration_ms = self._left.pop(0)
        if not frequency_hz:
            self._hush()
        elif self._passive:
            self._tone(frequency_hz)
        else:
            self._device.value = 1
        self._ends_s = time.monotonic() + duration_ms / 1000

    def _tone(self, frequency_hz: int) -> None:
        if self._device.frequency is None:
            # The first half-wave at once: lgpio's thread, asleep for up to 20 ms, follows with the rest (lgPthTx.c).
            self._device.value = 1
        self._device.frequency = frequency_hz
        self._device.value = 0.5

    def _hush(self) -> None:
        if self._passive:
            self._device.frequency = None
        # Last, because pulses may end at either level, and a coil must not be left under current.
        self._device.value = 0

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                left_s = None if self._ends_s is None else self._ends_s - time.monotonic()
                if left_s is None or left_s > 0:
                    self._changed.wait(left_s)
                    continue
                try:
                    self._next()
                except self._errors as error:
                    self._left, self._ends_s = [], None
                    self._failed(error)
