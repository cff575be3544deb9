"""Cards and mat corners cut out, in pixels, as they are laid on a drawn table: uint8 BGRA, alpha 0 outside."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.print import faces, paint
from companion.print.mat import corner_piece

if TYPE_CHECKING:
    from companion.cards import Card, Deck
    from companion.drawn.props import Picture
    from companion.print.drawing import Drawing

_CORNER_MM = 2.5
_PX_PER_MM = 3.0


@lru_cache(maxsize=256)
def face_cut_out(card: Card | None, deck: Deck, copy: int, trait: tuple[tuple[str, Any], ...]) -> Picture:
    """A card's face in pixels, or the deck's back when there is no card; `trait` are what its file says of one."""
    drawing = faces.back(deck) if card is None else faces.front(card, deck, copy, dict(trait) or None)
    return _cut_out(drawing)


@lru_cache(maxsize=4)
def mat_corner_cut_out(marker: int) -> Picture:
    """The corner of the mat with this marker, in pixels."""
    return _cut_out(corner_piece(marker))


def _cut_out(drawing: Drawing) -> Picture:
    """A drawing as BGRA pixels with rounded corners."""
    face = paint.pixels(drawing, _PX_PER_MM)
    height, width = face.shape[:2]
    return np.dstack([face, _rounded(width, height, _CORNER_MM * _PX_PER_MM)])


def _rounded(width: int, height: int, radius: float) -> Picture:
    stencil = np.zeros((height, width), np.uint8)
    inset = round(radius)
    cv2.rectangle(stencil, (inset, 0), (width - 1 - inset, height - 1), 255, -1)
    cv2.rectangle(stencil, (0, inset), (width - 1, height - 1 - inset), 255, -1)
    for x in (inset, width - 1 - inset):
        for y in (inset, height - 1 - inset):
            cv2.circle(stencil, (x, y), inset, 255, -1)
    return stencil
