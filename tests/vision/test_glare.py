"""A letter that may lack a stroke where a light is reflected is asked about; white print is no light."""

import cv2
import numpy as np
import pytest

from companion.vision.detections import Examined
from companion.vision.glare import LESS_A_STROKE, doubt_bleached
from companion.vision.sighting import Sighting, as_quad

SIDE_PX, GAP_PX = 120, 20
CREAM, DARK = (190, 210, 215), (40, 35, 60)
MIDDLE_OF_FOOT = (75, 95)


def _card(ground: tuple[int, int, int], ink: tuple[int, int, int], *, glare: float = 0.0) -> np.ndarray:
    """A card with an L, on whose foot a light is reflected so strongly (0…1)."""
    face = np.full((SIDE_PX, SIDE_PX, 3), ground, np.uint8)
    cv2.rectangle(face, (42, 25), (54, 95), ink, -1)
    cv2.rectangle(face, (42, 84), (84, 95), ink, -1)
    light = np.zeros((SIDE_PX, SIDE_PX), np.float32)
    cv2.circle(light, MIDDLE_OF_FOOT, 32, 1.0, -1)
    soft = cv2.GaussianBlur(light, (0, 0), 6)[..., None]
    return np.clip(face + 255 * glare * soft, 0, 255).astype(np.uint8)


def _read(*cards: tuple[str, np.ndarray]) -> tuple[np.ndarray, list[Examined]]:
    """Cards in a row on a dark table, each surely read as this letter."""
    frame = np.full((SIDE_PX + 2 * GAP_PX, (SIDE_PX + GAP_PX) * len(cards) + GAP_PX, 3), 60, np.uint8)
    examined = []
    for number, (label, face) in enumerate(cards):
        x, y = GAP_PX + number * (SIDE_PX + GAP_PX), GAP_PX
        frame[y : y + SIDE_PX, x : x + SIDE_PX] = face
        corners = [[x, y], [x + SIDE_PX, y], [x + SIDE_PX, y + SIDE_PX], [x, y + SIDE_PX]]
        quad = as_quad(np.array(corners, np.float32))
        examined.append(Examined(Sighting("letter", label, quad, 0.99, accepted=True)))
    return frame, examined


def _accepted(*cards: tuple[str, np.ndarray]) -> list[bool]:
    return [one.sighting.accepted for one in doubt_bleached(*_read(*cards))]


@pytest.mark.parametrize("others", [0, 1, 4])
def test_an_l_whose_foot_is_bleached_may_not_be_the_i_that_it_is_read_as(others: int) -> None:
    plain = [("L", _card(CREAM, DARK))] * others
    frame, examined = _read(("I", _card(CREAM, DARK, glare=1.0)), *plain)
    doubted, *sure = doubt_bleached(frame, examined)
    assert not doubted.sighting.accepted
    assert doubted.sighting.confidence == 0.5
    assert doubted.scores["burnt out"]["sign"] > 0.12
    assert sure == examined[1:]


def test_a_little_light_and_letters_that_none_becomes_by_a_stroke_less_are_believed() -> None:
    glared = _card(CREAM, DARK, glare=1.0)
    assert _accepted(("I", _card(CREAM, DARK, glare=0.1)), *[("L", _card(CREAM, DARK))] * 3) == [True] * 4
    assert _accepted(*[(letter, glared) for letter in "AM"]) == [True, True]
    assert set("AEGMQRTWX").isdisjoint(LESS_A_STROKE)


def test_white_that_all_cards_have_is_print_and_no_light() -> None:
    white_below = _card(CREAM, DARK, glare=1.0)
    assert _accepted(*[("I", white_below)] * 3) == [True] * 3


def test_overexposed_cards_and_light_letters_on_dark_ones_are_no_reflection() -> None:
    white = (255, 255, 255)
    assert _accepted(("L", _card(white, DARK))) == [True]
    assert _accepted(("I", _card(DARK, white)), ("L", _card(DARK, white))) == [True, True]


def test_nothing_was_read() -> None:
    assert doubt_bleached(*_read()) == []
