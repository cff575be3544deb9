"""A picture for cameras to give."""

import numpy as np

GREY = np.full((90, 160, 3), 128, np.uint8)
