"""Cameras: a source gives pictures, a thread fetches them, and nobody else ever waits for a lens.

One picture is fetched at a time. A source that does not come back is called hung after `HUNG_S`, one that fails is
called missing and opened again with growing pauses; both are taken back as soon as a picture arrives.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Self

from hardware.board import CameraWiring
from hardware.cameras import drawn, pi, usb
from hardware.errors import CameraError, HardwareError
from hardware.sentences import told

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from hardware.cameras.source import Capture, FrameSource

NO_CAMERA = "none"  # the spec of a table that is to have none
HUNG_S = 2.5  # noticed, and shown, within 3 s
FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 5.0
SMALL_WIDTH_PX = 320


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table.

    `picture` is uint8 BGR, height × width × 3. `taken_ns` is monotonic (`time.monotonic_ns`), the sensor's own time
    where it tells; `number` counts from 0.
    """

    picture: NDArray[np.uint8]
    taken_ns: int
    number: int
    small_width_px: int = SMALL_WIDTH_PX
    lores: NDArray[np.uint8] | None = None

    @cached_property
    def small(self) -> NDArray[np.uint8]:
        """The same in grey, height × `small_width_px`: the camera's own where it makes one, else made when asked."""
        return shrink(self.picture, self.small_width_px) if self.lores is None else self.lores


class Camera:
    """A source and the thread that fetches its pictures.

    `latest` gives the newest; `state` and `fault` say how the camera is.
    """

    def __init__(
        self,
        source: FrameSource,
        *,
        small_width_px: int = SMALL_WIDTH_PX,
        hung_s: float = HUNG_S,
        first_pause_s: float = FIRST_PAUSE_S,
        now_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.source = source
        self._small_width_px = small_width_px
        self._hung_ns = round(hung_s * 1e9)
        self._first_pause_s = first_pause_s
        self._now_ns = now_ns
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._fault: str | None = None
        self._busy_since_ns: int | None = now_ns()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {source.name}", daemon=True)
        self._thread.start()

    def latest(self, newer_than: int = -1, timeout_s: float = 3.0) -> Frame | None:
        """The newest frame with a number above `newer_than`; None when none came within `timeout_s`."""
        with self._news:
            self._news.wait_for(lambda: self._has_newer(newer_than) or self._stop.is_set(), timeout_s)
            return self._frame if self._has_newer(newer_than) else None

    @property
    def state(self) -> Literal["ok", "hung", "missing"]:
        """How the camera is now: "hung" when it has owed a picture for too long, "missing" when it said it has none."""
        with self._news:
            if self._fault is not None:
                return "missing"
            busy_since_ns = self._busy_since_ns
        if busy_since_ns is not None and self._now_ns() - busy_since_ns >= self._hung_ns:
            return "hung"
        return "ok"

    @property
    def fault(self) -> str | None:
        """One sentence on what is wrong; None while pictures come."""
        if self.state == "hung":
            return told("the camera ({name}) gives no picture any more; check its cable", name=self.source.name)
        return self._fault

    def advance(self) -> bool:
        """Show the next photo of a folder of photos; False at the last one and for every other kind of camera."""
        advance: Callable[[], bool] | None = getattr(self.source, "advance", None)
        return advance is not None and advance()

    def close(self) -> None:
        """Stop fetching. A source that hangs is left behind in its thread and closed when it returns."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout=1.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _has_newer(self, number: int) -> bool:
        return self._frame is not None and self._frame.number > number

    def _run(self) -> None:
        pause_s = self._first_pause_s
        while not self._stop.is_set():
            try:
                self._busy()
                self.source.open()
                while not self._stop.is_set():
                    self._busy()
                    self._publish(self.source.shoot())
                    pause_s = self._first_pause_s
            except HardwareError as error:
                self._failed(error.sentence)
            except driver_errors() as error:
                self._failed(told("the camera ({name}) failed: {error}", name=self.source.name, error=error))
            finally:
                self.source.close()
            self._stop.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _busy(self) -> None:
        with self._news:
            self._busy_since_ns = self._now_ns()

    def _failed(self, fault: str) -> None:
        with self._news:
            self._fault = fault
            self._busy_since_ns = None

    def _publish(self, shot: Capture) -> None:
        now_ns = self._now_ns()
        taken_ns = now_ns if shot.taken_ns is None else min(shot.taken_ns, now_ns)
        with self._news:
            number = 0 if self._frame is None else self._frame.number + 1
            self._frame = Frame(shot.picture, taken_ns, number, self._small_width_px, shot.small)
            self._fault = None
            self._busy_since_ns = None
            self._news.notify_all()


def driver_errors() -> tuple[type[Exception], ...]:
    """Everything a camera's driver may raise, OpenCV's own errors among them."""
    import cv2

    return (OSError, RuntimeError, ValueError, cv2.error)


def shrink(picture: NDArray[np.uint8], width_px: int) -> NDArray[np.uint8]:
    """The picture in grey and `width_px` wide."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    height_px = max(1, round(grey.shape[0] * width_px / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def open_camera(
    spec: str,
    *,
    draw: Callable[[], NDArray[np.uint8]] | None = None,
    changes: Callable[[], int] | None = None,
    wiring: CameraWiring | None = None,
) -> Camera:
    """The camera a person asked for.

    `spec` is "pi", "usb:N" (N the number of /dev/videoN), "photos:DIR" (the pictures of a folder, one after the
    other) or "drawn" (pictures from `draw`; `changes` tells how often what it draws has changed). A camera that is
    not plugged in gives a Camera whose state says so.
    Raises CameraError for a spec that is none of these and for a folder without readable pictures.
    """
    wiring = wiring or CameraWiring()
    kind, _, detail = spec.partition(":")
    source: FrameSource
    if kind == "drawn" and not detail:
        if draw is None:
            raise CameraError(told("a drawn camera needs something that draws the table"))
        source = drawn.DrawnSource(draw, changes)
    elif kind == "photos" and detail:
        from hardware.cameras import photos

        source = photos.Photos(detail)
    elif kind == "usb" and detail.isdecimal():
        source = usb.UsbCamera(int(detail), wiring)
    elif kind == "pi" and not detail:
        source = pi.PiCamera(wiring)
    else:
        raise CameraError(told("camera {name} is unknown, expected pi, usb:0, photos:FOLDER or drawn", name=repr(spec)))
    return Camera(source, small_width_px=wiring.small_width_px)
