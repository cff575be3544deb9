"""A drawn table: pictures from a function, at the pace of a camera."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from hardware.camera import Shot

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

FRAMES_PER_S = 10.0


class Pace:
    """Keeps a source from giving pictures faster than a camera would."""

    def __init__(self, frames_per_s: float) -> None:
        self._interval_s = 1 / frames_per_s
        self._next_s = 0.0
        self._skip = threading.Event()

    def wait(self) -> None:
        """Return when the next picture is due, or at once after `skip`."""
        now_s = time.monotonic()
        self._skip.wait(max(0.0, self._next_s - now_s))
        self._skip.clear()
        self._next_s = max(now_s, self._next_s) + self._interval_s

    def skip(self) -> None:
        """The next picture is due now."""
        self._skip.set()


class DrawnTable:
    """Pictures from `draw`, which returns uint8 BGR and is called in the camera's thread."""

    name = "drawn"

    def __init__(self, draw: Callable[[], NDArray[np.uint8]], frames_per_s: float = FRAMES_PER_S) -> None:
        self._draw = draw
        self._pace = Pace(frames_per_s)

    def open(self) -> None:
        """A drawing is always there."""

    def shoot(self) -> Shot:
        """Draw the table as it is now."""
        self._pace.wait()
        return Shot(self._draw())

    def close(self) -> None:
        """Nothing to let go of."""
