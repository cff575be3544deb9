"""How sharp a picture is: the width of its sharpest edges in pixels, whatever lies on the table and in whatever light.

A step of height h that a lens has smeared with a standard deviation of s pixels is steepest where it rises by
h / (s √(2π)) from a pixel to the next, so height over steepness is 2.5 s. Nothing is sharper than two pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Fitted on ten photographs of Bananagrams tiles under a camera at 1920×1080 (264 tiles, edges 2.2 to 3.3 pixels wide),
# made smaller and then blurred step by step. Read right and surely were, at 40 pixels a tile (2 cm from 60 cm high):
# 99 % with edges of 4.1 pixels, 98 % of 5.2, 95 % of 6.3, 91 % of 7.3 and 42 % of 9.0.
SHARP_PX = 5.0

_SHARPEST = 0.002  # of the pixels: where it is steepest
_REACH_PX = 15  # within which an edge has its whole height: widths up to about as much are told apart
_LEAST_HEIGHT = 30.0  # grey levels: less is noise, or the weave of a cloth
_STEP_PX = 3  # of so many pixels one tells what is steep here


@dataclass(frozen=True, slots=True)
class Sharpness:
    """`edge_px` is how wide the sharpest edges of a picture are, in its pixels; None when it has none to tell by."""

    edge_px: float | None

    @property
    def enough(self) -> bool:
        """Whether letters are read on it as well as on a sharper one."""
        return self.edge_px is not None and self.edge_px <= SHARP_PX

    @property
    def said(self) -> str:
        """One sentence's worth, without a full stop."""
        if self.edge_px is None:
            return "nothing on it has edges to tell by whether it is sharp: lay cards on the table"
        if self.enough:
            return f"it is sharp, with edges {self.edge_px:.1f} pixels wide (up to {SHARP_PX:.0f} is good)"
        return f"it is blurred, with edges {self.edge_px:.1f} pixels wide (up to {SHARP_PX:.0f} is good): turn the lens"


def sharpness(picture: NDArray[np.uint8]) -> Sharpness:
    """How sharp a picture (uint8, BGR or grey) is; one that is smaller than an edge may be has none to tell by."""
    grey = np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    if min(grey.shape) < _REACH_PX:
        return Sharpness(None)
    slope = cv2.magnitude(*(cv2.Sobel(grey, cv2.CV_32F, dx, dy, scale=1 / 8) for dx, dy in ((1, 0), (0, 1))))
    steep = slope >= max(np.quantile(slope[::_STEP_PX, ::_STEP_PX], 1 - _SHARPEST), 1e-3)
    around = np.ones((_REACH_PX, _REACH_PX), np.uint8)
    height = cv2.subtract(cv2.dilate(grey, around), cv2.erode(grey, around))[steep].astype(np.float32)
    if not height.size or np.median(height) < _LEAST_HEIGHT:
        return Sharpness(None)
    return Sharpness(float(np.median(height / slope[steep])))
