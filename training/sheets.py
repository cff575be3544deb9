"""Sheets of paper with writing on them for training: score pads, rules, shopping lists. Every one is invented.

What is written there is no card, however large a letter of it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from training.fonts import drawn
from training.ink import blank, hue, lay_ink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.drawn.scene import Picture
    from training.fonts import Typeface

LINE_PX = (7.0, 70.0)  # how tall a line of writing is
RULED = 0.4  # so many sheets have lines or boxes to write in
MOST_PX = 420
MARGIN = 0.06  # of a sheet's width is left free at its edges


def lay_sheets(
    table: Picture, words: Sequence[str], typefaces: Sequence[Typeface], rng: np.random.Generator
) -> Picture:
    """The table top (uint8 BGR) with one to four sheets of writing on it, at any turn."""
    laid = table.copy()
    for _ in range(int(rng.integers(1, 5))):
        sheet = written_sheet(words, typefaces, rng)
        height, width = sheet.shape[:2]
        turn = float(rng.normal(0, 12)) if rng.random() < 0.5 else float(rng.uniform(0, 360))
        to_table: Any = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        to_table[:, 2] += rng.uniform(0, 1, 2) * laid.shape[1::-1] - np.array([width, height]) / 2
        seen = cv2.warpAffine(sheet, to_table, laid.shape[1::-1], flags=cv2.INTER_LINEAR).astype(np.float32)
        over = seen[..., 3:] / 255
        laid = np.asarray(laid * (1 - over) + seen[..., :3] * over, np.uint8)
    return laid


def written_sheet(words: Sequence[str], typefaces: Sequence[Typeface], rng: np.random.Generator) -> Any:
    """One sheet, uint8 BGRA: lines of words or of names with numbers, in one hand."""
    width, height = (int(side) for side in rng.uniform(60, MOST_PX, 2))
    dark = rng.random() < 0.15
    ground = hue(rng, rng.uniform(0, 70), rng.uniform(20, 90) if dark else rng.uniform(190, 255))
    ink = hue(rng, rng.uniform(0, 255), rng.uniform(170, 255) if dark else rng.uniform(0, 130))
    sheet = blank(width, height, ground, float(rng.choice([0.0, 0.02, 0.1])))
    tall = min(float(np.exp(rng.uniform(*np.log(LINE_PX)))), 0.6 * height)
    step = tall * rng.uniform(1.15, 2.2)
    if rng.random() < RULED:
        _rule(sheet, step, rng)
    hand, case, counted = typefaces[int(rng.integers(len(typefaces)))], int(rng.integers(3)), rng.random() < 0.3
    for y in np.arange(MARGIN * width + tall / 2, height - tall / 2, step):
        if rng.random() < 0.85:
            line = _line(words, case, rng)
            text = f"{line.split()[0]} {int(rng.integers(1, 400))}" if counted else line
            _write(sheet, drawn(hand, text, max(6, round(tall))), float(y), ink)
    return sheet


def _line(words: Sequence[str], case: int, rng: np.random.Generator) -> str:
    some = " ".join(str(words[int(one)]) for one in rng.integers(len(words), size=int(rng.integers(1, 9))))
    return (some.lower(), some.title(), some.upper())[case]


def _write(sheet: Any, mask: Any, y: float, ink: Any) -> None:
    """A line that begins at the left margin, cut where the sheet ends."""
    if mask.size:
        left = MARGIN * sheet.shape[1]
        mask = mask[:, : max(1, round(sheet.shape[1] - 2 * left))]
        lay_ink(sheet, mask, (left + mask.shape[1] / 2, y), ink)


def _rule(sheet: Any, step: float, rng: np.random.Generator) -> None:
    """Lines to write on, or boxes."""
    colour = (*hue(rng, rng.uniform(0, 160), rng.uniform(90, 220)), 255)
    for y in np.arange(MARGIN * sheet.shape[1], sheet.shape[0], step):
        cv2.line(sheet, (0, round(y)), (sheet.shape[1], round(y)), colour, 1, cv2.LINE_AA)
    if rng.random() < 0.5:
        for x in np.arange(0, sheet.shape[1], step * rng.uniform(1, 4)):
            cv2.line(sheet, (round(x), 0), (round(x), sheet.shape[0]), colour, 1, cv2.LINE_AA)
