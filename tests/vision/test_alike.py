"""The shape of equal cards: told by the others, in perspective, whichever way each lies, and though some are wrong."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.drawn.scene import CardOnTable, Conditions, draw_scene
from companion.vision.alike import ExpectedShape
from companion.vision.outline import to_edges

FACE = np.full((88, 63, 3), 235, np.uint8)
ASPECT = 63 / 88


def _quads(tilt_deg: float, turn_deg: float, turns: list[float]) -> list[np.ndarray]:
    """Two rows of cards seen by a camera that leans, each turned as told."""
    places = [(x, y) for y in (-60.0, 60.0) for x in (-170.0, -60.0, 60.0, 170.0)]
    cards = [CardOnTable(FACE, x, y, 60, angle_deg=turn) for (x, y), turn in zip(places, turns, strict=True)]
    view = Conditions(tilt_deg=tilt_deg, turn_deg=turn_deg, noise=0, blur_px=0)
    return list(draw_scene(cards, view, cloth="plain", view_mm=620, size_px=(640, 360)).quads)


some_turns = st.lists(st.floats(0, 360), min_size=8, max_size=8)


@settings(max_examples=15, deadline=None)
@example(tilt_deg=45.0, turn_deg=0.0, turns=[0.0] * 8, corners=0)
@example(tilt_deg=45.0, turn_deg=0.0, turns=[30.0] + [0.0] * 7, corners=0)  # the others look square
@given(tilt_deg=st.floats(0, 45), turn_deg=st.floats(0, 360), turns=some_turns, corners=st.integers(0, 3))
def test_equal_cards_agree_however_they_lie_and_from_whichever_corner(
    tilt_deg: float, turn_deg: float, turns: list[float], corners: int
) -> None:
    quads = [np.roll(quad, corners, 0) for quad in _quads(tilt_deg, turn_deg, turns)]
    expected = ExpectedShape(quads, ASPECT)
    assert max(expected.misfit(quad) for quad in quads) < 0.04


def test_a_quad_around_something_else_does_not_agree_and_is_mended() -> None:
    quads = _quads(30, 20, [0.0] * 8)
    true = quads[2]
    quads[2] = true + np.array([[0, 0], [0, 0], [0, 14], [0, 14]], np.float32)  # with the shadow below it
    expected = ExpectedShape(quads, ASPECT)
    assert expected.misfit(quads[2]) > 0.1
    mended = expected.straight(quads[2], [quad for quad in quads if quad is not quads[2]])
    assert np.abs((mended - mended.mean(0)) - (true - true.mean(0))).max() < 2.5


def test_square_cards_lie_straight_to_each_other_from_whichever_corner_they_were_found() -> None:
    square = np.array([[0, 0], [80, 0], [80, 80], [0, 80]], np.float32)
    quads = [np.roll(square + np.array([x, y], np.float32), turn, 0)
             for turn, (x, y) in enumerate([(10, 10), (120, 10), (230, 10), (10, 120), (120, 120)])]  # fmt: skip
    over_two = np.array([[230, 120], [420, 120], [420, 200], [230, 200]], np.float32)
    straight = ExpectedShape(quads, 1.0).straight(over_two, quads)
    edges = np.roll(straight, -1, 0) - straight
    assert np.abs(edges).min(1).max() < 2


def test_a_quad_of_the_right_shape_is_moved_to_the_edges_of_its_card() -> None:
    rng = np.random.default_rng(2)
    frame = rng.integers(40, 140, (300, 300, 3)).astype(np.uint8)
    frame[100:188, 110:173] = 235
    true = np.array([[110, 100], [173, 100], [173, 188], [110, 188]], np.float32) - 0.5
    assert np.abs(to_edges(frame, true + np.array([6, -5], np.float32)) - true).max() < 2.5


def test_one_card_alone_says_nothing_wrong() -> None:
    quad = _quads(20, 0, [10.0] * 8)[0]
    assert ExpectedShape([quad], ASPECT).misfit(quad) < 0.05
