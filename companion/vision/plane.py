"""A plane through what was measured at some places of a picture: what is seen at an angle changes evenly over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def plane_through(places: NDArray[np.float64], measured: NDArray[np.float64], pull: float) -> NDArray[np.float64]:
    """The plane (3,) through what was `measured` (n,) at `places`, each 1, x, y (n, 3), by least squares.

    Few places in one corner say little about the slope, so it is pulled to level: as hard as `pull` times the square of
    the slope would be beside the squares of the errors (Hoerl and Kennard, Ridge Regression, 1970).
    """
    pulled = places.T @ places + np.diag([0.0, pull, pull])
    return np.asarray(np.linalg.solve(pulled, places.T @ measured))
