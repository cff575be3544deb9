"""The colours of cards at chosen places on them, without cutting the cards out: much quicker, where a few will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


def places_on(places: Floats) -> Floats:
    """How much of each corner of a card (4) makes up places on it, in parts of its width and height (n, 2): (n, 4)."""
    x, y = places.T
    return np.asarray(np.column_stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y]), np.float32)


def colours_at(frame: NDArray[np.uint8], quads: Floats, weights: Floats) -> NDArray[np.uint8]:
    """The colours (cards, n, 3) of the cards (4, 2) at the places that have these weights (n, 4)."""
    columns, rows = (weights @ quads).astype(np.intp).transpose(2, 0, 1)
    inside = np.minimum(np.maximum(rows, 0), len(frame) - 1), np.minimum(np.maximum(columns, 0), frame.shape[1] - 1)
    return np.asarray(frame[inside], np.uint8)
