"""One motion of everything on a table: the camera, or the cloth, has been pushed. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.changes import centre

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.sighting import Sighting, Table

_SAME_SCALE = 0.04  # a camera that is pushed does not come much nearer


def common_motion(before: Table, after: Table) -> NDArray[np.float64] | None:
    """The one motion (3×3) that explains where all cards have gone, two or more of them; None if there is none.

    Cards that all went the same way have not been moved one by one: the camera, or the cloth, has. Only cards whose
    label lies there once are asked, since equal ones cannot be told apart; and only where their middles are, since
    which end of a card is up may be read differently.
    """
    starts, ends = [], []
    labels = [card.label for card in before.sightings]
    for one in before.sightings:
        same = [other for other in after.sightings if other.label == one.label]
        if labels.count(one.label) == 1 and len(same) == 1:
            starts.append(centre(one.quad))
            ends.append(centre(same[0].quad))
    if len(starts) < 2:
        return None
    motion, agreeing = cv2.estimateAffinePartial2D(np.array(starts), np.array(ends), ransacReprojThreshold=5.0)
    if motion is None or not agreeing.all():
        return None
    if abs(float(np.hypot(motion[0, 0], motion[1, 0])) - 1) > _SAME_SCALE:  # one of two cards went elsewhere
        return None
    return np.vstack([motion, [0.0, 0.0, 1.0]])


def carried(sightings: Sequence[Sighting], motion: NDArray[np.float64]) -> tuple[Sighting, ...]:
    """The same cards where a motion (3×3, pixels to pixels) takes them."""

    def carry(sighting: Sighting) -> Sighting:
        corners = cv2.perspectiveTransform(np.array([sighting.quad], np.float64), motion)[0]
        first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
        return replace(sighting, quad=(first, second, third, fourth))

    return tuple(carry(sighting) for sighting in sightings)


def motion_px(motion: NDArray[np.float64], width_px: int, height_px: int) -> float:
    """The farthest a motion carries any corner of a frame of this size, in pixels."""
    corners = np.array([[(0, 0), (width_px, 0), (width_px, height_px), (0, height_px)]], np.float64)
    return float(np.abs(cv2.perspectiveTransform(corners, motion) - corners).max())
