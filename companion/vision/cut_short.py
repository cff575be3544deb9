"""How high letters are beside the table's others: over the rest of one that is lower another card may lie.

The letters of a deck are equally high. An E whose foot is hidden is an F to whoever sees nothing else, a B whose head
is hidden a D, and every reader is sure of it; but it is lower than the letters around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.blobs import ink_on
from companion.vision.plane import plane_through
from companion.vision.quads import edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Quads = NDArray[np.float32]
    Picture = NDArray[np.uint8]

# Settled on the drawn tables that `letters.CUT_SHORT` was settled on.
OVER, ABOVE = 0.85, 0.6  # whose middle is so near, in parts of a card's height and width, may lie over it
ONE_WAY = 0.3  # cards lie one way, or upside down to each other, whose directions have no larger sine between them
ENOUGH, SOME = 3, 0.15  # so many letters, and so much of those that lie one way, say how high letters are
ALIKE = 0.1  # heights whose logarithms differ by less are alike
SLOPING, PULL = 6, 0.005  # so many say how heights change over the picture; and how hard that is pulled to level
LEAST = 0.1  # of the usual height is the least that is expected anywhere


def heights_beside_others(pyramid: list[Picture], upright: Quads, sure: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How high letters are, in parts of the table's highest that are alike (n,).

    `upright` are the places of a frame (n, 4, 2) in pixels, each from the top left of what stands there, and `sure`
    those of which the letter is surely read. 1 is said of all others, where too few letters say how high they are, and
    where no other place is so near above or below that a card may lie over this one.
    """
    heights = np.ones(len(upright))
    read = np.flatnonzero(sure)
    if len(read) <= ENOUGH:
        return heights
    corners = upright.astype(np.float64)
    may_lie_under = _may_lie_under(corners[read], corners)
    if not may_lie_under.any():
        return heights
    down, middles = edges(corners[read])[1], corners[read].mean(1)
    high_px = np.array([_letter_px(pyramid, upright[card], way) for card, way in zip(read, down, strict=True)])
    seen = np.flatnonzero(high_px > 0)
    for way in (seen[one] for one in _ways(down[seen])):
        heights[read[way]] = _in_parts_of_the_highest(high_px[way], middles[way])
    heights[read[~may_lie_under]] = 1
    return heights


def _may_lie_under(cards: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Over which cards (n, 4, 2) one of the places (m, 4, 2) may lie from above or below (n,).

    Of a card and a place the larger says how high they are.
    """
    right, down = edges(cards)
    high_px = np.linalg.norm(down, axis=1, keepdims=True)
    apart = places.mean(1) - cards.mean(1)[:, None]
    along = np.abs((apart * (down / high_px)[:, None]).sum(2))
    aside = np.abs((apart * (right / (right**2).sum(1, keepdims=True))[:, None]).sum(2))
    near = (along < OVER * np.maximum(high_px, np.linalg.norm(edges(places)[1], axis=1))) & (aside < ABOVE)
    return np.asarray((near & apart.any(2)).any(1))  # the card itself is none of them


def _letter_px(pyramid: list[Picture], upright: Quads, down: NDArray[np.float64]) -> float:
    """How high the sign on a card is; 0 where none is seen. It may end at a side of the card that lies over it."""
    inked = ink_on(pyramid, upright, 0.0).in_thick_strokes()
    sign = inked.sign or inked.between_lines().sign
    return sign.box[3] / inked.card.shape[0] * float(np.linalg.norm(down)) if sign else 0.0


def _ways(down: NDArray[np.floating]) -> list[NDArray[np.intp]]:
    """The cards (numbers) that lie one way each; seen at an angle, letters that lie across are not as high."""
    along = down / np.linalg.norm(down, axis=1, keepdims=True)
    free = np.ones(len(along), np.bool_)
    ways = []
    for one in range(len(along)):
        if free[one]:
            across = np.abs(along[:, 0] * along[one, 1] - along[:, 1] * along[one, 0])
            ways.append(np.flatnonzero(free & (across < ONE_WAY)))
            free[ways[-1]] = False
    return ways


def _in_parts_of_the_highest(high_px: NDArray[np.float64], middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """How high letters are (n,), in parts of the highest that are alike; 1 where there are too few."""
    alike = np.ones(len(high_px), np.bool_)
    heights = np.ones(len(high_px))
    for _ in range(2):  # as most of them say how the table recedes, then as the highest do
        level = np.log(high_px / _expected_px(high_px[alike], middles[alike], middles))
        away = np.abs(level[:, None] - level)
        enough = (away < ALIKE).sum(1) >= max(ENOUGH, SOME * len(level))
        if not enough.any():
            break
        highest = away[np.flatnonzero(enough)[level[enough].argmax()]] < ALIKE
        alike = np.abs(level - np.median(level[highest])) < ALIKE
        heights = np.exp(level - np.median(level[alike]))
    return heights


def _expected_px(
    high_px: NDArray[np.float64], middles: NDArray[np.float64], everywhere: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How high letters are `everywhere` (n, 2), by a plane through the heights of those at `middles` (k, 2)."""
    usual_px = float(high_px.mean())
    if len(high_px) < SLOPING:
        return np.full(len(everywhere), usual_px)
    unit = max(1.0, float(np.ptp(everywhere, axis=0).max()))
    fitted, wanted = (
        np.column_stack([np.ones(len(at)), (at - middles.mean(0)) / unit]) for at in (middles, everywhere)
    )
    plane = plane_through(fitted, high_px, PULL * len(fitted))
    return np.asarray(np.maximum(wanted @ plane, LEAST * usual_px))
