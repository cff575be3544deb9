"""How strangers print the backs of their cards: what is drawn on a picture (uint8 BGRA) of the deck's accent colour, in
the colour of its paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from training.faces import sign
from training.ink import lay_ink, rays

if TYPE_CHECKING:
    from collections.abc import Callable

    from training.strangers import Look

WORDS = ("WORDS", "PLAY", "GAME", "ABC", "LEXICO", "QUIZ", "TWIST", "VERBA", "JUMBLE", "SPELL")


def _rings(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """Rings around one middle, or around several."""
    height, width = picture.shape[:2]
    step = max(5, round(min(width, height) * rng.uniform(0.05, 0.16)))
    middles = [(0.5, 0.5)] if rng.random() < 0.7 else [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
    far = round(max(width, height) * (0.9 if rng.random() < 0.5 else 0.3))
    for x, y in middles:
        for radius in range(step, far, step):
            at = round(width * x), round(height * y)
            cv2.circle(picture, at, radius, look.paper, max(1, round(step * rng.uniform(0.15, 0.4))), cv2.LINE_AA)


def _spiral(picture: Any, look: Look, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    turns = np.linspace(0, 2 * np.pi * rng.uniform(3, 8), 400)
    reach = min(width, height) * rng.uniform(0.35, 0.9) * turns / turns[-1]
    points = np.array([width, height]) / 2 + reach[:, None] * np.stack([np.cos(turns), np.sin(turns)], -1)
    cv2.polylines(picture, [np.round(points).astype(np.int32)], False, look.paper, int(rng.integers(2, 7)), cv2.LINE_AA)


def _monogram(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """Two letters on each other, each half through the other, in a medallion."""
    height, width = picture.shape[:2]
    cv2.circle(picture, (width // 2, height // 2), round(0.42 * min(width, height)), look.paper, 3, cv2.LINE_AA)
    size = 0.4 * min(width, height)
    for away in (-0.1, 0.1):
        letter = sign(look.typeface, chr(65 + int(rng.integers(26))), size, 0.5 * width)
        lay_ink(picture, letter, (width * (0.5 + away), height * (0.5 + away * 0.7)), look.paper)


def _brand(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """A word across, once, twice or in many rows."""
    height, width = picture.shape[:2]
    word = str(rng.choice(WORDS))
    rows = int(rng.choice([1, 1, 2, 3, 6]))
    for row in range(rows):
        mask = sign(look.typeface, word, height * min(0.2, 0.5 / rows), width * rng.uniform(0.6, 0.85))
        if rows == 2 and row:
            mask = cv2.rotate(mask, cv2.ROTATE_180)
        lay_ink(picture, mask, (width / 2, height * (row + 1) / (rows + 1)), look.paper)


def _stars(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """One large star, or many small ones."""
    height, width = picture.shape[:2]
    one = rng.random() < 0.4
    points = int(rng.integers(4, 9))
    turns = np.arange(2 * points) * np.pi / points
    shape = np.stack([np.sin(turns), -np.cos(turns)], -1) * np.where(np.arange(2 * points) % 2, 0.45, 1.0)[:, None]
    pitch = max(width, height) if one else rng.uniform(24, 50)
    for y in np.arange(pitch / 2, height, pitch) if not one else [height / 2]:
        for x in np.arange(pitch / 2, width, pitch) if not one else [width / 2]:
            reach = 0.38 * (min(width, height) if one else pitch)
            cv2.fillPoly(picture, [np.round(shape * reach + [x, y]).astype(np.int32)], look.paper, cv2.LINE_AA)


def _question(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """One large question mark, or several."""
    height, width = picture.shape[:2]
    for _ in range(1 if rng.random() < 0.5 else 6):
        alone = rng.random() < 0.5
        mask = sign(look.typeface, "?", height * (0.5 if alone else 0.2), 0.7 * width)
        at = (0.5, 0.5) if alone else tuple(rng.uniform(0.15, 0.85, 2))
        lay_ink(picture, mask, (width * at[0], height * at[1]), look.paper)


def _photograph(picture: Any, look: Look, rng: np.random.Generator) -> None:  # noqa: ARG001
    """Clouds of many colours."""
    height, width = picture.shape[:2]
    for scale, strength in ((3, 90), (8, 50), (30, 25)):
        noise = rng.standard_normal((scale, scale, 3)).astype(np.float32)
        cloud = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) * strength
        picture[..., :3] = np.clip(picture[..., :3] + cloud, 0, 255)


def _lattice(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """Fine lines across each other, or one way only."""
    height, width = picture.shape[:2]
    pitch, both, thick = int(rng.integers(5, 22)), rng.random() < 0.5, int(rng.integers(1, 4))
    for x in range(-height, width, pitch):
        cv2.line(picture, (x, height), (x + height, 0), look.paper, thick, cv2.LINE_AA)
        if both:
            cv2.line(picture, (x, 0), (x + height, height), look.paper, thick, cv2.LINE_AA)


def _sunburst(picture: Any, look: Look, rng: np.random.Generator) -> None:
    rays(picture, look.paper, int(rng.integers(6, 20)))


def _plain(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """One colour."""


def _named_emblem(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """A ring, a disc or a star between a word and the same word upside down: alike from both ends."""
    height, width = picture.shape[:2]
    word, kind = str(rng.choice(WORDS)), str(rng.choice(["ring", "ring", "disc", "star", "lozenge"]))
    mask = sign(look.small, word, height * rng.uniform(0.07, 0.13), width * rng.uniform(0.45, 0.75))
    away = rng.uniform(0.2, 0.34)
    lay_ink(picture, mask, (width / 2, height * (0.5 - away)), look.paper)
    lay_ink(picture, cv2.rotate(mask, cv2.ROTATE_180), (width / 2, height * (0.5 + away)), look.paper)
    reach = min(width, height * away) * rng.uniform(0.25, 0.42)
    middle, stretched = np.array([width, height]) / 2, rng.uniform(0.8, 1.25)
    if kind in ("ring", "disc"):
        axes = round(reach), round(reach * stretched)
        thick = max(2, round(reach * rng.uniform(0.08, 0.3))) if kind == "ring" else cv2.FILLED
        cv2.ellipse(picture, (round(middle[0]), round(middle[1])), axes, 0, 0, 360, look.paper, thick, cv2.LINE_AA)
        return
    corners = 4 if kind == "lozenge" else 2 * int(rng.integers(4, 9))
    turns = np.arange(corners) * 2 * np.pi / corners
    lengths = np.where(np.arange(corners) % 2, 1.0 if kind == "lozenge" else 0.45, 1.0)
    points = middle + reach * lengths[:, None] * np.stack([np.sin(turns), -np.cos(turns)], -1)
    cv2.fillPoly(picture, [np.round(points).astype(np.int32)], look.paper, cv2.LINE_AA)


def _slanted_word(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """One large word across the card, anyhow turned."""
    height, width = picture.shape[:2]
    mask = sign(look.typeface, str(rng.choice(WORDS)), 0.22 * height, 0.9 * width)
    side = int(np.hypot(*mask.shape)) + 2
    above, left = (side - mask.shape[0]) // 2, (side - mask.shape[1]) // 2
    room = cv2.copyMakeBorder(
        mask, above, side - mask.shape[0] - above, left, side - mask.shape[1] - left, cv2.BORDER_CONSTANT, value=0
    )
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.choice([-1, 1]) * rng.uniform(20, 60)), 1.0)
    lay_ink(picture, cv2.warpAffine(room, turn, (side, side)), (width / 2, height / 2), look.paper)


def _checks(picture: Any, look: Look, rng: np.random.Generator) -> None:
    """Squares of two colours, from fine to coarse, upright or on a corner."""
    height, width = picture.shape[:2]
    pitch = float(rng.uniform(5, 28))
    y, x = np.mgrid[:height, :width] / pitch
    if rng.random() < 0.4:
        x, y = (x + y) / np.sqrt(2), (x - y) / np.sqrt(2)
    picture[(np.floor(x) + np.floor(y)) % 2 > 0, :3] = look.paper


BACKS: dict[str, Callable[[Any, Look, np.random.Generator], None]] = {
    "rings": _rings, "spiral": _spiral, "monogram": _monogram, "brand": _brand, "stars": _stars, "question": _question,
    "photograph": _photograph, "lattice": _lattice, "sunburst": _sunburst, "plain": _plain,
}  # fmt: skip
# Backs that are drawn only where many cards lie face down.
MORE_BACKS: dict[str, Callable[[Any, Look, np.random.Generator], None]] = {
    "named emblem": _named_emblem, "slanted word": _slanted_word, "checks": _checks,
}  # fmt: skip
