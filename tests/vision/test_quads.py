"""How large quads are and how much they share."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.find import Found, of_one_size
from companion.vision.quads import (
    CLUSTER,
    area_px,
    begun_at,
    clusters,
    free_part,
    in_common,
    in_step,
    shared,
    size_px,
    sizes_px,
)

SIGNS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


def rectangle(x: float, y: float, width: float, height: float, turn_deg: float = 0.0) -> np.ndarray:
    """A rectangle about (x, y)."""
    turn = np.deg2rad(turn_deg)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray([x, y] + SIGNS * [width / 2, height / 2] @ axes, np.float32)


sides = st.floats(10, 300)
places = st.floats(0, 500)
rectangles = st.builds(rectangle, places, places, sides, sides, st.floats(0, 360))


@given(places, places, sides, sides, st.floats(0, 360))
def test_a_rectangle_is_as_large_however_it_is_turned(
    x: float, y: float, width: float, height: float, turn: float
) -> None:
    quad = rectangle(x, y, width, height, turn)
    assert area_px(quad) == pytest.approx(width * height, rel=1e-3)
    assert size_px(quad) ** 2 == pytest.approx(area_px(quad), rel=1e-6)
    assert sizes_px([quad, quad]) == pytest.approx([size_px(quad)] * 2)


@given(rectangles, st.integers(0, 3), st.booleans())
def test_an_outline_comes_into_step_from_whichever_corner_and_way_round(
    quad: np.ndarray, corner: int, reverse: bool
) -> None:
    begun = begun_at(quad, corner)
    assert (begun[0] == quad[corner]).all()
    assert (begun_at(begun, (4 - corner) % 4) == quad).all()
    assert (in_step(begun[::-1] if reverse else begun, quad) == quad).all()


@given(rectangles, rectangles)
def test_what_two_quads_share_does_not_depend_on_their_order(one: np.ndarray, other: np.ndarray) -> None:
    assert shared(one, other) == pytest.approx(shared(other, one), abs=1e-3)
    assert in_common(one, other) == pytest.approx(in_common(other, one), abs=1e-3)
    assert -1e-3 <= in_common(one, other) <= shared(one, other) + 1e-3 <= 1.01


@given(rectangles, st.integers(0, 3))
def test_a_quad_shares_all_with_itself_from_whichever_corner(quad: np.ndarray, turns: int) -> None:
    assert in_common(quad, np.roll(quad, turns, 0)) == pytest.approx(1, abs=1e-2)
    assert free_part([quad], np.roll(quad, turns, 0)) == pytest.approx(0, abs=1e-2)
    assert free_part([], quad) == 1


def test_half_a_card_beside_another() -> None:
    card, half = rectangle(50, 50, 100, 100), rectangle(100, 50, 100, 100)
    assert shared(card, half) == pytest.approx(0.5)
    assert in_common(card, half) == pytest.approx(1 / 3)
    assert free_part([card], half) == pytest.approx(0.5)
    assert shared(card, rectangle(300, 50, 100, 100)) == 0


def test_a_point_is_no_size_to_divide_by() -> None:
    assert size_px(np.zeros((4, 2), np.float32)) == 1


def test_print_on_cards_is_not_of_their_size() -> None:
    cards = [Found(rectangle(100 * number, 50, 60, 80), 0.9) for number in range(4)]
    values = [Found(rectangle(100 * number + 20, 80, 12, 12), 0.9) for number in range(6)]
    assert of_one_size(cards + values) == cards
    assert of_one_size([]) == []


@given(st.integers(2, 5), st.integers(2, 5), st.floats(0, 360), st.floats(10, 40))
def test_squares_side_by_side_are_one_cluster_others_none(rows: int, columns: int, turn: float, side: float) -> None:
    step = 1.4 * side
    middles = [(400 + step * x, 300 + step * y) for x in range(columns) for y in range(rows)]
    lattice = [rectangle(x, y, side, side, turn) for x, y in middles]
    apart = [rectangle(100 + 4 * side * number, 100, side, side, turn) for number in range(8)]
    found = clusters([*apart[:4], *lattice, *apart[4:]])
    assert len(found) == (rows * columns >= CLUSTER)
    for box in found:
        assert box[0] == pytest.approx(np.array(lattice).min((0, 1)), abs=1e-3)
        assert box[2] == pytest.approx(np.array(lattice).max((0, 1)), abs=1e-3)
    assert clusters([]) == []
