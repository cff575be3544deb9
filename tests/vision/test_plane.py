"""A plane through what was measured here and there."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from companion.vision.plane import plane_through

SOME = st.floats(-10, 10)
PLACES = arrays.arrays(float, (12, 2), elements=SOME).map(lambda xy: np.column_stack([np.ones(12), xy]))


@given(SOME, SOME, SOME)
def test_what_lies_in_a_plane_gives_that_plane(level: float, across: float, down: float) -> None:
    places = np.array([[1, x, y] for x in range(4) for y in range(3)], float)
    plane = np.array([level, across, down])
    assert np.allclose(plane_through(places, places @ plane, 0.0), plane, atol=1e-6)


@given(PLACES, SOME, st.floats(0.01, 10))
def test_what_is_level_is_level_however_hard_it_is_pulled(places: np.ndarray, level: float, pull: float) -> None:
    assert np.allclose(plane_through(places, np.full(12, level), pull), [level, 0, 0], atol=1e-6)


def test_the_harder_it_is_pulled_the_less_it_slopes_and_its_middle_stays() -> None:
    places = np.array([[1, x, y] for x in range(-2, 3) for y in range(-1, 2)], float)
    planes = [plane_through(places, places @ [5.0, 2.0, -1.0], pull) for pull in (0.0, 1.0, 10.0, 1e6)]
    assert all(abs(harder[1]) < abs(softer[1]) for softer, harder in pairwise(planes))
    assert np.allclose([plane[0] for plane in planes], 5.0)
    assert np.allclose(planes[-1], [5.0, 0.0, 0.0], atol=1e-3)
