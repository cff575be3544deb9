"""Writes the boxes into a folder: `python -m scripts.enclosure docs/enclosure`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from scripts.enclosure import solids
from scripts.enclosure.boxes import BOXES
from scripts.enclosure.plates import sheet_svg
from scripts.enclosure.rendering import picture

if TYPE_CHECKING:
    from manifold3d import Manifold

LIFTED_MM = 60.0  # how far above its tray a lid is shown
TRAY_COLOUR, LID_COLOUR = (92, 148, 122), (227, 179, 65)
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def stl(solid: Manifold, title: str) -> bytes:
    """A solid as binary STL, in millimetres."""
    mesh = solid.to_mesh()
    facets = np.zeros(mesh.tri_verts.shape[0], FACET)
    facets["corners"] = np.asarray(mesh.vert_properties)[:, :3][mesh.tri_verts]
    corners = facets["corners"]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facets["normal"] = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    return f"{title} (millimetres)".encode("ascii").ljust(80) + np.uint32(len(facets)).tobytes() + facets.tobytes()


def write_boxes(folder: Path) -> None:
    """Write every box: tray and lid as STL, its plates as SVG, and a picture of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for make in BOXES.values():
        box = make()
        tray, lid = solids.tray(box), solids.lid(box)
        lying = lid.translate((0, 0, -box.height_mm / 2))
        (folder / f"{box.name}-tray.stl").write_bytes(stl(tray, f"{box.title}: tray"))
        (folder / f"{box.name}-lid.stl").write_bytes(stl(lying, f"{box.title}: lid"))
        (folder / f"{box.name}.svg").write_text(sheet_svg(box), encoding="utf-8")
        shown = picture([(tray, TRAY_COLOUR), (lid.translate((0, 0, LIFTED_MM)), LID_COLOUR)])
        cv2.imwrite(str(folder / f"{box.name}.png"), shown, [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    write_boxes(Path(sys.argv[1]))
