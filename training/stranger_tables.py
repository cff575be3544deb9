"""Tables of strangers' decks to learn from: cards edge to edge in rows and crosswise, and thrown over each other, on
patterned cloths; and sheets of writing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.drawn.scene import CardOnTable, Conditions, draw_scene
from training.cloths import cloth
from training.faces import letters
from training.sheets import lay_sheets
from training.strangers import random_look, stranger_back, stranger_face, with_any_back
from training.tables import DrawnTable, TablePainter

if TYPE_CHECKING:
    from collections.abc import Callable

    from training.faces import Face
    from training.strangers import Look

    Deal = Callable[[np.random.Generator], Face]

CARD_PX = (26.0, 150.0)  # the square root of a card's area
GAPS = (-0.05, 0.0, 0.0, 0.01, 0.03, 0.08)  # between the cards of a row, in parts of a card's width
BACKS, MANY_BACKS = 0.12, 0.5  # of the cards lie face down
MOST_CARDS = 90
BARE = 0.5  # of the tables with sheets of writing have no card


class StrangerPainter(TablePainter):
    """Draws tables of strangers' decks. The same seed draws the same table."""

    def paint(self, seed: int, size_px: tuple[int, int] = (512, 512), layout: str | None = None) -> DrawnTable:
        """One table; `layout` is "rows", "grid" or "thrown", random when None, or "sheets": with sheets of writing, and
        on half of these tables no card, or "backs": many cards lie face down."""
        rng = np.random.default_rng(seed)
        written, many = layout == "sheets", layout == "backs"
        layout = None if written or many else layout
        layout = layout or str(rng.choice(["rows", "grid", "thrown"], p=[0.5, 0.2, 0.3]))
        view_mm = 500.0
        size_mm = float(np.exp(rng.uniform(*np.log(CARD_PX)))) * view_mm / size_px[0]
        look = random_look(rng, self.typefaces, self.pips)
        look = with_any_back(look, rng) if many else look
        deal = partial(_dealt, look, MANY_BACKS if many else BACKS)
        arrange = {"rows": self._touching, "grid": self._crossed, "thrown": self._thrown}[layout]
        bare = written and rng.random() < BARE
        arranged = [] if bare else arrange(look.aspect, deal, size_mm, view_mm, rng)
        laid = [(face, self._at(face, place, size_mm)) for face, place in arranged]
        table = cloth(size_px, rng)
        if rng.random() < 0.25:
            table = self._cluttered(table, rng)
        if written:
            table = lay_sheets(table, self.words, self.typefaces, rng)
        conditions = Conditions.random(rng, tilt_deg=45, hand=0.05)
        shot = draw_scene([c for _, c in laid], conditions, cloth=table, size_px=size_px, view_mm=view_mm, seed=seed)
        return DrawnTable(shot.frame, tuple(face for face, _ in laid), shot.quads, shot.visible)

    def _at(self, face: Face, place: Any, size_mm: float) -> CardOnTable:
        """The face where (x, y, degrees) says; its area is that of a square of `size_mm`."""
        width_mm = size_mm * float(np.sqrt(face.picture.shape[1] / face.picture.shape[0]))
        return CardOnTable(face.picture, float(place[0]), float(place[1]), width_mm, float(place[2]), 0.01 * size_mm)

    def _touching(
        self, aspect: float, deal: Deal, size_mm: float, view_mm: float, rng: np.random.Generator
    ) -> list[tuple[Face, Any]]:
        """Words in rows, their cards edge to edge or nearly, each row near the one above it."""
        wide, tall = size_mm * np.sqrt(aspect), size_mm / np.sqrt(aspect)
        turn = _turn_deg(rng)
        step, below = wide * (1 + float(rng.choice(GAPS))), tall * float(rng.choice([1.0, 1.03, 1.1, 1.3, 1.8]))
        untidy = float(rng.choice([0.003, 0.015, 0.03]))
        laid: list[tuple[Face, Any]] = []
        for y in np.arange(-0.6, 0.6, below / view_mm) * view_mm:
            x = -rng.uniform(0.1, 0.65) * view_mm
            for _ in range(int(rng.integers(2, 14))):
                middle = np.array([x, y]) + rng.normal(0, untidy * size_mm, 2)
                laid.append((deal(rng), _turned(middle, turn, turn + rng.normal(0, 60 * untidy))))
                x += step
        return laid if len(laid) < MOST_CARDS else laid[-MOST_CARDS:]

    def _crossed(
        self, aspect: float, deal: Deal, size_mm: float, view_mm: float, rng: np.random.Generator
    ) -> list[tuple[Face, Any]]:
        """Words across each other on a grid without lines."""
        wide, tall = size_mm * np.sqrt(aspect), size_mm / np.sqrt(aspect)
        gap, turn = 1 + float(rng.choice(GAPS[1:])), _turn_deg(rng)
        reach = max(2, round(0.5 * view_mm / size_mm))
        taken: dict[tuple[int, int], None] = {}
        for _ in range(int(rng.integers(2, 9))):
            (column, row), across = rng.integers(-reach, reach + 1, 2), rng.random() < 0.5
            for step in range(int(rng.integers(2, 8))):
                taken[int(column + step * across), int(row + step * (not across))] = None
        laid = []
        for column, row in list(taken)[:MOST_CARDS]:
            middle = np.array([column * wide, row * tall]) * gap + rng.normal(0, 0.015 * size_mm, 2)
            laid.append((deal(rng), _turned(middle, turn, turn + rng.normal(0, 1.5))))
        return laid

    def _thrown(
        self, _aspect: float, deal: Deal, size_mm: float, view_mm: float, rng: np.random.Generator
    ) -> list[tuple[Face, Any]]:
        """Cards anyhow, some on each other."""
        pitch = size_mm * rng.uniform(0.85, 1.5)
        laid: list[tuple[Face, Any]] = []
        for y in np.arange(-view_mm / 2, view_mm / 2, pitch):
            for x in np.arange(-view_mm / 2, view_mm / 2, pitch):
                if rng.random() < 0.55 and len(laid) < MOST_CARDS:
                    middle = np.array([x, y]) + rng.normal(0, 0.3 * pitch, 2)
                    laid.append((deal(rng), np.array([*middle, rng.uniform(-180, 180)])))
        return laid


def _dealt(look: Look, backs: float, rng: np.random.Generator) -> Face:
    """One card of the deck; so many of all lie face down."""
    return stranger_back(look, rng) if rng.random() < backs else stranger_face(letters(1, rng)[0], look, rng)


def _turn_deg(rng: np.random.Generator) -> float:
    """How all cards of a table lie: mostly along its edges."""
    return float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8)) if rng.random() < 0.7 else float(rng.uniform(0, 360))


def _turned(middle: Any, turn_deg: float, angle_deg: float) -> Any:
    """The place (x, y, degrees) of a card, all turned about the middle of the view."""
    turn = np.deg2rad(turn_deg)
    x, y = middle
    return np.array([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn), angle_deg])
