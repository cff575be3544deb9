"""Drawn tables kept on disk while training runs: shards of grey frames with their truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.vision.rectify import index_corners, window
from training.faces import RANKS
from training.fonts import CAPITALS
from training.parallel import each

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from training.tables import TablePainter

KINDS = ("letter", "rank", "word", "back")
SHARD = 200
LAYOUT_SEED = 5_000_000
LEAST_PART = 0.68  # of a card's sides has a field on it
_SAMPLES = 9  # points along each side of a part that is looked at


@dataclass(frozen=True, slots=True)
class Shard:
    """`frames` uint8 (n, 512, 512) grey. One entry per card in the rest: the frame it lies in, its quad (4, 2), the
    part of it that is seen, its kind (index into KINDS), its label (index into CAPITALS or RANKS, else -1)."""

    frames: NDArray[np.uint8]
    table: NDArray[np.int32]
    quads: NDArray[np.float32]
    visible: NDArray[np.float32]
    kind: NDArray[np.int8]
    label: NDArray[np.int8]


def uncovered(shard: Shard, card: int, part: NDArray[np.float32]) -> float:
    """How much (0…1) of a part of a card, a quad (4, 2) in the frame, the cards laid down later leave free."""
    later = np.arange(card + 1, len(shard.table))
    later = later[shard.table[later] == shard.table[card]]
    quads = shard.quads[later]
    quads = quads[((quads.min(1) <= part.max(0)) & (quads.max(1) >= part.min(0))).all(1)]
    if not len(quads):
        return 1.0
    steps = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    across = part[0] + steps[:, None] * (part[1] - part[0])
    below = part[3] + steps[:, None] * (part[2] - part[3])
    points = (across[None] + steps[:, None, None] * (below - across)[None]).reshape(1, 1, -1, 2)
    edges = np.roll(quads, -1, 1) - quads
    away = points - quads[:, :, None]
    sides = edges[:, :, None, 0] * away[..., 1] - edges[:, :, None, 1] * away[..., 0]
    inside = (sides > 0).all(1) | (sides < 0).all(1)
    return float(1 - inside.any(0).mean())


def indices_of(shard: Shard) -> Shard:
    """The same tables with the indices of their playing cards in place of the cards: the upper left one of each, then
    the lower right one, each upright, with the part of it that is seen."""
    cards = np.flatnonzero(shard.kind == KINDS.index("rank"))
    both = [(int(card), view) for card in cards for view in index_corners(shard.quads[card])[:2]]
    owners = np.array([card for card, _ in both], np.intp)
    return Shard(
        shard.frames, shard.table[owners], np.array([view for _, view in both], np.float32).reshape(-1, 4, 2),
        np.array([uncovered(shard, card, view) for card, view in both], np.float32),
        shard.kind[owners], shard.label[owners],
    )  # fmt: skip


def part_of(card: Any, rng: np.random.Generator) -> Any:
    """A field somewhere on a card (4, 2)."""
    wide, high = rng.uniform(LEAST_PART, 1, 2)
    left, top = rng.uniform(0, 1, 2) * [1 - wide, 1 - high]
    return window(card, left, top, left + wide, top + high)


def _label_index(kind: str, label: str) -> int:
    if kind == "letter":
        return CAPITALS.index(label)
    return RANKS.index(label) if kind == "rank" else -1


def draw_shard(painter: TablePainter, first_seed: int, count: int = SHARD, layout: str | None = None) -> Shard:
    """Draw `count` tables with consecutive seeds, all of one layout or of any."""
    frames, table, quads, visible, kinds, labels = [], [], [], [], [], []
    for number in range(count):
        drawn = painter.paint(first_seed + number, layout=layout)
        frames.append(cv2.cvtColor(drawn.frame, cv2.COLOR_BGR2GRAY))
        table += [number] * len(drawn.faces)
        quads.append(drawn.quads.reshape(-1, 4, 2))
        visible.append(drawn.visible)
        kinds += [KINDS.index(face.kind) for face in drawn.faces]
        labels += [_label_index(face.kind, face.label) for face in drawn.faces]
    return Shard(
        np.array(frames, np.uint8), np.array(table, np.int32), np.concatenate(quads).astype(np.float32),
        np.concatenate(visible).astype(np.float32), np.array(kinds, np.int8), np.array(labels, np.int8),
    )  # fmt: skip


def prepare(
    folder: Path, shards: int, painter: TablePainter, *, layout: str | None = None, name: str = "train"
) -> None:
    """Draw the shards NAME-000.npz, or NAME-LAYOUT-000.npz, …, that are not on disk yet."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{name}-{layout}" if layout else name
    first = 0 if name == "train" else LAYOUT_SEED

    def draw(number: int) -> None:
        path = folder / f"{name}-{number:03}.npz"
        if not path.exists():
            shard = draw_shard(painter, first + number * SHARD, SHARD, layout)
            unfinished = path.with_suffix(".part.npz")
            np.savez(unfinished, **{name: getattr(shard, name) for name in Shard.__slots__})
            unfinished.rename(path)

    for _ in each(draw, range(shards)):
        pass


def load(path: Path) -> Shard:
    """Read one shard."""
    with np.load(path) as stored:
        return Shard(**{name: stored[name] for name in Shard.__slots__})
