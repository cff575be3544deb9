"""Tables as game nights have them, for calibrating and measuring: ten letter cards in one typeface at 1280×720.

Six sets, each with the difficulty it is named after; light, cloth, gaps and camera vary as they do at home.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.print.scene import CLOTHS, CardOnTable, Conditions, Shot, draw_scene, in_rows
from companion.vision.training.faces import letter_face, letters, random_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.vision.training.fonts import Typeface

SETS = ("plain", "turned", "light cloth", "overlap", "steep", "touching")
CARDS = 10


def everyday_table(kind: str, typefaces: Sequence[Typeface], seed: Sequence[int]) -> tuple[Shot, list[str]]:
    """A table of one of the SETS, in one of the typefaces, and its letters; the same seed draws the same table."""
    rng = np.random.default_rng(seed)
    style = random_style(rng, typefaces)
    labels = letters(CARDS, rng)
    faces = [letter_face(letter, style, rng, long_px=240).picture for letter in labels]
    height, width = faces[0].shape[:2]
    capital = style.letter_height * min(width, height) / (0.75 if style.kind == "card" else 1) / height
    free = max(0.02, 0.5 - style.offset[1] - 0.62 * capital)
    return _drawn(kind, faces, free, rng), labels


def _drawn(kind: str, faces: list[Any], free: float, rng: np.random.Generator) -> Shot:
    """`free` is how much of a card's height its letter leaves free at the bottom."""
    conditions = replace(Conditions.random(rng, tilt_deg=20, hand=0), noise=float(rng.uniform(0, 4)), spin_deg=0.0)
    conditions = replace(conditions, exposure=float(rng.uniform(0.7, 1.15)), motion_px=0.0, glare=0.0)
    conditions = replace(conditions, blur_px=float(rng.uniform(0.2, 1.0)))
    width_mm = 60.0 * (1.0 if faces[0].shape[0] > faces[0].shape[1] * 1.15 else 0.9)
    gap_mm = 0.0 if kind == "touching" else float(rng.uniform(4, 25))
    cloth, colour = str(rng.choice(CLOTHS)), None
    cards = in_rows(faces, per_row=5, width_mm=width_mm, gap_mm=gap_mm)
    if kind == "turned":
        cards = [replace(card, angle_deg=float(rng.uniform(-180, 180))) for card in _spread(cards)]
        conditions = replace(conditions, spin_deg=float(rng.uniform(-180, 180)))
    elif kind == "light cloth":
        light = int(rng.uniform(205, 245))
        cloth, colour = str(rng.choice(["felt", "linen", "paper"])), (light, light, light)
    elif kind == "overlap":
        cards = _overlapping(cards, faces[0].shape[0] / faces[0].shape[1], free)
    elif kind == "steep":
        conditions = replace(conditions, tilt_deg=float(rng.uniform(35, 45)))
    return draw_scene(cards, conditions, cloth=cloth, colour=colour, seed=int(rng.integers(2**31)), view_mm=620)


def _spread(cards: list[CardOnTable]) -> list[CardOnTable]:
    return [
        replace(card, x_mm=(index % 5 - 2) * 96.0, y_mm=(index // 5 - 0.5) * 110.0, width_mm=card.width_mm * 0.95)
        for index, card in enumerate(cards)
    ]


def _overlapping(cards: list[CardOnTable], shape: float, free: float) -> list[CardOnTable]:
    """The near row laid on the far one, over a third of each card or as far as the letter leaves it free."""
    height_mm = cards[0].width_mm * shape
    covered = height_mm * min(1 / 3, free)
    return [
        replace(card, y_mm=(index // 5 - 0.5) * (height_mm - covered), angle_deg=float(index % 3 - 1) * 2)
        for index, card in enumerate(cards)
    ]
