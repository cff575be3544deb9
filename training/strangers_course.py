"""Teaching the networks on with tables of strangers' decks, in display typefaces, on patterned cloths.

They begin with what the exported networks know and learn from all tables; written are weights on the way from those
before to those after. What they begin with is kept as NAME-before.onnx, so that a course that was cut off goes on from
there.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.vision.classifiers import LETTER_CLASSES, RANK_CLASSES
from companion.vision.glyphs import GLYPH_CLASSES
from companion.vision.rectify import FINE_PX
from training import closeups, corners, finder, glyphs, parts, reader
from training.networks import FinderNetwork, ReaderNetwork
from training.taken_up import go_part_of_the_way, take_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.dataset import Shard
    from training.fonts import Typeface

RATE = 8e-4  # of learning, at most: they know most of it
SHOWN = 384  # inputs on which a network that is taken up is measured
# So far the weights go; chosen on drawn tables only (docs/eyes.md).
WAYS = {
    "finder": 0.35,
    "corners": 0.8,
    "glance": 0.35,
    "letters": 0.35,
    "ranks": 0.35,
    "ranks_blurred": 0.35,
    "glyphs": 0.35,
}
PARTS_FOUND = 0.15  # of so many cards only a field or a picture on them was found, where corners are taught
BACKS = 0.1  # so many of the letters' crops show a card face down


def everything(folder: Path) -> list[Shard]:
    """The shards of all tables, everyday ones twice: what is read every day is not to be forgotten."""
    everyday = parts.shards(folder, "train-*.npz")
    return [*parts.shards(folder, "strangers-*.npz"), *everyday, *everyday]


def teach_finder(folder: Path, pace: float) -> None:
    """Write models/finder.onnx, taught on."""
    tables = everything(folder)
    network = FinderNetwork(*parts.FINDER_WIDTHS)
    shown, _ = finder.windows([tables] * SHOWN, np.random.default_rng(0))
    with _on_its_way(folder, "finder", network, shown):
        told = parts.course(folder, pace, "finder, strangers", RATE)
        parts.export_finder(finder.train(tables, told, network), "finder")


def teach_corners(folder: Path, pace: float) -> None:
    """Write models/corners.onnx, taught on."""
    crops, network = reader.Crops(everything(folder)), ReaderNetwork(corners.OUTPUTS)
    shown, _ = corners.batch_of(crops, SHOWN, PARTS_FOUND, np.random.default_rng(0))
    with _on_its_way(folder, "corners", network, shown):
        told = parts.course(folder, pace, "corners, strangers", RATE)
        parts.export_reader(corners.train(crops, told, network, PARTS_FOUND), "corners")


def teach_letters(folder: Path, pace: float) -> None:
    """Write models/glance.onnx and models/letters.onnx, taught on."""
    every = everything(folder)
    crops = reader.Crops(every, backs=BACKS)
    crops.mistake()
    teach_reader(folder, pace, "glance", ReaderNetwork(LETTER_CLASSES, parts.GLANCE_WIDTHS), crops)
    fine = reader.Crops(every, crop_px=FINE_PX, backs=BACKS)
    fine.mistaken = crops.mistaken
    teach_reader(folder, pace, "letters", ReaderNetwork(LETTER_CLASSES, crop_px=FINE_PX), fine)


def teach_ranks(folder: Path, pace: float, typefaces: Sequence[Typeface]) -> None:
    """Write models/ranks.onnx and models/ranks_blurred.onnx, taught on with corners in these typefaces."""
    parts.tell("drawing close-ups")
    close = closeups.of_indices(max(200, round(parts.CLOSEUPS * pace)), typefaces, 2)
    tables = parts.shards(folder, "train-ranks-*.npz")
    for name, blur, kept_in in (("ranks", reader.MILD, folder), ("ranks_blurred", reader.STRONG, folder / "blurred")):
        crops = reader.Crops(tables, closeups=close, blur=blur)
        crops.mistake("indices")
        teach_reader(kept_in, pace, name, ReaderNetwork(RANK_CLASSES), crops)


def teach_glyphs(folder: Path, pace: float, typefaces: Sequence[Typeface]) -> None:
    """Write models/glyphs.onnx, taught on with signs of these typefaces."""
    signs, network = glyphs.Glyphs(typefaces), ReaderNetwork(GLYPH_CLASSES)
    shown, _ = signs.batch(SHOWN, np.random.default_rng(0))
    with _on_its_way(folder, "glyphs", network, shown):
        told = parts.course(folder, pace, "glyphs, strangers", RATE)
        parts.export_reader(glyphs.train(signs, told, network), "glyphs")


def teach_reader(folder: Path, pace: float, name: str, network: ReaderNetwork, crops: reader.Crops) -> None:
    """Write models/NAME.onnx, taught on with these crops."""
    what = "ranks" if name.startswith("ranks") else "letters"
    shown, _ = reader.batch_of(crops, what, SHOWN, np.random.default_rng(0))
    with _on_its_way(folder, name, network, shown):
        told = parts.course(folder, pace, f"{name.removesuffix('_blurred')}, strangers", RATE)
        parts.export_reader(reader.train(crops, what, told, network), name, network.crop_px)


@contextmanager
def _on_its_way(folder: Path, name: str, network: FinderNetwork | ReaderNetwork, shown: Any) -> Iterator[None]:
    """Take a network up to be taught on and exported as models/NAME.onnx; let that go a part of the way after."""
    folder.mkdir(parents=True, exist_ok=True)
    exported, before = parts.MODELS / f"{name}.onnx", folder / f"{name}-before.onnx"
    if not before.exists():
        shutil.copyfile(exported, before)
    take_up(network, before, shown)
    yield
    go_part_of_the_way(exported, before, WAYS[name])
