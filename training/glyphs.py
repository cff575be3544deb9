"""Training the reader of single printed signs.

It sees what `companion.vision.glyphs` cuts out of a card: one sign, dark on light, alone on plain ground, upright or
upside down, in capitals, small letters or digits. Every sign is drawn anew: set in a typeface, warped a little,
blurred, disturbed, and cut out as shakily as print on a photographed card is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from companion.vision.classifiers import LETTER_NOTHING
from companion.vision.glyphs import CROP_PX, GLYPH_CLASSES, NO_GLYPH, SIGNS, tile
from companion.vision.rectify import normalised
from training.fitting import fit
from training.fonts import CAPITALS, Typeface, drawn
from training.networks import ReaderNetwork
from training.reader import BATCH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from training.course import Course

ATLAS_PX = 72
NOTHING, ON_ITS_SIDE = 0.13, 0.25  # this part of the crops shows no upright sign, and of these so many one lying across
DRAWN = SIGNS + "abcdefghijklmnopqrstuvwxyzı"  # the last is an i whose dot was not cut out with it
LYING = "ABDEFGJKPQRTY2457"  # signs that look like no other when they lie on their side
OTHERS = "♠♥♦♣.,!?-–:;'•*&+()/"  # print that is no letter and no digit


class Glyphs:
    """Draws training crops."""

    def __init__(self, faces: Sequence[Typeface]) -> None:
        self.faces = [atlas for face in faces if (atlas := _atlas(face))]

    def batch(self, count: int, rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """`count` crops as the network takes them, and their classes (twice the sign, one more when upside down)."""
        pictures, classes = zip(*(self.one(rng) for _ in range(count)), strict=True)
        return normalised(np.array(pictures, np.uint8)), np.array(classes, np.int64)

    def one(self, rng: np.random.Generator) -> tuple[Any, int]:
        """A crop (uint8) and its class."""
        atlas = self.faces[int(rng.integers(len(self.faces)))]
        if rng.random() < NOTHING:
            return self._crop(self._nothing(atlas, rng), rng), NO_GLYPH
        # Capitals and digits make up most of what stands on cards, small letters the rest.
        sign = int(rng.integers(len(SIGNS))) if rng.random() < 0.62 else int(rng.integers(len(SIGNS), len(DRAWN)))
        turned = bool(rng.random() < 0.5)
        mask = atlas[DRAWN[sign]]
        label = SIGNS.index(DRAWN[sign].upper())
        return self._crop(np.ascontiguousarray(mask[::-1, ::-1]) if turned else mask, rng), 2 * label + turned

    def letter(self, crop_px: int, rng: np.random.Generator) -> tuple[Any, int]:
        """A capital as it is cut out of a word (uint8, crop_px a side), turned by quarters, light on dark as often as
        dark on light, and its class for the network that reads letters; or no letter."""
        atlas = self.faces[int(rng.integers(len(self.faces)))]
        if rng.random() < NOTHING:
            mask, label = self._nothing(atlas, rng), LETTER_NOTHING
        else:
            sign, turn = int(rng.integers(len(CAPITALS))), int(rng.choice([0, 2, 1, 3], p=[0.4, 0.4, 0.1, 0.1]))
            mask, label = np.ascontiguousarray(np.rot90(atlas[CAPITALS[sign]], -turn)), 4 * sign + turn
        seen = self._crop(mask, rng, crop_px)
        darkest, lightest = np.sort(rng.uniform(0, 255, 2))
        span = max(lightest - darkest, 30) / 255
        seen = 255 - seen if rng.random() < 0.5 else seen
        return np.clip(darkest + span * seen, 0, 255).astype(np.uint8), label

    def _nothing(self, atlas: dict[str, Any], rng: np.random.Generator) -> Any:
        """Two signs in one, a piece of a sign, one on its side, a mark, a blob or a stroke."""
        if rng.random() < ON_ITS_SIDE:
            return np.ascontiguousarray(np.rot90(atlas[LYING[int(rng.integers(len(LYING)))]], int(rng.choice([1, 3]))))
        kind = rng.random()
        one, other = (atlas[DRAWN[int(rng.integers(len(DRAWN)))]] for _ in range(2))
        if kind < 0.3:
            high = max(one.shape[0], other.shape[0])
            pad = [np.pad(mask, ((high - mask.shape[0], 0), (0, 2))) for mask in (one, other)]
            return np.concatenate(pad, 1)
        if kind < 0.5:
            part = max(3, int(one.shape[1] * rng.uniform(0.25, 0.5)))
            return np.ascontiguousarray(one[:, :part] if rng.random() < 0.5 else one[:, -part:])
        marks = [atlas[mark] for mark in OTHERS if mark in atlas]
        if kind < 0.75 and marks:
            return marks[int(rng.integers(len(marks)))]
        picture = np.zeros((60, int(rng.uniform(15, 120))), np.uint8)
        for _ in range(int(rng.integers(1, 4))):
            points = rng.uniform(0, 1, (int(rng.integers(3, 7)), 2)) * picture.shape[::-1]
            cv2.fillPoly(picture, [points.astype(np.int32)], 255)
        return picture

    def _crop(self, mask: Any, rng: np.random.Generator, crop_px: int = CROP_PX) -> Any:
        """The sign as a camera would see it on a card, cut out."""
        tall_px = float(np.exp(rng.uniform(np.log(6.5), np.log(42))))  # as many pixels of the camera
        scale = tall_px / ATLAS_PX * 1.38  # a capital is about that part of the size it is set in
        turn, wide, lean = rng.normal(0, 0.035), np.exp(rng.normal(0, 0.1)), rng.normal(0, 0.06)
        matrix: Any = np.array([[wide, lean], [0, 1.0]]) * scale
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ matrix
        size = np.abs(matrix) @ np.array(mask.shape[::-1]) + 9
        middle = size / 2 + rng.uniform(-0.5, 0.5, 2)
        warp = np.column_stack([matrix, middle - matrix @ (np.array(mask.shape[::-1]) / 2)])
        if scale < 0.5:  # an area filter first: sampling a much larger mask would alias
            mask = cv2.GaussianBlur(mask, (0, 0), 0.35 / scale)
        flat = cv2.warpAffine(mask, warp, (int(size[0]), int(size[1])), flags=cv2.INTER_LINEAR)
        native: Any = flat.astype(np.float32)
        if rng.random() < 0.12:  # the foot or arm of a neighbour
            side = int(rng.integers(0, 3))
            native[:, side : side + 2] = np.maximum(native[:, side : side + 2], rng.uniform(0, 255))
        native = cv2.GaussianBlur(native, (0, 0), float(rng.uniform(0.3, 0.35 + 0.025 * tall_px + 0.35)))
        contrast = rng.uniform(0.25, 1.0)
        native = contrast * native + rng.standard_normal(native.shape, np.float32) * rng.uniform(0, 7)
        enlarge = float(np.exp(rng.uniform(np.log(0.9), np.log(3.0))))
        if tall_px * enlarge > 60:
            enlarge = 60 / tall_px
        large = cv2.resize(native, None, fx=enlarge, fy=enlarge, interpolation=cv2.INTER_LINEAR)
        ink = float(large.max())
        ys, xs = np.nonzero(large > ink * rng.uniform(0.3, 0.55))
        jitter = rng.integers(0, 3, 4) - 1
        y0, y1 = max(0, int(ys.min()) - 1 + jitter[0]), int(ys.max()) + 2 + jitter[1]
        x0, x1 = max(0, int(xs.min()) - 1 + jitter[2]), int(xs.max()) + 2 + jitter[3]
        glyph = np.clip(255 - large[y0:y1, x0:x1] / max(ink, 1) * 255, 0, 255)
        line_px = glyph.shape[0] / min(1.0, float(rng.uniform(0.62, 1.5)))
        return tile(glyph, line_px, crop_px)


def _atlas(face: Typeface) -> dict[str, Any]:
    """Every sign of a typeface as a mask; empty when a letter or digit is missing."""
    masks = {}
    for sign in DRAWN + OTHERS:
        mask = drawn(face, sign, ATLAS_PX)
        if mask.size and mask.max() > 128:
            masks[sign] = mask
        elif sign in DRAWN[:-1]:
            return {}
    return {DRAWN[-1]: masks["i"]} | masks


def train(glyphs: Glyphs, course: Course, network: ReaderNetwork | None = None) -> ReaderNetwork:
    """Train a reader of single signs, a new one or this one."""
    torch.manual_seed(course.seed)
    network = network or ReaderNetwork(GLYPH_CLASSES)
    fit(network, partial(glyphs.batch, BATCH), functional.cross_entropy, course)
    return network


def share_right(network: ReaderNetwork, glyphs: Glyphs, seed: int, count: int = 8000) -> float:
    """How many (0…1) of so many crops the network reads right, whichever way up."""
    pictures, classes = glyphs.batch(count, np.random.default_rng(seed))
    with torch.no_grad():
        said = network(torch.from_numpy(pictures)).argmax(1).numpy()
    return float((said // 2 == classes // 2).mean())
