"""A drawn table: pictures from a function, at the pace of a camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.camera import Shot
from hardware.cameras.pace import FRAMES_PER_S, Pace

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray


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
