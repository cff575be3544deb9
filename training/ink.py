"""Blank cards and ink: what every drawn face is made of.

Pictures are uint8 BGRA, alpha 0 outside the rounded corners; masks are uint8, 255 full ink.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw

Colour = tuple[int, int, int]


def blank(width: int, height: int, ground: Colour, corner: float) -> Any:
    """An unprinted card of `ground` (BGR); the radius of its corners is `corner` of the shorter side."""
    picture = np.empty((height, width, 4), np.uint8)
    picture[..., :3] = ground
    mask = Image.new("L", (width * 2, height * 2))
    radius = corner * min(width, height) * 2
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), radius, 255)
    picture[..., 3] = np.asarray(mask.resize((width, height), Image.Resampling.BOX))
    return picture


def lay_ink(picture: Any, mask: Any, centre: tuple[float, float], ink: Colour) -> None:
    """Lay ink through a mask centred at a point (x, y, px) of the picture, cut at its edges."""
    height, width = mask.shape
    x0, y0 = round(centre[0] - width / 2), round(centre[1] - height / 2)
    left, top = max(0, -x0), max(0, -y0)
    right, bottom = min(width, picture.shape[1] - x0), min(height, picture.shape[0] - y0)
    if right <= left or bottom <= top:
        return
    alpha = mask[top:bottom, left:right, None].astype(np.float32) / 255
    region = picture[y0 + top : y0 + bottom, x0 + left : x0 + right, :3]
    region[:] = (region + alpha * (np.array(ink, np.float32) - region)).astype(np.uint8)


def hue(rng: np.random.Generator, saturation: float, value: float) -> Colour:
    """A colour of any hue with this saturation and value (0…255)."""
    pixel = np.array([[[rng.uniform(0, 180), saturation, value]]], np.uint8)
    blue, green, red = (int(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def grey(colour: Any) -> float:
    """How light a colour (BGR) is, 0…255."""
    return float(0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2])


def rays(picture: Any, colour: Colour, count: int = 12) -> None:
    """Rays from the middle to the edges."""
    height, width = picture.shape[:2]
    middle, far = np.array([width / 2, height / 2]), float(width + height)
    for number in range(0, 2 * count, 2):
        turns = np.pi * np.array([number, number + 1]) / count
        ends = middle + far * np.stack([np.cos(turns), np.sin(turns)], -1)
        cv2.fillPoly(picture, [np.round([middle, *ends]).astype(np.int32)], colour, cv2.LINE_AA)
