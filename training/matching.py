"""Which reading is said of which card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def nearest_first(away: NDArray[Any], near: NDArray[np.bool_]) -> dict[int, int]:
    """The reading of each card that has one: of the pairs that are `near` (cards, readings) those the least `away` from
    each other (cards, readings) first, each card and each reading once."""
    matched: dict[int, int] = {}
    pairs = np.argwhere(near)
    for card, reading in pairs[np.argsort(away[near], kind="stable")].tolist():
        if card not in matched and reading not in matched.values():
            matched[card] = reading
    return matched
