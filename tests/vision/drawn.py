"""Plain letter tiles drawn with OpenCV's own strokes: in no typeface the networks were trained on."""

import cv2
import numpy as np

from companion.vision.quads import UNIT
from companion.vision.rectify import halvings

SIDE_PX = 120  # of the tiles that touch


def tile(letter: str, *, ink: int = 25, ground: int = 235, size_px: int = 160) -> np.ndarray:
    """A square tile with a capital letter (uint8 BGR)."""
    face = np.full((size_px, size_px, 3), ground, np.uint8)
    (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, size_px / 40, size_px // 16)
    origin = ((size_px - width) // 2, (size_px + height) // 2)
    cv2.putText(face, letter, origin, cv2.FONT_HERSHEY_DUPLEX, size_px / 40, (ink,) * 3, size_px // 16, cv2.LINE_AA)
    return face


def touching_tiles(rows: list[str], printed: str = "") -> tuple[list[np.ndarray], dict[str, np.ndarray]]:
    """Tiles touching in rows on a dark table: the halvings of its grey picture, and each letter's quad (4, 2).

    A letter may be `printed` on the table itself, below them, as large as those on the tiles.
    """
    own = {letter: cv2.copyMakeBorder(tile(letter, size_px=SIDE_PX - 4), 2, 2, 2, 2, cv2.BORDER_CONSTANT,
                                      value=(150, 150, 150)) for letter in "".join(rows)}  # fmt: skip
    laid = np.vstack([np.hstack([own[letter] for letter in row]) for row in rows])
    quads = {letter: (UNIT + np.array([x, y], np.float32)) * SIDE_PX + 60
             for y, row in enumerate(rows) for x, letter in enumerate(row)}  # fmt: skip
    room = 60 + 2 * SIDE_PX * bool(printed)
    frame = cv2.copyMakeBorder(laid, 60, room, 60, 60, cv2.BORDER_CONSTANT, value=(60,) * 3)
    if printed:
        left, top = 60, 60 + round((len(rows) + 0.5) * SIDE_PX)
        frame[top : top + SIDE_PX, left : left + SIDE_PX] = tile(printed, ink=235, ground=60, size_px=SIDE_PX)
        quads[printed] = (UNIT * SIDE_PX + [left, top]).astype(np.float32)
    return halvings(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)), quads


def plain_card(size_px: int = 160, tone: int = 140) -> np.ndarray:
    """A card that shows nothing but a pattern of dots, as a back does (uint8 BGR)."""
    face = np.full((size_px * 4 // 3, size_px, 3), tone, np.uint8)
    for y in range(10, face.shape[0], 16):
        for x in range(10, face.shape[1], 16):
            cv2.circle(face, (x, y), 3, (230, 230, 230), -1, cv2.LINE_AA)
    cv2.rectangle(face, (0, 0), (face.shape[1] - 1, face.shape[0] - 1), (235, 235, 235), size_px // 12)
    return face


def playing_card(rank: str, *, red: bool = True, height_px: int = 320, four: bool = False) -> np.ndarray:
    """A playing card of diamonds: its rank and pip in two corners, or in all `four`, upside down in the lower ones
    (uint8 BGR)."""
    width_px = round(height_px * 0.7)
    face = np.full((height_px, width_px, 3), 240, np.uint8)
    ink = (40, 40, 190) if red else (25, 25, 25)
    scale, thick = height_px / 220, max(2, height_px // 110)
    for _ in range(2):
        (width, height), _ = cv2.getTextSize(rank, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
        from_side, top = round(0.13 * width_px), round(0.04 * height_px)
        for middle in (from_side, width_px - from_side)[: 1 + four]:
            left = min(max(4, middle - width // 2), width_px - 4 - width)
            cv2.putText(face, rank, (left, top + height), cv2.FONT_HERSHEY_DUPLEX, scale, ink, thick, cv2.LINE_AA)
            _diamond(face, (middle, top + height + round(0.06 * height_px)), 0.04 * height_px, ink)
        face = np.ascontiguousarray(face[::-1, ::-1])
    _diamond(face, (width_px // 2, height_px // 2), 0.12 * height_px, ink)
    return face


def _diamond(face: np.ndarray, middle: tuple[int, int], half_px: float, ink: tuple[int, int, int]) -> None:
    corners = np.array([[0, -1], [0.75, 0], [0, 1], [-0.75, 0]]) * half_px + middle
    cv2.fillConvexPoly(face, np.round(corners).astype(np.int32), ink, cv2.LINE_AA)
