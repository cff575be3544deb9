"""The pattern of a cloth: dots and flowers, found in great number, are no cards beside those that are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.quads import sizes_px, usual_size_px

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

# Beside so many cards that are read, so many places that are so much smaller (in length) are a pattern. One dotted
# cloth had 36, one with flowers twelve; what is seen of cards under hands are one or two. Chosen.
FEW, PATTERN, DWARFED = 2, 8, 2.5


def of_the_cloth(quads: Sequence[NDArray[np.float32]], read: ArrayLike, doubtful: ArrayLike) -> NDArray[np.bool_]:
    """Which of the places (4, 2) in a frame are of the pattern of the cloth (n,), given which are `read` and which are
    so `doubtful` that somebody would be asked."""
    are_read = np.asarray(read, np.bool_)
    if are_read.sum() < FEW:
        return np.zeros(len(quads), np.bool_)
    sizes = sizes_px(quads)
    small = ~are_read & (sizes < usual_size_px(sizes[are_read]) / DWARFED)
    return small & bool((small & np.asarray(doubtful, np.bool_)).sum() >= PATTERN)
