"""Training the corners: cards of drawn tables cut out as the finder finds them, and where their corners are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.nn import functional

from companion.vision.corners import FARTHEST, steps_to, with_surroundings
from companion.vision.rectify import normalised
from training.dataset import part_of
from training.fitting import fit
from training.networks import ReaderNetwork
from training.reader import BATCH, as_found

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.course import Course
    from training.reader import Crops

OUTPUTS = 8  # how far each of four corners is to be moved along the card's width and height
KINDS = {"letters": 0.5, "ranks": 0.28, "others": 0.14, "backs": 0.08}  # how often each kind of card is shown
SHAKES = (0.5, 1.0, 2.0)  # the finder is mostly a little off, and now and then a lot


def sample(crops: Crops, rng: np.random.Generator, parts: float = 0.0) -> tuple[Any, NDArray[np.float32]]:
    """A crop (uint8) of a card about where it was found, and the steps (8,) of its corners; so often (0…1) only a part
    of the card was found."""
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    shard, card = crops.pick(getattr(crops, kind) or crops.letters, rng)
    exact = np.roll(shard.quads[card], int(rng.integers(4)), 0)
    seen = part_of(exact, rng) if parts and rng.random() < parts else exact
    found = as_found(seen, rng, float(rng.choice(SHAKES)))
    steps = np.clip(steps_to(found, exact), -FARTHEST, FARTHEST)
    return crops.cut(shard, card, with_surroundings(found), rng), steps.ravel()


def loss(output: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Smooth L1 in parts of the card: beyond a thirtieth, every further error weighs the same."""
    return functional.smooth_l1_loss(output, wanted, beta=0.03) * 10


def batch_of(crops: Crops, count: int, parts: float, rng: np.random.Generator) -> tuple[Any, Any]:
    """`count` crops as the network takes them, with the steps wanted; `parts` as in `sample`."""
    pictures, wanted = zip(*(sample(crops, rng, parts) for _ in range(count)), strict=True)
    return normalised(np.array(pictures, np.uint8)), np.array(wanted, np.float32)


def train(crops: Crops, course: Course, network: ReaderNetwork | None = None, parts: float = 0.0) -> ReaderNetwork:
    """Train a network that sees the corners, a new one or this one; `parts` as in `sample`."""
    torch.manual_seed(course.seed)
    network = network or ReaderNetwork(OUTPUTS)
    fit(network, partial(batch_of, crops, BATCH, parts), loss, course)
    return network
