"""Backs with a ring in the middle, which a network takes for an O.

Whoever prints rings on backs prints other colours there than on the fronts, or many rings. An O is asked about when its
card's ground is unlike that of every other letter of the table, or when lines through its middle cross more than one
ring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.sampling import colours_at, places_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.detections import Examined

    Floats = NDArray[np.float32]

RING = "O"
# The logarithm of how much brighter or darker a channel of the ground is. Of 479 O's of 120 drawn tables in everyday
# light none was further than 0.35 from the nearest other letter, of 454 in bad light one.
UNLIKE = 0.7
BLACK = 12.0  # grey levels added to both, since of black nothing can be twice as dark
CROSSINGS = 4  # a line through one ring crosses its edges so often; one through two of them twice as often


_ALONG = np.linspace(0.14, 0.86, 41, dtype=np.float32)
_BESIDE = np.repeat(np.array([0.48, 0.5, 0.52], np.float32), len(_ALONG))  # three lines side by side: less grain
_ACROSS = np.column_stack([np.tile(_ALONG, 3), _BESIDE])
_LINES = places_on(np.concatenate([_ACROSS, _ACROSS[:, ::-1]]))
# Where the ground is looked at: between the rim of a card and the sign in its middle, all around.
_GROUND = places_on(np.array([(u, v) for u, v in np.ndindex(5, 5) if {u, v} & {0, 4}], np.float32) * 0.185 + 0.13)


def doubt_ring_backs(frame: NDArray[np.uint8], examined: list[Examined]) -> list[Examined]:
    """What was `examined` on a `frame` (uint8 BGR), each surely read O asked about that may be a back."""
    rings = [number for number, one in enumerate(examined) if _is_sure(one) and one.sighting.label == RING]
    if not rings:
        return examined
    others = [one for one in examined if _is_sure(one) and one.sighting.label != RING]
    quads = np.array([one.sighting.quad for one in (*(examined[ring] for ring in rings), *others)], np.float32)
    grounds = np.log(np.median(colours_at(frame, quads, _GROUND), axis=1) + BLACK)
    weighed = list(examined)
    for ring, quad, ground in zip(rings, quads, grounds, strict=False):
        away = np.abs(grounds[len(rings) :] - ground).max(1)
        if (len(away) and away.min() > UNLIKE) or _has_many_rings(frame, quad):
            weighed[ring] = examined[ring].doubted({"may be a back": {"rings": 1.0}}, may_be="?")
    return weighed


def _is_sure(one: Examined) -> bool:
    return one.sighting.accepted and one.sighting.kind == "letter"


def _has_many_rings(frame: NDArray[np.uint8], quad: Floats) -> bool:
    """Whether lines through the middle of a card (4, 2), across and along, both cross more than one ring."""
    green = colours_at(frame, quad[None], _LINES)[0, :, 1]
    grey = green.reshape(2, 3, -1).mean(1, dtype=np.float32)
    low, high = grey.min(1, keepdims=True), grey.max(1, keepdims=True)
    return bool((_crossings(grey, (low + high) / 2, (high - low) / 6) >= 2 * CROSSINGS).all())


def _crossings(lines: Floats, level: Floats, slack: Floats) -> NDArray[np.intp]:
    """How often each line (n, k) goes from clearly below a level to clearly above it, or back: a `slack` on either side
    counts for neither."""
    off = lines - level
    clear = np.abs(off) > slack
    return np.array([np.count_nonzero(np.diff(one[seen])) for one, seen in zip(off > 0, clear, strict=True)])
