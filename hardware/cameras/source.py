"""What every camera's driver is to the camera, and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False, slots=True)
class Capture:
    """What a source gives: a BGR picture, and if it knows them the time it was taken and a small grey picture."""

    picture: NDArray[np.uint8]
    taken_ns: int | None = None
    small: NDArray[np.uint8] | None = None


class FrameSource(Protocol):
    """A lens: opened, asked for one picture after another, closed. Used by one thread only."""

    name: str

    def open(self) -> None:
        """Make it ready. Raises HardwareError when it is not there."""
        ...

    def shoot(self) -> Capture:
        """The next picture; may block. Raises HardwareError when there is none."""
        ...

    def close(self) -> None:
        """Let go of it. Never raises."""
        ...
