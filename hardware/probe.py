"""Is everything there and does it work: what the doctor looks at, part by part, in words a person can act on."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Self

from hardware.board import SHIPPED_BOARD, load_board
from hardware.camera import NO_CAMERA, open_camera
from hardware.errors import HardwareError
from hardware.finding import Finding
from hardware.light import LightMeter, advise
from hardware.microphone import look_at_microphone
from hardware.panel import Panel
from hardware.pins import pi_model
from hardware.screen import Screen, has_bus, no_bus
from hardware.vitals import look_at_power, look_at_temperature, look_at_throttling, throttled_flags
from hardware.voice import look_at_voice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from hardware.arbitration import Press
    from hardware.board import CameraWiring, ScreenWiring, WiredBoard
    from hardware.camera import Camera
    from hardware.finding import State
    from hardware.light import Look, Sharpness

ADDRESSES = range(0x08, 0x78)  # the rest is reserved (I2C-bus specification UM10204, table 4)
CAMERA_S = 6.0
UNSEEN = "no camera is wanted: players and host say what is laid"
DRAWN = "no camera was asked for; the table is drawn"
SETTLE_S = 3.0  # within which a camera finds the light and, where its lens moves, the table


class Probes:
    """The doctor's instruments for one wiring; `sharpness` tells how sharp a picture (uint8 BGR) is.

    Raises BoardError when the board file cannot be used.
    """

    def __init__(self, sharpness: Callable[[NDArray[np.uint8]], Sharpness], board_file: Path = SHIPPED_BOARD) -> None:
        self.board = load_board(board_file)
        self._sharpness = sharpness

    def survey_machine(self) -> Iterator[Finding]:
        """Look at the machine itself: which it is, how warm, whether slowed down or short of power."""
        flags = throttled_flags()
        yield look_at_machine()
        yield look_at_temperature()
        yield look_at_throttling(flags)
        yield from look_at_power(flags)

    def survey_parts(self, camera: str | None = None, voices: Path | None = None) -> Iterator[Finding]:
        """Look at every part without anybody's help. `camera` is a spec, "auto" for the Pi's or the first USB camera or
        "none"; without one the Pi's is taken on a Pi. `voices` is a folder with piper's."""
        yield from look_at_panel(self.board)
        yield from look_at_screen(self.board)
        yield look_at_voice(voices)
        spec = _which(camera)
        yield (
            look_at_camera(spec, self._sharpness, self.board.camera)
            if spec
            else Finding("camera", "simulated", UNSEEN if camera == NO_CAMERA else DRAWN)
        )

    def survey_hearing(self, is_wanted: bool) -> Iterator[Finding]:
        """Look at what a table hears with, also while one runs: it holds no microphone but while it listens."""
        yield look_at_microphone(is_wanted)

    def bench(self, camera: str | None = None) -> Bench:
        """The parts a person tests by hand, until it is closed. `camera` as for `survey_parts`."""
        spec = _which(camera)
        eye = open_camera(spec, wiring=self.board.camera) if spec else None
        return Bench(self.board, camera=eye, sharpness=self._sharpness)


def _which(camera: str | None) -> str | None:
    """The spec of the camera asked for; None where there is none to be looked at."""
    if camera == NO_CAMERA:
        return None
    if camera == "auto":
        return "pi" if pi_model() else "usb:0"
    return camera or ("pi" if pi_model() else None)


class Bench:
    """Panel, screen and camera under test: waits for presses and hands, makes sounds and light, shows pictures."""

    def __init__(
        self,
        board: WiredBoard,
        pin_factory: Any = None,
        oled: Any = None,
        camera: Camera | None = None,
        sharpness: Callable[[NDArray[np.uint8]], Sharpness] | None = None,
    ) -> None:
        self.board = board
        self.camera = camera
        self._meter = LightMeter(camera, sharpness) if camera and sharpness else None
        self._pressed = threading.Condition()
        self._presses: list[Press] = []
        self.panel = Panel(board, self._take, pin_factory)
        self.screen = Screen(board, oled)

    @property
    def faults(self) -> list[str]:
        """What is wrong now, one sentence each."""
        return [*self.panel.faults, *self.screen.faults]

    def wait_press(self, button: str, timeout_s: float) -> str | None:
        """The name of the next button pressed, `button` or another; None when none was within `timeout_s`.

        A press of `button` that came while others were awaited does not count.
        """
        with self._pressed:
            self._presses.clear()
            self._pressed.wait_for(lambda: bool(self._presses), timeout_s)
            names = [press.button for press in self._presses]
        return button if button in names else names[0] if names else None

    def sound(self, tones: Sequence[tuple[int, int]]) -> None:
        """Play tones."""
        self.panel.sound(tones)

    def lamp(self, on: bool) -> None:
        """Switch the lamp."""
        self.panel.lamp(on)

    def show(self, image: Image.Image) -> bool:
        """Whether the picture got to the OLED."""
        self.screen.show(image)
        return self.screen.wait_shown(image)

    def picture(self, image: Image.Image) -> None:
        """Have the picture on the OLED as soon as it can be, without waiting for it."""
        self.screen.show(image)

    def look(self, timeout_s: float) -> Look | None:
        """The camera's next picture and what is wrong with it; None when none came within `timeout_s`."""
        return self._meter.look(timeout_s) if self._meter else None

    def wait_covered(self, timeout_s: float) -> bool:
        """Whether the camera's picture became half as bright within `timeout_s`, as under a hand."""
        ends_s = time.monotonic() + timeout_s
        frame = self.camera.latest(timeout_s=timeout_s) if self.camera else None
        brightest = 0.0
        while self.camera is not None and frame is not None:
            mean = float(frame.small.mean())
            brightest = max(brightest, mean)
            if mean < brightest / 2:
                return True
            left_s = ends_s - time.monotonic()
            frame = self.camera.latest(frame.number, left_s) if left_s > 0 else None
        return False

    def close(self) -> None:
        """Let go of everything."""
        if self.camera is not None:
            self.camera.close()
        self.panel.close()
        self.screen.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _take(self, press: Press) -> None:
        with self._pressed:
            self._presses.append(press)
            self._pressed.notify_all()


def look_at_machine(model: Callable[[], str | None] = pi_model) -> Finding:
    """Which machine this is."""
    name = model()
    if name is None:
        return Finding("machine", "simulated", "this is no Raspberry Pi: buttons, buzzer and screen are simulated")
    return Finding("machine", "ok", name)


def look_at_panel(board: WiredBoard, pin_factory: Any = None) -> Iterator[Finding]:
    """Whether every pin can be had, and no contact is closed while nobody presses."""
    parts = [part for part, _ in board.parts()]
    if not parts:
        yield Finding("buttons", "ok", "the board file has no buttons, buzzer or lamp")
        return
    with Panel(board, lambda _: None, pin_factory) as panel:
        for fault in panel.faults:
            yield Finding("buttons", "wrong", fault)
        for button in panel.buttons:
            if panel.is_down(button):
                pin = board.buttons[button]
                yield Finding(
                    "buttons",
                    "wrong",
                    f"{button} on GPIO {pin} is closed although nobody should press it; "
                    "look for a short to ground, and use the contacts marked NO",
                )
        if not panel.faults:
            state: State = "ok" if panel.real else "simulated"
            yield Finding("buttons", state, f"{len(parts)} parts have their pins: {', '.join(parts)}")


def look_at_screen(board: WiredBoard, scan: Callable[[int], list[int]] | None = None) -> Iterator[Finding]:
    """Whether the I2C bus is there and the OLED answers at its address; else who does."""
    wiring = board.screen
    if wiring is None:
        yield Finding("screen", "ok", "the board file has no screen")
        return
    if scan is None and not has_bus(wiring):
        if pi_model():
            yield Finding("screen", "wrong", no_bus(wiring))
        else:
            yield Finding("screen", "simulated", "there is no I2C bus here: the OLED is a picture on the page")
        return
    try:
        answering = (scan or scan_bus)(wiring.i2c_bus)
    except PermissionError:
        sentence = f"no permission to use I2C bus {wiring.i2c_bus}; add the user to group i2c and log in again"
        yield Finding("screen", "wrong", sentence)
        return
    except OSError as error:
        sentence = f"I2C bus {wiring.i2c_bus} cannot be used ({error.strerror}); restart the Pi, then check the wires"
        yield Finding("screen", "wrong", sentence)
        return
    yield told_scan(wiring, answering)


def told_scan(wiring: ScreenWiring, answering: Sequence[int]) -> Finding:
    """What a scan of the bus means for the screen."""
    bus, address = wiring.i2c_bus, f"0x{wiring.address:02X}"
    if wiring.address in answering:
        return Finding("screen", "ok", f"something answers at {address} on I2C bus {bus}")
    others = ", ".join(f"0x{other:02X}" for other in answering)
    if others:
        advice = f"something answers at {others} instead: write that address into the board file if it is the screen"
        return Finding("screen", "wrong", f"nothing answers at {address} on I2C bus {bus}; {advice}")
    return Finding(
        "screen",
        "wrong",
        f"nothing at all answers on I2C bus {bus}; check the screen's four wires: 3V3, ground, SDA and SCL not swapped",
    )


def scan_bus(bus: int) -> list[int]:
    """The addresses that answer on an I2C bus. Raises OSError when the bus cannot be opened."""
    from smbus2 import SMBus

    answering = []
    with SMBus(bus) as wire:
        for address in ADDRESSES:
            try:
                wire.read_byte(address)
            except OSError:
                continue  # silence is an answer: nobody lives there
            answering.append(address)
    return answering


def look_at_camera(
    spec: str,
    sharpness: Callable[[NDArray[np.uint8]], Sharpness],
    wiring: CameraWiring | None = None,
    timeout_s: float = CAMERA_S,
    settle_s: float = SETTLE_S,
) -> Finding:
    """Whether a picture comes within `timeout_s`, and whether cards can be read on one of those of the first
    `settle_s` after it. The value is how wide the sharpest edges are, in pixels."""
    try:
        camera = open_camera(spec, wiring=wiring)
    except HardwareError as error:
        return Finding("camera", "wrong", str(error))
    with camera:
        frame = camera.latest(timeout_s=timeout_s)
        if frame is None:
            return Finding("camera", "wrong", camera.fault or f"the camera {spec} gives no picture; check its cable")
        ends_s = time.monotonic() + settle_s
        while True:
            picture, sharp = frame.picture, sharpness(frame.picture)
            complaints = [advice.said for advice in advise(frame.small, sharp)]
            left_s = ends_s - time.monotonic()
            newer = camera.latest(frame.number, left_s) if complaints and left_s > 0 else None
            if newer is None:
                break
            frame = newer
    edge_px = None if sharp.edge_px is None else round(sharp.edge_px, 1)
    if complaints:
        return Finding("camera", "wrong", f"the camera gives pictures, but {'; '.join(complaints)}", edge_px)
    height_px, width_px = picture.shape[:2]
    said = f"{spec} gives pictures of {width_px}×{height_px}; the light is good, and {sharp.said}"
    return Finding("camera", "ok", said, edge_px)
