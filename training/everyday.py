"""Tables as game nights have them, for calibrating and measuring: ten letter cards in one typeface, or ten playing
cards, at 1280×720.

Six sets, each with the difficulty it is named after; light, cloth, gaps and camera vary as they do at home.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from companion.drawn.scene import CLOTHS, CardOnTable, Conditions, Shot, draw_scene, in_rows
from training.faces import (
    RANKS,
    SUITS,
    letter_face,
    letters,
    pip_typeface,
    random_style,
    rank_face,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from training.deck_tables import Weather
    from training.fonts import Typeface

    Overlapping = Callable[[list[CardOnTable], np.random.Generator], list[CardOnTable]]

What = Literal["letters", "ranks"]

SETS = ("plain", "turned", "light cloth", "overlap", "steep", "touching")
CARDS = 10


def everyday_table(
    kind: str, typefaces: Sequence[Typeface], seed: Sequence[int], what: What = "letters",
    weather: Weather | None = None, lying: Sequence[str] | None = None,
) -> tuple[Shot, list[str]]:  # fmt: skip
    """A table of one of the SETS in one of the typefaces, and its letters or ranks; one seed, one table. `weather`
    changes its light and lens; with `lying` it has these letters, at most ten, and else any ten."""
    rng = np.random.default_rng(seed)
    if what == "ranks":
        labels = [str(rank) for rank in rng.choice(RANKS, CARDS)]
        pips, typeface = pip_typeface(typefaces), [typefaces[int(rng.integers(len(typefaces)))]]
        deck = int(rng.integers(2**31))  # each card is drawn with the same numbers, so that they are alike
        faces = [
            rank_face(rank, str(rng.choice(list(SUITS))), typeface, pips, np.random.default_rng(deck)).picture
            for rank in labels
        ]
        return _drawn(kind, faces, rng, _fanned, weather), labels
    style = random_style(rng, typefaces)
    labels = letters(CARDS, rng) if lying is None else list(lying)
    faces = [letter_face(letter, style, rng, long_px=240).picture for letter in labels]
    height, width = faces[0].shape[:2]
    capital = style.letter_height * min(width, height) / (0.75 if style.kind == "card" else 1) / height
    free = max(0.02, 0.5 - style.offset[1] - 0.62 * capital)
    return _drawn(kind, faces, rng, partial(_overlapping, free=free), weather), labels


def _drawn(
    kind: str, faces: list[Any], rng: np.random.Generator, overlapping: Overlapping, weather: Weather | None
) -> Shot:
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
        cards = overlapping(cards, rng)
    elif kind == "steep":
        conditions = replace(conditions, tilt_deg=float(rng.uniform(35, 45)))
    if weather is not None:
        conditions = weather(conditions, rng)
    return draw_scene(cards, conditions, cloth=cloth, colour=colour, seed=int(rng.integers(2**31)), view_mm=620)


def _spread(cards: list[CardOnTable]) -> list[CardOnTable]:
    return [
        replace(card, x_mm=(index % 5 - 2) * 96.0, y_mm=(index // 5 - 0.5) * 110.0, width_mm=card.width_mm * 0.95)
        for index, card in enumerate(cards)
    ]


def _overlapping(cards: list[CardOnTable], _rng: np.random.Generator, *, free: float) -> list[CardOnTable]:
    """The near row laid on the far one, over a third of each card or as far as the letter leaves it `free`, in parts of
    the card's height."""
    height_mm = cards[0].width_mm * cards[0].face.shape[0] / cards[0].face.shape[1]
    covered = height_mm * min(1 / 3, free)
    return [
        replace(card, y_mm=(index // 5 - 0.5) * (height_mm - covered), angle_deg=float(index % 3 - 1) * 2)
        for index, card in enumerate(cards)
    ]


def _fanned(cards: list[CardOnTable], rng: np.random.Generator) -> list[CardOnTable]:
    """Two hands, each card laid on the one before so that a third to two thirds of that is seen."""
    seen_mm, spread_deg = cards[0].width_mm * rng.uniform(0.34, 0.67), rng.uniform(0, 8)
    return [
        replace(card, x_mm=(index % 5 - 2) * seen_mm, angle_deg=float((index % 5 - 2) * spread_deg))
        for index, card in enumerate(cards)
    ]
