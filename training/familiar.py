"""What the eyes were tried on looks like: within which bounds the light, the contrast, the sharpness and the grain of
nearly all drawn everyday tables lie (`companion.vision.unlike`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.rectify import halvings
from companion.vision.unlike import conditions
from training.families import FAMILIES, faces_of, table
from training.parallel import each

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.drawn.scene import Shot
    from training.families import Family

FIRST = 7000  # no threshold is settled on tables from this number on
BEYOND = 0.005  # so large a part of everyday tables is beyond each bound


def bounds(each_family: int) -> dict[str, float]:
    """The bounds, of so many tables of each family; as they lie in `models/familiar.json`."""
    faces_of("settled")  # before the processes are forked, so that each has them
    numbered = [(family, FIRST + number) for family in FAMILIES for number in range(each_family)]
    seen = [one for one in each(_conditions, numbered) if one is not None]
    light, contrast, sharp, grain = np.array(seen).T
    found = {
        "light": np.quantile(light, BEYOND), "contrast": np.quantile(contrast, BEYOND),
        "sharp": np.quantile(sharp, BEYOND), "grain": np.quantile(grain, 1 - BEYOND),
    }  # fmt: skip
    return {name: round(float(bound), 4) for name, bound in found.items()}


def _conditions(numbered: tuple[Family, int]) -> NDArray[np.float32] | None:
    """Those of one table's cards that are in the picture; None when there are none."""
    shot, _ = table(numbered[0], "settled", numbered[1])
    quads = _inside(shot)
    grey = np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8)
    return conditions(halvings(grey), quads) if quads else None


def _inside(shot: Shot) -> list[NDArray[np.float32]]:
    size = np.array(shot.frame.shape[1::-1])
    return [quad for quad in shot.quads if ((quad >= 0) & (quad <= size)).all()]
