"""Arrange sightings: which direction the table is read in, and its rows from far to near, left to right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ROW_DRIFT = 0.5  # a neighbour stands at most this part of a card above or below its row
ROW_GAP = 2.6  # and its centre at most this many card widths further on


def reading_direction(quads: Sequence[NDArray[np.float32]], side_deg: float = 0.0) -> float:
    """The angle of the rows in degrees, clockwise from the picture's x axis, for a player at the given side.

    `side_deg` is where the player sits: 0 at the bottom of the picture, 90 at its left, 180 at the top, 270 at the
    right. Cards that lie straight to each other say the exact angle (their edges, taken modulo a quarter turn);
    cards that lie anyhow say nothing and the side alone decides.
    """
    if len(quads) == 0:
        return side_deg
    corners = np.asarray(quads)
    edges = corners[:, 1] - corners[:, 0]
    fourfold = np.exp(4j * np.arctan2(edges[:, 1], edges[:, 0])).mean()
    if abs(fourfold) < 0.6:
        return side_deg
    off = np.rad2deg(np.angle(fourfold * np.exp(-4j * np.deg2rad(side_deg)))) / 4
    return float(side_deg + off)


def rows_of(quads: Sequence[NDArray[np.float32]], side_deg: float = 0.0) -> tuple[tuple[int, ...], ...]:
    """Indices of the quads in rows: rows from far to near, each left to right as the player at `side_deg` sees it.

    Each card is linked with its nearest neighbour to the right, so that a row may bend or run into the distance;
    cards with a wide gap between them stand in rows of their own.
    """
    if len(quads) == 0:
        return ()
    angle = np.deg2rad(reading_direction(quads, side_deg))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-np.sin(angle), np.cos(angle)])
    corners = np.asarray(quads, np.float64) @ np.array([along, across]).T
    widths, heights = np.maximum(corners.max(1) - corners.min(1), 1.0).T
    x, y = corners.mean(1).T
    following = _links(x, y, widths, heights)
    starts = sorted(set(range(len(quads))) - set(following.values()))
    rows = []
    for start in starts:
        row = [start]
        while row[-1] in following:
            row.append(following[row[-1]])
        rows.append(tuple(row))
    return tuple(sorted(rows, key=lambda row: (float(y[list(row)].mean()), float(x[row[0]]))))


def _links(
    x: NDArray[np.float64], y: NDArray[np.float64], widths: NDArray[np.float64], heights: NDArray[np.float64]
) -> dict[int, int]:
    """For each card the next one of its row; nearest pairs first, each card once on either side."""
    step, drift = x - x[:, None], np.abs(y - y[:, None])
    width, height = np.minimum(widths, widths[:, None]), np.minimum(heights, heights[:, None])
    near = (step > 0.3 * width) & (step < ROW_GAP * width) & (drift < ROW_DRIFT * height)
    ones, others = np.nonzero(near)
    order = np.argsort((step + 2 * drift)[near], kind="stable")
    following: dict[int, int] = {}
    taken: set[int] = set()
    for a, b in zip(ones[order].tolist(), others[order].tolist(), strict=True):
        if a not in following and b not in taken:
            following[a] = b
            taken.add(b)
    return following


def is_sideways(quad: NDArray[np.float32], direction_deg: float) -> bool:
    """Whether a card (from its own top left) lies across the direction in which the table is read."""
    top = quad[1] - quad[0]
    off = np.arctan2(top[1], top[0]) - np.deg2rad(direction_deg)
    return bool(abs(np.sin(off)) > abs(np.cos(off)))
