"""What the letter network says of a card is the same wherever its outline begins, and told of that beginning."""

import cv2
import numpy as np
import pytest

from companion.vision import classifiers
from companion.vision.classifiers import LETTER_CLASSES, LETTERS, classify_letters
from companion.vision.quads import begun_at
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

SIDE_PX = 160
NEVER_SURE = 2.0


@pytest.mark.parametrize("letter", "EKTM")
def test_a_card_looked_at_with_care_is_read_alike_whichever_corner_it_begins_at(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classifiers, "SURE_AT_ONCE", NEVER_SURE)
    picture = cv2.copyMakeBorder(tile(letter, size_px=SIDE_PX), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(40, 70, 40))
    pyramid = halvings(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    upright = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE_PX + 40
    chances = classify_letters(pyramid, [begun_at(upright, corner) for corner in range(4)])
    assert chances.shape == (4, LETTER_CLASSES)
    expected = [4 * LETTERS.index(letter) + (4 - corner) % 4 for corner in range(4)]
    assert (chances[range(4), expected] > 0.9).all()
    assert np.allclose(chances.sum(1), 1, atol=1e-4)
