"""Pictures that are turned left to right, as those taken by way of a mirror and those of some cameras.

Most letters look the same there or as if they lay upside down, and are read; the others are mostly asked about, and
read surely once their places are looked at the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.vision.classifiers import LETTERS, by_letter, classify_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

ONE_WAY = tuple(LETTERS.index(letter) for letter in "FGJLNPQRSZ")  # mirrored they look like no letter, however turned
# Of 61 photographed and path-traced tables and 240 drawn ones in typefaces not taught on none had so many places that
# were surely such a letter mirrored, and three had one; of the same pictures mirrored 165 had so many.
SURE, MANY = 0.97, 2


def is_mirrored(pyramid: list[NDArray[np.uint8]], asked: Sequence[NDArray[np.float32]]) -> bool:
    """Whether a picture, given its halvings, is mirrored, by the places (4, 2) of letters that are asked about."""
    if len(asked) < MANY:
        return False
    chances = by_letter(classify_letters(pyramid, [quad[[1, 0, 3, 2]] for quad in asked]))
    return int((chances[:, ONE_WAY] > SURE).sum()) >= MANY
