"""Training what finds the indices of playing cards: a finder that knows the corners with an index, not the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from training import finder
from training.dataset import Shard, indices_of
from training.fitting import fit
from training.reader import GONE, WHOLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.course import Course
    from training.networks import FinderNetwork

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


def train(playing: Sequence[Shard], others: Sequence[Shard], course: Course, network: FinderNetwork) -> FinderNetwork:
    """Train a network like the finder's to find indices, on tables of playing cards and of others."""
    known = [[to_find(shard) for shard in shards] for shards in (playing, others)]

    def some(rng: np.random.Generator) -> tuple[Any, Any]:
        return finder.windows([known[int(rng.random() >= PLAYING_CARDS)] for _ in range(finder.BATCH)], rng)

    fit(network, some, finder.loss, course)
    return network
