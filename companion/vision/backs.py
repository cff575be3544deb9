"""How surely a place that seems to be a card lying face down is one.

A back has no sign that only a card can have: squares of a cloth, a plate and a shadow look like one, too. What tells is
how the finder and the network see it, whether it has the shape that the letters beside it make expect of a card there,
how many letters there are, and how many other places seem to be backs: one of a hundred squares of a cloth is hardly a
card. All are counted together as log-odds, with weights fitted on drawn tables (`training.backs`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.alike import ENOUGH, ExpectedShape
from companion.vision.corners import to_corners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Quad = NDArray[np.float32]

THINKABLE = 0.2  # what the network finds less likely to be a back than this is not weighed
MOST_MISFIT = 0.5  # what is more unlike the other cards is as unlike as that


def circumstances(
    pyramid: list[NDArray[np.uint8]], quads: Sequence[Quad], face_down: NDArray[np.float32], letters: Sequence[Quad]
) -> list[dict[str, float]]:
    """What tells of each place (n quads) whether a card lies there face down, beside how it looks.

    `face_down` (n,) is how likely the network finds that, and `letters` are the cards that surely show one, from their
    own top left. Told are the logarithms of how many other places may be backs, its `rivals`, and of how many letters
    there are, one more each; and its `misfit`, 0 where too few letters say what shape to expect.
    """
    may_be = np.flatnonzero(face_down > THINKABLE).tolist()
    misfits = dict.fromkeys(range(len(quads)), 0.0)
    if may_be and len(letters) >= ENOUGH:
        expected = ExpectedShape.of_upright(letters)
        exact = to_corners(pyramid, to_corners(pyramid, [quads[place] for place in may_be]))
        misfits |= {place: min(expected.misfit(quad), MOST_MISFIT) for place, quad in zip(may_be, exact, strict=True)}
    return [
        {
            "rivals": math.log1p(len(may_be) - (face_down[place] > THINKABLE)),
            "letters": math.log1p(len(letters)),
            "misfit": misfit,
        }
        for place, misfit in misfits.items()
    ]
