"""Tesseract asked about letters with ranks that are nearly sure: where it says the same, less of the doubt is left.

Of letter cards it is not asked: what is in doubt there is mostly what is hidden, and of that it sees no more than the
networks. On 580 drawn tables, many with cards over each other, 61 of 10,663 letters more were read with it, and 14 of
144 more were wrong: without it a lower threshold does better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.vision.lone_sign import lone_sign
from companion.vision.tesseract import is_installed, read_signs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEARLY_SURE = 0.75  # from this confidence on Tesseract is asked too
# Its saying the same makes a letter likelier by so much (odds). Chosen when it saw the middles of cards: there it was 8
# to 12, on unseen typefaces. Of 79 doubtful ones on 160 drawn tables of the settling side that it reads alike, shown
# the sign alone, none is another letter.
AGREEING = 6.0


def read_by_tesseract(pyramid: list[NDArray[np.uint8]], quads: list[NDArray[np.float32]]) -> list[str]:
    """Which capital Tesseract makes out on each card (4, 2), that begins at its top left; "" for none, or where it is
    not installed. All in one call. It is shown the sign alone, without frame, value and neighbours: of 232 letters
    with ranks it reads 224 so, and 174 in the middles of their cards."""
    if not is_installed():
        return [""] * len(quads)
    signs = [lone_sign(pyramid, quad) for quad in quads]
    said = iter(read_signs([sign[0] for sign in signs if sign]))
    return [next(said) if sign else "" for sign in signs]
