"""Pictures of solids: each point of the picture shows the face that is nearest, as bright as it looks to the light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from manifold3d import Manifold
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SIZE_PX = (900, 680)
TURN_DEG, TILT_DEG = 32.0, 52.0
LIGHT = np.array([-0.35, 0.45, 0.82])
PAPER, INK = np.array([248, 246, 241]), np.array([60, 64, 68])
FINER = 2  # drawn so many times bigger and made smaller


def picture(solids: list[tuple[Manifold, tuple[int, int, int]]], finer: int = FINER) -> NDArray[np.uint8]:
    """Solids, each in its colour (red, green, blue), from the right front and above: uint8 BGR, of `SIZE_PX`."""
    width_px, height_px = SIZE_PX[0] * finer, SIZE_PX[1] * finer
    seen = [(_triangles(solid) @ _view().T, colour) for solid, colour in solids]
    everything = np.concatenate([faces.reshape(-1, 3) for faces, _ in seen])
    low, high = everything.min(axis=0), everything.max(axis=0)
    scale = 0.94 * min(width_px / (high[0] - low[0]), height_px / (high[1] - low[1]))
    middle = np.array([width_px, height_px]) / 2
    nearest: Floats = np.full((height_px, width_px), -np.inf)
    colours: Floats = np.broadcast_to(PAPER, (height_px, width_px, 3)).astype(np.float64)
    facing: Floats = np.zeros((height_px, width_px, 3))
    for faces, colour in seen:
        placed = faces.copy()
        placed[..., :2] = (faces[..., :2] - (low + high)[:2] / 2) * scale * (1, -1) + middle
        for corners, face in zip(placed, faces, strict=True):
            _paint(corners, _normal(face), np.array(colour), nearest, colours, facing)
    colours[_edges(facing, nearest)] = INK
    smaller = cv2.resize(colours.astype(np.float32), SIZE_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller[..., ::-1].round().clip(0, 255), np.uint8)


def _triangles(solid: Manifold) -> Floats:
    """The corners of every face: faces × 3 × 3."""
    mesh = solid.to_mesh()
    places: Floats = np.asarray(mesh.vert_properties, np.float64)
    corners: Floats = places[:, :3][np.asarray(mesh.tri_verts)]
    return corners


def _view() -> Floats:
    """The rotation into the picture: x to the right, y upwards, z towards who looks."""
    turn, tilt = np.radians(TURN_DEG), np.radians(TILT_DEG)
    about_z = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), np.sin(tilt)], [0, -np.sin(tilt), np.cos(tilt)]])
    return np.asarray(about_x @ about_z, np.float64)


def _normal(corners: Floats) -> Floats:
    across = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    return np.asarray(across / max(float(np.linalg.norm(across)), 1e-12), np.float64)


def _paint(corners: Floats, normal: Floats, colour: Floats, nearest: Floats, colours: Floats, facing: Floats) -> None:
    """Paint one face where nothing is nearer."""
    left, top = np.floor(corners[:, :2].min(axis=0)).astype(int)
    right, bottom = np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, nearest.shape[1]), min(bottom, nearest.shape[0])
    (ax, ay), (bx, by), (cx, cy) = corners[:, :2]
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if normal[2] <= 0 or abs(area) < 1e-9:
        return
    y, x = np.mgrid[top:bottom, left:right] + 0.5
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    depth = corners[0, 2] * (1 - second - third) + corners[1, 2] * second + corners[2, 2] * third
    here = (slice(top, bottom), slice(left, right))
    shown = (second >= -1e-6) & (third >= -1e-6) & (second + third <= 1 + 1e-6) & (depth > nearest[here])
    nearest[here][shown] = depth[shown]
    facing[here][shown] = normal
    colours[here][shown] = colour * (0.45 + 0.55 * max(0.0, float(normal @ LIGHT) / float(np.linalg.norm(LIGHT))))


def _edges(facing: Floats, nearest: Floats) -> NDArray[np.bool_]:
    """Where faces that look elsewhere meet, and where something stands before something else."""
    depth = np.where(np.isfinite(nearest), nearest, nearest[np.isfinite(nearest)].min() - 50)
    edges = np.zeros(depth.shape, bool)
    for axis in (0, 1):
        bends = (facing * np.roll(facing, 1, axis)).sum(axis=-1) < 0.85
        steps = np.abs(depth - np.roll(depth, 1, axis)) > 2.5
        edges |= (bends | steps) & (np.isfinite(nearest) | np.isfinite(np.roll(nearest, 1, axis)))
    return edges
