"""Find the lines of print on a rectified card, glyph by glyph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.rectify import FINE_PX

if TYPE_CHECKING:
    from numpy.typing import NDArray

Bounds = tuple[int, int, int, int]  # x, y, width, height

LEAST_GLYPH, MOST_GLYPH = 0.045, 0.5  # heights of a line's glyphs, in parts of the card's height
LEAST_CONTRAST = 18  # grey levels between ink and ground
MARGIN = 0.35  # around a line's picture, in parts of its height
WIDEST = 14.0  # no blob is wider than this, in parts of its height: small bold print runs together to a whole name
NEAR_PX = 2
FRAMED = 0.35  # what stands in a frame is higher than this, in parts of the frame
BESIDE = (0.5, 1.6)  # heights of what may belong to a line besides its glyphs, in parts of theirs
LEVEL = 0.35  # how much higher or lower it may stand
APART = 0.85  # the widest gap between two glyphs of a line, in parts of their height


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of print: its glyphs' boxes from left to right, and the grey levels of its ink and of what is around."""

    glyphs: tuple[Bounds, ...]
    ink: float
    ground: float

    @property
    def box(self) -> Bounds:
        """The box around all glyphs."""
        x0, y0 = min(g[0] for g in self.glyphs), min(g[1] for g in self.glyphs)
        x1, y1 = max(g[0] + g[2] for g in self.glyphs), max(g[1] + g[3] for g in self.glyphs)
        return x0, y0, x1 - x0, y1 - y0

    @property
    def height_px(self) -> float:
        """The median height of its glyphs."""
        return float(np.median([glyph[3] for glyph in self.glyphs]))


def text_lines(
    card: NDArray[np.uint8],
    *,
    least_glyph: float = LEAST_GLYPH,
    apart: float = APART,
    least_glyphs: int = 1,
) -> list[TextLine]:
    """The lines of print on a card (uint8 grey, lying straight), dark on light or light on dark, largest first.

    `least_glyph` is the height of the smallest glyph, in parts of the card's height; `apart` the widest gap in a line,
    in parts of its glyphs' height; a line has at least `least_glyphs` glyphs (those that touch are one at first).
    """
    lines = []
    for picture, dark in ((card, True), (255 - card, False)):
        boxes_of_all = _glyph_boxes(np.asarray(picture, np.uint8), least_glyph)
        for boxes in _rows(boxes_of_all, apart, least_glyphs):
            line = _measured(card, boxes)
            if abs(line.ground - line.ink) >= LEAST_CONTRAST and (line.ink < line.ground) == dark:
                lines.append(line)
    return sorted(lines, key=lambda line: -line.height_px * len(line.glyphs) * abs(line.ground - line.ink))


def _glyph_boxes(picture: NDArray[np.uint8], least_glyph: float) -> list[Bounds]:
    """Boxes of dark blobs that may be glyphs."""
    height = picture.shape[0]
    window = max(11, (height // 5) | 1)
    mask = cv2.adaptiveThreshold(
        cv2.GaussianBlur(picture, (3, 3), 0), 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, 12
    )
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = []
    for x, y, w, h, area in stats[1:].tolist():
        inside = x > 1 and y > 1 and x + w < picture.shape[1] - 1 and y + h < height - 1
        if inside and least_glyph * height < h < MOST_GLYPH * height and w < WIDEST * h and area > 0.1 * w * h:
            boxes.append((x, y, w, h))
    return _without_frames(boxes)


def _without_frames(boxes: list[Bounds]) -> list[Bounds]:
    """Boxes that hold none of the others: a sign may stand in a frame of its own, as on a tile."""
    if not boxes:
        return boxes
    left, top, width, height = np.array(boxes).T
    right, bottom = left + width, top + height
    within = (left[:, None] < left) & (right[:, None] > right) & (top[:, None] < top) & (bottom[:, None] > bottom)
    holds = (within & (height > FRAMED * height[:, None])).any(1)
    return [box for box, frames in zip(boxes, holds, strict=True) if not frames]


def _rows(boxes: list[Bounds], apart: float, least_glyphs: int) -> list[list[Bounds]]:
    """Boxes that stand side by side at one height."""
    rows: list[list[Bounds]] = []
    for box in sorted(boxes):
        for row in rows:
            last = row[-1]
            height = max(last[3], box[3])
            level = abs((last[1] + last[3] / 2) - (box[1] + box[3] / 2)) < 0.35 * height
            alike = 0.55 < box[3] / last[3] < 1.8
            if level and alike and box[0] - (last[0] + last[2]) < apart * height:
                row.append(box)
                break
        else:
            rows.append([box])
    return [row for row in rows if len(row) >= least_glyphs]


def _measured(card: NDArray[np.uint8], boxes: list[Bounds]) -> TextLine:
    line = TextLine(tuple(boxes), 0, 0)
    x, y, w, h = line.box
    margin = max(2, h // 5)
    region = card[max(0, y - margin) : y + h + margin, max(0, x - margin) : x + w + margin]
    threshold, _ = cv2.threshold(region, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    low, high = region[region <= threshold], region[region > threshold]
    if low.size == 0 or high.size == 0:
        return line
    edge = np.concatenate([card[row, x : x + w] for x, y, w, h in boxes for row in _just_outside(card, y, h)]).mean()
    ink, ground = (float(low.mean()), float(high.mean()))
    if abs(edge - ink) < abs(edge - ground):
        ink, ground = ground, ink
    return TextLine(tuple(boxes), ink, ground)


def _just_outside(card: NDArray[np.uint8], top: int, high: int) -> tuple[int, int]:
    """The rows just above and below a glyph: nearer than any frame around it."""
    return max(0, top - NEAR_PX), min(card.shape[0] - 1, top + high - 1 + NEAR_PX)


def whole_line(card: NDArray[np.uint8], line: TextLine) -> Bounds:
    """The box around the line's glyphs and around whatever else is printed on the same level, near enough to belong to
    them: letters that touch, or that the mask has torn, may be no glyphs of the line."""
    x, y, w, h = line.box
    tall = line.height_px
    ink = (np.abs(card.astype(np.float32) - line.ink) < np.abs(card.astype(np.float32) - line.ground)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    level = [
        (left, left + wide, top, top + high)
        for left, top, wide, high, _ in stats[1:].tolist()
        if BESIDE[0] * tall < high < BESIDE[1] * tall and abs(top + high / 2 - y - h / 2) < LEVEL * tall
    ]
    x0, x1, y0, y1 = x, x + w, y, y + h
    for left, right, top, bottom in [*sorted(level), *sorted(level, reverse=True)]:
        if left - x1 < APART * tall and x0 - right < APART * tall:
            x0, x1, y0, y1 = min(x0, left), max(x1, right), min(y0, top), max(y1, bottom)
    return x0, y0, x1 - x0, y1 - y0


def line_alone(card: NDArray[np.uint8], line: TextLine, box: Bounds, *, upside_down: bool) -> NDArray[np.uint8]:
    """What stands in a box around a line, with a margin, dark on light and upright, for another reader."""
    x, y, w, h = box
    margin = max(3, round(line.height_px * MARGIN))
    region = card[max(0, y - margin) : y + h + margin, max(0, x - margin) : x + w + margin].astype(np.float32)
    stretched = np.clip((region - line.ink) / (line.ground - line.ink) * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.rotate(stretched, cv2.ROTATE_180) if upside_down else stretched, np.uint8)


def glyph_crops(card: NDArray[np.uint8], line: TextLine) -> NDArray[np.uint8]:
    """Each glyph alone on plain ground, as it would stand on a tile (n, 64, 64)."""
    crops = []
    for x, y, w, h in line.glyphs:
        side = round(max(line.height_px, h, 0.9 * w) / 0.58)
        tile = np.full((side, side), line.ground, np.float32)
        left, top = (side - w) // 2, (side - h) // 2
        glyph = card[y - 1 : y + h + 1, x - 1 : x + w + 1]
        tile[top - 1 : top - 1 + glyph.shape[0], left - 1 : left - 1 + glyph.shape[1]] = glyph
        interpolation = cv2.INTER_AREA if side > FINE_PX else cv2.INTER_LINEAR
        crops.append(cv2.resize(tile, (FINE_PX, FINE_PX), interpolation=interpolation))
    return np.array(crops).astype(np.uint8)
