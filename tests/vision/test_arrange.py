"""Rows: far to near, left to right, from whichever side the player sits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.arrange import is_sideways, reading_direction, rows_of


def _grid(lengths: list[int], pitch: float = 1.2, size: float = 50.0) -> np.ndarray:
    tile = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
    places = [(column * pitch * size, row * 1.5 * size) for row, n in enumerate(lengths) for column in range(n)]
    return np.array([tile + place for place in places], np.float32)


def _turned(quads: np.ndarray, angle_deg: float) -> np.ndarray:
    angle = np.deg2rad(angle_deg)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(quads @ rotation + 1000, np.float32)


@settings(max_examples=60, deadline=None)
@given(lengths=st.lists(st.integers(1, 8), min_size=1, max_size=4), angle=st.floats(-40, 40), seed=st.integers(0, 999))
def test_rows_come_back_in_order_however_they_are_shuffled(lengths: list[int], angle: float, seed: int) -> None:
    quads = _turned(_grid(lengths), angle)
    order = np.random.default_rng(seed).permutation(len(quads))
    rows = rows_of(list(quads[order]))
    numbered = iter(range(len(quads)))
    expected = [tuple(next(numbered) for _ in range(length)) for length in lengths]
    assert [tuple(int(order[index]) for index in row) for row in rows] == expected


@settings(max_examples=40, deadline=None)
@given(angle=st.floats(0, 360), count=st.integers(0, 30), seed=st.integers(0, 999))
def test_every_card_is_in_exactly_one_row(angle: float, count: int, seed: int) -> None:
    places = np.random.default_rng(seed).uniform(0, 800, (count, 1, 2))
    quads = [_turned(_grid([1]), angle)[0] - 1000 + place for place in places]
    rows = rows_of(quads)
    assert sorted(index for row in rows for index in row) == list(range(count))


@pytest.mark.parametrize("side", [0, 90, 180, 270])
def test_the_player_at_each_side_reads_from_their_own_left(side: int) -> None:
    quads = _turned(_grid([4]), side)
    assert rows_of(list(quads), side) == ((0, 1, 2, 3),)


def test_a_wide_gap_parts_two_rows() -> None:
    quads = _grid([2, 2])
    quads[2:] += [600, -75]
    assert rows_of(list(quads)) == ((0, 1), (2, 3))


@given(angle=st.floats(-44, 44))
def test_straight_cards_say_the_exact_angle(angle: float) -> None:
    assert reading_direction(list(_turned(_grid([5]), angle))) == pytest.approx(angle, abs=0.1)


def test_cards_lying_anyhow_leave_the_side_to_decide() -> None:
    quads = [_turned(_grid([1]), angle)[0] for angle in (0, 15, 30, 45, 60, 75)]
    assert reading_direction(quads, 180) == 180
    assert reading_direction([], 90) == 90


@given(lean=st.floats(-40, 40), turn=st.integers(0, 3), side=st.sampled_from([0, 90, 180, 270]))
def test_a_card_lies_sideways_for_a_player_whichever_side_they_sit_at(lean: float, turn: int, side: int) -> None:
    card = _turned(_grid([1]), side + 90 * turn + lean)[0]
    assert is_sideways(card, side) == (turn % 2 == 1)
