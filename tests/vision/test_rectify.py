"""Rectified cards: what lies where on the card lies there in the crop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawn.scene import CardOnTable, Conditions, draw_scene
from companion.vision.rectify import CROP_PX, cut, halvings, index_corners, normalised, whole_card, window


def _marked_face() -> np.ndarray:
    face = np.full((180, 120, 3), 230, np.uint8)
    face[:60, :40] = 20
    return face


@settings(max_examples=20, deadline=None)
@given(width=st.floats(25, 300), tilt=st.floats(0, 40), turn=st.floats(0, 360), spin=st.floats(0, 360))
def test_a_crop_shows_the_card_upright(width: float, tilt: float, turn: float, spin: float) -> None:
    conditions = Conditions(tilt_deg=tilt, turn_deg=turn, spin_deg=spin, noise=0, blur_px=0)
    shot = draw_scene([CardOnTable(_marked_face(), 0, 0, width)], conditions, size_px=(640, 480), view_mm=640)
    crop = cut(halvings(np.ascontiguousarray(shot.frame[:, :, 1])), shot.quads[0])
    assert crop.shape == (CROP_PX, CROP_PX)
    assert crop[4:10, 4:10].mean() < crop[4:10, -10:-4].mean() - 60
    assert crop[4:10, 4:10].mean() < crop[-10:-4, 4:10].mean() - 60


@given(x=st.floats(-0.5, 1), y=st.floats(-0.5, 1))
def test_a_window_of_a_card_lies_where_it_says(x: float, y: float) -> None:
    quad = np.array([[100, 100], [180, 100], [180, 220], [100, 220]], np.float32)
    part = window(quad, x, y, x + 0.5, y + 0.5)
    assert part[0] == pytest.approx([100 + 80 * x, 100 + 120 * y], abs=0.01)
    assert part[2] - part[0] == pytest.approx([40, 60], abs=0.01)


def test_the_whole_card_has_a_margin_all_round() -> None:
    quad = np.array([[100, 100], [200, 100], [200, 200], [100, 200]], np.float32)
    assert whole_card(quad) == pytest.approx(np.array([[92, 92], [208, 92], [208, 208], [92, 208]]), abs=0.01)


def test_index_corners_lie_in_the_corners_and_stand_upright() -> None:
    quad = np.array([[0, 0], [100, 0], [100, 150], [0, 150]], np.float32)
    centres = [corner.mean(0) for corner in index_corners(quad)]
    assert [(x > 50, y > 75) for x, y in centres] == [(False, False), (True, True), (True, False), (False, True)]
    upright = [corner[1][0] > corner[0][0] for corner in index_corners(quad)]
    assert upright == [True, False, True, False]


def test_crops_are_normalised_one_by_one() -> None:
    crops = np.random.default_rng(1).integers(0, 256, (3, 40, 40)).astype(np.uint8)
    crops[1] //= 4
    batch = normalised(crops)
    assert batch.shape == (3, 1, 40, 40)
    assert batch.mean((1, 2, 3)) == pytest.approx([0, 0, 0], abs=1e-4)
    assert np.isfinite(normalised(np.zeros((1, 40, 40), np.uint8))).all()
