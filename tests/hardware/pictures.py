"""Pictures for cameras to give."""

import numpy as np
from numpy.typing import NDArray

GREY = np.full((90, 160, 3), 128, np.uint8)


def checkered(dark: int, light: int) -> NDArray[np.uint8]:
    """Squares of two greys, with edges as sharp as can be: uint8, 180 × 320."""
    rows, columns = np.indices((180, 320))
    return np.where((rows // 8 + columns // 8) % 2, dark, light).astype(np.uint8)
