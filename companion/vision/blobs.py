"""The ink on a card that is laid flat, blob by blob, and the blob that is its one large sign.

Shared by who reads the sign alone (`lone_sign`), who looks at what is printed around it (`card_layout`), who measures
how high it is (`cut_short`), and who looks at one part of a card (`pips`, `counters`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.rectify import flat, inset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

SHORT_PX = 120  # the shorter side of a card in which its ink is looked for
MIDDLE = 0.25  # how far from the middle a sign may stand, in parts of the card
LEAST, MOST = 0.18, 0.85  # how large it is: larger is a frame
LINE = 0.75  # what has ink on more than this part of its length is a line; settled with `letters.CUT_SHORT`
SOFT_PX = 1.0  # grain of wood and cloth is no ink
# Ink differs from a ground that is known by more than this part of what the darkest does, and by this much; settled
# with `pips`.
APART, LEAST_APART = 0.45, 18.0
THIN = 0.5  # a stroke is thin beside one that is as many times as thick; settled with `letters.CUT_SHORT`
Bounds = tuple[int, int, int, int]  # x, y, width, height


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected piece of ink: its number on the card, its box and its area, in pixels of the flat card."""

    number: int
    box: Bounds
    area_px: int


@dataclass(frozen=True)
class InkedCard:
    """A card laid flat, 1 where its `ink` is, and of every pixel its blob's number; all of them (height, width)."""

    card: Picture
    ink: Picture
    numbers: NDArray[np.int32]
    blobs: tuple[Blob, ...]

    def is_whole(self, blob: Blob) -> bool:
        """Whether the blob ends before the card does."""
        x, y, width, height = blob.box
        return x > 0 and y > 0 and x + width < self.card.shape[1] and y + height < self.card.shape[0]

    @cached_property
    def sign(self) -> Blob | None:
        """The one large sign in the middle; None where nothing stands there apart from what is around it."""
        may_be = [blob for blob in self.blobs if self._may_be_sign(blob)]
        signs = [one for one in may_be if not any(_within(other.box, one.box) for other in may_be)]
        return max(signs, key=lambda one: one.area_px, default=None)

    def _may_be_sign(self, blob: Blob) -> bool:
        x, y, w, h = blob.box
        height, width = self.card.shape
        central = abs(x + w / 2 - width / 2) < MIDDLE * width and abs(y + h / 2 - height / 2) < MIDDLE * height
        return self.is_whole(blob) and central and LEAST < max(w / width, h / height) < MOST

    def in_thick_strokes(self) -> InkedCard:
        """The card without strokes that are thin beside the thickest in its middle: values and frames, with which its
        sign may be one piece."""
        height, width = self.ink.shape
        away = cv2.distanceTransform(self.ink, cv2.DIST_L2, 3)
        thickest_px = 2 * float(away[height // 4 : height - height // 4, width // 4 : width - width // 4].max())
        side_px = max(1, round(THIN * thickest_px))
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side_px, side_px))
        return inked(self.card, np.asarray(cv2.morphologyEx(self.ink, cv2.MORPH_OPEN, disc), np.uint8))

    def between_lines(self) -> InkedCard:
        """The card without what runs all along or across it, and what is beyond that: sides of cards lying around it,
        with which its sign may be one piece."""
        ink = np.zeros_like(self.ink)
        rows = _rows_between_lines(self.ink)
        columns = _rows_between_lines(self.ink[rows].T)
        ink[rows, columns] = self.ink[rows, columns]
        return inked(self.card, ink)


def _rows_between_lines(ink: Picture) -> slice:
    """The rows around the middle one up to the next that are lines."""
    lines = np.flatnonzero(ink.sum(1) > LINE * ink.shape[1])
    middle = len(ink) // 2
    return slice(int(lines[lines < middle].max(initial=-1)) + 1, int(lines[lines >= middle].min(initial=len(ink))))


def ink_on(pyramid: list[Picture], quad: NDArray[np.float32], rim: float) -> InkedCard:
    """The ink on a card (4, 2), a `rim` of it left out along each side, in parts of the card."""
    card = flat(pyramid, inset(quad, rim), SHORT_PX)
    return inked(card, _ink(card))


def apart_from(ground: float, soft: Picture) -> Picture:
    """1 where a picture, whose grain is blurred, is lighter or darker than its ground as its ink is."""
    off = np.abs(soft.astype(np.float32) - ground)
    return np.asarray(off > max(APART * float(np.percentile(off, 98)), LEAST_APART), np.uint8)


def inked(card: Picture, ink: Picture) -> InkedCard:
    """A card, or a part of one, laid flat, with its blobs: 1 in `ink` is ink."""
    _, numbers, shapes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    blobs = (Blob(number, (x, y, w, h), area) for number, (x, y, w, h, area) in enumerate(shapes.tolist()) if number)
    return InkedCard(card, ink, np.asarray(numbers, np.int32), tuple(blobs))


def _ink(card: Picture) -> Picture:
    """1 where the card is as its sign is, dark or light, 0 where it is as its ground: there is more of that."""
    soft = np.asarray(cv2.GaussianBlur(card, (0, 0), SOFT_PX), np.uint8)
    height, width = soft.shape
    middle = soft[height // 6 : height - height // 6, width // 6 : width - width // 6]
    level, dark = cv2.threshold(middle, 0, 1, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    return np.asarray(soft <= level if dark.mean() < 0.5 else soft > level, np.uint8)


def _within(inner: Bounds, outer: Bounds) -> bool:
    """Whether the inner box ends within the outer one on every side."""
    (u, v, wide, high), (x, y, w, h) = inner, outer
    return x < u and y < v and x + w > u + wide and y + h > v + high
