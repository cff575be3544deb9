"""A box out of six plates of a sheet, with fingers that hold them together: what a laser cuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manifold3d import CrossSection

from scripts.enclosure.boxes import SHEET_MM, SIDES, slot, together

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.enclosure.boxes import Box, Side

FINGER_MM = 12.0
GAP_MM = 5.0
# Where two plates meet, the one that comes first here has the first finger and the last; where three do, the corner.
RANK = {"lid": 0, "floor": 0, "front": 1, "back": 1, "left": 2, "right": 2}
NEIGHBOURS: dict[Side, tuple[Side, Side, Side, Side]] = {  # right, above, left, below, as it is looked at
    "lid": ("right", "back", "left", "front"),
    "floor": ("right", "back", "left", "front"),
    "front": ("right", "lid", "left", "floor"),
    "back": ("left", "lid", "right", "floor"),
    "left": ("front", "lid", "back", "floor"),
    "right": ("back", "lid", "front", "floor"),
}


def plate(box: Box, side: Side) -> CrossSection:
    """One side with its fingers and holes."""
    width_mm, height_mm = box.inner_mm(side)
    right, above, left, below = NEIGHBOURS[side]
    out_x, out_y = (width_mm + SHEET_MM) / 2, (height_mm + SHEET_MM) / 2
    parts = [slot(width_mm, height_mm)]
    for neighbour, x in ((right, out_x), (left, -out_x)):
        parts += [slot(SHEET_MM, long, x, at) for at, long in _fingers(height_mm, RANK[side] < RANK[neighbour])]
    for neighbour, y in ((above, out_y), (below, -out_y)):
        parts += [slot(long, SHEET_MM, at, y) for at, long in _fingers(width_mm, RANK[side] < RANK[neighbour])]
    if RANK[side] == 0:
        parts += [slot(SHEET_MM, SHEET_MM, x, y) for x in (out_x, -out_x) for y in (out_y, -out_y)]
    return together(parts) - box.holes.get(side, CrossSection())


def _fingers(length_mm: float, first: bool) -> Iterator[tuple[float, float]]:
    """The middles and lengths of one plate's fingers along an edge: every other one of an odd number."""
    count = max(3, 2 * round(length_mm / FINGER_MM / 2) + 1)
    finger_mm = length_mm / count
    for place in range(0 if first else 1, count, 2):
        yield (place + 0.5) * finger_mm - length_mm / 2, finger_mm


def sheet_svg(box: Box) -> str:
    """All plates of a box beside each other, in true size; red is cut, blue is written."""
    paths, names = [], []
    x, y, row_mm, across_mm = GAP_MM, GAP_MM, 0.0, 0.0
    for place, side in enumerate(SIDES):
        shape = plate(box, side)
        left, low, right, high = shape.bounds()
        if place % 2 == 0 and place:
            x, y, row_mm = GAP_MM, y + row_mm + GAP_MM, 0.0
        paths.append(f'<path d="{_path(shape, x - left, y + high)}"/>')
        text_x, text_y = x + 2 * SHEET_MM, y + high - low - 2 * SHEET_MM
        names.append(f'<text x="{text_x:.2f}" y="{text_y:.2f}">{box.name} {side}</text>')
        x, row_mm = x + right - left + GAP_MM, max(row_mm, high - low)
        across_mm = max(across_mm, x)
    down_mm = y + row_mm + GAP_MM
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across_mm:.2f}mm" height="{down_mm:.2f}mm" '
        f'viewBox="0 0 {across_mm:.2f} {down_mm:.2f}" font-family="sans-serif" font-size="4">'
    )
    cut = ['<g fill="none" stroke="#ff0000" stroke-width="0.1">', *paths, "</g>"]
    written = ['<g fill="#0000ff">', *names, "</g>"]
    return "\n".join([opening, *cut, *written, "</svg>", ""])


def _path(shape: CrossSection, x: float, y: float) -> str:
    lines = []
    for polygon in shape.to_polygons():
        corners = [f"{x + across:.2f},{y - up:.2f}" for across, up in polygon]
        lines.append(f"M{' L'.join(corners)}Z")
    return " ".join(sorted(lines))
