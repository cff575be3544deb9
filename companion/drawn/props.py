"""What else is before the drawn camera: the cloth under the cards and the hand over them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

WIDTH_PX, HEIGHT_PX = 1280, 720

_CLOTH_MM = (1100, 700)  # painted at one pixel per millimetre
CLOTH_PLACE = np.array([[1.0, 0, -_CLOTH_MM[0] / 2], [0, 1.0, -_CLOTH_MM[1] / 2], [0, 0, 1.0]])


def cloth(chance: np.random.Generator) -> Picture:
    """A dark cloth with a soft weave: larger and smaller clouds of the same blue-green."""
    width, height = _CLOTH_MM
    clouds = np.zeros((height, width), np.float32)
    for grain_mm, strength in ((160, 5.0), (24, 3.0), (2, 4.0)):
        patch = chance.normal(0, strength, (height // grain_mm + 2, width // grain_mm + 2)).astype(np.float32)
        clouds += cv2.resize(patch, (width, height), interpolation=cv2.INTER_CUBIC)
    colour = np.array([74.0, 78.0, 46.0], np.float32)  # blue, green, red
    painted = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, 20):  # few rows at a time: all of it in floats is many times as large
        light = clouds[top : top + 20, :, None]
        painted[top : top + 20] = np.clip(colour + light * np.array([1.0, 1.0, 0.8]), 0, 255)
    return painted


_FINGERS_MM = ((-27.0, 22.0), (-9.0, 4.0), (9.0, 0.0), (27.0, 10.0))


def hand(view: Matrix, tip_mm: tuple[float, float]) -> Picture:
    """Where a hand and forearm reaching in from the near edge cover the frame (255), its middle finger at the tip."""
    cover = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    scale = _px_per_mm(view)

    def at(x_mm: float, y_mm: float) -> tuple[int, int]:
        point = view @ np.array([tip_mm[0] + x_mm, tip_mm[1] + y_mm, 1.0])
        return round(float(point[0] / point[2])), round(float(point[1] / point[2]))

    for x_mm, y_mm in _FINGERS_MM:
        cv2.line(cover, at(x_mm, y_mm + 10), at(x_mm * 0.8, 90), 255, max(1, round(17 * scale)))
    cv2.line(cover, at(46, 75), at(25, 115), 255, max(1, round(19 * scale)))
    cv2.ellipse(cover, at(0, 110), (round(42 * scale), round(48 * scale)), 0, 0, 360, 255, -1)
    cv2.line(cover, at(0, 120), at(20, 500), 255, max(1, round(62 * scale)))
    return cover


def _px_per_mm(view: Matrix) -> float:
    return float(np.linalg.norm(view[:2, 0]) / abs(view[2, 2]))


def _widely_blurred(mask: NDArray[Any], deviation_px: float) -> Picture:
    """The mask with its edges spread over many pixels; found on a quarter of its size, where no difference is seen."""
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), deviation_px / 4)
    return np.asarray(cv2.resize(blurred, mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def with_hand(scene: Picture, view: Matrix, tip_mm: tuple[float, float]) -> Picture:
    """The scene with a hand over it, and its shadow."""
    cover = hand(view, tip_mm)
    fallen = cv2.warpAffine(cover, np.array([[1.0, 0, 18.0], [0, 1.0, 14.0]]), (WIDTH_PX, HEIGHT_PX))
    shadow, soft = _widely_blurred(fallen, 9.0), cv2.GaussianBlur(cover, (0, 0), 1.5)
    round_off = _widely_blurred(cover, 14 * _px_per_mm(view))
    shown = scene.copy()
    left, first, width, height = cv2.boundingRect(cv2.max(shadow, soft))
    for top in range(first, first + height, 48):  # few rows at a time: all of it in floats is many times as large
        part = slice(top, min(top + 48, first + height)), slice(left, left + width)
        dark, over, light = (mask[part][:, :, None].astype(np.float32) / 255 for mask in (shadow, soft, round_off))
        skin = np.array([120.0, 150.0, 205.0], np.float32) * (0.45 + 0.55 * light)
        shown[part] = scene[part] * (1 - 0.5 * dark) * (1 - over) + skin * over
    return shown
