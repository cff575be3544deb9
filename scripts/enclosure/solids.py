"""A box as solids: its six plates where they stand, and the tray and the lid that a printer makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold, OpType

from scripts.enclosure.boxes import ROUND, SHEET_MM, at_corners, slot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scripts.enclosure.boxes import Box, Side

CORNER_MM = 3.0  # radius of what is rounded on the outside
POST_MM = 9.0  # thickness of the posts for the lid's screws, outside in front and behind, where no socket is
PILOT_MM, SCREW_MM = 2.6, 3.4  # an M3 screw cuts its thread into the one and goes through the other

# Which way a side's right, its up and its outward point.
AXES: dict[Side, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "lid": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "floor": ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    "front": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "back": ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    "left": ((0, -1, 0), (0, 0, 1), (-1, 0, 0)),
    "right": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
}


def standing(box: Box, side: Side, shape: CrossSection, from_mm: float = 0, to_mm: float = SHEET_MM) -> Manifold:
    """A shape of one side, from `from_mm` to `to_mm` outward of its inside. The middle of the box is (0, 0, 0)."""
    right, up, outward = (np.array(axis, float) for axis in AXES[side])
    half_mm = np.array([box.width_mm, box.depth_mm, box.height_mm]) / 2
    place: NDArray[np.float64] = outward * (half_mm + from_mm)
    solid = Manifold.extrude(shape, to_mm - from_mm)
    return solid.transform(np.column_stack([right, up, outward, place]))


def block(width_mm: float, depth_mm: float, low_mm: float, high_mm: float) -> Manifold:
    """A block with right angles around the middle, from one height to another."""
    return Manifold.extrude(slot(width_mm, depth_mm), high_mm - low_mm).translate((0, 0, low_mm))


def tray(box: Box) -> Manifold:
    """Floor, walls, and outside four posts for the screws of the lid, in one piece."""
    floor_mm, top_mm = -box.height_mm / 2 - SHEET_MM, box.height_mm / 2
    inside = block(box.width_mm, box.depth_mm, -box.height_mm / 2, top_mm + 1)
    pilots = Manifold.extrude(_at_posts(box, PILOT_MM), box.height_mm).translate((0, 0, floor_mm + 2 * SHEET_MM))
    holes = [standing(box, side, shape, -1, SHEET_MM + 1) for side, shape in box.holes.items() if side != "lid"]
    outside = Manifold.extrude(_outline(box), top_mm - floor_mm).translate((0, 0, floor_mm))
    return outside - Manifold.batch_boolean([inside, pilots, *holes], OpType.Add)


def lid(box: Box) -> Manifold:
    """The lid with its holes, lying where it belongs."""
    shape = _outline(box) - _at_posts(box, SCREW_MM) - box.holes.get("lid", CrossSection())
    return Manifold.extrude(shape, SHEET_MM).translate((0, 0, box.height_mm / 2))


def _outline(box: Box) -> CrossSection:
    """What a box is like from above: its walls, rounded, and its posts."""
    walls = slot(box.width_mm + 2 * (SHEET_MM - CORNER_MM), box.depth_mm + 2 * (SHEET_MM - CORNER_MM))
    return walls.offset(CORNER_MM, JoinType.Round, circular_segments=ROUND) + _at_posts(box, POST_MM)


def _at_posts(box: Box, diameter_mm: float) -> CrossSection:
    down_mm = box.depth_mm + 2 * SHEET_MM + POST_MM - 2.0  # they grow out of the walls
    return at_corners(box.width_mm + 2 * SHEET_MM - POST_MM, down_mm, diameter_mm)
