"""The counters of signs, the ground that they enclose: by where it ends a 9 is told from a Q whose tail curls.

In some typefaces a Q's tail hangs down and curls so far that it is a 9 to every network that has not seen that very
design. But its counter is the whole of the Q above the tail; a 9's is its upper half.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.blobs import apart_from, inked
from companion.vision.rectify import flat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Picture = NDArray[np.uint8]

SHORT_PX = 120
SOFT_PX = 0.8
HIGH = 0.2  # a sign is at least so high, in parts of the corner; chosen
# In parts of the sign's box: a smaller one is a hole in its print; a curl's is smaller than this, and the sign's own is
# not. Of 1,102 typefaces no 9's is below 0.05; where the print is small, what is left open of a 9 may be a second one.
LEAST_CURL, LEAST_COUNTER = 0.001, 0.04
BEGINS = 0.33  # in parts of the sign's height: one that begins lower is a 6's, or a 9's upside down
# Where the lowest one ends in parts of the sign's height, and the logarithm of how much likelier that makes it a Q than
# a 9. Of 1,102 typefaces no 9's ends below 0.64, and on cards drawn in them none of 732 below 0.62; of the Q's on drawn
# cards that were read as a 9 most do at 0.67 and below. A bold one's own ends as a 9's does, and its curl's at 0.65.
ENDS, LOG_ODDS = (0.64, 0.68), (0.0, 6.5)


def queen_by_counter(pyramid: list[Picture], corners: Sequence[Floats]) -> float:
    """How much speaks for a Q where a 9 is read, the logarithm of the odds, by the counters in the corners of one card
    (each 4, 2, upright): one is enough, for a curl may be too small to be seen in the other. 0 where none is seen."""
    ends = [counter_end(flat(pyramid, corner, SHORT_PX)) for corner in corners]
    return float(np.interp(max((end for end in ends if end is not None), default=0.0), ENDS, LOG_ODDS))


def counter_end(corner: Picture) -> float | None:
    """How far down the counters of the uppermost sign in the corner of a card reach, in parts of the sign's height
    from its top; None where no sign stands apart, or it encloses nothing in its upper part. A curl may be one, too."""
    soft = np.asarray(cv2.GaussianBlur(corner, (0, 0), SOFT_PX), np.uint8)
    card = inked(corner, apart_from(float(np.median(soft)), soft))
    signs = [blob for blob in card.blobs if card.is_whole(blob) and blob.box[3] > HIGH * len(corner)]
    if not signs:
        return None
    uppermost = min(signs, key=lambda blob: blob.box[1])
    left, top, wide, high = uppermost.box
    return _counter_end(card.numbers[top : top + high, left : left + wide] == uppermost.number)


def _counter_end(sign: NDArray[np.bool_]) -> float | None:
    height, width = sign.shape
    ground = cv2.copyMakeBorder(np.asarray(~sign, np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    _, numbers, shapes, _ = cv2.connectedComponentsWithStats(ground, connectivity=4)
    shapes[[0, numbers[0, 0]], cv2.CC_STAT_AREA] = 0  # the sign itself, and what is around it
    parts = shapes[:, cv2.CC_STAT_AREA] / (height * width)
    tops = shapes[:, cv2.CC_STAT_TOP] - 1
    if parts.max() < LEAST_COUNTER or tops[parts.argmax()] > BEGINS * height:
        return None
    curls = (parts > LEAST_CURL) & (parts < LEAST_COUNTER)
    return float((tops + shapes[:, cv2.CC_STAT_HEIGHT])[curls | (parts == parts.max())].max() / height)
