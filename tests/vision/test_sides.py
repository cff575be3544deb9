"""Cards that lie over each other are found by a side of the upper one, which their common outline shows."""

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.vision.quads import in_common
from companion.vision.sides import by_sides

Quad = NDArray[np.float32]
Frame = NDArray[np.uint8]
ASPECT = 63 / 88
HIGH_PX = 190.0
CLOTH, PAPER, INK = (60, 90, 40), (235, 240, 240), (70, 30, 20)
BARE_PX, PARTS = 20.0, np.linspace(0, 1, 9)
SAME = 0.75  # shares so much: near enough for its face to be looked for there


def card_at(x: float, y: float, turn_deg: float = 0.0) -> Quad:
    """A card with its middle there, turned."""
    box = cv2.boxPoints(((x, y), (HIGH_PX * ASPECT, HIGH_PX), turn_deg))
    return np.asarray(box, np.float32)


def drawn(*cards: Quad, cloth: tuple[int, int, int] = CLOTH) -> Frame:
    """A table with these cards, each over the ones before, with rounded corners and a line around each."""
    frame = np.full((720, 1280, 3), cloth, np.uint8)
    for quad in cards:
        rounded = np.zeros(frame.shape[:2], np.uint8)
        middle = quad.mean(0)
        cv2.fillConvexPoly(rounded, np.rint(middle + 0.9 * (quad - middle)).astype(np.int32), 1)
        rounded = cv2.dilate(rounded, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15)))
        frame[rounded > 0] = PAPER
        cv2.putText(frame, "M", tuple(np.rint(middle - [30, -20]).astype(int).tolist()), 0, 2.0, INK, 6)
    return frame


def shows_a_side(upper: Quad, under: Quad) -> bool:
    """Whether one whole side of the upper card lies on the table alone."""
    sides = zip(upper, np.roll(upper, -1, 0), strict=True)
    return any(
        all(
            cv2.pointPolygonTest(under, tuple(one + part * (other - one)), measureDist=True) < -BARE_PX
            for part in PARTS
        )
        for one, other in sides
    )


def nearest(frame: Frame, card: Quad, known: list[Quad] | None = None) -> float:
    """How much the quad that is most like a card shares with it."""
    ways = by_sides(frame, ASPECT, known or [])
    return max((in_common(quad, card) for quads in ways for quad in quads), default=0.0)


@settings(max_examples=40)
@given(
    right=st.floats(-0.8, 0.8),
    down=st.floats(-0.8, 0.8),
    turn_deg=st.floats(-40, 40),
    under_deg=st.floats(-40, 40),
)
def test_the_upper_one_of_two_cards_is_found_by_a_side_that_it_shows_whole(
    right: float, down: float, turn_deg: float, under_deg: float
) -> None:
    under = card_at(640, 360, under_deg)
    upper = card_at(640 + right * HIGH_PX * ASPECT, 360 + down * HIGH_PX, turn_deg)
    assume(shows_a_side(upper, under))
    assert nearest(drawn(under, upper), upper) > SAME


def test_where_every_card_is_known_no_other_is_looked_for() -> None:
    cards = [card_at(400, 360), card_at(700, 360, 10), card_at(720, 380, 12)]
    assert by_sides(drawn(*cards), ASPECT, cards) == []


def test_what_is_another_card_s_size_is_no_card_beside_them() -> None:
    known, other = card_at(300, 360), card_at(800, 360)
    frame = drawn(known, other)
    assert nearest(frame, other, [known]) > SAME
    halved = [np.asarray(known.mean(0) + 0.5 * (known - known.mean(0)), np.float32)]
    assert nearest(frame, other, halved) == 0


@pytest.mark.parametrize("cloth", [(0, 0, 0), (255, 255, 255), CLOTH])
def test_on_an_empty_table_there_is_none(cloth: tuple[int, int, int]) -> None:
    assert by_sides(drawn(cloth=cloth), ASPECT, []) == []


@given(st.integers(16, 60), st.integers(16, 60), st.integers(0, 2**32 - 1))
def test_any_picture_is_taken(width: int, height: int, seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    for quads in by_sides(noise, ASPECT, []):
        assert all(np.isfinite(quad).all() for quad in quads)
