"""The rank printed in the corner of a card, sign by sign, wherever in the corner it stands and however large it is; and
the same as the reader of playing cards sees it, which takes the corner as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.classifiers import RANKS
from companion.vision.glyphs import SIGNS
from companion.vision.indices import CLEARLY, together
from companion.vision.quads import begun_at
from companion.vision.rectify import window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.indices import Index
    from companion.vision.print_lines import PrintLine

CORNER = (0.42, 0.36)  # where a rank may end, in parts of the card's width and height from the top left
LEAST_RANK = 0.25  # least chance of a sign to be some rank
UNREAD = 0.006  # how much a sign that seems to show a rank may still be wrong
ONE, NOUGHT = "1IL", "0OQ"  # what the signs of a 10 may be taken for
FEW = 3  # so many other ranks say how high they stand
# How high a sign stands beside the other ranks, and the logarithm of how much likelier that makes it a Q than a 9. Of
# 1,206 typefaces no 9 stands higher than 1.16 times 7, 8, 10, K and A, one in a hundred than 1.09; the Q's that are
# read as a 9, since their tail hangs down and curls, stand 1.33 times as high and more. In a picture it is 0.05 off.
HEIGHTS, LOG_ODDS = (1.14, 1.21, 1.28), (0.0, 2.5, 6.5)
MISTAKEN = 4.9  # and in nine of these typefaces a Q is read as a 9, however surely: the logarithm of these odds
QUEEN, NINE = RANKS.index("Q"), RANKS.index("9")


def rank_signs(lines: Sequence[PrintLine], turn: int) -> list[PrintLine]:
    """The ranks on a card standing at this quarter turn, as print: in its upper left corner, and in the lower right
    one, where it stands upside down."""
    signs = []
    for corner in (turn, (turn + 2) % 4):  # upside down, the lower right corner is an upper left one
        there = sorted((one for one in lines if one.turn == corner and _in_corner(one)), key=lambda one: one.box[1])
        signs += [one for one in there if _as_rank(one).sum() > LEAST_RANK][:1]
    return signs


def rank_chances(lines: Sequence[PrintLine], turn: int) -> NDArray[np.float32]:
    """How likely each rank is on a card standing at this quarter turn: (13,), by its `rank_signs`. All alike when there
    are none."""
    chances = np.ones(len(RANKS), np.float32)
    for read in map(_as_rank, rank_signs(lines, turn)):
        weight = float(read.sum())
        chances *= (1 - UNREAD) * (read + (1 - weight) / len(RANKS)) + UNREAD / len(RANKS)
    return np.asarray(chances / chances.sum(), np.float32)


def usual_height(signs: Sequence[PrintLine]) -> float | None:
    """How high the ranks of a table stand, in parts of their cards' height, by those that surely are neither a 9 nor a
    Q; None when there are too few."""
    likely = [(_as_rank(sign), sign.height) for sign in signs]
    heights = [height for read, height in likely if read.max() > CLEARLY and read.argmax() not in {QUEEN, NINE}]
    return float(np.median(heights)) if len(heights) >= FEW else None


def queen_by_height(signs: Sequence[PrintLine], usual: float | None) -> float:
    """How much speaks for a Q where a 9 is read, the logarithm of the odds, by how high the signs of a card stand
    beside the other ranks, which do as `usual`; 0 where that is not known."""
    if usual is None or not signs:
        return 0.0
    return float(np.interp(float(np.mean([sign.height for sign in signs])) / usual, HEIGHTS, LOG_ODDS))


def corners_of(quad: NDArray[np.float32], turn: int) -> list[NDArray[np.float32]]:
    """The two corners (each 4, 2) in which a card standing at this quarter turn has its rank, each upright."""
    return [window(begun_at(quad, corner), 0.0, 0.0, *CORNER) for corner in (turn, (turn + 2) % 4)]


def unless_queen(chances: NDArray[np.float32], for_queen: float) -> NDArray[np.float32]:
    """The chances of the ranks (13,), where what is read as a 9 may be a Q: so much speaks `for_queen`, by
    its height or its counter, whichever says more. Both see the one tail."""
    if not for_queen:
        return chances
    both = float(chances[QUEEN] + chances[NINE])
    read = np.log((float(chances[QUEEN]) + 1e-9) / (float(chances[NINE]) + 1e-9))
    queen = 1 / (1 + np.exp(-(max(float(read), -MISTAKEN) + for_queen)))
    weighed = chances.copy()
    weighed[[QUEEN, NINE]] = both * queen, both * (1 - queen)
    return weighed


def index_chances(indices: Sequence[Index]) -> NDArray[np.float32]:
    """How likely each rank is (13,) by the indices that stand on one card. All alike when there are none."""
    return together(indices)[0] if indices else np.full(len(RANKS), 1 / len(RANKS), np.float32)


def _in_corner(line: PrintLine) -> bool:
    left, top, _, _ = line.box
    high = line.box[3] - top
    width = (line.box[2] - left) / max(1, len(line.chances))
    return left + min(2, len(line.chances)) * width < CORNER[0] and top + high < CORNER[1]


def _as_rank(line: PrintLine) -> NDArray[np.float32]:
    """The chance of each rank standing at the beginning of a line (13,); what is missing to 1 is no rank."""
    first = line.chances[0]
    read = np.array([0.0 if rank == "10" else first[SIGNS.index(rank)] for rank in RANKS], np.float32)
    if len(line.chances) > 1:
        one = sum(float(first[SIGNS.index(sign)]) for sign in ONE)
        nought = sum(float(line.chances[1][SIGNS.index(sign)]) for sign in NOUGHT)
        read[RANKS.index("10")] = one * nought
    return read
