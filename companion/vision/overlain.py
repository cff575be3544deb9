"""Cards that lie partly under others: one wrong card may be read of the two.

Of an X under another card a Y may be left, of a W an N, and whoever reads print is sure of it; a creature's name may be
read off the card that lies over it. No picture of the deck resembles what lies there, and the other cards say why.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.detections import SHARED, shares_its_place
from companion.vision.quads import shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.album_matching import AlbumMatcher
    from companion.vision.detections import Examined

    Quad = NDArray[np.float32]

SINGLE_SIGNS = ("letters", "ranked_letters")  # half of such a sign may be another; half a name or a jumble is no other
# Settled on pairs of drawn cards (`benchmarks/overlapping.py`) of the first 80 seeds of each deck; the first of them on
# 120 more of letters.
HIDDEN = 0.06  # of what tells cards apart more lies under known cards


def asked_if_overlain(
    reads: str, looks: AlbumMatcher, known: Sequence[tuple[str, Quad]], perhaps: Sequence[Quad], one: Examined
) -> Examined:
    """A card that is read and resembles no picture of its deck: not accepted where known cards (names and quads) lie
    over what tells it, where the name of the card over it is read, or where it has not their shape and shares its place
    with one of them or with what is `perhaps` another.

    `reads` is what is read off the deck's cards.
    """
    if not one.sighting.accepted:
        return one
    quad = np.array(one.sighting.quad, np.float32)
    over = [(name, other) for name, other in known if shared(quad, other) > SHARED]
    is_doubtful = any(name == one.sighting.name for name, _ in over)
    if reads in SINGLE_SIGNS and (over or shares_its_place(quad, perhaps)):
        is_doubtful |= looks.hidden(quad, [other for _, other in over]) > HIDDEN
        is_doubtful |= looks.is_misshapen(quad, [other for _, other in known])
    return asked(one) if is_doubtful else one


def asked(one: Examined) -> Examined:
    """What was examined, as a card that is asked about."""
    return replace(one, sighting=replace(one.sighting, accepted=False))
