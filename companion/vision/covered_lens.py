"""Whether a picture shows anything of the table: a lens that something lies on shows none, nor does a dark room.

What covers a lens is out of focus all over, so that there is no edge anywhere; of a table with cards there are many. A
bare table may be as smooth: that is told by its light, for what covers a lens takes most of it away, or by the hue of
skin. All is seen in the small picture (`backdrop.shrink`), in grey levels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.backdrop import skin

if TYPE_CHECKING:
    from companion.vision.backdrop import Small

_BLACK = 20.0  # of video 16 is black: where nothing is lighter, no lamp is lit or the lens is covered
_EDGE = 6.0  # by which a pixel differs from what lies around it where there is an edge; chosen, as are those below
_EDGE_LEAST = 3  # and so many pixels
_AROUND_PX = 4.0  # the standard deviation of what lies around
_DARKER = 0.4  # of the light that came from the table
_SKIN = 0.5  # of the picture


def shows_nothing(small: Small, before: Small | None) -> bool:
    """Whether nothing of a table is seen; `before` is how it looked when cards or mat were last seen on it, None before
    that: then only a black picture shows none."""
    if small.max() < _BLACK:
        return True
    if before is None or before.shape != small.shape:
        return False
    is_darker = _light(small) < _DARKER * _light(before)
    return _is_smooth(small) and (is_darker or _part_of_skin(small) > _SKIN > _part_of_skin(before))


def _is_smooth(small: Small) -> bool:
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    edges = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), _AROUND_PX)) > _EDGE
    return int(edges.sum()) < _EDGE_LEAST


def _light(small: Small) -> float:
    return float(np.median(small.max(2)))


def _part_of_skin(small: Small) -> float:
    return float(skin(small).mean())
