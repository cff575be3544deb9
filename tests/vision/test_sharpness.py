"""How sharp a picture is: what is measured is the lens, not what lies before it."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawn.scene import Conditions, draw_scene, in_rows
from companion.vision.sharpness import SHARP_PX, Sharpness, sharpness
from tests.vision.drawn import tile


def step(sigma_px: float, low: float, high: float, turn_deg: float) -> np.ndarray:
    """A straight edge across the picture, as a lens of this blur shows it."""
    rows, columns = np.indices((200, 300), np.float32)
    turn = np.deg2rad(turn_deg)
    side = (columns - 150) * np.cos(turn) + (rows - 100) * np.sin(turn) > 0
    return np.round(cv2.GaussianBlur(np.where(side, high, low).astype(np.float32), (0, 0), sigma_px)).astype(np.uint8)


@given(st.floats(1.0, 4.0), st.floats(0, 120), st.floats(50, 130), st.floats(0, 360))
def test_an_edge_is_two_and_a_half_standard_deviations_wide_whatever_its_contrast_and_direction(
    sigma_px: float, low: float, height: float, turn_deg: float
) -> None:
    edge_px = sharpness(step(sigma_px, low, low + height, turn_deg)).edge_px
    # Sobel's own smoothing, of a variance of about a pixel squared, comes on top.
    assert edge_px == pytest.approx(2.507 * np.hypot(sigma_px, 0.8), rel=0.15)


@pytest.mark.parametrize(("blur_px", "enough"), [(0.5, True), (1.0, True), (2.5, False), (4.0, False), (6.0, False)])
@pytest.mark.parametrize("light", [0.35, 1.0])
def test_a_table_with_cards_is_sharp_or_blurred_in_any_light(blur_px: float, enough: bool, light: float) -> None:
    cards = in_rows([tile(letter) for letter in "QUIZ"], per_row=4, width_mm=40, gap_mm=8)
    conditions = Conditions(blur_px=blur_px, noise=3.0, exposure=light)
    frame = draw_scene(cards, conditions, colour=(60, 90, 50), seed=4, view_mm=420).frame
    assert sharpness(frame).enough == enough


def test_sharper_pictures_have_narrower_edges() -> None:
    cards = in_rows([tile(letter) for letter in "QUIZ"], per_row=4, width_mm=40, gap_mm=8)
    edges = [
        sharpness(draw_scene(cards, Conditions(blur_px=blur_px), seed=4, view_mm=420).frame).edge_px
        for blur_px in (0.5, 1, 2, 3, 4, 5)
    ]
    measured = [edge_px for edge_px in edges if edge_px is not None]
    assert len(measured) == len(edges)
    assert measured == sorted(measured)


@pytest.mark.parametrize("size_px", [(1280, 720), (64, 64), (12, 12)])
def test_a_bare_table_says_nothing_about_the_lens(size_px: tuple[int, int]) -> None:
    noise = np.random.default_rng(2).normal(90, 3, size_px[::-1])
    assert sharpness(np.clip(noise, 0, 255).astype(np.uint8)) == Sharpness(None)
    assert sharpness(np.full((*size_px[::-1], 3), 77, np.uint8)) == Sharpness(None)


def test_what_is_said_has_the_figure_and_what_to_do() -> None:
    assert Sharpness(2.56).said == "it is sharp, with edges 2.6 pixels wide (up to 5 is good)"
    assert Sharpness(SHARP_PX + 2).said == "it is blurred, with edges 7.0 pixels wide (up to 5 is good): turn the lens"
    assert "lay cards on the table" in Sharpness(None).said
    assert [Sharpness(edge_px).enough for edge_px in (None, SHARP_PX, SHARP_PX + 0.1)] == [False, True, False]
