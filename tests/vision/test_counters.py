"""A 9 and a Q whose tail curls, told apart by the ground that each encloses."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.vision.counters import LOG_ODDS, counter_end, queen_by_counter
from companion.vision.rectify import halvings

HEIGHT, WIDTH = 144, 120
PAPER, INK = 235, 40
WHOLE = np.array([(-0.5, -0.5), (WIDTH - 0.5, -0.5), (WIDTH - 0.5, HEIGHT - 0.5), (-0.5, HEIGHT - 0.5)], np.float32)


def corner() -> np.ndarray:
    return np.full((HEIGHT, WIDTH), PAPER, np.uint8)


def nine(face: str = "DejaVuSans.ttf") -> np.ndarray:
    picture = Image.fromarray(corner())
    ImageDraw.Draw(picture).text((30, 10), "9", font=ImageFont.truetype(face, 90), fill=INK)
    return np.array(picture)


def queen(thick_px: int = 5) -> np.ndarray:
    """A bowl with a tail that hangs down from it and curls to the left, as Bookman's."""
    picture = corner()
    cv2.ellipse(picture, (60, 50), (24, 32), 0, 0, 360, INK, thick_px, cv2.LINE_AA)
    cv2.ellipse(picture, (60, 88), (24, 9), 0, -60, 170, INK, thick_px, cv2.LINE_AA)
    return picture


def looped_queen() -> np.ndarray:
    """The same in bold: what is left of the bowl ends as a 9's does, but below it the curl encloses a little ground."""
    picture = queen(14)
    cv2.circle(picture, (60, 74), 13, INK, -1, cv2.LINE_AA)
    cv2.circle(picture, (60, 78), 5, PAPER, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("face", ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSerif.ttf"])
def test_the_counter_of_a_nine_is_its_upper_half(face: str) -> None:
    end = counter_end(nine(face))
    assert end is not None
    assert 0.4 < end < 0.64
    assert queen_by_counter(halvings(nine(face)), [WHOLE]) == 0


@pytest.mark.parametrize("drawn", [queen(), queen(9), looped_queen()], ids=["thin", "firm", "bold"])
def test_that_of_a_queen_ends_lower_dark_on_light_or_light_on_dark(drawn: np.ndarray) -> None:
    for picture in (drawn, 255 - drawn):
        assert queen_by_counter(halvings(picture), [WHOLE, WHOLE]) > LOG_ODDS[1] / 2


def test_the_upper_sign_counts_and_one_corner_is_enough() -> None:
    """Below the rank the letter may stand; and a curl may be too small to be seen in both corners."""
    both = np.vstack([nine()[:116], cv2.resize(queen(), (WIDTH, 100))])
    assert counter_end(both) == pytest.approx(counter_end(nine()), abs=0.03)
    beside = WHOLE + np.array([WIDTH, 0], np.float32)
    assert queen_by_counter(halvings(np.hstack([nine(), queen()])), [WHOLE, beside]) == LOG_ODDS[1]


@pytest.mark.parametrize(
    "picture", [corner(), nine()[::-1, ::-1], nine()[:, 40:], nine()[30:]], ids=["bare", "upside down", "left", "high"]
)
def test_what_encloses_nothing_above_or_is_cut_off_says_nothing(picture: np.ndarray) -> None:
    assert counter_end(np.ascontiguousarray(picture)) is None


def test_where_the_print_is_small_the_open_part_of_a_nine_may_be_closed() -> None:
    """It is then as large as the counter above, and no curl."""
    closed = nine("DejaVuSans-Bold.ttf")
    cv2.line(closed, (40, 64), (40, 88), INK, 6)
    enclosed = cv2.connectedComponents(np.asarray(closed > 137, np.uint8), connectivity=4)[0] - 2  # not ink, not around
    assert enclosed == 2
    assert counter_end(closed) == pytest.approx(counter_end(nine("DejaVuSans-Bold.ttf")), abs=0.02)
