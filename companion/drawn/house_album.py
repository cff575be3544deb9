"""The album of a deck as this program prints it: its cards need not be shown to be known by their looks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.print import faces, paint
from companion.vision.album import Album, faces_of
from companion.vision.enrol import BACK
from companion.vision.quads import aspect

if TYPE_CHECKING:
    from companion.cards import Deck
    from companion.decks.deckfiles import DeckFile
    from companion.print.drawing import Drawing

_PX_PER_MM = 3.0
_SOFT_PX = 1.2  # print and lens are never as sharp as the drawing


def house_album(file: DeckFile) -> Album:
    """Every card of a deck as it is printed, and its back. A playing card is kept in each of its four suits."""
    return _drawn(file.deck, tuple((label, tuple(sorted(traits.items()))) for label, traits in file.traits.items()))


@lru_cache(maxsize=5)  # the decks of a night; the largest takes 1.3 MB and, on a laptop, 0.4 s
def _drawn(deck: Deck, traits: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]) -> Album:
    names: list[str] = []
    drawings: list[Drawing] = []
    traits_of = {label: dict(printed) for label, printed in traits}
    for card in deck.cards:
        for copy in range(min(card.copies, 4) if card.kind == "rank" else 1):
            names.append(card.name)
            drawings.append(faces.front(card, deck, copy, traits_of.get(card.label)))
    names.append(BACK)
    drawings.append(faces.back(deck))
    pictures, aspects = zip(*(_face(drawing) for drawing in drawings), strict=True)
    return Album().with_faces(names, np.concatenate(pictures), np.array(aspects, np.float32))


def _face(drawing: Drawing) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], float]:
    grey = cv2.cvtColor(paint.pixels(drawing, _PX_PER_MM), cv2.COLOR_BGR2GRAY)
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), _SOFT_PX), np.uint8)
    height, width = soft.shape
    whole = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    return faces_of(soft, [whole]), aspect(whole)
