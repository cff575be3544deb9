"""Find the cards of a frame: a small fully convolutional network over a pyramid of the frame, coarse to fine.

The network (companion/vision/models/finder.onnx, run by cv2.dnn) looks at a grey picture in cells of 8×8 pixels and
knows cards of 18…56 px (the square root of their area). Each cell says nine numbers:

    0  presence of a card centred here (logit)            4     log(size / 32 px)
    1  presence of cards too small for this level (logit) 5, 6  (u² + v²) / size², real and imaginary part
    2, 3  from the cell's centre to the card's, in cells  7, 8  (u² · v²) / size⁴, real and imaginary part

u and v are the card's top and left edge as complex numbers. Their squares' sum and product do not change when a
card is turned by a quarter or half, so that the network never has to choose where a square tile's direction starts:
no angle jumps, and the edges follow as the roots of a quadratic. Which corner is the card's own top-left is for the
reader to say.

Coarse levels are always looked at; a finer one only where a coarser one saw cards too small for it. A frame with
large cards is found in a few milliseconds this way, a board with a hundred tiles in some tens.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.models import infer
from companion.vision.quads import UNIT, size_px, usual_size_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELL_PX = 8
MIDDLE_GREY, CONTRAST = 127, 64  # what the network takes for 0, and for 1 above it
COARSE_PX = 480  # levels up to this long a side are looked at whole
# Two cards that touch and were found as one are told apart best where both together are as large as this. Of 1,845
# drawn cards by pairs half on each other, in typefaces taught on, 55 were not found; of 56, 64 and 72 this reads most.
CLEAREST_PX = 64
LEAST_PX = 64  # the coarsest level: a card that fills the whole of it (the square root of its area) is still known
PRESENT = 0.4  # least presence of a candidate
TINY = 0.2  # least presence of small cards that makes a finer level worth a look
GOES_ON, NEAR_END = 0.6, 2  # so likely a card, so many cells from the end of the part looked at
MUCH_SMALLER = 0.45  # equal cards on a table do not look smaller than this part of the others
SAME_CARD = 0.45  # centres nearer than this part of a card's size belong to one card
ALIKE = 0.25  # candidates agree whose sizes differ by less than this (natural logarithm)
BLOCK, LIKELY, FILLED = 4, 0.8, 0.2  # so many cards this likely that fill so much of a larger one: a block of cards
SAME_PLACE, ANOTHER = 0.24, 0.85  # unless both are as large, a little apart and likely: then one lies half on the other

Region = tuple[int, int, int, int]


@dataclass(frozen=True)
class Found:
    """A card's place: `quad` float32 (4, 2) in pixels, clockwise, from any of its corners; `score` 0…1."""

    quad: NDArray[np.float32]
    score: float

    @cached_property
    def centre(self) -> NDArray[np.float32]:
        """The mean of the corners (2,)."""
        return np.asarray(self.quad.mean(0), np.float32)

    @cached_property
    def size_px(self) -> float:
        """The square root of the quad's area."""
        return size_px(self.quad)


def of_one_size(places: list[Found]) -> list[Found]:
    """The places without those that are much smaller than most: print on cards, and threads of the cloth."""
    if not places:
        return []
    usual_px = usual_size_px([place.size_px for place in places])
    return [place for place in places if place.size_px > MUCH_SMALLER * usual_px]


def find(*pyramids: list[NDArray[np.uint8]], network: str = "finder") -> list[Found]:
    """All cards of a grey frame (uint8, height × width) with its `halvings`, best first; of several greys of one frame,
    what can be seen in any. Another `network` with the same output finds something else."""
    return _settle(np.concatenate([_candidates(pyramid, network) for pyramid in pyramids]))


def find_closer(pyramid: list[NDArray[np.uint8]], places: list[Found], large_px: float) -> list[Found]:
    """The cards where these `places` lie, of which there is at least one: the frame is looked at so small that what is
    `large_px` large, maybe two cards in one, is `CLEAREST_PX` large. None where that would be an enlargement."""
    if large_px <= CLEAREST_PX:
        return []
    level = min(int(np.log2(large_px / CLEAREST_PX)), len(pyramid) - 1)
    part = CLEAREST_PX / large_px * 2**level
    picture = np.asarray(cv2.resize(pyramid[level], None, fx=part, fy=part, interpolation=cv2.INTER_AREA), np.uint8)
    scale = picture.shape[1] / pyramid[0].shape[1]
    end = np.array(picture.shape[::-1])
    corners = np.clip(np.concatenate([place.quad for place in places]) * scale, 0, end)  # some lie half beyond the edge
    (x0, y0), (x1, y1) = np.maximum(corners.min(0) - CLEAREST_PX, 0), np.minimum(corners.max(0) + CLEAREST_PX, end)
    region = int(x0), int(y0), int(x1), int(y1)
    cells = _look_at(picture, region, "finder")
    return _settle(_decoded(_with_cards(cells, *region[:2], scale)))


def _candidates(pyramid: list[NDArray[np.uint8]], network: str) -> NDArray[np.float32]:
    """What the network finds on all levels, `_decoded` (n, 8)."""
    cells_with_cards = [np.zeros((12, 0), np.float32)]
    region: Region | None = None
    levels = [pyramid[0], *(half for whole, half in pairwise(pyramid) if whole.size > LEAST_PX**2)]
    for number, picture in reversed(list(enumerate(levels))):
        scale = 0.5**number
        height, width = picture.shape
        if max(height, width) <= COARSE_PX:
            region = (0, 0, width, height)
        if region is None:
            break
        cells = _look_at(picture, region, network)
        if _goes_on(cells, region, picture.shape):
            region = (0, 0, width, height)
            cells = _look_at(picture, region, network)
        cells_with_cards.append(_with_cards(cells, *region[:2], scale))
        if number:
            region = _closer(cells[1], region, levels[number - 1].shape)
    return _decoded(np.concatenate(cells_with_cards, 1))


def _goes_on(cells: NDArray[np.float32], region: Region, shape: tuple[int, ...]) -> bool:
    """Whether cards lie so near to where the region ends within the picture that there may be more beyond."""
    seen = cells[:2].max(0) > GOES_ON
    x0, y0, x1, y1 = region
    edges = (
        (seen[:, :NEAR_END], x0 > 0),
        (seen[:NEAR_END], y0 > 0),
        (seen[:, -NEAR_END:], x1 < shape[1]),
        (seen[-NEAR_END:], y1 < shape[0]),
    )
    return any(edge.any() for edge, is_within in edges if is_within)


def _look_at(picture: NDArray[np.uint8], region: Region, network: str) -> NDArray[np.float32]:
    """The network's nine numbers per cell (9, rows, columns) of a region, presences as probabilities."""
    x0, y0, x1, y1 = region
    picture = picture[y0:y1, x0:x1]
    height, width = picture.shape
    padded = cv2.copyMakeBorder(picture, 0, -height % 16, 0, -width % 16, cv2.BORDER_CONSTANT, value=MIDDLE_GREY)
    centred = padded.astype(np.float32)
    centred -= MIDDLE_GREY
    centred /= CONTRAST
    cells = infer(network, centred[None, None])[0]
    cells[:2] = 1 / (1 + np.exp(-np.clip(cells[:2], -30, 30)))
    return np.asarray(cells, np.float32)


def _with_cards(cells: NDArray[np.float32], x0: int, y0: int, scale: float) -> NDArray[np.float32]:
    """The nine numbers of the cells in which a card is centred, their middles' x and y in pixels of the level, and the
    level's scale: (12, n)."""
    rows, columns = np.nonzero(cells[0] > PRESENT)
    cards = np.empty((12, len(rows)), np.float32)
    cards[:9] = cells[:, rows, columns]
    cards[9], cards[10], cards[11] = (columns + 0.5) * CELL_PX + x0, (rows + 0.5) * CELL_PX + y0, scale
    return cards


def _decoded(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Candidates (n, 8) in pixels of the frame: score, centre x, y, size, u (x, y), v (x, y)."""
    score, _, dx, dy, log_size, *shape, x, y, scale = cells
    size = 32 * np.exp(np.clip(log_size, -1.2, 1.2)) / scale
    x, y = (x + dx * CELL_PX) / scale, (y + dy * CELL_PX) / scale
    total, product = shape[0] + 1j * shape[1], shape[2] + 1j * shape[3]
    root = np.sqrt(total**2 - 4 * product)
    u, v = np.sqrt((total + root) / 2) * size, np.sqrt((total - root) / 2) * size
    v = np.where((u.conjugate() * v).imag < 0, -v, v)
    return np.array([score, x, y, size, u.real, u.imag, v.real, v.imag], np.float32).T


def _closer(tiny: NDArray[np.float32], region: Region, finer_shape: tuple[int, ...]) -> Region | None:
    """The part of the next finer level that this level's small-card map asks for; None when it asks for nothing."""
    rows, columns = np.nonzero(tiny > TINY)
    if not len(rows):
        return None
    height, width = finer_shape
    margin = 3
    x0, x1 = (columns.min() - margin) * CELL_PX, (columns.max() + 1 + margin) * CELL_PX
    y0, y1 = (rows.min() - margin) * CELL_PX, (rows.max() + 1 + margin) * CELL_PX
    left, top = region[:2]
    return (
        max(0, 2 * (left + int(x0))), max(0, 2 * (top + int(y0))),
        min(width, 2 * (left + int(x1))), min(height, 2 * (top + int(y1))),
    )  # fmt: skip


def _settle(candidates: NDArray[np.float32]) -> list[Found]:
    """One card per place: the best candidate, its shape averaged with those that agree with it."""
    candidates = candidates[np.argsort(-candidates[:, 0])]
    score, x, y, size = candidates[:, :4].T
    smallest = size.min(initial=np.inf)
    free = np.ones(len(candidates), bool)
    card = np.full(len(candidates), -1)  # the number of the card that a candidate agrees with
    best: list[int] = []
    for one in range(len(candidates)):
        if not free[one]:
            continue
        distance = np.hypot(x - x[one], y - y[one])
        alike = np.abs(np.log(size / size[one])) < ALIKE
        another = alike & (distance > SAME_PLACE * size[one]) & (score > ANOTHER)
        near = free & (distance < SAME_CARD * np.maximum(size, size[one])) & ~another
        if smallest < MUCH_SMALLER * size[one] and _is_block(candidates[near], size[one]):
            free[one] = False
            continue
        free &= ~near
        card[alike & near] = len(best)
        best.append(one)
    agreeing = card >= 0
    quads = _mean_quads(candidates[agreeing], card[agreeing], candidates[best])
    return [Found(quad, float(score[one])) for quad, one in zip(quads, best, strict=True)]


def _is_block(candidates: NDArray[np.float32], large_px: np.float32) -> bool:
    """Whether the candidates (n, 8) within a larger one of this size say that it is cards lying edge to edge."""
    smaller = (candidates[:, 3] < MUCH_SMALLER * large_px) & (candidates[:, 0] > LIKELY)
    if smaller.sum() < BLOCK:
        return False
    cards = _settle(candidates[smaller])
    return len(cards) >= BLOCK and sum(card.size_px**2 for card in cards) > FILLED * float(large_px) ** 2


def _mean_quads(
    candidates: NDArray[np.float32], card: NDArray[np.intp], best: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The mean quad (k, 4, 2) of the candidates (n, 8) that agree with each of the best (k, 8), each begun from the
    edge that the best one begins from; `card` (n,) is the number of the one that each agrees with."""
    weights = candidates[:, 0].astype(np.float64) ** 4
    u, v = candidates[:, 4] + 1j * candidates[:, 5], candidates[:, 6] + 1j * candidates[:, 7]
    turns = np.array([[u, v], [v, -u], [-u, -v], [-v, u]])
    edges = np.array([best[:, 4] + 1j * best[:, 5], best[:, 6] + 1j * best[:, 7]])[:, card]
    across, down = turns[np.abs(turns - edges).sum(1).argmin(0), :, np.arange(len(card))].T

    def mean(values: NDArray[np.float32]) -> NDArray[np.float64]:
        return np.bincount(card, weights * values, len(best)) / np.bincount(card, weights, len(best))

    sides = np.array([[mean(across.real), mean(across.imag)], [mean(down.real), mean(down.imag)]]).transpose(2, 0, 1)
    middles = np.column_stack([mean(candidates[:, 1]), mean(candidates[:, 2])])
    return np.asarray((UNIT - 0.5) @ sides + middles[:, None], np.float32)
