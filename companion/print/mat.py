"""The table mat: a field with a marker at each corner, by which the camera knows the table again after a push.

Three ways to print it: the whole field in four sheets to tape together, the same as outlines only (for coloured
paper, or to spare ink), or just the four corners, to lay on a cloth of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import cv2

from companion.print.drawing import Box, Drawable, Drawing, Stroke, Text, moved
from companion.print.papers import DEFAULT_PAPER, PAPERS_MM
from companion.print.sheets import FOOT_MM, Imposition, cut_marks
from companion.vision import mat

if TYPE_CHECKING:
    from companion.print.papers import Paper

Marking = Literal["field", "outline", "corners"]

PIECE_MM = 42.0  # one corner: the marker, its white border and the bracket around it
_MARKER_MM = 30.0
TRIM_MM = 10.0  # what is cut off each sheet of the field
_ROWS = 4
_SPACES = 10
_SPACE_MM = (46.0, 66.0)
_GROUND, _LINE, _PAPER, _GREY = "#24504a", "#4f8178", "#ffffff", "#8a8f98"
_NAMES = {
    mat.FAR_LEFT: "far left",
    mat.FAR_RIGHT: "far right",
    mat.NEAR_RIGHT: "near right",
    mat.NEAR_LEFT: "near left",
}


def mat_pdf(*, paper: Paper = DEFAULT_PAPER, kind: Marking = "field") -> bytes:
    """The mat as a PDF file: four sheets across (`field`, `outline`) or one sheet with the four corners (`corners`)."""
    return _corners_pdf(paper) if kind == "corners" else _field_pdf(paper, outline=kind == "outline")


def corner_piece(marker: int) -> Drawing:
    """One corner of the mat: the marker with this id, and a bracket on the side away from the field."""
    edge = (PIECE_MM - _MARKER_MM) / 2
    marks: list[Drawable] = [Box(0, 0, PIECE_MM, PIECE_MM, 0, _PAPER)]
    at_left, at_top = marker in (mat.FAR_LEFT, mat.NEAR_LEFT), marker in (mat.FAR_LEFT, mat.FAR_RIGHT)
    x, y = (1.6 if at_left else PIECE_MM - 1.6), (1.6 if at_top else PIECE_MM - 1.6)
    far_x, far_y = PIECE_MM - x, PIECE_MM - y
    marks.append(Stroke(((far_x, y), (x, y), (x, far_y)), _GROUND, 1.2))
    marks += _marker(marker, edge, edge, _MARKER_MM)
    return Drawing(PIECE_MM, PIECE_MM, tuple(marks))


def field(width_mm: float, height_mm: float, *, outline: bool = False) -> Drawing:
    """The whole mat: four rows of ten spaces between the four corners."""
    ground, line = (_PAPER, "#c9d3d1") if outline else (_GROUND, _LINE)
    marks: list[Drawable] = [Box(0, 0, width_mm, height_mm, 0, ground)]
    marks.append(Box(4, 4, width_mm - 8, height_mm - 8, 6, None, line, 0.8))
    space_w, space_h = _SPACE_MM
    left = (width_mm - _SPACES * space_w) / 2
    pitch = (height_mm - 14) / _ROWS
    for row in range(_ROWS):
        top = 7 + row * pitch + (pitch - space_h) / 2
        for place in range(_SPACES):
            x = left + place * space_w
            under_corner = row in (0, _ROWS - 1) and (x < 4 + PIECE_MM or x + space_w > width_mm - 4 - PIECE_MM)
            if not under_corner:
                marks.append(Box(x + 0.8, top, space_w - 1.6, space_h, 3, None, line, 0.4))
    for marker, (x, y) in _corner_places(width_mm, height_mm, 4.0).items():
        piece = corner_piece(marker)
        marks += [moved(mark, x, y) for mark in piece.marks]
    return Drawing(width_mm, height_mm, tuple(marks))


def _corner_places(width_mm: float, height_mm: float, inset_mm: float) -> dict[int, tuple[float, float]]:
    """Where the top left corner of each piece goes on a field of this size."""
    right, bottom = width_mm - inset_mm - PIECE_MM, height_mm - inset_mm - PIECE_MM
    return {
        mat.FAR_LEFT: (inset_mm, inset_mm),
        mat.FAR_RIGHT: (right, inset_mm),
        mat.NEAR_RIGHT: (right, bottom),
        mat.NEAR_LEFT: (inset_mm, bottom),
    }


def _marker(marker: int, x_mm: float, y_mm: float, size_mm: float) -> tuple[Drawable, ...]:
    cells = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(mat.DICTIONARY), marker, 6)
    cell = size_mm / 6
    light = [
        Box(x_mm + column * cell, y_mm + row * cell, cell, cell, 0, _PAPER)
        for row in range(6)
        for column in range(6)
        if cells[row, column] > 0
    ]
    return (Box(x_mm, y_mm, size_mm, size_mm, 0, "#000000"), *light)


def _field_pdf(paper: Paper, *, outline: bool) -> bytes:
    """Two by two sheets, landscape: each shows its quarter, with cut marks on all four sides and a strip to tape."""
    from companion.print.pdf import Pdf  # reportlab is for printing; a running table, which draws corners, does without

    short, long = PAPERS_MM[paper]
    part_w, part_h = long - 2 * TRIM_MM, short - 2 * TRIM_MM
    whole = field(2 * part_w, 2 * part_h, outline=outline)
    pdf = Pdf(long, short, "Table mat", sides="one")
    grid = Imposition(1, 1, TRIM_MM, TRIM_MM, part_w, part_h)
    for number, (row, column) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        quarter = tuple(moved(mark, -column * part_w, -row * part_h) for mark in whole.marks)
        pdf.place(Drawing(part_w, part_h, quarter), TRIM_MM, TRIM_MM)
        pdf.marks(list(cut_marks(grid)))
        where = f"{'far' if row == 0 else 'near'} {'left' if column == 0 else 'right'}"
        line = f"Table mat   ·   sheet {number + 1} of 4, {where}   ·   print at 100 %, cut, and tape from behind"
        pdf.marks([Text(long / 2, short - FOOT_MM, 2.3, line, "SemiBold", _GREY)])
        pdf.next_page()
    return pdf.finished()


def _corners_pdf(paper: Paper) -> bytes:
    """One sheet with the four corners, each named for where it goes."""
    from companion.print.pdf import Pdf

    width, height = PAPERS_MM[paper]
    pdf = Pdf(width, height, "Corners of the table mat", sides="one")
    gap = 24.0
    left, top = (width - 2 * PIECE_MM - gap) / 2, 45.0
    for marker, (x, y) in _corner_places(2 * PIECE_MM + gap, 2 * PIECE_MM + gap, 0.0).items():
        pdf.place(corner_piece(marker), left + x, top + y)
        pdf.marks(list(cut_marks(Imposition(1, 1, left + x, top + y, PIECE_MM, PIECE_MM))))
        pdf.marks([Text(left + x + PIECE_MM / 2, top + y + PIECE_MM + 5.0, 3.0, _NAMES[marker], "SemiBold", _GREY)])
    lines = (
        "Cut the corners out and lay them around the place where you play,",
        "brackets outwards, on any cloth that is darker than the cards.",
        "The camera must see all four. Print at 100 %.",
    )
    for number, line in enumerate(lines):
        pdf.marks([Text(width / 2, 22.0 + 5.0 * number, 3.6, line, "SemiBold", "#14213d")])
    pdf.next_page()
    return pdf.finished()
