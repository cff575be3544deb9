"""Read rectified cards with two small networks: letters in any quarter turn, and the corners of playing cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.models import infer
from companion.vision.rectify import cut, index_corners, normalised, whole_card, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# The letter network's classes: letter × 4 + quarter turns, then a card turned face down, then nothing to read.
LETTER_TURNED_DOWN = 4 * len(LETTERS)
LETTER_NOTHING = LETTER_TURNED_DOWN + 1
LETTER_CLASSES = LETTER_NOTHING + 1
# The rank network's classes: the ranks, then nothing to read.
RANK_NOTHING = len(RANKS)
RANK_CLASSES = RANK_NOTHING + 1


def read_letters(pyramid: Sequence[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What each card may be: probabilities (n, LETTER_CLASSES). A card is looked at twice, a little larger and a
    little smaller, and the logits are averaged: what depends on the exact cut is doubtful."""
    if not quads:
        return np.zeros((0, LETTER_CLASSES), np.float32)
    views = [[whole_card(quad), _grown(quad, -0.02)] for quad in quads]
    crops = np.array([cut(list(pyramid), view) for pair in views for view in pair], np.uint8)
    logits = infer("letters", normalised(crops)).reshape(len(quads), 2, LETTER_CLASSES)
    return _softmax(logits.mean(1))


def read_ranks(pyramid: Sequence[NDArray[np.uint8]], quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """What each corner of each card may be: probabilities (n, 4 quarter turns of the card, 2 corners, RANK_CLASSES).

    Turn t means that the card's own top-left is corner t of the quad; the corners are top-left and bottom-right.
    """
    if not quads:
        return np.zeros((0, 4, 2, RANK_CLASSES), np.float32)
    corners = [view for quad in quads for turn in range(4) for view in index_corners(np.roll(quad, -turn, 0))[:2]]
    crops = np.array([cut(list(pyramid), corner) for corner in corners], np.uint8)
    return _softmax(infer("ranks", normalised(crops))).reshape(len(quads), 4, 2, RANK_CLASSES)


def read_crops(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What each crop (n, 40, 40) shows, letter, quarter turn or none: probabilities (n, LETTER_CLASSES)."""
    return _softmax(infer("letters", normalised(crops)))


def _grown(quad: NDArray[np.float32], margin: float) -> NDArray[np.float32]:
    return window(quad, -margin, -margin, 1 + margin, 1 + margin)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)
