"""Letters in a light's reflection: where a glossy card is burnt out, a stroke of its letter may be missing.

A bleached foot makes an F of an E and an I of an L, and every reader is sure of it. So a letter that another one may
look like, a stroke less, is asked about when much more of its sign's place is burnt out than on the table's other
cards, on which white may be print.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.sampling import colours_at, places_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.detections import Examined

LESS_A_STROKE = "CDFIJLOPUVY"  # G, B, E, L, U, E, Q, R, O, Y and X are, or others that lack more
BURNT_OUT = 245  # the least of red, green and blue
# How much more of a sign's place is burnt out than usual. Of 9,608 letters of 383 drawn tables six that were read right
# are beyond it, on four tables in glaring light; of 3,000 on photographs and path-traced tables two, both wrong.
MUCH = 0.12
OVEREXPOSED = 235  # where the card is as bright as that all over, the sign is seen all the same
DARKER = 40  # by so much at least is the sign darker than the card: a light one is burnt out without any reflection
FEW = 3  # so many letters tell what is usual; where there are fewer nothing white is
_SIGN = places_on(np.array(list(np.ndindex(24, 24)), np.float32) * (0.76 / 23) + 0.12)


def doubt_bleached(frame: NDArray[np.uint8], examined: Sequence[Examined]) -> list[Examined]:
    """What was `examined` on a `frame` (uint8 BGR), each surely read letter asked about that may lack a stroke."""
    letters = [number for number, one in enumerate(examined) if one.sighting.accepted and one.sighting.kind == "letter"]
    weighed = list(examined)
    if not letters:
        return weighed
    quads = np.array([examined[number].sighting.quad for number in letters], np.float32)
    seen = colours_at(frame, quads, _SIGN)
    burnt_out = (seen.min(2) >= BURNT_OUT).mean(1)
    usual = float(np.median(burnt_out)) if len(letters) >= FEW else 0.0
    grey = seen.mean(2)
    card, sign = np.median(grey, axis=1), np.quantile(grey, 0.04, axis=1)
    may_lack = np.array([examined[number].sighting.label in LESS_A_STROKE for number in letters], np.bool_)
    bleached = may_lack & (burnt_out - usual > MUCH) & (card < OVEREXPOSED) & (card - sign > DARKER)
    for which in np.flatnonzero(bleached):
        number = letters[which]
        weighed[number] = examined[number].doubted({"burnt out": {"sign": float(burnt_out[which])}})
    return weighed
