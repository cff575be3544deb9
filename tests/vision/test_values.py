"""Printed values: read in the corner, not elsewhere, and not guessed."""

import cv2
import numpy as np

from companion.vision.rectify import halvings
from companion.vision.values import printed_values
from tests.vision.drawn import tile

QUAD = np.array([[0, 0], [239, 0], [239, 239], [0, 239]], np.float32)


def _valued(letter: str, value: str, at: tuple[int, int] = (182, 222)) -> np.ndarray:
    face = cv2.resize(tile(letter)[12:148, 12:148], (240, 240))
    face[:, :, :] = np.where(np.indices((240, 240)).max(0)[..., None] > 175, 235, face)
    cv2.putText(face, value, at, cv2.FONT_HERSHEY_DUPLEX, 1.3, (25,) * 3, 3, cv2.LINE_AA)
    return cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)


def test_a_value_in_the_corner_is_read() -> None:
    for value in ("3", "8"):
        assert printed_values(halvings(_valued("A", value)), [QUAD]) == [int(value)]


def test_a_bare_tile_has_no_value_and_a_letter_is_none() -> None:
    assert printed_values(halvings(_valued("A", "")), [QUAD]) == [None]
    assert printed_values(halvings(_valued("A", "K")), [QUAD]) == [None]
    assert printed_values(halvings(_valued("A", "")), []) == []
