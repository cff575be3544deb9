"""Patterned table tops for training: stripes, checks, dots, flowers, marble. Every one is invented.

What is printed on a cloth is no card, however straight its edges: a finder that has seen plain cloth only takes a
stripe for the edge of the card that lies on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.drawn.scene import CLOTHS, draw_cloth

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.drawn.scene import Picture

Colour = tuple[int, int, int]
PATTERNED = 0.6  # so many tables have a pattern


def cloth(size_px: tuple[int, int], rng: np.random.Generator) -> Picture:
    """A table top (uint8 BGR): a cloth as the drawn scenes have them, most often with a pattern on it."""
    plain = draw_cloth(str(rng.choice(CLOTHS)), size_px, rng)
    if rng.random() > PATTERNED:
        return plain
    draw = _PATTERNS[int(rng.integers(len(_PATTERNS)))]
    texture = plain.astype(np.float32) - plain.reshape(-1, 3).mean(0)
    side = round(1.5 * max(size_px))  # enough for any turn
    pattern = draw(side, rng)
    turned = cv2.getRotationMatrix2D((side / 2, side / 2), _angle_deg(rng), 1.0)
    turned[0, 2] += (size_px[0] - side) / 2
    turned[1, 2] += (size_px[1] - side) / 2
    laid = cv2.warpAffine(pattern, turned, size_px, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(laid.astype(np.float32) + 0.6 * texture, 0, 255), np.uint8)


def _angle_deg(rng: np.random.Generator) -> float:
    """Mostly straight: a cloth lies along the table's edge, and so do the cards."""
    return float(rng.choice([0, 90]) + rng.normal(0, 6)) if rng.random() < 0.6 else float(rng.uniform(0, 360))


def _colours(rng: np.random.Generator, count: int) -> list[Colour]:
    """So many colours of a cloth, some pale, some deep."""
    found = []
    for _ in range(count):
        value = rng.uniform(150, 250) if rng.random() < 0.5 else rng.uniform(15, 150)
        pixel = np.array([[[rng.uniform(0, 180), 255 * rng.beta(1.2, 1.6), value]]], np.uint8)
        found.append(_colour(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]))
    return found


def _colour(bgr: Any) -> Colour:
    blue, green, red = (int(part) for part in bgr)
    return blue, green, red


def _ground(side: int, colour: Colour) -> Any:
    return np.full((side, side, 3), colour, np.uint8)


def _stripes(side: int, rng: np.random.Generator) -> Any:
    """Stripes, all of one width or broad and narrow ones in turn."""
    colours, pitch = _colours(rng, int(rng.integers(2, 4))), rng.uniform(8, 70)
    picture, at, number = _ground(side, colours[0]), 0.0, 0
    widths = pitch * rng.uniform(0.3, 1.0, int(rng.integers(1, 4)))
    while at <= side:
        wide = widths[number % len(widths)]
        picture[:, int(at) : int(at + wide)] = colours[1 + number % (len(colours) - 1)]
        at, number = at + wide + widths[-1], number + 1
    return picture


def _checks(side: int, rng: np.random.Generator) -> Any:
    """Gingham and plaid: two sets of stripes across each other, half of each seen through the other."""
    one, other = _stripes(side, rng), _stripes(side, rng)
    if rng.random() < 0.7:
        other = one
    return cv2.addWeighted(one, 0.5, np.ascontiguousarray(other.transpose(1, 0, 2)), 0.5, 0)


def _tiles(side: int, rng: np.random.Generator) -> Any:
    """A board of squares in two colours, with or without joints."""
    colours, pitch = _colours(rng, 3), round(rng.uniform(14, 90))
    squares = np.add.outer(np.arange(side) // pitch, np.arange(side) // pitch) % 2
    picture = np.array(colours[:2], np.uint8)[squares]
    if rng.random() < 0.4:
        picture[::pitch], picture[:, ::pitch] = colours[2], colours[2]
    return picture


def _dots(side: int, rng: np.random.Generator) -> Any:
    """Dots or rings in rows, or thrown anyhow."""
    colours, pitch = _colours(rng, 3), rng.uniform(12, 70)
    picture, radius = _ground(side, colours[0]), max(2, round(pitch * rng.uniform(0.12, 0.42)))
    thick = -1 if rng.random() < 0.7 else max(1, radius // 4)
    loose = pitch * (0.5 if rng.random() < 0.3 else 0.02)
    for row, y in enumerate(np.arange(0, side, pitch)):
        for x in np.arange(row % 2 * pitch / 2, side, pitch):
            at = np.array([x, y]) + rng.normal(0, loose, 2)
            cv2.circle(picture, _point(at), radius, colours[1 + (row % 2)], thick, cv2.LINE_AA)
    return picture


def _flowers(side: int, rng: np.random.Generator) -> Any:
    """Flowers of some petals around a middle, with leaves."""
    colours = _colours(rng, 5)
    picture = _ground(side, colours[0])
    pitch, petals = rng.uniform(25, 110), int(rng.integers(4, 8))
    for y in np.arange(0, side, pitch):
        for x in np.arange(0, side, pitch):
            if rng.random() < 0.3:
                continue
            at, reach = np.array([x, y]) + rng.normal(0, pitch * 0.25, 2), pitch * rng.uniform(0.1, 0.3)
            turn = rng.uniform(0, 2 * np.pi)
            colour = colours[1 + int(rng.integers(3))]
            for petal in range(petals):
                angle = turn + petal * 2 * np.pi / petals
                away = reach * 0.6 * np.array([np.cos(angle), np.sin(angle)])
                size = max(1, round(reach * 0.55)), max(1, round(reach * 0.3))
                cv2.ellipse(picture, _point(at + away), size, float(np.rad2deg(angle)), 0, 360, colour, -1, cv2.LINE_AA)
            cv2.circle(picture, _point(at), max(1, round(reach * 0.28)), colours[4], -1, cv2.LINE_AA)
    return picture


def _marble(side: int, rng: np.random.Generator) -> Any:
    """Clouds with veins."""
    light, dark = _colours(rng, 2)
    cloud = np.zeros((side, side), np.float32)
    for scale in (4, 9, 20, 45):
        noise = rng.standard_normal((scale, scale), np.float32)
        cloud += cv2.resize(noise, (side, side), interpolation=cv2.INTER_CUBIC) / np.sqrt(scale)
    veins = np.exp(-((cloud / rng.uniform(0.03, 0.15)) ** 2)) * rng.uniform(0.4, 1.0)
    mixed = np.clip(veins + 0.3 * cloud, 0, 1)[..., None]
    return (np.array(light, np.float32) * (1 - mixed) + np.array(dark, np.float32) * mixed).astype(np.uint8)


def _zigzag(side: int, rng: np.random.Generator) -> Any:
    """Stripes that go up and down."""
    period, high = rng.uniform(30, 160), rng.uniform(6, 60)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    wave = high * np.abs((xs / period) % 2 - 1)
    return cv2.remap(
        np.ascontiguousarray(_stripes(side, rng).transpose(1, 0, 2)), xs, (ys + wave) % side, cv2.INTER_LINEAR
    )


def _point(place: Any) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))


_PATTERNS: tuple[Callable[[int, np.random.Generator], Any], ...] = (
    _stripes, _stripes, _stripes, _checks, _checks, _tiles, _dots, _flowers, _flowers, _marble, _zigzag,
)  # fmt: skip
