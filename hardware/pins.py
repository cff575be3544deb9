"""Which pins the panel sits on: the Pi's own when there are any, else gpiozero's mock pins with a finger on them."""

from __future__ import annotations

import contextlib
import os
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpiozero import Device
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from hardware.gpiochip import ChipFactory
from hardware.lg import import_lgpio, lgpio_errors
from hardware.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable

MODEL_FILE = Path("/proc/device-tree/model")


def device_errors() -> tuple[type[Exception], ...]:
    """Everything a pin may raise when it is taken, forbidden or gone: gpiozero's errors and its backends' own."""
    return (GPIOZeroError, ImportError, OSError, RuntimeError, ValueError, *lgpio_errors())


def pi_model(model_file: Path = MODEL_FILE) -> str | None:
    """The name of the Raspberry Pi this runs on, e.g. "Raspberry Pi 4 Model B Rev 1.5"; None on anything else."""
    try:
        model = model_file.read_text(encoding="ascii", errors="replace").rstrip("\0\n")
    except OSError:
        return None
    return model if "Raspberry Pi" in model else None


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that can be pulled out: while its factory counts it as unplugged, every use of it fails.

    Its edges carry the factory's ticks, so a test can move time by hand.
    """

    def _check_plugged(self) -> None:
        if self.factory.is_unplugged(self):
            raise OSError(19, f"no device on {self.info.name}")

    def _set_state(self, value: float) -> None:
        self._check_plugged()
        super()._set_state(value)

    def _set_function(self, value: str) -> None:
        self._check_plugged()
        super()._set_function(value)

    def _set_pull(self, value: str) -> None:
        self._check_plugged()
        super()._set_pull(value)

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            self._check_plugged()
        super()._set_frequency(value)

    def drive_low(self) -> None:
        """Close the contact; a wire that is off brings no edge."""
        if not self.factory.is_unplugged(self):
            super().drive_low()

    def drive_high(self) -> None:
        """Open the contact; a wire that is off brings no edge."""
        if not self.factory.is_unplugged(self):
            super().drive_high()

    def close(self) -> None:
        """Let go of the pin; on an unplugged one there is nothing left to reset."""
        if not self.factory.is_unplugged(self):
            super().close()

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), bool(self._state))


class SimulatedFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's MockFactory as this program ships it: PWM on every pin, an own clock, parts that can be pulled out.

    `clock` gives seconds and only ever goes forward; by default the system's monotonic clock.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(pin_class=SimulatedPin)
        self._clock = clock
        self._unplugged: set[int] = set()

    def ticks(self) -> float:
        """Now, in seconds of the injected clock."""
        return self._clock()

    def unplug(self, pin: int) -> None:
        """From now on every use of this GPIO number fails, as if its wire had come off."""
        self._unplugged.add(pin)

    def plug(self, pin: int) -> None:
        """Put the wire back."""
        self._unplugged.discard(pin)

    def is_unplugged(self, pin: SimulatedPin) -> bool:
        """Whether the wire of this pin is off."""
        return int(pin.info.name.removeprefix("GPIO")) in self._unplugged


def choose_factory() -> tuple[Any, str | None]:
    """The pins to use, and what is wrong with the choice (None when nothing is).

    GPIOZERO_PIN_FACTORY is obeyed as gpiozero documents it ("mock" gives the simulation), and "gpiod" is a name too.
    Otherwise a Pi's own pins on a Pi, through lgpio where it is installed, else through gpiod, and simulated ones
    elsewhere. On a Pi whose pins cannot be used the simulation stands in, with the reason.
    """
    named = os.environ.get("GPIOZERO_PIN_FACTORY", "").lower()
    if named == "mock" or (not named and pi_model() is None):
        return SimulatedFactory(), None
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            _take_pins(named)
    except device_errors() as error:
        tried = "; ".join(str(warning.message) for warning in caught) or str(error)
        return SimulatedFactory(), told(
            "the Pi's pins cannot be used ({error}); join group gpio, and install python3-lgpio or gpiod", error=tried
        )
    return Device.pin_factory, None


def _take_pins(named: str) -> None:
    """See to it that gpiozero has pins. Raises what they raise."""
    if Device.pin_factory is not None:
        return
    try:
        if named in ("", "lgpio"):
            import_lgpio()
        elif named == "gpiod":
            Device.pin_factory = ChipFactory()
    except ImportError:
        if not named:
            with contextlib.suppress(ImportError):  # gpiozero has others to try, and says what became of each
                Device.pin_factory = ChipFactory()
    Device.ensure_pin_factory()
