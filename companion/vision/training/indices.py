"""Training what finds the indices of playing cards: a finder that knows the corners with an index, not the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from companion.vision.training import finder
from companion.vision.training.dataset import Shard, indices_of, load
from companion.vision.training.fitting import fit
from companion.vision.training.reader import GONE, WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.vision.training.networks import FinderNetwork

PLAYING_CARDS = 0.75  # this part of what is shown are tables of playing cards; in the rest everything else lies


def to_find(shard: Shard) -> Shard:
    """The indices to be found. Those of which only a part is seen stay, as not visible: the network may say of them
    what it likes; those that are covered are not there."""
    shown = indices_of(shard)
    there = shown.visible >= GONE
    return Shard(
        shown.frames, shown.table[there], shown.quads[there],
        (shown.visible[there] > WHOLE).astype(np.float32), shown.kind[there], shown.label[there],
    )  # fmt: skip


def train(
    playing: Sequence[Path], others: Sequence[Path], *, network: FinderNetwork, steps: int,
    report: Callable[[str], None], batch: int = 24, rate: float = 2e-3, seed: int = 3,
) -> FinderNetwork:  # fmt: skip
    """Train a network like the finder's to find indices, on shards of playing cards and of others."""
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    known = [[to_find(load(path)) for path in paths] for paths in (playing, others)]

    def some(_step: int) -> tuple[Any, Any]:
        pools = [known[0 if rng.random() < PLAYING_CARDS else 1] for _ in range(batch)]
        windows = [finder.window(pool[int(rng.integers(len(pool)))], rng) for pool in pools]
        return np.array([each[0] for each in windows])[:, None], np.array([each[1] for each in windows])

    fit(network, some, finder.loss, name="indices", steps=steps, rate=rate, report=report)
    return network
