"""A drawn table: pictures from a function, at the pace of a camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.cameras.pace import FRAMES_PER_S, Pace
from hardware.cameras.source import Capture

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

LIVELY = 20  # so many pictures after a change are each drawn anew
REPEATED = 10  # so often each is given afterwards, when only its noise would be new


class DrawnSource:
    """Pictures from `draw`, which returns uint8 BGR and is called in the camera's thread.

    `changes` tells how often what is drawn has changed: while nothing does, one drawing is given several times.
    """

    name = "drawn"

    def __init__(
        self,
        draw: Callable[[], NDArray[np.uint8]],
        changes: Callable[[], int] | None = None,
        frames_per_s: float = FRAMES_PER_S,
    ) -> None:
        self._draw = draw
        self._changes = changes
        self._pace = Pace(frames_per_s)
        self._shot: Capture | None = None
        self._drawn_at: int | None = None
        self._given = 0  # since the last change

    def open(self) -> None:
        """A drawing is always there."""

    def shoot(self) -> Capture:
        """The table as it is now."""
        self._pace.wait()
        changes = None if self._changes is None else self._changes()
        if changes is None or changes != self._drawn_at:
            self._drawn_at, self._given = changes, 0
        if self._shot is None or self._given < LIVELY or self._given % REPEATED == 0:
            self._shot = Capture(self._draw())
        self._given += 1
        return self._shot

    def close(self) -> None:
        """Nothing to let go of."""
