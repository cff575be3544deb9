"""Finding cards on drawn tables: on the right places, and nowhere else."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.print.scene import Conditions, draw_scene, in_rows
from companion.vision.find import find
from companion.vision.quads import in_common
from companion.vision.rectify import halvings
from tests.vision.drawn import tile


def _grey(frame: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))


@pytest.mark.parametrize("width_mm", [16, 30, 70, 150])
@pytest.mark.parametrize("gap", [0.02, 0.4])
def test_tiles_of_every_size_are_found_where_they_lie(width_mm: float, gap: float) -> None:
    cards = in_rows([tile(letter) for letter in "QUARTZ"], per_row=3, width_mm=width_mm, gap_mm=gap * width_mm)
    shot = draw_scene(cards, Conditions(spin_deg=20, tilt_deg=15), colour=(60, 90, 50), seed=2, size_px=(960, 720))
    found = find(halvings(_grey(shot.frame)))
    for quad in shot.quads:
        best = max((in_common(quad, one.quad) for one in found), default=0.0)
        assert best > 0.6


@settings(max_examples=15, deadline=None)
@given(width=st.integers(16, 400), height=st.integers(16, 400), seed=st.integers(0, 99))
def test_any_picture_can_be_looked_at(width: int, height: int, seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (height, width)).astype(np.uint8)
    for one in find(halvings(noise)):
        assert one.quad.shape == (4, 2)
        assert np.isfinite(one.quad).all()
        assert 0 <= one.score <= 1
        assert cv2.contourArea(one.quad, oriented=True) > 0
