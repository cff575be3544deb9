"""The OLED on the table. Showing a picture never waits and never fails: a thread of its own sends it.

I2C errors are counted and said in `faults`; the OLED is tried again with growing pauses and gets the newest picture
when it answers. While nothing changes it is asked for a sign of life, so a pulled plug is noticed between moves too.
"""

from __future__ import annotations

import errno
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from luma.core.device import dummy
from luma.core.error import DeviceNotFoundError, DevicePermissionError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from PIL import Image

from hardware.oled import HEIGHT_PX, WIDTH_PX, OledLink, Serial, make_driver
from hardware.pins import pi_model
from hardware.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from hardware.board import ScreenWiring, WiredBoard

SECOND_NS = 1_000_000_000
FIRST_PAUSE_NS = SECOND_NS // 10
LONGEST_PAUSE_NS = 5 * SECOND_NS
ALIVE_NS = SECOND_NS
REFRESH_NS = 30 * SECOND_NS

SCREEN_ERRORS = (OSError, LumaError)


class SimulatedOled:
    """luma's dummy device as a screen: it holds the picture, and can be pulled out and put back."""

    def __init__(self) -> None:
        self._dummy = dummy(width=WIDTH_PX, height=HEIGHT_PX, mode="1")
        self.plugged = True

    def display(self, image: Image.Image) -> None:
        """Hold the picture. Raises OSError while it is pulled out."""
        self.show()
        self._dummy.display(image)

    def show(self) -> None:
        """A sign of life. Raises OSError while it is pulled out."""
        if not self.plugged:
            raise OSError(errno.EREMOTEIO, "nothing answers on the bus")

    @property
    def image(self) -> Image.Image | None:
        """The picture it holds, None before the first."""
        held: Image.Image | None = self._dummy.image
        return held


class Painter:
    """Brings the wanted picture to a device, one attempt per `step`. No thread and no clock of its own."""

    def __init__(self, open_device: Callable[[], Any], wake: Callable[[], None], describe: Callable[[Exception], str]):
        self._open_device = open_device
        self._wake = wake
        self._describe = describe
        self._device: Any = None
        self._alive = True
        self._pause_ns = FIRST_PAUSE_NS
        self._contact_ns: int | None = None
        self._refreshed_ns: int | None = None
        self.shown: Image.Image | None = None
        self.errors = 0
        self.fault: str | None = None

    def step(self, wanted: Image.Image | None, now_ns: int) -> int:
        """Send `wanted` if the device does not show it; returns the time (ns) at which to step again at the latest."""
        try:
            self._paint(wanted, now_ns)
        except SCREEN_ERRORS as error:
            self.errors += 1
            self.fault = self._describe(error)
            self._alive = False
            pause_ns, self._pause_ns = self._pause_ns, min(2 * self._pause_ns, LONGEST_PAUSE_NS)
            return now_ns + pause_ns
        self.fault = None
        self._pause_ns = FIRST_PAUSE_NS
        return now_ns + ALIVE_NS

    def finish(self) -> None:
        """Blank the device and let go of it, if it still answers."""
        if self._device is None or not hasattr(self._device, "cleanup"):
            return
        try:
            self._device.cleanup()
        except SCREEN_ERRORS:
            self.errors += 1

    def _paint(self, wanted: Image.Image | None, now_ns: int) -> None:
        if self._device is None:
            self._device = self._open_device()
        elif not self._alive or self._is_due(self._refreshed_ns, REFRESH_NS, now_ns):
            # An OLED that lost its power for a moment has forgotten its settings and its picture.
            self._wake()
            self.shown = None
        if not self._alive or self._refreshed_ns is None or self.shown is None:
            self._refreshed_ns = now_ns
        self._alive = True
        if wanted is not None and not same(wanted, self.shown):
            self._device.display(wanted)
            self.shown = wanted
            self._contact_ns = now_ns
        elif self._is_due(self._contact_ns, ALIVE_NS, now_ns):
            self._device.show()
            self._contact_ns = now_ns

    @staticmethod
    def _is_due(last_ns: int | None, every_ns: int, now_ns: int) -> bool:
        return last_ns is None or now_ns - last_ns >= every_ns


class Screen:
    """The OLED of a board, or a simulated one where there is no I2C bus.

    `device` is anything with luma's `display` and `show` (a `SimulatedOled`, a luma dummy); it stands for the OLED
    whatever the machine has. `open_serial` opens another bus than the machine's. `real` says whether pictures go to a
    wire.
    """

    def __init__(
        self,
        board: WiredBoard,
        device: Any = None,
        *,
        open_serial: Callable[[], Serial] | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._now_ns = now_ns
        self._complaint: str | None = None
        self.real = device is None and board.screen is not None and (open_serial is not None or has_bus(board.screen))
        if self.real and board.screen is not None:
            self._painter = wired_painter(board.screen, open_serial)
        else:
            if device is None and board.screen is not None and pi_model():
                self._complaint = no_bus(board.screen)
            self._painter = simulated_painter(device or SimulatedOled())
        self._wanted: Image.Image | None = None
        self._tried: Image.Image | None = None
        self._next_ns = 0
        self._news = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="screen", daemon=True)
        self._thread.start()

    def show(self, image: Image.Image) -> None:
        """Want this picture (128×64, cut or filled with black to that); a newer one overtakes it."""
        image = fit(image)
        with self._news:
            self._wanted = image
            self._news.notify_all()

    def framebuffer(self) -> Image.Image:
        """The picture that stands on the OLED now: black before the first, the last it took while it is away."""
        return (self._painter.shown or Image.new("1", (WIDTH_PX, HEIGHT_PX))).copy()

    @property
    def errors(self) -> int:
        """How many attempts to reach the OLED failed so far."""
        return self._painter.errors

    @property
    def faults(self) -> list[str]:
        """What is wrong now, one sentence each; empty when all is well."""
        return [fault for fault in (self._complaint, self._painter.fault) if fault]

    def wait_shown(self, image: Image.Image, timeout_s: float = 3.0) -> bool:
        """Whether `image` came to stand on the OLED within `timeout_s`."""
        with self._news:
            return self._news.wait_for(lambda: same(image, self._painter.shown), timeout_s)

    def close(self) -> None:
        """Blank the OLED and end the thread."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=2.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._has_work, self._left_s())
                if self._closed:
                    break
                wanted = self._tried = self._wanted
            self._next_ns = self._painter.step(wanted, self._now_ns())
            with self._news:
                self._news.notify_all()
        self._painter.finish()

    def _has_work(self) -> bool:
        # While the OLED is away a new picture waits for the pause to end, so that back-off is kept.
        is_new = self._wanted is not self._tried and self._painter.fault is None
        return self._closed or is_new or self._now_ns() >= self._next_ns

    def _left_s(self) -> float:
        return max(0.0, (self._next_ns - self._now_ns()) / SECOND_NS)


def fit(image: Image.Image) -> Image.Image:
    """The picture as the OLED takes it: mode "1", 128×64."""
    if image.size == (WIDTH_PX, HEIGHT_PX) and image.mode == "1":
        return image
    fitted = Image.new("1", (WIDTH_PX, HEIGHT_PX))
    fitted.paste(image.convert("1"))
    return fitted


def same(one: Image.Image, other: Image.Image | None) -> bool:
    """Whether two pictures are equal pixel by pixel."""
    # Pillow keeps a lit point of mode "1" as 1 or as 255; only the packed bits compare.
    return other is not None and (one is other or one.tobytes() == other.tobytes())


def has_bus(wiring: ScreenWiring) -> bool:
    """Whether the I2C bus of the board file exists on this machine."""
    return Path(f"/dev/i2c-{wiring.i2c_bus}").exists()


def wired_painter(wiring: ScreenWiring, open_serial: Callable[[], Serial] | None = None) -> Painter:
    """A painter for the OLED on an I2C bus; `open_serial` opens the bus (default: luma's own i2c)."""
    line = OledLink(open_serial or (lambda: i2c(port=wiring.i2c_bus, address=wiring.address)))
    device: list[Any] = []

    def open_device() -> Any:
        # luma registers every driver it makes to be closed at exit, so make one only when somebody answers.
        line.cleanup()
        line.ask()
        device.append(make_driver(wiring, line))
        return device[0]

    def wake() -> None:
        line.cleanup()
        line.wake()
        device[0].forget()

    return Painter(open_device, wake, lambda error: bus_fault(wiring, error))


def simulated_painter(device: Any) -> Painter:
    """A painter for a device that is there already."""
    return Painter(
        lambda: device, lambda: None, lambda error: told("the simulated OLED is pulled out ({error})", error=error)
    )


def no_bus(wiring: ScreenWiring) -> str:
    """What to say when the Pi has no such bus."""
    return told(
        "no screen: there is no /dev/i2c-{bus}; switch I2C on with raspi-config, Interface Options", bus=wiring.i2c_bus
    )


def bus_fault(wiring: ScreenWiring, error: Exception) -> str:
    """One sentence for a person: what is wrong on the way to the OLED."""
    place = told("{address} on I2C bus {bus}", address=f"0x{wiring.address:02X}", bus=wiring.i2c_bus)
    if isinstance(error, DevicePermissionError | PermissionError):
        return told(
            "no permission to use I2C bus {bus}; add the user to group i2c and log in again", bus=wiring.i2c_bus
        )
    if isinstance(error, DeviceNotFoundError) and "/dev/" in str(error):
        return no_bus(wiring)
    if isinstance(error, DeviceNotFoundError) or getattr(error, "errno", None) in (errno.EIO, errno.EREMOTEIO):
        return told("nothing answers at {place}; check the screen's four wires and its address", place=place)
    return told("the screen at {place} does not answer ({error}); check its wires", place=place, error=error)
