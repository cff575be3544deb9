"""What a doubtful card looks like beside the surely read ones: a deck's cards with the same letter are printed alike.

In some typefaces a Q is nearly an O to a network that knows all typefaces. Beside an O of the same deck it is not.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.classifiers import LETTERS, reweighted
from companion.vision.neighbours import EITHER_WAY, TURNED
from companion.vision.quads import begun_at
from companion.vision.rectify import cut, inset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Picture = NDArray[np.uint8]

SURE_PATTERN = (
    0.96  # a card that is this likely one letter shows what it looks like in this deck; any other is compared
)
POSSIBLE = 0.01  # from this chance on a card may be a letter
MOST = 6  # so many of the sure cards with a letter are compared at most
RIM = 0.12  # the part of a card that is left out along each side
SIGN_PX, SOFT_PX = 56, 1.0  # what is compared is drawn so large and so soft
ASKEW_PX = 8  # by how much a sign may stand elsewhere on the other card
# The correlation of two cards, and the logarithm of how much likelier it is when they have the same letter: from 1,100
# such pairs on drawn tables, and 1,800 of letters that are taken for each other (nearly all of them below 0.93).
ALIKE = (0.83, 0.88, 0.92, 0.945, 0.97, 0.985)
LOG_ODDS = (-1.5, -1.2, -0.5, 0.5, 2.5, 3.5)  # print beside the signs may differ: that they do tells less
# How much they differ where they differ most, in deviations of the picture: a Q's tail is small, but all in one place.
DIFFERENCE, COUNTS = (0.5, 0.9), (1.0, 0.0)  # from so much on that they are alike counts less, and not at all
DIFFERENCE_PX = 2.5  # the size of such a place


def count_twins(pyramid: list[Picture], quads: Sequence[Floats], joint: Floats, total: Floats) -> Floats:
    """Count in `joint` (n, 26, 4) how much each doubtful card looks like the sure cards of each letter that it may be.

    `total` (n,) is what all the chances of a card add up to, letters and others. A letter that looks like another one
    turned becomes no likelier by that. Returns how many times as likely each card is each letter now, (n, 26).
    """
    letters = joint.sum(2) / total[:, None]
    turns = joint.argmax(2)
    sure_of = np.where(letters.max(1) > SURE_PATTERN, letters.argmax(1), -1)

    @cache
    def sign(card: int, turn: int, more_px: int = 0) -> Floats:
        rim, side_px = RIM - more_px * (1 - 2 * RIM) / SIGN_PX, SIGN_PX + 2 * more_px
        seen = cut(pyramid, inset(begun_at(quads[card], turn), rim), side_px, side_px)
        return np.asarray(cv2.GaussianBlur(seen.astype(np.float32), (0, 0), SOFT_PX), np.float32)

    times = np.ones(letters.shape, np.float32)
    for card in map(int, np.flatnonzero(sure_of < 0)):
        for letter in map(int, np.flatnonzero(letters[card] > POSSIBLE)):
            same = map(int, np.flatnonzero(sure_of == letter)[:MOST])
            twins = [sign(twin, int(turns[twin, letter]), ASKEW_PX) for twin in same]
            ways = range(4) if LETTERS[letter] in EITHER_WAY else [int(turns[card, letter])]
            log_odds = [_log_odds(sign(card, way), twin) for way in ways for twin in twins]
            if log_odds:
                times[card, letter] = np.exp(min(max(log_odds), 0.0) if LETTERS[letter] in TURNED else max(log_odds))
        joint[card] = reweighted(joint[card], times[card, :, None])
    return times


def _log_odds(one: Floats, other: Floats) -> float:
    """The logarithm of how much likelier it is that two cards have the same letter, now that their signs are seen.

    The `other` is cut wider, so that `one` can be laid on it as well as it goes.
    """
    alike = cv2.matchTemplate(other, one, cv2.TM_CCOEFF_NORMED)
    y, x = np.unravel_index(int(alike.argmax()), alike.shape)
    log_odds = float(np.interp(alike[y, x], ALIKE, LOG_ODDS))
    if log_odds <= 0:
        return log_odds
    height, width = one.shape
    apart = _in_deviations(one) - _in_deviations(other[y : y + height, x : x + width])
    most = float(np.abs(cv2.GaussianBlur(apart, (0, 0), DIFFERENCE_PX)).max())
    return log_odds * float(np.interp(most, DIFFERENCE, COUNTS))


def _in_deviations(picture: Floats) -> Floats:
    return np.asarray((picture - picture.mean()) / (picture.std() + 4), np.float32)
