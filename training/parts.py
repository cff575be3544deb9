"""What the parts of a training share: how long each course is, the shards it learns from, and where networks go."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.errors import BadInput
from companion.resources import PACKAGE
from companion.vision.rectify import CROP_PX
from training.course import RATE, Course
from training.dataset import load

if TYPE_CHECKING:
    from pathlib import Path

    from training.dataset import Shard
    from training.networks import FinderNetwork, ReaderNetwork

MODELS = PACKAGE / "vision" / "models"
STEPS = {
    "finder": 24_000, "finder, slim": 34_000, "finder, polished": 24_000,
    "finder, strangers": 16_000, "finder, strangers, again": 12_800,
    "indices": 15_000, "corners": 9_000, "corners, strangers": 8_000,
    "glance, coarse": 28_000, "glance": 14_000, "glance, thin": 9_000,
    "glance, strangers": 12_000, "glance, strangers, again": 8_200,
    "letters": 16_000, "letters, again": 7_600, "letters, signs": 3_000,
    "ranks": 30_000, "ranks, strangers": 8_000, "glyphs": 9_000, "glyphs, strangers": 5_000,
}  # fmt: skip
# Inputs of a step, where a network has much to learn from tables of every kind.
BATCHES = {
    "finder, strangers": 64, "finder, strangers, again": 64,
    "glance, strangers": 256, "glance, strangers, again": 256, "letters": 512, "letters, again": 512,
}  # fmt: skip
CYCLES = {"finder, polished": 3}
FINDER_WIDTHS = ((8, 24), 32, 48)
GLANCE_WIDTHS = (8, 24, 40)
CLOSEUPS = 30_000


def tell(line: str) -> None:
    """Progress, one line at a time."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def shards(folder: Path, pattern: str) -> list[Shard]:
    """The finished shards of a folder, in order; read anew each time, since all at once take some gigabytes.

    Raises BadInput when there are none.
    """
    finished = [path for path in sorted(folder.glob(pattern)) if ".part" not in path.name]
    if not finished:
        raise BadInput(f"no drawn tables {folder / pattern} to learn from: draw them first with --only tables")
    return [load(path) for path in finished]


def course(folder: Path, pace: float, name: str, rate: float = RATE) -> Course:
    """How a network is trained at this pace."""
    return Course(name, round(STEPS[name] * pace), folder, tell, rate, CYCLES.get(name, 1), BATCHES.get(name))


def export_finder(network: FinderNetwork, name: str) -> None:
    """Write models/NAME.onnx: any number of frames of any size."""
    import torch

    from training.networks import export

    export(network, MODELS / f"{name}.onnx", torch.zeros(1, 1, 192, 192), {0: "batch", 2: "height", 3: "width"})


def export_reader(network: ReaderNetwork, name: str, crop_px: int = CROP_PX) -> None:
    """Write models/NAME.onnx: any number of crops."""
    import torch

    from training.networks import export

    export(network, MODELS / f"{name}.onnx", torch.zeros(2, 1, crop_px, crop_px), {0: "batch"})
