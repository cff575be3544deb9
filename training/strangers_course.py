"""Teaching the networks on with tables of strangers' decks, in display typefaces, on patterned cloths.

They begin with what the exported networks know, and learn from all tables, so that they forget nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.vision.classifiers import LETTER_CLASSES, RANK_CLASSES
from companion.vision.rectify import FINE_PX
from training import closeups, finder, reader
from training.networks import FinderNetwork, ReaderNetwork
from training.parts import (
    CLOSEUPS,
    FINDER_WIDTHS,
    GLANCE_WIDTHS,
    MODELS,
    course,
    export_finder,
    export_reader,
    shards,
    tell,
)
from training.taken_up import take_up

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from training.dataset import Shard
    from training.fonts import Typeface

RATE = 1.2e-3  # of learning, at most: they know most of it
SHOWN = 384  # inputs on which a network that is taken up is measured
BACKS = 0.1  # so many of the letters' crops show a card face down


def everything(folder: Path) -> list[Shard]:
    """The shards of all tables."""
    return [*shards(folder, "strangers-*.npz"), *shards(folder, "train-*.npz")]


def teach_finder(folder: Path, pace: float) -> None:
    """Write models/finder.onnx, taught on."""
    tables = everything(folder)
    network = FinderNetwork(*FINDER_WIDTHS)
    shown, _ = finder.windows([tables] * SHOWN, np.random.default_rng(0))
    take_up(network, MODELS / "finder.onnx", shown)
    export_finder(finder.train(tables, course(folder, pace, "finder, strangers", RATE), network), "finder")


def teach_letters(folder: Path, pace: float) -> None:
    """Write models/glance.onnx and models/letters.onnx, taught on."""
    every = everything(folder)
    crops = reader.Crops(every, backs=BACKS)
    crops.mistake()
    teach_reader(folder, pace, "glance", ReaderNetwork(LETTER_CLASSES, GLANCE_WIDTHS), crops)
    fine = reader.Crops(every, crop_px=FINE_PX, backs=BACKS)
    fine.mistaken = crops.mistaken
    teach_reader(folder, pace, "letters", ReaderNetwork(LETTER_CLASSES, crop_px=FINE_PX), fine)


def teach_ranks(folder: Path, pace: float, typefaces: Sequence[Typeface]) -> None:
    """Write models/ranks.onnx and models/ranks_blurred.onnx, taught on with corners in these typefaces."""
    tell("drawing close-ups")
    close = closeups.of_indices(max(200, round(CLOSEUPS * pace)), typefaces, 2)
    tables = shards(folder, "train-ranks-*.npz")
    for name, blur, kept_in in (("ranks", reader.MILD, folder), ("ranks_blurred", reader.STRONG, folder / "blurred")):
        crops = reader.Crops(tables, closeups=close, blur=blur)
        crops.mistake("indices")
        teach_reader(kept_in, pace, name, ReaderNetwork(RANK_CLASSES), crops)


def teach_reader(folder: Path, pace: float, name: str, network: ReaderNetwork, crops: reader.Crops) -> None:
    """Write models/NAME.onnx, taught on with these crops."""
    what = "ranks" if name.startswith("ranks") else "letters"
    shown, _ = reader.batch_of(crops, what, SHOWN, np.random.default_rng(0))
    take_up(network, MODELS / f"{name}.onnx", shown)
    told = course(folder, pace, f"{name.removesuffix('_blurred')}, strangers", RATE)
    export_reader(reader.train(crops, what, told, network), name, network.crop_px)
