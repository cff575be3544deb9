"""Exact corners: what is said about a quad leads to the corners, and drawn cards' corners come out closer."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.drawn.scene import Conditions, draw_scene, in_rows
from companion.vision.corners import FARTHEST, moved, steps_to, to_corners
from companion.vision.rectify import halvings
from tests.vision.drawn import tile

Steps = st.lists(st.floats(-0.25, 0.25, width=32), min_size=8, max_size=8)


@given(Steps, st.floats(20, 300), st.floats(-3, 3))
def test_the_steps_to_a_quad_lead_there(steps: list[float], size_px: float, angle: float) -> None:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * size_px / 2
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    quad = (square @ spin + 400).astype(np.float32)
    exact = moved(quad, np.reshape(steps, (4, 2)).astype(np.float32))
    assert np.allclose(moved(quad, steps_to(quad, exact)), exact, atol=0.02 * size_px)


def test_no_quads_have_no_corners() -> None:
    assert to_corners(halvings(np.zeros((64, 64), np.uint8)), []) == []


def test_quads_that_are_a_little_off_are_drawn_to_their_cards() -> None:
    rng = np.random.default_rng(4)
    cards = in_rows([tile(letter) for letter in "TABLES"], per_row=3, width_mm=60, gap_mm=25)
    conditions = Conditions.random(rng, tilt_deg=30, hand=0)
    shot = draw_scene(cards, conditions, cloth="felt", seed=4, view_mm=420)
    pyramid = halvings(np.asarray(cv2.cvtColor(shot.frame, cv2.COLOR_BGR2GRAY), np.uint8))
    off = [moved(quad, rng.normal(0, 0.05, (4, 2)).astype(np.float32)) for quad in shot.quads]
    before = [np.abs(steps_to(quad, exact)).mean() for quad, exact in zip(off, shot.quads, strict=True)]
    drawn = to_corners(pyramid, off)
    after = [np.abs(steps_to(quad, exact)).mean() for quad, exact in zip(drawn, shot.quads, strict=True)]
    assert np.mean(after) < 0.6 * np.mean(before)
    assert all(np.abs(steps_to(quad, found)).max() <= FARTHEST + 0.01 for quad, found in zip(off, drawn, strict=True))
