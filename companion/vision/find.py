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
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from companion.vision.models import infer
from companion.vision.quads import size_px

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELL_PX = 8
SMALLEST_PX = 18.0
LARGEST_PX = 56.0
TINIEST_PX = 6.0
COARSE_PX = 480  # levels up to this long a side are looked at whole
LEAST_PX = 64  # the coarsest level: a card that fills the whole of it (the square root of its area) is still known
PRESENT = 0.5  # least presence of a candidate
TINY = 0.25  # least presence of small cards that makes a finer level worth a look
MUCH_SMALLER = 0.45  # equal cards on a table do not look smaller than this part of the others
SAME_CARD = 0.45  # centres nearer than this part of a card's size belong to one card
SAME_PLACE, ANOTHER = 0.24, 0.85  # unless both are as large, a little apart and likely: then one lies half on the other

Region = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """A card's place: `quad` float32 (4, 2) in pixels, clockwise, from any of its corners; `score` 0…1."""

    quad: NDArray[np.float32]
    score: float

    @property
    def centre(self) -> NDArray[np.float32]:
        """The mean of the corners (2,)."""
        return np.asarray(self.quad.mean(0), np.float32)

    @property
    def size_px(self) -> float:
        """The square root of the quad's area."""
        return size_px(self.quad)


def of_one_size(places: list[Found]) -> list[Found]:
    """The places without those that are much smaller than most: print on cards, and threads of the cloth."""
    if not places:
        return []
    sizes_px = np.sort([place.size_px for place in places])
    covered = np.cumsum(sizes_px**2)
    usual_px = sizes_px[np.searchsorted(covered, covered[-1] / 2)]  # half of what is covered is by larger ones
    return [place for place in places if place.size_px > MUCH_SMALLER * usual_px]


def find(*pyramids: list[NDArray[np.uint8]], network: str = "finder") -> list[Found]:
    """All cards of a grey frame (uint8, height × width) with its `halvings`, best first; of several greys of one frame,
    what can be seen in any. Another `network` with the same output finds something else."""
    return _settle(np.concatenate([found for pyramid in pyramids for found in _candidates(pyramid, network)]))


def _candidates(pyramid: list[NDArray[np.uint8]], network: str) -> list[NDArray[np.float32]]:
    """What the network finds on each level (n, 8)."""
    candidates = [np.zeros((0, 8), np.float32)]
    region: Region | None = None
    levels = [pyramid[0], *(half for whole, half in pairwise(pyramid) if whole.size > LEAST_PX**2)]
    for number, picture in reversed(list(enumerate(levels))):
        scale = 0.5**number
        height, width = picture.shape
        if max(height, width) <= COARSE_PX:
            region = (0, 0, width, height)
        if region is None:
            break
        x0, y0, x1, y1 = region
        cells = _look(picture[y0:y1, x0:x1], network)
        candidates.append(_decode(cells, x0, y0, scale))
        if number:
            region = _closer(cells[1], region, levels[number - 1].shape)
    return candidates


def _look(picture: NDArray[np.uint8], network: str) -> NDArray[np.float32]:
    """The network's nine numbers per cell (9, rows, columns), presences as probabilities."""
    height, width = picture.shape
    padded = np.full((-(-height // 16) * 16, -(-width // 16) * 16), 127, np.float32)
    padded[:height, :width] = picture
    cells = infer(network, ((padded - 127) / 64).astype(np.float32)[None, None])[0]
    cells[:2] = 1 / (1 + np.exp(-np.clip(cells[:2], -30, 30)))
    return np.asarray(cells, np.float32)


def _decode(cells: NDArray[np.float32], x0: int, y0: int, scale: float) -> NDArray[np.float32]:
    """Candidates (n, 8) in pixels of the frame: score, centre x, y, size, u (x, y), v (x, y)."""
    rows, columns = np.nonzero(cells[0] > PRESENT)
    score, _, dx, dy, log_size, *shape = cells[:, rows, columns]
    size = 32 * np.exp(np.clip(log_size, -1.2, 1.2)) / scale
    x = ((columns + 0.5 + dx) * CELL_PX + x0) / scale
    y = ((rows + 0.5 + dy) * CELL_PX + y0) / scale
    total, product = shape[0] + 1j * shape[1], shape[2] + 1j * shape[3]
    root = np.sqrt(total**2 - 4 * product)
    u, v = np.sqrt((total + root) / 2) * size, np.sqrt((total - root) / 2) * size
    v = np.where((u.conjugate() * v).imag < 0, -v, v)
    return np.stack([score, x, y, size, u.real, u.imag, v.real, v.imag], 1).astype(np.float32)


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
    order = np.argsort(-candidates[:, 0])
    candidates = candidates[order]
    found: list[Found] = []
    free = np.ones(len(candidates), bool)
    for index, best in enumerate(candidates):
        if not free[index]:
            continue
        distance = np.hypot(candidates[:, 1] - best[1], candidates[:, 2] - best[2])
        alike = np.abs(np.log(candidates[:, 3] / best[3])) < 0.25
        another = alike & (distance > SAME_PLACE * best[3]) & (candidates[:, 0] > ANOTHER)
        near = free & (distance < SAME_CARD * np.maximum(candidates[:, 3], best[3])) & ~another
        alike &= near
        free &= ~near
        found.append(Found(_mean_quad(candidates[alike], best), float(best[0])))
    return found


def _mean_quad(cluster: NDArray[np.float32], best: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of the cluster's quads, each begun from the edge that the best one begins from."""
    weights = cluster[:, 0] ** 4 / (cluster[:, 0] ** 4).sum()
    u, v = cluster[:, 4] + 1j * cluster[:, 5], cluster[:, 6] + 1j * cluster[:, 7]
    turns = np.array([[u, v], [v, -u], [-u, -v], [-v, u]])
    edges = np.array([[complex(best[4], best[5])], [complex(best[6], best[7])]])
    nearest = np.abs(turns - edges).sum(1).argmin(0)
    u, v = weights @ turns[nearest, :, np.arange(len(cluster))]
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) / 2
    return np.asarray(signs @ np.array([[u.real, u.imag], [v.real, v.imag]]) + weights @ cluster[:, 1:3], np.float32)
