"""The four suits and where their signs stand on a playing card."""

from __future__ import annotations

import math
from typing import Literal

from companion.print.drawing import Drawable, Ellipse, Shape, moved, upside_down

Suit = Literal["spades", "hearts", "clubs", "diamonds"]
SUITS: tuple[Suit, ...] = ("spades", "hearts", "clubs", "diamonds")

_LEFT, _MIDDLE, _RIGHT = 0.0, 0.5, 1.0
_PAIR_ROWS = {"4": (0, 1), "5": (0, 1), "6": (0, 0.5, 1), "7": (0, 0.5, 1), "8": (0, 0.5, 1)}
_FOUR_ROWS = (0, 1 / 3, 2 / 3, 1)


def places(rank: str) -> tuple[tuple[float, float], ...]:
    """Where the signs of a number card stand, as parts (0…1) of the field's width and height; () for other ranks."""
    middle: dict[str, tuple[float, ...]] = {
        "A": (0.5,), "2": (0, 1), "3": (0, 0.5, 1), "5": (0.5,), "7": (0.25,), "8": (0.25, 0.75), "9": (0.5,),
        "10": (1 / 6, 5 / 6),
    }  # fmt: skip
    pairs = _PAIR_ROWS.get(rank, _FOUR_ROWS if rank in {"9", "10"} else ())
    return tuple((x, y) for y in pairs for x in (_LEFT, _RIGHT)) + tuple((_MIDDLE, y) for y in middle.get(rank, ()))


def sign(
    suit: Suit, x_mm: float, y_mm: float, size_mm: float, colour: str, *, turned: bool = False
) -> tuple[Drawable, ...]:
    """One suit sign, `size_mm` high, centred on (x, y)."""
    half = size_mm / 2
    marks: tuple[Drawable, ...]
    if suit == "diamonds":
        marks = (Shape(((half, 0), (1.78 * half, half), (half, 2 * half), (0.22 * half, half)), colour),)
    elif suit == "hearts":
        marks = _heart(half, colour)
    elif suit == "spades":
        marks = (*upside_down(_heart(half, colour, 0.88), 2 * half, 1.75 * half), _stem(half, colour))
    else:
        lobe = 0.92 * half
        centres = ((half, 0.5 * half), (0.5 * half, 1.22 * half), (1.5 * half, 1.22 * half))
        marks = (*(Ellipse(x, y, lobe, lobe, colour) for x, y in centres), _stem(half, colour))
    if turned:
        marks = upside_down(marks, size_mm, size_mm)
    return tuple(moved(mark, x_mm - half, y_mm - half) for mark in marks)


def _heart(half: float, colour: str, height: float = 1.0) -> tuple[Drawable, ...]:
    """One outline from the classic heart curve, scaled into a square of twice `half` (times `height` downwards)."""
    points = []
    for step in range(48):
        angle = 2 * math.pi * step / 48
        x = 16 * math.sin(angle) ** 3
        y = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)
        points.append((half * (1 + x / 17), half * height * (12 - y) / 14.5))
    return (Shape(tuple(points), colour),)


def _stem(half: float, colour: str) -> Shape:
    return Shape(
        ((0.93 * half, half), (1.07 * half, half), (1.14 * half, 1.7 * half), (1.4 * half, 2 * half),
         (0.6 * half, 2 * half), (0.86 * half, 1.7 * half)),
        colour,
    )  # fmt: skip
