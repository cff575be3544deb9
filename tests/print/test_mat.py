"""The printed mat is found by the eyes, whichever way it is printed."""

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.print import mat as printed
from companion.print import paint
from companion.print.papers import PAPERS_MM, Paper
from companion.vision import mat


def pages(file: bytes, px_per_mm: float = 3.0) -> list[NDArray[np.uint8]]:
    with pypdfium2.PdfDocument(file) as pdf:
        return [np.asarray(page.render(scale=px_per_mm * 25.4 / 72).to_pil())[:, :, ::-1] for page in pdf]


@pytest.mark.parametrize("paper", PAPERS_MM)
@pytest.mark.parametrize("kind", ["field", "outline"])
def test_the_four_sheets_taped_together_are_a_mat_with_its_four_markers(paper: Paper, kind: printed.Marking) -> None:
    trim = round(printed.TRIM_MM * 3)
    sheets = [sheet[trim:-trim, trim:-trim] for sheet in pages(printed.mat_pdf(paper=paper, kind=kind))]
    whole = np.vstack([np.hstack(sheets[:2]), np.hstack(sheets[2:])])
    corners = mat.find(np.ascontiguousarray(whole))
    assert corners is not None
    assert sorted(corners) == list(mat.IDS)
    field = np.array([corners[marker][inwards] for marker, inwards in zip(mat.IDS, (2, 3, 0, 1), strict=True)])
    assert np.all(np.diff(field[:, 0])[[0]] > 0.7 * whole.shape[1])
    # The field is upright: far left, far right, near right, near left.
    assert np.allclose(field[0, 1], field[1, 1], atol=3)
    assert np.allclose(field[1, 0], field[2, 0], atol=3)
    assert field[2, 1] > field[1, 1]
    assert field[3, 0] < field[2, 0]


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_corners_alone_come_on_one_sheet(paper: Paper) -> None:
    (sheet,) = pages(printed.mat_pdf(paper=paper, kind="corners"))
    corners = mat.find(np.ascontiguousarray(sheet))
    assert corners is not None
    assert sorted(corners) == list(mat.IDS)


def test_a_push_of_the_camera_follows_from_the_markers() -> None:
    field = paint.pixels(printed.field(554, 380), 2.0)
    table = cv2.copyMakeBorder(field, 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=(60, 60, 60))
    height, width = table.shape[:2]
    push = cv2.getPerspectiveTransform(
        np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32),
        np.array([(30, 12), (width - 10, 25), (width - 40, height - 5), (12, height - 30)], np.float32),
    )
    pushed = cv2.warpPerspective(table, push, (width, height))
    before, after = mat.find(np.asarray(table, np.uint8)), mat.find(np.asarray(pushed, np.uint8))
    assert before is not None
    assert after is not None
    found = mat.motion(before, after)
    assert found is not None
    points = np.array([[(200, 200), (900, 300), (600, 700)]], np.float64)
    carried, true = (cv2.perspectiveTransform(points, matrix) for matrix in (found, push))
    assert np.abs(carried - true).max() < 1.0


def test_fewer_than_two_markers_are_no_mat() -> None:
    one = paint.pixels(printed.corner_piece(mat.FAR_LEFT), 3.0)
    assert mat.find(one) is None
    assert mat.find(np.full((90, 160, 3), 120, np.uint8)) is None
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    assert mat.motion({0: quad}, {0: quad, 1: quad}) is None
