"""How high a camera hangs: held against OpenCV's camera, against sensors and focal lengths, and against the page."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.board import CameraWiring
from hardware.lens import AREAS_MM, LENSES, MARGIN_MM, Lens, rows

PAGE = Path(__file__).parents[2] / "docs" / "hardware.md"
WIDTH_PX, HEIGHT_PX = CameraWiring().width_px, CameraWiring().height_px

lenses = pytest.mark.parametrize("lens", LENSES.values(), ids=LENSES)


def pictured_px(lens: Lens, points_mm: list[tuple[float, float]], height_mm: float) -> NDArray[np.float64]:
    """Where points of the table are in the picture of a camera straight above (0, 0), by OpenCV; its focal length is
    found by asking OpenCV for the field of view until that is the maker's."""
    low, high = 1.0, 1e5
    for _ in range(60):
        focal_px = (low + high) / 2
        matrix = np.array([[focal_px, 0, WIDTH_PX / 2], [0, focal_px, HEIGHT_PX / 2], [0, 0, 1]])
        seen_deg = cv2.calibrationMatrixValues(matrix, (WIDTH_PX, HEIGHT_PX), 0, 0)[0]
        low, high = (focal_px, high) if seen_deg > lens.width_deg else (low, focal_px)
    table = np.array([(x, y, height_mm) for x, y in points_mm])
    return np.asarray(cv2.projectPoints(table, np.zeros(3), np.zeros(3), matrix, np.zeros(4))[0][:, 0], np.float64)


@lenses
@pytest.mark.parametrize("area_mm", AREAS_MM)
def test_what_is_laid_is_just_in_the_picture_and_print_as_big_as_is_said(
    lens: Lens, area_mm: tuple[float, float]
) -> None:
    height_mm = lens.height_mm(*area_mm)
    width_mm, depth_mm = (side + 2 * MARGIN_MM for side in area_mm)
    corner, letter = pictured_px(lens, [(-width_mm / 2, -depth_mm / 2), (0, 12)], height_mm)
    assert corner.min() == pytest.approx(0, abs=0.5)  # one side fills the picture, the other is inside
    assert (corner > -0.5).all()
    assert letter[1] - HEIGHT_PX / 2 == pytest.approx(lens.print_px(height_mm, 12), abs=0.01)


@lenses
@given(height_mm=st.floats(50, 3000), width_mm=st.floats(50, 2000))
def test_height_and_what_is_seen_are_inverse(lens: Lens, height_mm: float, width_mm: float) -> None:
    assert lens.height_mm(*lens.seen_mm(height_mm), margin_mm=0) == pytest.approx(height_mm)
    assert lens.seen_mm(lens.height_mm(width_mm, 0, margin_mm=0))[0] == pytest.approx(width_mm)


@lenses
def test_the_makers_field_of_view_is_that_of_sensor_and_focal_length(lens: Lens) -> None:
    if lens.computed_deg is not None:
        assert lens.computed_deg == pytest.approx(lens.width_deg, abs=3)


@lenses
def test_every_height_is_one_the_lens_is_sharp_from(lens: Lens) -> None:
    assert all(lens.height_mm(*area_mm) >= lens.nearest_mm for area_mm in AREAS_MM)


def test_the_page_has_these_rows() -> None:
    assert "\n".join(rows()) in PAGE.read_text(encoding="utf-8"), "run python -m hardware.lens"
