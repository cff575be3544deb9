"""How high letters are beside the table's others: over the rest of one that is lower another card may lie.

The letters of a deck are equally high. An E whose foot is hidden is an F to whoever sees nothing else, a B whose head
is hidden a D, and every reader is sure of it; but it is lower than the letters around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.blobs import ink_on

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
    down, right = _side(upright, 3, 2), _side(upright, 1, 2)
    read = np.flatnonzero(sure)
    may_lie_under = _may_lie_under(upright.mean(1, dtype=np.float64), down, right)
    if len(read) <= ENOUGH or not may_lie_under[read].any():
        return heights
    high_px = np.array([_letter_px(pyramid, upright[one], down[one]) for one in read])
    read, high_px = read[high_px > 0], high_px[high_px > 0]
    for way in _ways(down[read]):
        heights[read[way]] = _in_parts_of_the_highest(high_px[way], upright[read[way]].mean(1, dtype=np.float64))
    return np.asarray(np.where(may_lie_under, heights, 1))


def _side(upright: Quads, end: int, other_end: int) -> NDArray[np.float64]:
    """The sides from the first corner to `end` and from the one opposite to `other_end`, in the mean (n, 2)."""
    corners = upright.astype(np.float64)
    return np.asarray((corners[:, end] - corners[:, 0] + corners[:, other_end] - corners[:, 4 - end]) / 2)


def _may_lie_under(
    middles: NDArray[np.float64], down: NDArray[np.float64], right: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Over which places another card may lie from above or below (n,): of two the larger says how high they are."""
    high_px = np.linalg.norm(down, axis=1)
    apart = middles[:, None] - middles
    along = np.abs((apart * (down / high_px[:, None])[:, None]).sum(2))
    aside = np.abs((apart * (right / (right**2).sum(1, keepdims=True))[:, None]).sum(2))
    near = (along < OVER * np.maximum(high_px[:, None], high_px)) & (aside < ABOVE)
    np.fill_diagonal(near, False)
    return np.asarray(near.any(1))


def _letter_px(pyramid: list[Picture], upright: Quads, down: NDArray[np.float64]) -> float:
    """How high the sign on a card is; 0 where none is seen. It may end at a side of the card that lies over it."""
    inked = ink_on(pyramid, upright, 0.0)
    sign = inked.sign or inked.between_lines().sign
    return sign.box[3] / inked.card.shape[0] * float(np.linalg.norm(down)) if sign else 0.0


def _ways(down: NDArray[np.float64]) -> list[NDArray[np.intp]]:
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
    places = (middles - middles.mean(0)) / unit
    pulled = places.T @ places + PULL * len(places) * np.eye(2)
    slope = np.linalg.solve(pulled, places.T @ (high_px - usual_px))
    return np.asarray(np.maximum(usual_px + (everywhere - middles.mean(0)) / unit @ slope, LEAST * usual_px))
