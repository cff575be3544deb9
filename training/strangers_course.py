"""Teaching the networks with tables of strangers' decks, in display typefaces, on patterned cloths, and all others.

All but the one that reads letters begin with what the exported networks know; of some, what is written are weights on
the way from those before to those after. What they begin with is kept as NAME-before.onnx, so that a course that was
cut off goes on from there.
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
from training.camera_faults import MILD, STRONG
from training.networks import FinderNetwork, KeenNetwork, ReaderNetwork
from training.taken_up import go_part_of_the_way, take_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.dataset import Shard
    from training.fonts import Typeface

RATE = 8e-4  # of learning, at most, where little is left to learn
ON_RATE, AGAIN_RATE = 1e-3, 5e-4  # where much is, and in a second course, begun at the first one's end
LETTERS_RATE, LETTERS_AGAIN_RATE = 3e-3, 1.5e-3  # where nothing is known yet
SHOWN = 384  # inputs on which a network that is taken up is measured
# So far the weights of these go, at last; what chose it, docs/eyes.md says. Finder and glance go to the end.
WAYS = {"corners": 0.8, "letters": 0.7, "ranks": 0.35, "ranks_blurred": 0.35, "glyphs": 0.35}
PARTS_FOUND = 0.15  # of so many cards only a field or a picture on them was found, where corners are taught
BACKS = 0.1  # so many of the letters' crops show a card face down


def everything(folder: Path) -> list[Shard]:
    """The shards of all tables, everyday ones twice: what is read every day is not to be forgotten."""
    everyday = parts.shards(folder, "train-*.npz")
    return [*parts.shards(folder, "strangers-*.npz"), *everyday, *everyday]


def teach_finder(folder: Path, pace: float) -> None:
    """Write models/finder.onnx, taught on twice."""
    tables = everything(folder)
    network = FinderNetwork(*parts.FINDER_WIDTHS)
    shown, _ = finder.windows([tables] * SHOWN, np.random.default_rng(0))
    take_up(network, _before(folder, "finder"), shown)
    for name, rate in (("finder, strangers", ON_RATE), ("finder, strangers, again", AGAIN_RATE)):
        network = finder.train(tables, parts.course(folder, pace, name, rate), network)
    parts.export_finder(network, "finder")


def teach_corners(folder: Path, pace: float) -> None:
    """Write models/corners.onnx, taught on."""
    crops, network = reader.Crops(everything(folder)), ReaderNetwork(corners.OUTPUTS)
    shown, _ = corners.batch_of(crops, SHOWN, PARTS_FOUND, np.random.default_rng(0))
    with _on_its_way(folder, "corners", network, shown):
        told = parts.course(folder, pace, "corners, strangers", RATE)
        parts.export_reader(corners.train(crops, told, network, PARTS_FOUND), "corners")


def teach_glance(folder: Path, pace: float) -> None:
    """Write models/glance.onnx, taught on twice."""
    crops = reader.Crops(everything(folder), backs=BACKS)
    crops.mistake()
    network = ReaderNetwork(LETTER_CLASSES, parts.GLANCE_WIDTHS)
    shown, _ = reader.batch_of(crops, "letters", SHOWN, np.random.default_rng(0))
    take_up(network, _before(folder, "glance"), shown)
    for name, rate in (("glance, strangers", ON_RATE), ("glance, strangers, again", AGAIN_RATE)):
        network = reader.train(crops, "letters", parts.course(folder, pace, name, rate), network)
    parts.export_reader(network, "glance")


def train_letters(folder: Path, pace: float, typefaces: Sequence[Typeface]) -> None:
    """Write models/letters.onnx, taught from the beginning with all tables, at last also with single signs in these
    typefaces, as they are cut out of words."""
    crops = reader.Crops(everything(folder), crop_px=FINE_PX, backs=BACKS)
    network: ReaderNetwork = KeenNetwork(LETTER_CLASSES)
    crops.mistake()
    for name, rate in (("letters", LETTERS_RATE), ("letters, again", LETTERS_AGAIN_RATE)):
        network = reader.train(crops, "letters", parts.course(folder, pace, name, rate), network)
    parts.export_reader(network, "letters", FINE_PX)
    taught = _kept(folder, "letters-taught", "letters")
    crops.alone = glyphs.Glyphs(typefaces)
    network = reader.train(crops, "letters", parts.course(folder, pace, "letters, signs", AGAIN_RATE), network)
    parts.export_reader(network, "letters", FINE_PX)
    go_part_of_the_way(parts.MODELS / "letters.onnx", taught, WAYS["letters"])


def teach_ranks(folder: Path, pace: float, typefaces: Sequence[Typeface]) -> None:
    """Write models/ranks.onnx and models/ranks_blurred.onnx, taught on with corners in these typefaces."""
    parts.tell("drawing close-ups")
    close = closeups.of_indices(max(200, round(parts.CLOSEUPS * pace)), typefaces, 2)
    tables = parts.shards(folder, "train-ranks-*.npz")
    for name, blur, kept_in in (("ranks", MILD, folder), ("ranks_blurred", STRONG, folder / "blurred")):
        crops = reader.Crops(tables, closeups=close, blur=blur)
        crops.mistake("indices")
        network = ReaderNetwork(RANK_CLASSES)
        shown, _ = reader.batch_of(crops, "ranks", SHOWN, np.random.default_rng(0))
        with _on_its_way(kept_in, name, network, shown):
            told = parts.course(kept_in, pace, "ranks, strangers", RATE)
            parts.export_reader(reader.train(crops, "ranks", told, network), name)


def teach_glyphs(folder: Path, pace: float, typefaces: Sequence[Typeface]) -> None:
    """Write models/glyphs.onnx, taught on with signs of these typefaces."""
    signs, network = glyphs.Glyphs(typefaces), ReaderNetwork(GLYPH_CLASSES)
    shown, _ = signs.batch(SHOWN, np.random.default_rng(0))
    with _on_its_way(folder, "glyphs", network, shown):
        told = parts.course(folder, pace, "glyphs, strangers", RATE)
        parts.export_reader(glyphs.train(signs, told, network), "glyphs")


@contextmanager
def _on_its_way(folder: Path, name: str, network: ReaderNetwork, shown: Any) -> Iterator[None]:
    """Take a network up to be taught on and exported as models/NAME.onnx; let that go a part of the way after."""
    before = _before(folder, name)
    take_up(network, before, shown)
    yield
    go_part_of_the_way(parts.MODELS / f"{name}.onnx", before, WAYS[name])


def _before(folder: Path, name: str) -> Path:
    """The exported network with which a course begins, kept beside what is learned."""
    before = folder / f"{name}-before.onnx"
    return before if before.exists() else _kept(folder, before.stem, name)


def _kept(folder: Path, kept_as: str, name: str) -> Path:
    """The exported network as it is now, kept beside what is learned."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{kept_as}.onnx"
    shutil.copyfile(parts.MODELS / f"{name}.onnx", kept)
    return kept
