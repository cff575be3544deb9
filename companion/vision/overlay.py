"""Draw what was read over the frame: for people, who would rather look than read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.quads import size_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.vision.sharpness import Sharpness
    from companion.vision.sighting import Sighting, Table

ACCEPTED, DOUBTFUL, TURNED_DOWN = (70, 190, 40), (0, 150, 255), (200, 130, 60)  # BGR
PAPER = (255, 255, 255)


def draw_overlay(frame: NDArray[np.uint8], table: Table, sharp: Sharpness | None = None) -> NDArray[np.uint8]:
    """A copy of the frame (uint8 BGR) with every card's outline, its top edge thick, and its reading.

    Green is accepted, orange is asked about (with the second reading and the confidence in per cent), blue lies face
    down; thin grey lines join the rows. How sharp the picture is stands in its lower left corner, where it is given.
    """
    colour = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
    picture = np.array(colour, np.uint8, order="C")
    for row in table.rows:
        middles = np.array([np.mean(table.sightings[index].quad, 0) for index in row], np.int32)
        cv2.polylines(picture, [middles], isClosed=False, color=(150, 150, 150), thickness=1, lineType=cv2.LINE_AA)
    for sighting in table.sightings:
        _draw_sighting(picture, sighting)
    if sharp is not None and sharp.edge_px is not None:
        height_px, width_px = picture.shape[:2]
        corner, verdict = np.array([0, height_px], np.float32), ACCEPTED if sharp.enough else DOUBTFUL
        _write(picture, f"edges {sharp.edge_px:.1f} px", corner, width_px / 16, verdict)
    return picture


def _draw_sighting(picture: NDArray[np.uint8], sighting: Sighting) -> None:
    colour = ACCEPTED if sighting.accepted else DOUBTFUL
    if sighting.accepted and sighting.kind == "back":
        colour = TURNED_DOWN
    corners = np.array(sighting.quad, np.float32)
    card_px = size_px(corners)
    thin = max(1, round(card_px / 50))
    points = np.round(corners).astype(np.int32)
    cv2.polylines(picture, [points], isClosed=True, color=colour, thickness=thin, lineType=cv2.LINE_AA)
    top_left, top_right = ((int(x), int(y)) for x, y in points[:2])
    cv2.line(picture, top_left, top_right, colour, 3 * thin, cv2.LINE_AA)
    text = sighting.label
    if not sighting.accepted:
        second = f"/{sighting.alternatives[0].label}" if sighting.alternatives else ""
        text = f"{sighting.label}{second} {100 * sighting.confidence:.0f}%"
    _write(picture, text, corners.max(0), card_px, colour)


def _write(
    picture: NDArray[np.uint8],
    text: str,
    below_right: NDArray[np.float32],
    size_px: float,
    colour: tuple[int, int, int],
) -> None:
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, float(np.clip(size_px / 110, 0.35, 1.2))
    thickness = 1 if scale < 0.7 else 2
    plain = text.encode("ascii", "replace").decode()
    (width, height), base = cv2.getTextSize(plain, font, scale, thickness)
    x = int(np.clip(below_right[0] - width, 0, max(0, picture.shape[1] - width)))
    y = int(np.clip(below_right[1], height + base, picture.shape[0]))
    cv2.rectangle(picture, (x - 1, y - height - base), (x + width + 1, y), PAPER, -1)
    cv2.putText(picture, plain, (x, y - base // 2 - 1), font, scale, colour, thickness, cv2.LINE_AA)
