"""Drawings in millimetres: what is cut out of them and put together again."""

from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.print.drawing import Stroke, dashed

POINTS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=2, max_size=6)
PATTERNS = st.sampled_from([(2.6, 2.2), (0.0, 1.9), (3.4, 1.9, 0.0, 1.9), (50.0, 1.0)])


def length_mm(stroke: Stroke) -> float:
    return sum(dist(*ends) for ends in pairwise(stroke.points_mm))


@given(POINTS, PATTERNS)
def test_a_dashed_line_has_its_dashes_all_along_itself(
    points: list[tuple[int, int]], pattern_mm: tuple[float, ...]
) -> None:
    line = Stroke(tuple((float(x), float(y)) for x, y in points), "#123456", 0.9)
    dashes = list(dashed(line, pattern_mm))
    whole_mm = length_mm(line)
    assert dashes[0].points_mm[0] == line.points_mm[0]
    assert {(dash.colour, dash.width_mm) for dash in dashes} == {("#123456", 0.9)}
    rounds, rest_mm = divmod(whole_mm, sum(pattern_mm))
    drawn_mm, at_mm = rounds * sum(pattern_mm[::2]), 0.0
    for at, part_mm in enumerate(pattern_mm):
        drawn_mm += max(0.0, min(part_mm, rest_mm - at_mm)) if at % 2 == 0 else 0.0
        at_mm += part_mm
    assert sum(map(length_mm, dashes)) == pytest.approx(drawn_mm, abs=1e-6)
    corners = {point for dash in dashes for point in dash.points_mm[1:-1]}
    assert corners <= set(line.points_mm), "a dash goes round the corners of its line"


def test_without_a_pattern_a_line_stays_whole() -> None:
    line = Stroke(((0.0, 0.0), (9.0, 0.0)), "#123456", 0.9)
    assert list(dashed(line, ())) == [line]
