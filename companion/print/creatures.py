"""A portrait for every monster and villain: shapes chosen by its name, so that a name always looks the same."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

from companion.print.drawing import Box, Drawable, Ellipse, Shape, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

_SKINS = ("#7fb069", "#5fa8d3", "#e07a5f", "#9a79c6", "#e9c46a", "#57b8a6", "#d88c9a", "#8d99ae")


def portrait(name: str, x_mm: float, y_mm: float, width_mm: float, height_mm: float, ink: str) -> tuple[Drawable, ...]:
    """A creature that fills the given field."""
    choose = _chooser(name)
    skin = _SKINS[choose(len(_SKINS))]
    size = min(width_mm, height_mm)
    middle, floor = x_mm + width_mm / 2, y_mm + height_mm
    body_w, body_h = size * (0.55 + 0.05 * choose(5)), size * (0.58 + 0.05 * choose(4))
    centre_y = floor - body_h / 2 - size * 0.07
    marks: list[Drawable] = [*_crest(choose(4), middle, centre_y - body_h / 2, body_w, size, ink)]
    marks += _limbs(choose(3), middle, centre_y, body_w, body_h, size, ink)
    if choose(2):
        marks.append(Ellipse(middle, centre_y, body_w, body_h, skin, ink, size * 0.02))
    else:
        left, top = middle - body_w / 2, centre_y - body_h / 2
        marks.append(Box(left, top, body_w, body_h, body_w * 0.35, skin, ink, size * 0.02))
    marks += _spots(choose(3), middle, centre_y, body_w, body_h)
    marks += _eyes(choose(4), choose(3), middle, centre_y - body_h * 0.16, body_w, ink)
    marks += _mouth(choose(3), middle, centre_y + body_h * 0.2, body_w, ink)
    return tuple(marks)


class _chooser:  # noqa: N801  (used like a function)
    """Draws numbers from a name: `choose(n)` gives 0…n−1, the same ones for the same name on every machine."""

    def __init__(self, name: str) -> None:
        self._bytes: Iterator[int] = iter(hashlib.sha256(name.casefold().encode()).digest())

    def __call__(self, choices: int) -> int:
        return next(self._bytes) % choices


def _crest(kind: int, middle: float, top: float, body_w: float, size: float, ink: str) -> Iterator[Drawable]:
    if kind == 0:  # two horns
        for side in (-1, 1):
            root, tip = middle + side * body_w * 0.25, middle + side * body_w * 0.42
            yield Shape(
                (
                    (root - size * 0.07, top + size * 0.1),
                    (root + size * 0.07, top + size * 0.1),
                    (tip, top - size * 0.16),
                ),
                ink,
            )
    elif kind == 1:  # antennae
        for side in (-1, 1):
            tip_x, tip_y = middle + side * body_w * 0.3, top - size * 0.13
            yield Stroke(((middle + side * body_w * 0.12, top + size * 0.05), (tip_x, tip_y)), ink, size * 0.02)
            yield Ellipse(tip_x, tip_y, size * 0.08, size * 0.08, ink)
    elif kind == 2:  # a comb of spikes
        for step in range(-2, 3):
            x, lift = middle + step * body_w * 0.13, size * (0.15 - 0.02 * step * step)
            yield Shape(
                ((x - size * 0.05, top + size * 0.09), (x + size * 0.05, top + size * 0.09), (x, top - lift)), ink
            )
    else:  # round ears
        for side in (-1, 1):
            yield Ellipse(middle + side * body_w * 0.36, top + size * 0.05, size * 0.2, size * 0.2, ink)


def _limbs(
    kind: int, middle: float, centre: float, body_w: float, body_h: float, size: float, ink: str
) -> Iterator[Drawable]:
    for side in (-1, 1):
        shoulder, foot = middle + side * body_w * 0.42, middle + side * body_w * 0.2
        hand = (shoulder + side * size * 0.17, centre + size * (0.14 if kind == 1 else -0.14))
        yield Stroke(((shoulder, centre + size * 0.03), hand), ink, size * 0.045)
        yield Stroke(((foot, centre + body_h * 0.4), (foot, centre + body_h / 2 + size * 0.06)), ink, size * 0.06)
        if kind == 2:  # claws
            for spread in (-0.05, 0.0, 0.05):
                yield Stroke(
                    (hand, (hand[0] + side * size * 0.04, hand[1] - size * 0.05 + spread * size)), ink, size * 0.018
                )


def _spots(kind: int, middle: float, centre: float, body_w: float, body_h: float) -> Iterator[Drawable]:
    if kind == 0:
        for dx, dy, size in ((-0.28, 0.26, 0.1), (0.3, 0.05, 0.08), (0.22, 0.3, 0.12), (-0.3, -0.02, 0.07)):
            yield Ellipse(middle + dx * body_w, centre + dy * body_h, size * body_w, size * body_w, "#ffffff")
    elif kind == 1:
        yield Ellipse(middle, centre + body_h * 0.22, body_w * 0.5, body_h * 0.42, "#ffffff")


def _eyes(count: int, lids: int, middle: float, level: float, body_w: float, ink: str) -> Iterator[Drawable]:
    number = count + 1
    size = body_w * (0.4, 0.27, 0.22, 0.17)[count]
    for index in range(number):
        x = middle + (index - count / 2) * size * 1.12
        y = level - (size * 0.35 * math.cos(math.pi * (index - count / 2) / max(count, 1)) if count > 1 else 0)
        yield Ellipse(x, y, size, size, "#ffffff", ink, body_w * 0.02)
        yield Ellipse(x, y + size * 0.08, size * 0.42, size * 0.42, ink)
        if lids == 1:
            tilt = size * 0.2 * (1 if x < middle else -1 if x > middle else 0)
            yield Stroke(
                ((x - size * 0.55, y - size * 0.45 - tilt), (x + size * 0.55, y - size * 0.45 + tilt)),
                ink,
                body_w * 0.035,
            )


def _mouth(kind: int, middle: float, level: float, body_w: float, ink: str) -> Iterator[Drawable]:
    half = body_w * 0.24
    if kind == 0:  # a grin with teeth
        yield Box(middle - half, level - half * 0.3, 2 * half, half * 0.75, half * 0.3, ink)
        for step in range(-2, 3):
            x = middle + step * half * 0.36
            yield Shape(
                (
                    (x - half * 0.16, level - half * 0.3),
                    (x + half * 0.16, level - half * 0.3),
                    (x, level + half * 0.05),
                ),
                "#ffffff",
            )
    elif kind == 1:  # a smile
        arc = [
            (middle + half * math.cos(a), level - half * 0.2 + half * 0.55 * math.sin(a))
            for a in (math.pi * s / 12 for s in range(13))
        ]
        yield Stroke(tuple(arc), ink, body_w * 0.04)
    else:  # fangs
        yield Stroke(((middle - half, level), (middle + half, level)), ink, body_w * 0.04)
        for side in (-1, 1):
            x = middle + side * half * 0.6
            yield Shape(((x - half * 0.2, level), (x + half * 0.2, level), (x, level + half * 0.5)), "#ffffff")
