"""The pips in the middle of playing cards: a nine has nine of them.

In some typefaces a Q's tail curls so far that its index is a 9 to every network that has not seen that very design. But
a queen has no nine pips. They are counted only to doubt: what a card shows is read in its corners.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.blobs import apart_from
from companion.vision.quads import free_part
from companion.vision.rectify import flat, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.detections import Examined

    Floats = NDArray[np.float32]
    Picture = NDArray[np.uint8]

LIKE_A_COURT_CARD = {"9": "Q"}  # ranks whose index a court card's letter may look like
NUMBERS = ("4", "5", "6", "7", "8", "10")  # enough pips to tell that a deck has them, and never a court card
MIDDLE = (0.17, 0.06, 0.83, 0.94)  # the part of a card where its pips are, without the indices
FREE = 0.9  # this much of it must be seen
SHORT_PX = 140
SOFT_PX = 1.0
THINNED = 5  # pips that touch are thinned so many times, a pixel all around, until they come apart
# In parts of the middle: what is smaller is a speck, what is larger a picture.
LEAST_PART, MOST_WIDE, MOST_HIGH = 0.003, 0.4, 0.3
ALIKE = 1.4  # pips are of one size, by this factor
# Of 2,316 numbers drawn in unseen typefaces 98 in 100 showed six tenths of their pips or more (270 of 276 nines), of
# 746 court cards 99 in 100 fewer than a nine must; on photographs all nines and tens that were read did.
FEWEST = 0.6
PIPS_ALONE = 0.5  # of all ink in the middle they are more than this part: a picture falls apart into all sizes


def doubt_without_pips(pyramid: list[Picture], examined: list[Examined]) -> list[Examined]:
    """What was `examined`, each card asked about that may be a court card and has too few pips.

    All are believed where the table's other numbers do not show that this deck prints pips at all.
    """
    quads = [one.quad for one in examined]
    weighed = list(examined)
    for number, one in enumerate(examined):
        mistaken_for = LIKE_A_COURT_CARD.get(one.sighting.label)
        if mistaken_for and one.sighting.accepted and has_its_pips(pyramid, quads, number, one.sighting.label) is False:
            others = [
                has_its_pips(pyramid, quads, other, card.sighting.label)
                for other, card in enumerate(examined)
                if other != number and card.sighting.accepted and card.sighting.label in NUMBERS
            ]
            if others.count(True) > others.count(False):
                weighed[number] = one.doubted({"pips": {"too few": 1.0}}, may_be=mistaken_for)
    return weighed


def has_its_pips(pyramid: list[Picture], quads: Sequence[Floats], number: int, rank: str) -> bool | None:
    """Whether one of the cards has nearly as many pips as its rank says; None where other cards may lie on them."""
    middle = window(quads[number], *MIDDLE)
    if free_part([*quads[:number], *quads[number + 1 :]], middle) < FREE:
        return None
    return count_pips(pyramid, quads[number]) >= FEWEST * int(rank)


def count_pips(pyramid: list[Picture], quad: Floats) -> int:
    """How many blobs of one size stand in the middle of a card (4, 2); the most that are seen when touching ones are
    thinned until they come apart, 0 where most of the ink is none of them."""
    soft = cv2.GaussianBlur(flat(pyramid, window(quad, *MIDDLE), SHORT_PX), (0, 0), SOFT_PX)
    card = np.asarray(soft, np.uint8)
    ink = apart_from(float(np.median(card[card >= np.median(card)])), card)
    most = 0
    for times in range(THINNED):
        most = max(most, _blobs_alike(ink, LEAST_PART / (1 + times)))
        ink = np.asarray(cv2.erode(ink, np.ones((3, 3), np.uint8)), np.uint8)
    return most


def _blobs_alike(ink: Picture, least_part: float) -> int:
    height, width = ink.shape
    _, _, shapes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    areas_px = np.array(
        [
            area
            for _, _, wide, high, area in shapes[1:].tolist()
            if area > least_part * height * width and wide < MOST_WIDE * width and high < MOST_HIGH * height
        ]
    )
    if not len(areas_px):
        return 0
    usual_px = float(np.median(areas_px))
    alike = (areas_px > usual_px / ALIKE) & (areas_px < usual_px * ALIKE)
    return int(alike.sum()) if areas_px[alike].sum() > PIPS_ALONE * ink.sum() else 0
