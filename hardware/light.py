"""Whether cards can be read in this light and through this lens: what is wrong with a picture, the worst first, each
with what to try. The doctor tells it once, and live while somebody hangs the camera and turns lamps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from hardware.camera import Camera

    Box = tuple[int, int, int, int]

DARK, BRIGHT = 70, 200  # mean grey, of 255
BURNT = 254  # grey from which a point has no print left on it
GLARE_SHARE = 0.02  # of the points burnt out to white

Trouble = Literal["dark", "bright", "shine", "blurred"]


class Sharpness(Protocol):
    """How sharp a picture is, as whoever reads cards on it sees it."""

    @property
    def edge_px(self) -> float | None: ...
    @property
    def enough(self) -> bool: ...
    @property
    def said(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that is wrong with a picture: `said` in words with what to try, `briefly` in two or three, `measured`
    as a number with its sign where there is one. `box` is where it is: left, top, right, bottom in the grey picture
    (the last two not included)."""

    trouble: Trouble
    said: str
    briefly: str
    measured: str = ""
    box: Box | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """One picture looked at: `grey` (uint8, height × width) and what is wrong with it, the worst first."""

    grey: NDArray[np.uint8]
    advice: tuple[Advice, ...]


class LightMeter:
    """Looks at a camera's pictures one after the other; `sharpness` tells how sharp one (uint8 BGR) is."""

    def __init__(self, camera: Camera, sharpness: Callable[[NDArray[np.uint8]], Sharpness]) -> None:
        self._camera = camera
        self._sharpness = sharpness
        self._number = -1
        self._last: Look | None = None

    def look(self, timeout_s: float) -> Look | None:
        """The next picture looked at. When none came within `timeout_s`, the last one again if the camera is well (a
        photo does not change), else None."""
        frame = self._camera.latest(self._number, timeout_s)
        if frame is None:
            return None if self._camera.fault else self._last
        self._number = frame.number
        self._last = Look(frame.small, tuple(advise(frame.small, self._sharpness(frame.picture))))
        return self._last

    @property
    def fault(self) -> str | None:
        """What is wrong with the camera, in one sentence; None while pictures come."""
        return self._camera.fault


def advise(grey: NDArray[np.uint8], sharp: Sharpness) -> Iterator[Advice]:
    """What is wrong with a grey picture's light and with its sharpness, the worst first."""
    mean = float(grey.mean())
    if mean < DARK:
        said = "it is too dark: turn a lamp to the ceiling or a white wall"
        yield Advice("dark", said, "too dark", f"{mean:.0f} < {DARK}")
    elif mean > BRIGHT:
        said = "it is too bright: move the lamp away or draw the curtain"
        yield Advice("bright", said, "too bright", f"{mean:.0f} > {BRIGHT}")
    burnt = grey >= BURNT
    share = float(burnt.mean())
    if share > GLARE_SHARE:
        said = "something shines: move the lamp so that it is not mirrored into the camera"
        yield Advice("shine", said, "it shines", f"{share:.0%}", _biggest(burnt))
    if not sharp.enough:
        briefly, measured = ("lay cards", "") if sharp.edge_px is None else ("turn the lens", f"{sharp.edge_px:.1f} px")
        yield Advice("blurred", sharp.said, briefly, measured)


def _biggest(points: NDArray[np.bool_]) -> Box:
    """The box around the biggest patch of points."""
    _, _, patches, _ = cv2.connectedComponentsWithStats(points.astype(np.uint8))
    left, top, width, height, _ = (int(value) for value in max(patches[1:], key=lambda patch: patch[cv2.CC_STAT_AREA]))
    return left, top, left + width, top + height
