"""Training the finder: windows of drawn tables at a random scale, and what each cell of the network should say."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from companion.vision.find import CELL_PX, CONTRAST, MIDDLE_GREY
from companion.vision.quads import area_px, shared_area_px, size_px, sizes_px
from training.dataset import KINDS, Shard
from training.fitting import fit
from training.networks import FinderNetwork

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.course import Course

SMALLEST_PX, LARGEST_PX = 18.0, 56.0  # of cards that the network knows: the square root of their area
TINIEST_PX = 6.0  # what is smaller is too small for a coarser level, too
WINDOW_PX = 192
CELLS = WINDOW_PX // CELL_PX
BATCH = 24
DIM = 0.3  # this part of the windows has little contrast
SEEN = {"letter": 0.5, "rank": 0.25, "word": 0.5, "back": 0.5}  # the least visible part of a card worth finding


def window(shard: Shard, rng: np.random.Generator) -> tuple[Any, Any]:
    """A random square window of a random table, scaled so that some card has a size worth learning.

    Returns the picture, float32 (192, 192) as the network takes it, and the targets, float32 (11, 24, 24): the
    nine channels of the finder, then the weights of presence and of the small-card map.
    """
    number = int(rng.integers(len(shard.frames)))
    frame = shard.frames[number]
    mine = np.flatnonzero(shard.table == number)
    quads = shard.quads[mine]
    clear = shard.visible[mine] >= np.array([SEEN[name] for name in KINDS])[shard.kind[mine]]
    side = frame.shape[0]
    centre, scale = rng.uniform(0, side, 2), float(np.exp(rng.uniform(np.log(0.3), np.log(1.2))))
    if len(mine) and rng.random() < 0.93:
        chosen = int(rng.integers(len(mine)))
        chosen_px = max(size_px(quads[chosen]), 5.0)
        wanted_px = np.exp(rng.uniform(np.log(7), np.log(60)))
        scale = float(np.clip(wanted_px / chosen_px, 0.12, 1.8))
        centre = quads[chosen].mean(0) + rng.uniform(-0.42, 0.42, 2) * WINDOW_PX / scale
    reach = round(WINDOW_PX / scale)
    picture, quads = scaled(frame, quads, (centre - reach / 2).astype(int), reach, int(rng.integers(256)))
    near = ((quads > -60) & (quads < WINDOW_PX + 60)).any(1).all(1)
    quads, clear = quads[near], clear[near]
    picture, quads = _turn(picture, quads.astype(np.float32), rng)
    return _relight(picture, rng), targets(quads, clear)


def scaled(frame: Any, quads: Any, corner: Any, reach: int, blank: int) -> tuple[Any, Any]:
    """The square of a frame that begins at `corner` (x, y) and is `reach` pixels wide, as a picture, float32
    (192, 192), `blank` where it reaches beyond the frame; and where the quads (n, 4, 2) lie in it.

    Only what is within the frame is scaled, to whole pixels, since a margin would take longer to scale than all else.
    """
    edge = np.array(frame.shape[::-1])
    low, high = np.clip(corner, 0, edge), np.clip(corner + reach, 0, edge)
    scale = WINDOW_PX / reach
    start, end = (np.rint((at - corner) * scale).astype(int) for at in (low, high))
    picture = np.full((WINDOW_PX, WINDOW_PX), blank, np.float32)
    if (end <= start).any():
        return picture, (quads - corner) * scale
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    seen = cv2.resize(frame[low[1] : high[1], low[0] : high[0]], end - start, interpolation=interpolation)
    picture[start[1] : end[1], start[0] : end[0]] = seen
    return picture, (quads - low) * ((end - start) / (high - low)) + start


def _turn(picture: Any, quads: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    if rng.random() < 0.5:
        picture, quads = picture[:, ::-1], quads * [-1, 1] + [WINDOW_PX, 0]
        quads = quads[:, [1, 0, 3, 2]]
    for _ in range(int(rng.integers(4))):
        picture, quads = np.rot90(picture, -1), np.stack([WINDOW_PX - quads[..., 1], quads[..., 0]], -1)
    return np.ascontiguousarray(picture), quads.astype(np.float32)


def _relight(picture: Any, rng: np.random.Generator) -> Any:
    if rng.random() < DIM:  # a dark room, or cards that hardly differ from their cloth
        picture = (picture - picture.mean()) * float(np.exp(rng.uniform(np.log(0.12), np.log(0.7))))
        picture = picture + float(rng.uniform(15, 240))
    picture = picture * float(np.exp(rng.normal(0, 0.25))) + float(rng.normal(0, 12))
    if rng.random() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.0)))
    if rng.random() < 0.25:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * float(rng.uniform(2, 12))
    return (np.clip(picture, 0, 255).astype(np.float32) - MIDDLE_GREY) / CONTRAST


def targets(quads: Any, clear: Any) -> Any:
    """What the network should say (11, 24, 24) when cards with these quads lie in the window.

    Of a card that is not `clear`, because others cover most of it, the network may say what it likes.
    """
    target = np.zeros((11, CELLS, CELLS), np.float32)
    target[9:] = 1
    places = (np.arange(CELLS) + 0.5) * CELL_PX
    xs, ys = np.meshgrid(places, places)
    nearest = np.full((CELLS, CELLS), 9.0, np.float32)
    middles = quads.mean(1)
    close = ((middles > -40) & (middles < WINDOW_PX + 40)).all(1)
    sizes = sizes_px(quads)
    for quad, middle, size, seen in zip(quads[close], middles[close], sizes[close], clear[close], strict=True):
        distance = np.hypot(xs - middle[0], ys - middle[1]) / size
        if size < SMALLEST_PX:
            _mark_tiny(target, distance, size, seen=bool(seen))
        elif size < 24:
            target[10][distance < 0.5] = 0
        if size < 14:
            continue
        if size < SMALLEST_PX or size > LARGEST_PX or not seen or _inside_part(quad) < 0.6:
            if size < 90:
                target[9][(distance < 0.5) & (target[0] == 0)] = 0
            continue
        _mark_card(target, quad, middle, size, distance, nearest, xs, ys)
    return target


def _inside_part(quad: Any) -> float:
    frame = np.array([[0, 0], [WINDOW_PX, 0], [WINDOW_PX, WINDOW_PX], [0, WINDOW_PX]], np.float32)
    if ((quad >= 0) & (quad <= WINDOW_PX)).all():
        return 1.0
    return shared_area_px(quad, frame) / area_px(quad)


def _mark_tiny(target: Any, distance: Any, size: float, *, seen: bool) -> None:
    cells = distance < max(0.5, 0.75 * CELL_PX / size)
    if size < TINIEST_PX or not seen:
        target[10][cells & (target[1] == 0)] = 0
    else:
        target[1][cells] = 1
        target[10][cells] = 1


def _mark_card(target: Any, quad: Any, middle: Any, size: float, distance: Any, nearest: Any, xs: Any, ys: Any) -> None:
    mine = distance < 0.24
    mine |= distance <= distance.min() + 1e-6
    target[9][(distance < 0.4) & ~mine & (target[0] == 0)] = 0
    mine &= distance < nearest
    nearest[mine] = distance[mine]
    target[0][mine] = 1
    target[9][mine] = 1
    top = complex(*((quad[1] - quad[0] + quad[2] - quad[3]) / 2)) / size
    side = complex(*((quad[3] - quad[0] + quad[2] - quad[1]) / 2)) / size
    total, product = top**2 + side**2, top**2 * side**2
    target[2][mine] = ((middle[0] - xs) / CELL_PX)[mine]
    target[3][mine] = ((middle[1] - ys) / CELL_PX)[mine]
    for channel, value in enumerate((np.log(size / 32), total.real, total.imag, product.real, product.imag), 4):
        target[channel][mine] = value


def loss(output: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Focal loss for presence, cross-entropy for the small-card map, smooth L1 for the shape of present cards."""
    presence, wanted = output[:, 0], target[:, 0]
    chance = torch.sigmoid(presence)
    wrongness = torch.where(wanted > 0.5, 1 - chance, chance)
    entropy = functional.binary_cross_entropy_with_logits(presence, wanted, reduction="none")
    balance = torch.where(wanted > 0.5, 0.7, 0.3)
    positives = wanted.sum().clamp(min=1.0)
    found = (balance * wrongness**1.5 * entropy * target[:, 9]).sum() / positives
    tiny = functional.binary_cross_entropy_with_logits(output[:, 1], target[:, 1], reduction="none")
    tiny = (tiny * target[:, 10]).mean()
    shape = functional.smooth_l1_loss(output[:, 2:9], target[:, 2:9], beta=0.15, reduction="none").sum(1)
    return 2 * found + tiny + (shape * wanted).sum() / positives


def windows(pools: Sequence[Sequence[Shard]], rng: np.random.Generator) -> tuple[Any, Any]:
    """A window of a table of each of these pools, as inputs (n, 1, 192, 192), and their targets (n, 11, 24, 24)."""
    shown = [window(pool[int(rng.integers(len(pool)))], rng) for pool in pools]
    return np.array([each[0] for each in shown])[:, None], np.array([each[1] for each in shown])


def train(shards: Sequence[Shard], course: Course, network: FinderNetwork | None = None) -> FinderNetwork:
    """Train a finder, a new one or this one, on these tables."""
    torch.manual_seed(course.seed)
    network = network or FinderNetwork()
    fit(network, partial(windows, [shards] * (course.batch or BATCH)), loss, course)
    return network
