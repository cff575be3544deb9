"""The one large sign in the middle of a card, parted from all else that is printed there and read alone.

The letter network sees a whole card in few pixels: the tail of a Q, the foot of a slanted E may be one of them. Here
the sign is drawn out to the size in which the glyph network knows its signs, without frame, value and neighbours. It is
another network, taught on other pictures, so that what both say is hardly wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.blobs import ink_on
from companion.vision.classifiers import LETTERS, reweighted
from companion.vision.glyphs import SIGNS, cut_glyphs, read_glyphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.blobs import Blob, InkedCard
    from companion.vision.find import Found

    Picture = NDArray[np.uint8]

HARDLY_CARD = 0.6  # where the finder is less sure than this of a card, it may be print
ALONE_BELOW = 0.985  # from this chance on a letter is sure without looking at its sign alone
# How often that is wrong at least. Of 0.02 to 0.3, on the drawn tables that `letters.CUT_SHORT` was settled on: of 40
# silently wrong letters 35 are left, and 27 of 13,751 right ones are asked about.
ALONE_ERRS = 0.3
LEGIBLE, RARELY = 0.9, 0.25  # a sign alone as clear as this says that there is a letter: elsewhere it is so much rarer
RIMS = (0.07, 0.0)  # the part of a card that is left out along each side; less, where the sign reaches into it


def count_lone_signs(
    pyramid: list[Picture], places: Sequence[Found], joint: NDArray[np.float32], others: NDArray[np.float32],
    legible: NDArray[np.bool_],
) -> NDArray[np.float32]:  # fmt: skip
    """Look at the signs alone where something is `legible` (n,), but it is not sure which letter, or whether there is a
    card, and count in `joint` (n, 26, 4) and `others` (n, 2) what they look like; returns that (n, 26, 4)."""
    letters = joint.sum(2)
    total = letters.sum(1) + others.sum(1)
    hardly = np.array([place.score < HARDLY_CARD for place in places], bool)
    looked_at = np.flatnonzero(legible & (hardly | (letters.max(1) < ALONE_BELOW * total))).tolist()
    alone = np.zeros_like(joint)
    alone[looked_at] = read_lone_signs(pyramid, [places[one].quad for one in looked_at])
    for one in looked_at:
        joint[one] = reweighted(joint[one], np.maximum(alone[one], ALONE_ERRS))
        if alone[one].flat[joint[one].argmax()] > LEGIBLE:
            others[one, 1] *= RARELY
    return alone


def read_lone_signs(pyramid: list[Picture], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """How likely the sign in the middle of each card (4, 2) is each capital: (n, 26, 4 quarter turns).

    Turn t means that it stands upright when the quad begins at its corner t. All 0 where no sign stands apart from what
    is around it. What looks like another letter turned counts for both.
    """
    chances = np.zeros((len(quads), len(LETTERS), 4), np.float32)
    crops: list[Picture] = []
    seen: list[int] = []
    for number, quad in enumerate(quads):
        found = lone_sign(pyramid, quad)
        if found is not None:
            crops += found
            seen.append(number)
    if seen:
        read = read_glyphs(np.array(crops)).reshape(-1, 2, 2, len(SIGNS))[..., : len(LETTERS)]
        for turn in range(4):
            chances[seen, :, turn] = read[:, turn % 2, turn // 2]
    return chances


def lone_sign(pyramid: list[Picture], quad: NDArray[np.float32]) -> list[Picture] | None:
    """The sign on a card as the glyph network takes it, as the quad begins and a quarter turned: two of (40, 40). None
    where no sign stands apart from what is around it."""
    for rim in RIMS:
        inked = ink_on(pyramid, quad, rim)
        if inked.sign:
            return _alone(inked, inked.sign)
    return None


def _alone(inked: InkedCard, sign: Blob) -> list[Picture]:
    """The sign without what else is on the card."""
    card, own = inked.card, np.asarray(inked.numbers == sign.number, np.uint8)
    ground, tone = float(np.median(card[inked.ink == 0])), float(np.median(card[own > 0]))
    near = cv2.dilate(own, np.ones((3, 3), np.uint8)) > 0
    alone = np.asarray(np.where(near, card, np.uint8(ground)), np.uint8)
    x, y, w, h = sign.box
    upright = cut_glyphs(alone, [sign.box], h, tone, ground)
    turned = cut_glyphs(np.rot90(alone), [(y, card.shape[1] - x - w, h, w)], w, tone, ground)
    return [*upright, *turned]
