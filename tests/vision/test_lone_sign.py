"""The one large sign of a card, read alone: whichever way it lies, whatever else is printed there."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.classifiers import LETTERS
from companion.vision.lone_sign import read_lone_signs
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

SIDE_PX = 160
QUAD = np.array([[20, 20], [180, 20], [180, 180], [20, 180]], np.float32)


def _seen(card: np.ndarray, turn: int = 0) -> np.ndarray:
    """What is read on a card (BGR) that lies turned by so many quarters: (26, 4)."""
    grey = np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8)
    frame = cv2.copyMakeBorder(grey, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=70)
    return np.asarray(read_lone_signs(halvings(np.asarray(frame, np.uint8)), [np.roll(QUAD, turn, 0)])[0])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from("ABEFGJKLPQRT"), st.integers(0, 3), st.booleans())
def test_a_sign_is_read_whichever_way_its_card_lies_dark_or_light(letter: str, turn: int, light: bool) -> None:
    card = tile(letter, size_px=SIDE_PX)
    chances = _seen(255 - card if light else card, turn)
    likeliest = tuple(map(int, np.unravel_index(chances.argmax(), chances.shape)))
    assert likeliest == (LETTERS.index(letter), turn)


def test_a_frame_around_the_sign_and_a_value_beside_it_do_not_count() -> None:
    card = tile("R", size_px=SIDE_PX)
    alone = _seen(card)
    cv2.rectangle(card, (14, 14), (SIDE_PX - 15, SIDE_PX - 15), (30, 30, 30), 4)
    cv2.putText(card, "4", (SIDE_PX - 34, SIDE_PX - 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1)
    assert alone[LETTERS.index("R"), 0] > 0.9
    assert _seen(card)[LETTERS.index("R"), 0] > 0.9


def test_what_looks_like_another_letter_turned_counts_for_both() -> None:
    chances = _seen(tile("M", size_px=SIDE_PX))
    m, w = LETTERS.index("M"), LETTERS.index("W")
    assert chances[m, 0] > 0.9
    assert chances[w, 2] == chances[m, 0]
    assert max(chances[m, 2], chances[w, 0]) < 0.1


def test_a_card_without_a_sign_says_nothing() -> None:
    assert not _seen(np.full((SIDE_PX, SIDE_PX, 3), 220, np.uint8)).any()
    grey = np.full((200, 200), 220, np.uint8)
    assert read_lone_signs(halvings(grey), []).shape == (0, 26, 4)
