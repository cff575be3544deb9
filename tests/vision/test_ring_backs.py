"""Backs with rings are not taken for O's, and O's stay what they are."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.detections import Examined
from companion.vision.ring_backs import doubt_ring_backs
from companion.vision.sighting import Sighting, as_quad

SIDE_PX, GAP_PX = 120, 20
PINK, GREEN = (190, 170, 235), (60, 90, 30)


def _face(ground: tuple[int, int, int], *radii_px: int) -> np.ndarray:
    """A card with these rings in its middle; with none it shows a bar."""
    face = np.full((SIDE_PX, SIDE_PX, 3), ground, np.uint8)
    ink = (20, 20, 20) if sum(ground) > 300 else (230, 230, 230)
    for radius_px in radii_px:
        cv2.circle(face, (SIDE_PX // 2, SIDE_PX // 2), radius_px, ink, 4, cv2.LINE_AA)
    if not radii_px:
        cv2.line(face, (SIDE_PX // 2, 35), (SIDE_PX // 2, 85), ink, 10)
    return face


def _laid(*cards: tuple[str, np.ndarray], light: tuple[float, ...] = ()) -> tuple[np.ndarray, list[Examined]]:
    """Cards in a row, each in its own light, read as these letters."""
    frame = np.full((SIDE_PX + 2 * GAP_PX, (SIDE_PX + GAP_PX) * len(cards) + GAP_PX, 3), 110, np.uint8)
    examined = []
    for number, (label, face) in enumerate(cards):
        x, y = GAP_PX + number * (SIDE_PX + GAP_PX), GAP_PX
        lit = np.clip(face * (light[number] if light else 1.0), 0, 255)
        frame[y : y + SIDE_PX, x : x + SIDE_PX] = lit
        corners = [[x, y], [x + SIDE_PX, y], [x + SIDE_PX, y + SIDE_PX], [x, y + SIDE_PX]]
        quad = as_quad(np.array(corners, np.float32))
        kind = "back" if label == "?" else "letter"
        examined.append(Examined(Sighting(kind, label, quad, 0.99, accepted=True)))
    return frame, examined


def _accepted(frame: np.ndarray, examined: list[Examined]) -> list[bool]:
    return [one.sighting.accepted for one in doubt_ring_backs(frame, examined)]


@given(st.lists(st.floats(0.75, 1.25), min_size=4, max_size=4))
def test_an_o_of_the_deck_is_believed_in_uneven_light(light: list[float]) -> None:
    cards = [("I", _face(PINK)), ("O", _face(PINK, 30)), ("O", _face(PINK, 28)), ("I", _face(PINK))]
    frame, examined = _laid(*cards, light=tuple(light))
    assert doubt_ring_backs(frame, examined) == examined


def test_a_ring_on_another_ground_than_all_letters_is_asked_about_as_a_back() -> None:
    frame, examined = _laid(("I", _face(PINK)), ("O", _face(GREEN, 30)), ("O", _face(PINK, 30)))
    letter, back, real = (one.sighting for one in doubt_ring_backs(frame, examined))
    assert letter.accepted
    assert real.accepted
    assert not back.accepted
    assert back.alternatives[0].label == "?"


def test_one_letter_of_that_colour_is_enough_to_believe_it() -> None:
    frame, examined = _laid(("I", _face(PINK)), ("O", _face(GREEN, 30)), ("I", _face(GREEN)))
    assert _accepted(frame, examined) == [True, True, True]


def test_rings_within_rings_are_asked_about_wherever_they_lie() -> None:
    frame, examined = _laid(("O", _face(GREEN, 12, 24, 36)))
    assert _accepted(frame, examined) == [False]


def test_where_nothing_can_be_compared_an_o_is_an_o() -> None:
    frame, examined = _laid(("O", _face(GREEN, 30)), ("?", _face(PINK, 12, 24, 36)))
    assert doubt_ring_backs(frame, examined) == examined


def test_what_is_doubtful_already_is_left_as_it_is() -> None:
    frame, examined = _laid(("I", _face(PINK)))
    assert doubt_ring_backs(frame, examined) is examined
