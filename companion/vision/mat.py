"""Finding the printed mat: four markers, one at each corner of the playing field.

The markers are ArUco markers of the dictionary 4×4_50 (Garrido-Jurado et al., Pattern Recognition 47, 2014), ids 0 to
3 clockwise from the player's far left. From two sightings of them follows how the camera has moved in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.sighting import Corners, as_quad

if TYPE_CHECKING:
    from numpy.typing import NDArray

DICTIONARY = cv2.aruco.DICT_4X4_50
FAR_LEFT, FAR_RIGHT, NEAR_RIGHT, NEAR_LEFT = 0, 1, 2, 3
IDS = (FAR_LEFT, FAR_RIGHT, NEAR_RIGHT, NEAR_LEFT)

MarkCorners = Mapping[int, Corners]  # marker id → its four corners in pixels, clockwise from the marker's own top left


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)


def find(picture: NDArray[np.uint8]) -> MarkCorners | None:
    """The mat's markers in a picture (BGR); None when fewer than two of them can be seen."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    quads, ids, _ = _detector().detectMarkers(grey)
    if len(quads) == 0:  # then `ids` is None
        return None
    found: dict[int, Corners] = {}
    for quad, marker in zip(quads, ids.ravel(), strict=True):
        if int(marker) in IDS:
            found[int(marker)] = as_quad(quad.reshape(4, 2))
    return found if len(found) >= 2 else None


def motion(before: MarkCorners, after: MarkCorners) -> NDArray[np.float64] | None:
    """What carries the earlier picture's pixels to the later one's (3×3); None without two shared markers."""
    both = [marker for marker in IDS if marker in before and marker in after]
    if len(both) < 2:
        return None
    starts = np.array([before[marker] for marker in both], np.float64).reshape(-1, 2)
    ends = np.array([after[marker] for marker in both], np.float64).reshape(-1, 2)
    found, _ = cv2.findHomography(starts, ends, cv2.RANSAC, 3.0)
    return None if found is None else np.asarray(found, np.float64)


def pieces(corners: MarkCorners | None) -> list[Corners]:
    """Where the corner pieces lie, in pixels: the markers with the white border around them."""
    return [_grown(quad, 1.45) for quad in (corners or {}).values()]


def _grown(quad: Corners, factor: float) -> Corners:
    corners = np.array(quad)
    return as_quad(corners.mean(0) + factor * (corners - corners.mean(0)))
