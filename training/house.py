"""The house decks' own faces among the training's made-up ones, so that the eyes know what the program prints."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.decks import deckfiles
from companion.print import faces, paint
from training.faces import Face

if TYPE_CHECKING:
    from companion.cards import Card
    from companion.print.drawing import Drawing

DECKS = ("disorder", "typo", "wordcard", "villains", "anagrascramble", "ranks")
_LONG_PX = 200
_CORNER = 0.045  # of the shorter side


@cache
def house_faces(deck: str) -> tuple[list[Face], Face]:
    """Every card of a house deck once (playing cards in one suit each), and its back."""
    file = deckfiles.read(deck)
    fronts = [
        Face(_cut_out(faces.front(card, file.deck, number, file.traits.get(card.label))), _kind(card), card.label)
        for number, card in enumerate(file.deck.cards)
    ]
    return fronts, Face(_cut_out(faces.back(file.deck)), "back", "?")


def _kind(card: Card) -> str:
    return card.kind if card.kind in ("letter", "rank") else "word"


def _cut_out(drawing: Drawing) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    face = paint.pixels(drawing, _LONG_PX / max(drawing.width_mm, drawing.height_mm))
    height, width = face.shape[:2]
    radius = round(_CORNER * min(width, height))
    stencil = np.zeros((height, width), np.uint8)
    cv2.rectangle(stencil, (radius, radius), (width - 1 - radius, height - 1 - radius), 255, -1)
    return np.dstack([face, cv2.dilate(stencil, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2))])
