"""The indices of playing cards: the rank printed in a corner, with its suit below, found by itself.

In a hand laid as a fan only the indices are seen. A network like the finder's (companion/vision/models/indices.onnx,
decoded by `companion.vision.find`) looks for the corner of a card that holds an index; the rank network reads it and
says which way up it stands. From where an index stands, how large and in which direction, follows where its card
lies, roughly; two indices upside down to each other tell it well.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.classifiers import RANK_NOTHING, classify_indices, classify_upright_indices
from companion.vision.find import find
from companion.vision.quads import UNIT, begun_at, edges, size_px, sizes_px
from companion.vision.rectify import INDEX_HEIGHT, INDEX_OUT, INDEX_WIDTH, index_corners, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

WIDE, HIGH = INDEX_WIDTH + INDEX_OUT, INDEX_HEIGHT + INDEX_OUT  # an index, in parts of its card
LEGIBLE = 0.25  # what shows a rank less likely than this is no index
SIDEWAYS_COS = 0.8  # an index stands as its card lies, give or take 37°
UNLIKE, UNLIKE_TWIN = 1.7, 2.2  # times as large or small: not the index of that card; not one more of it
SMALLER, LARGER = 0.75, 1.7  # than a card seems by its index it may be, times
THINKABLE = 0.1  # two indices that show one rank with a chance less than this are of two cards
UNREAD = 0.02  # how much an index that seems to show a rank may still be wrong
LIKELY, CLEARLY = 0.6, 0.9  # an index that is likely but not clear where it was found may be read clearly beside that
BESIDE = [(0.16, down) for down in (-0.16, 0.0, 0.16)]  # to the right, in parts of what was found


@dataclass(frozen=True, slots=True)
class Index:
    """A card's corner with an index: `quad` (4, 2) in pixels, from the card's own corner on, clockwise, the index
    upright; `chances` of the 13 ranks and, last, of there being none; the finder's `score`, 0…1; `beside`, when it was
    read to the right of where it was found: it may be the index in the upper right corner of a card as well."""

    quad: Floats
    chances: Floats
    score: float
    beside: bool = False

    @property
    def centre(self) -> Floats:
        """The mean of the corners (2,)."""
        return np.asarray(self.quad.mean(0), np.float32)

    @property
    def top(self) -> Floats:
        """From the left to the right end of its top (2,)."""
        return edges(self.quad)[0]

    @property
    def size_px(self) -> float:
        """The square root of the quad's area."""
        return size_px(self.quad)

    @property
    def side(self) -> Floats:
        """From the upper to the lower end of its left side (2,)."""
        return edges(self.quad)[1]

    def card_size(self) -> tuple[float, float]:
        """About how wide and how high its card is, in pixels."""
        return float(np.linalg.norm(self.top)) / WIDE, float(np.linalg.norm(self.side)) / HIGH

    def card(self, size: tuple[float, float] | None = None) -> Floats:
        """The quad of the card that it is the upper left index of: of the `size` known, width and height in pixels, or
        of the size that it seems to have."""
        width, height = size or self.card_size()
        along, down = self.top / np.linalg.norm(self.top) * width, self.side / np.linalg.norm(self.side) * height
        across = (UNIT - [WIDE / 2 - INDEX_OUT, HIGH / 2 - INDEX_OUT]) @ np.array([along, down])
        return np.asarray(self.centre + across, np.float32)


def find_indices(grey: NDArray[np.uint8], pyramid: list[NDArray[np.uint8]]) -> list[Index]:
    """The indices of a grey frame with its halvings that show some rank, best first; then those read `beside` where
    one was found that is not clear."""
    larger = np.asarray(cv2.pyrUp(grey), np.uint8)  # an index is small
    found = find([larger, *pyramid], network="indices")
    quads = [np.asarray(place.quad / 2, np.float32) for place in found]
    indices, beside = [], []
    for place, quad, by_turn in zip(found, quads, classify_indices(pyramid, quads), strict=True):
        turn = int(by_turn[:, :RANK_NOTHING].max(1).argmax())
        chances = by_turn[turn]
        if chances[RANK_NOTHING] < 1 - LEGIBLE:
            indices.append(Index(begun_at(quad, turn), chances, place.score))
        if place.score > LIKELY and chances[:RANK_NOTHING].max() < CLEARLY:
            beside += _read_beside(pyramid, quad, place.score)
    return indices + beside


def _read_beside(pyramid: list[NDArray[np.uint8]], quad: Floats, score: float) -> list[Index]:
    """The index that can be read to the right of where one was found, if any.

    Where the next card of a fan lies close by, its edge may be taken for the edge of the card that the index is on.
    """
    upright = [begun_at(quad, turn) for turn in range(4)]
    cuts = [window(one, right, down, 1 + right, 1 + down) for one in upright for right, down in BESIDE]
    chances = classify_upright_indices(pyramid, cuts)
    best = int(chances[:, :RANK_NOTHING].max(1).argmax())
    if chances[best, :RANK_NOTHING].max() < CLEARLY:
        return []
    return [Index(cuts[best], chances[best], score, beside=True)]


def agree(one: Index, other: Index) -> bool:
    """Whether two indices may be of one card: whether it is thinkable that they show the same rank."""
    return float(one.chances[:RANK_NOTHING] @ other.chances[:RANK_NOTHING]) > THINKABLE


def at_odds(indices: Sequence[Index]) -> bool:
    """Whether indices show different ranks: one of them is misread, or another card's."""
    return not all(agree(one, other) for one, other in combinations(indices, 2))


def opposed(one: Index, other: Index) -> bool:
    """Whether two indices stand upside down to each other."""
    return _cosine(one.top, other.top) < -SIDEWAYS_COS


def opposite(one: Index, other: Index) -> tuple[float, Floats]:
    """How far two indices are from standing upside down to each other as those of one card do, in parts of their size,
    and the quad of that card; infinite when they cannot be of one card.

    Decks print their indices small or large, so that the card may be somewhat larger or smaller than each makes expect.
    """
    if not opposed(one, other):
        return float("inf"), one.quad
    size = np.mean([one.card_size(), other.card_size()], 0)
    along = one.top / np.linalg.norm(one.top) - other.top / np.linalg.norm(other.top)
    down = one.side / np.linalg.norm(one.side) - other.side / np.linalg.norm(other.side)
    step = ((1 + 2 * INDEX_OUT - WIDE) * size[0] * along + (1 + 2 * INDEX_OUT - HIGH) * size[1] * down) / 2
    apart = other.centre - one.centre
    times = float(apart @ step / (step @ step))
    if not SMALLER < times < LARGER:
        return float("inf"), one.quad
    width, height = (float(side) for side in size * times)
    quad = (one.card((width, height)) + begun_at(other.card((width, height)), 2)) / 2
    away = float(np.linalg.norm(apart - times * step)) / min(one.size_px, other.size_px)
    return away + abs(float(np.log(times))) / 2, np.asarray(quad, np.float32)


@dataclass(frozen=True, slots=True)
class IndexPlaces:
    """Where the indices of a frame stand, for all of them at once: `centres` (n, 2), `tops` (n, 2), `sizes_px` (n,)."""

    centres: Floats
    tops: Floats
    sizes_px: NDArray[np.float64]

    @classmethod
    def of(cls, indices: Sequence[Index]) -> IndexPlaces:
        """The places of these."""
        quads = np.array([index.quad for index in indices], np.float32).reshape(-1, 4, 2)
        return cls(quads.mean(1), edges(quads)[0], sizes_px(quads))

    def misplaced(self, card: Floats) -> NDArray[np.float64]:
        """How far each stands from the upper left and from the lower right one of a card (4, 2), in parts of its own
        size (n, 2); infinite where it does not stand as that does."""
        return np.stack([self._apart(view) for view in index_corners(card)[:2]], 1)

    def _apart(self, view: Floats) -> NDArray[np.float64]:
        size, top = size_px(view), view[1] - view[0]
        larger, smaller = np.maximum(self.sizes_px, size), np.minimum(self.sizes_px, size)
        lengths = np.linalg.norm(self.tops, axis=1) * np.linalg.norm(top)
        is_so = (larger <= UNLIKE * smaller) & (self.tops @ top >= SIDEWAYS_COS * lengths)
        away = np.linalg.norm(self.centres - view.mean(0), axis=1) / self.sizes_px
        return np.where(is_so, away, np.inf)


def from_a_corner(index: Index, card: Floats) -> float:
    """How far an index stands from the nearest place that one may have on a card (4, 2), in any of its corners, upright
    or read upside down, in parts of the size that one has there or of the index's own, if that is larger; infinite
    where it does not stand as one there would."""
    views = [view for view in index_corners(card) if abs(_cosine(view[1] - view[0], index.top)) > SIDEWAYS_COS]
    larger = [max(size_px(view), index.size_px) for view in views]
    return min(
        (
            float(np.linalg.norm(view.mean(0) - index.centre)) / size
            for view, size in zip(views, larger, strict=True)
            if size < UNLIKE_TWIN * min(size_px(view), index.size_px)
        ),
        default=float("inf"),
    )


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))


def together(indices: Sequence[Index]) -> tuple[Floats, float]:
    """The chances of the ranks (13,) that the indices of one card say together, and the chance that none is one.

    The corners of a card say the same, so their chances multiply, each weighing as much as it seems to show a rank at
    all; of indices at odds each may be the one that is read rightly.
    """
    votes = np.array([one.chances[:RANK_NOTHING] + one.chances[RANK_NOTHING] / RANK_NOTHING for one in indices])
    votes = votes * (1 - UNREAD) + UNREAD / RANK_NOTHING
    product = votes.mean(0) if at_odds(indices) else votes.prod(0)
    nothing = float(np.prod([one.chances[RANK_NOTHING] for one in indices]))
    return np.asarray(product / product.sum(), np.float32), nothing
