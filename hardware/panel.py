"""The panel: challenge button, navigation, one button per player, buzzer and lamp, on gpiozero.

Any part may be missing or stop working: it is named in `faults`, everything else goes on, and it is taken back as
soon as it answers again.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from gpiozero import LED
from gpiozero.exc import GPIOPinInUse, PinInvalidPin, PinPWMUnsupported

from hardware.arbitration import Press
from hardware.board import BuzzerWiring
from hardware.buttons import PushButton, Settler, TickClock
from hardware.buzzer import Speaker
from hardware.pins import SimulatedFactory, choose_factory, device_errors
from hardware.sentences import Told, told

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from hardware.board import WiredBoard

__all__ = ["Panel", "Press"]

RETRY_S = 2.0
MANY = 3  # parts with the same fault, from which on it is no single wire's
FINGER_S = 0.026  # a simulated finger lifts for longer than the debounce window
PARTS = {  # as people call them; any other part by its name in the board file
    "challenge": told("challenge"), "up": told("up"), "down": told("down"), "select": told("select"),
    "mute": told("mute"), "buzzer": told("buzzer"), "lamp": told("lamp"),
}  # fmt: skip


class Panel:
    """All buttons, the buzzer and the lamp of one table.

    `on_press` is called with each Press in the thread that saw the edge and should return quickly (put it on a
    queue). What it raises is kept as a fault, so one bad handler never silences a button. Without `pin_factory`
    the Pi's pins are used on a Pi and simulated ones elsewhere; `real` says which. Nothing here raises for a missing
    part: `faults` has one sentence for each, and missing parts are tried again every `retry_s` seconds.
    """

    def __init__(
        self,
        board: WiredBoard,
        on_press: Callable[[Press], None],
        pin_factory: Any = None,
        *,
        retry_s: float = RETRY_S,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._board = board
        self._on_press = on_press
        self._lock = threading.RLock()
        self._faults: dict[str, str] = {}
        self._switches: dict[str, PushButton] = {}
        self._speaker: Speaker | None = None
        self._lamp: Any = None
        self._lamp_on = False
        self._lifted_s: dict[str, float] = {}
        self._closed = False
        if pin_factory is None:
            pin_factory, complaint = choose_factory()
            if complaint:
                self._faults["pins"] = complaint
        self._errors = device_errors()
        self._factory = pin_factory
        self._clock = TickClock(pin_factory, now_ns)
        self.retry()
        self._settler = Settler(self._due_ns, self._settle, self.retry, retry_s, now_ns)

    @property
    def real(self) -> bool:
        """Whether the buttons are on a Pi's pins (False: simulated)."""
        return not isinstance(self._factory, SimulatedFactory)

    @property
    def faults(self) -> list[str]:
        """What is wrong now: one sentence per part, or one for many that fail alike; empty when all is well."""
        with self._lock:
            return in_common(list(self._faults.values()))

    @property
    def buttons(self) -> tuple[str, ...]:
        """The names of the buttons that work now."""
        with self._lock:
            return tuple(self._switches)

    def is_down(self, button: str) -> bool:
        """Whether a button's contact is closed right now; False for one that is not there."""
        switch = self._switches.get(button)
        return switch is not None and switch.down

    def sound(self, tones: Sequence[tuple[int, int]]) -> None:
        """Play tones of (frequency in Hz, duration in ms; 0 Hz is a rest) and return at once. Replaces what plays."""
        speaker = self._speaker
        if speaker is None:
            return
        try:
            speaker.play(tones)
        except self._errors as error:
            self._buzzer_failed(error)

    def lamp(self, on: bool) -> None:
        """Switch the lamp. It is also what the lamp will show when it comes back after a fault."""
        with self._lock:
            self._lamp_on = on
            if self._lamp is None:
                return
            try:
                self._lamp.value = on
            except self._errors as error:
                self._fail("lamp", self._board.lamp, error)
                self._drop(self._lamp)
                self._lamp = None

    def press(self, button: str) -> None:
        """Press a button as a finger would: on simulated pins its pin really goes low and high again.

        On a Pi, or for a button that is not wired, the press is handed on as if it had come from the pin.
        """
        switch = self._switches.get(button)
        if self.real or switch is None:
            self._report(Press(button, self._clock.now_ns()))
            return
        self._wait_for_finger(button)
        self.hold(button)
        self.release(button)

    def hold(self, button: str) -> None:
        """Put the simulated finger down and leave it there (a key that went down)."""
        switch = self._switches.get(button)
        if switch is not None and not self.real:
            switch.pin.drive_low()

    def release(self, button: str) -> None:
        """Lift the simulated finger (a key that went up)."""
        switch = self._switches.get(button)
        if switch is not None and not self.real:
            switch.pin.drive_high()
            self._lifted_s[button] = time.monotonic()  # later than the edge, however busy the machine

    def retry(self) -> None:
        """Try to take back every part that is missing."""
        with self._lock:
            if self._closed:
                return
            self._drop_lost()
            for name, pin in self._board.buttons.items():
                if name not in self._switches:
                    self._try(name, pin, partial(self._add_switch, name, pin))
            if self._board.buzzer and self._speaker is None:
                self._try("buzzer", self._board.buzzer.pin, self._add_speaker)
            if self._board.lamp is not None and self._lamp is None:
                self._try("lamp", self._board.lamp, self._add_lamp)

    def close(self) -> None:
        """Silence, darkness, and all pins free again."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._settler.stop()
        with self._lock:
            devices = (*self._switches.values(), self._speaker, self._lamp)
            self._switches.clear()
            self._speaker = self._lamp = None
        for device in devices:
            if device is not None:
                self._drop(device)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _drop_lost(self) -> None:
        for name, switch in tuple(self._switches.items()):
            if (error := switch.lost) is not None:
                self._fail(name, self._board.buttons[name], error)
                del self._switches[name]
                self._drop(switch)

    def _add_switch(self, name: str, pin: int) -> None:
        self._switches[name] = PushButton(name, pin, self._factory, self._clock, self._report, self._wake)

    def _add_speaker(self) -> None:
        wiring = self._board.buzzer
        if wiring is None:
            return
        try:
            self._speaker = Speaker(wiring, self._factory, self._buzzer_failed)
        except PinPWMUnsupported:
            self._speaker = Speaker(BuzzerWiring(wiring.pin, "active"), self._factory, self._buzzer_failed)
            self._faults["tones"] = told(
                "a passive buzzer only clicks without lgpio; take an active one, or install python3-lgpio"
            )

    def _add_lamp(self) -> None:
        assert self._board.lamp is not None
        self._lamp = LED(self._board.lamp, initial_value=self._lamp_on, pin_factory=self._factory)

    def _try(self, part: str, pin: int, add: Callable[[], None]) -> None:
        try:
            add()
        except self._errors as error:
            self._fail(part, pin, error)
        else:
            self._faults.pop(part, None)

    def _fail(self, part: str, pin: int | None, error: Exception) -> None:
        with self._lock:
            self._faults[part] = pin_fault(part, pin, error)

    def _buzzer_failed(self, error: Exception) -> None:
        with self._lock:
            speaker, self._speaker = self._speaker, None
            self._fail("buzzer", self._board.buzzer.pin if self._board.buzzer else None, error)
        if speaker is not None:
            self._drop(speaker)

    def _drop(self, device: Any) -> None:
        try:
            device.close()
        except self._errors:
            # It is let go because it no longer answers, and why is in `faults` already; its pin must become free.
            self._factory.release_all(device)

    def _report(self, press: Press) -> None:
        try:
            self._on_press(press)
        except Exception as error:  # noqa: BLE001  # whatever the handler does wrong, the next press must count
            with self._lock:
                self._faults["handler"] = told(
                    "a press of {button} could not be handled: {error}", button=press.button, error=error
                )

    def _wake(self) -> None:
        self._settler.wake()

    def _due_ns(self) -> int | None:
        dues = [due_ns for switch in tuple(self._switches.values()) if (due_ns := switch.due_ns()) is not None]
        return min(dues, default=None)

    def _settle(self, now_ns: int) -> None:
        for switch in tuple(self._switches.values()):
            with suppress(*self._errors):  # a pin that has gone is told by `retry`
                switch.settle(now_ns)

    def _wait_for_finger(self, button: str) -> None:
        lifted_s = self._lifted_s.get(button)
        if lifted_s is not None:
            threading.Event().wait(max(0.0, lifted_s + FINGER_S - time.monotonic()))


def pin_fault(part: str, pin: int | None, error: Exception) -> str:
    """One sentence for a person: which part, which pin, what is wrong and what to try."""
    place = told("{part} on GPIO {pin}", part=PARTS.get(part, part), pin=pin)
    message = str(error)
    if isinstance(error, GPIOPinInUse) or "busy" in message.lower():
        return told(
            "{place}: the pin is taken by another program or overlay; stop it or choose another pin", place=place
        )
    if isinstance(error, PinInvalidPin):
        return told("{place}: this board has no such pin; correct the board file", place=place)
    if isinstance(error, PermissionError) or "permission" in message.lower() or "not permitted" in message.lower():
        return told("{place}: no permission to use the pins; add the user to group gpio and log in again", place=place)
    return silent(place, message)


def silent(place: str, error: str) -> Told:
    """What is said of a part that does not answer."""
    return told("{place} does not answer ({error}); check its wire", place=place, error=error)


def in_common(faults: list[str]) -> list[str]:
    """The sentences, with a single one in place of those of MANY parts or more that are silent for the same reason."""
    alike: dict[str, list[str]] = {}
    for fault in faults:
        if isinstance(fault, Told) and fault.template == silent("", "").template:
            alike.setdefault(fault.fillings["error"], []).append(fault)
    said = list(faults)
    for error, parts in alike.items():
        if len(parts) >= MANY:
            said[said.index(parts[0])] = told(
                "{count} parts on the Pi's pins do not answer ({error}); if that lasts, restart the Pi",
                count=len(parts),
                error=error,
            )
            said = [fault for fault in said if fault not in parts]
    return said
