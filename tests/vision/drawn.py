"""Plain letter tiles drawn with OpenCV's own strokes: in no typeface the networks were trained on."""

import cv2
import numpy as np


def tile(letter: str, *, ink: int = 25, ground: int = 235, size_px: int = 160) -> np.ndarray:
    """A square tile with a capital letter (uint8 BGR)."""
    face = np.full((size_px, size_px, 3), ground, np.uint8)
    (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, size_px / 40, size_px // 16)
    origin = ((size_px - width) // 2, (size_px + height) // 2)
    cv2.putText(face, letter, origin, cv2.FONT_HERSHEY_DUPLEX, size_px / 40, (ink,) * 3, size_px // 16, cv2.LINE_AA)
    return face


def plain_card(size_px: int = 160, tone: int = 140) -> np.ndarray:
    """A card that shows nothing but a pattern of dots, as a back does (uint8 BGR)."""
    face = np.full((size_px * 4 // 3, size_px, 3), tone, np.uint8)
    for y in range(10, face.shape[0], 16):
        for x in range(10, face.shape[1], 16):
            cv2.circle(face, (x, y), 3, (230, 230, 230), -1, cv2.LINE_AA)
    cv2.rectangle(face, (0, 0), (face.shape[1] - 1, face.shape[0] - 1), (235, 235, 235), size_px // 12)
    return face
