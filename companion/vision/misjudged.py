"""Cards whose size the finder misjudged: read surely, but in a quad far smaller or larger than the others'.

A letter printed on a cloth or a board looks so too. Where the corners of a card are found about it that is of the shape
that the others have (`alike`), and the same letter stands in it, it is a card; anything else stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.alike import ENOUGH, ExpectedShape
from companion.vision.classifiers import by_letter, classify_letters, likeliest_turn
from companion.vision.corners import to_corners
from companion.vision.find import Found
from companion.vision.neighbours import odd_sizes
from companion.vision.quads import begun_at, size_px
from companion.vision.swallowed import MISFIT, MOST, SURE_OF_ITS_SHAPE, surely_read

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LARGER = 2.0  # times as large or small as the finder says a card may be


def sized_alike(pyramid: list[NDArray[np.uint8]], places: list[Found], chances: Floats) -> tuple[list[Found], Floats]:
    """The places with their readings (n, LETTER_CLASSES), those of misjudged size in the shape of the others."""
    sure = surely_read(chances)
    odd = odd_sizes([place.quad for place in places], sure)
    misjudged, usual = np.flatnonzero(sure & odd), np.flatnonzero(sure & ~odd)
    if len(usual) < ENOUGH or not 0 < len(misjudged) <= MOST:
        return places, chances
    expected = ExpectedShape.of_upright([begun_at(places[one].quad, likeliest_turn(chances[one])) for one in usual])
    sized, read = list(places), chances.copy()
    for one in misjudged:
        guess = expected.at(begun_at(places[one].quad, likeliest_turn(chances[one])))
        cornered = to_corners(pyramid, to_corners(pyramid, [guess]))[0]
        if not 1 / LARGER < size_px(guess) / places[one].size_px < LARGER or expected.misfit(cornered) > MISFIT:
            continue
        quad = expected.at(cornered)
        again = classify_letters(pyramid, [quad])[0]
        if _surely_the_same(again, chances[one]):
            sized[one], read[one] = Found(quad, places[one].score), again
    return sized, read


def _surely_the_same(again: Floats, before: Floats) -> bool:
    """Whether a reading is sure and of the letter that was read before."""
    now, then = by_letter(again[None])[0], by_letter(before[None])[0]
    return bool(now.max() > SURE_OF_ITS_SHAPE and now.argmax() == then.argmax())
