"""Drawn scenes: the truth they tell agrees with the picture they draw."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, corners_mm, draw_cloth, draw_scene, in_rows

STEADY = Conditions(noise=0.0, blur_px=0.0)


def _face(colour: tuple[int, int, int], width: int = 60, height: int = 90) -> np.ndarray:
    face = np.empty((height, width, 3), np.uint8)
    face[:] = colour
    return face


def test_the_same_seed_draws_the_same_frame() -> None:
    cards = in_rows([_face((255, 255, 255))] * 3, per_row=3, width_mm=60, gap_mm=5)
    conditions = Conditions.random(np.random.default_rng(4), hand=1.0)
    one, again = (draw_scene(cards, conditions, seed=9, size_px=(320, 180)) for _ in range(2))
    other = draw_scene(cards, conditions, seed=10, size_px=(320, 180))
    assert np.array_equal(one.frame, again.frame)
    assert not np.array_equal(one.frame, other.frame)


@settings(max_examples=25, deadline=None)
@given(
    tilt=st.floats(0, 50), turn=st.floats(0, 360), spin=st.floats(0, 360), angle=st.floats(0, 360),
    x=st.floats(-60, 60), y=st.floats(-30, 30),
)  # fmt: skip
def test_the_quad_lies_around_the_card(tilt: float, turn: float, spin: float, angle: float, x: float, y: float) -> None:
    card = CardOnTable(_face((0, 0, 255)), x, y, 60, angle, thickness_mm=0.0)
    conditions = Conditions(tilt_deg=tilt, turn_deg=turn, spin_deg=spin, noise=0.0, blur_px=0.0)
    shot = draw_scene([card], conditions, cloth="plain", colour=(255, 255, 255), size_px=(320, 180))
    red = (shot.frame[:, :, 2].astype(int) - shot.frame[:, :, 0]) > 128
    ys, xs = np.nonzero(red)
    centre = shot.quads[0].mean(0)
    assert red[round(float(centre[1])), round(float(centre[0]))]
    assert xs.min() >= shot.quads[0, :, 0].min() - 2
    assert xs.max() <= shot.quads[0, :, 0].max() + 2
    assert ys.min() >= shot.quads[0, :, 1].min() - 2
    assert ys.max() <= shot.quads[0, :, 1].max() + 2


def test_the_quad_starts_at_the_cards_own_top_left() -> None:
    face = _face((255, 255, 255))
    face[:30, :20] = (0, 0, 255)
    for angle in (0, 90, 180, 270):
        shot = draw_scene([CardOnTable(face, 0, 0, 60, angle, 0.0)], STEADY, size_px=(320, 180))
        quad = shot.quads[0]
        x, y = quad[0] * 0.85 + quad[2] * 0.15
        blue, _, red = shot.frame[round(float(y)), round(float(x))].astype(int)
        assert red - blue > 100, angle


def test_a_card_under_another_is_seen_in_part() -> None:
    below, above = CardOnTable(_face((9, 9, 9)), 0, 0, 60), CardOnTable(_face((200, 9, 9)), 30, 0, 60)
    shot = draw_scene([below, above], STEADY)
    assert shot.visible[0] == pytest.approx(0.5, abs=0.04)
    assert shot.visible[1] == pytest.approx(1.0, abs=0.04)


def test_a_card_out_of_the_frame_is_not_seen() -> None:
    shot = draw_scene([CardOnTable(_face((9, 9, 9)), 5000, 0, 60)], STEADY)
    assert shot.visible.tolist() == [0.0]


def test_a_hand_hides_cards() -> None:
    cards = in_rows([_face((255, 255, 255))] * 21, per_row=7, width_mm=60, gap_mm=4)
    free, covered = (draw_scene(cards, Conditions(hand=hand), seed=3).visible.sum() for hand in (False, True))
    assert covered < free - 0.5


def test_rows_are_centred_and_in_order() -> None:
    cards = in_rows([_face((9, 9, 9))] * 5, per_row=3, width_mm=60, gap_mm=10)
    assert [card.x_mm for card in cards] == [-70, 0, 70, -35, 35]
    assert [card.y_mm for card in cards] == [-50, -50, -50, 50, 50]
    assert in_rows([], per_row=3, width_mm=60, gap_mm=10) == []


def test_corners_keep_the_cards_shape() -> None:
    corners = corners_mm(CardOnTable(_face((9, 9, 9)), 10, 20, 60, 33))
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    assert sides == pytest.approx([60, 90, 60, 90], abs=1e-3)
    assert corners.mean(0) == pytest.approx([10, 20], abs=1e-3)


@pytest.mark.parametrize("kind", CLOTHS)
def test_every_cloth_can_be_laid(kind: str) -> None:
    cloth = draw_cloth(kind, (64, 48), np.random.default_rng(1), (90, 120, 60))
    assert cloth.shape == (48, 64, 3)
    assert cloth.dtype == np.uint8
