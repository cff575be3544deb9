"""Training the readers: crops of drawn cards, cut as shakily as the finder cuts them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import torch
from torch.nn import functional

from companion.vision.classifiers import LETTER_CLASSES, LETTER_NOTHING, LETTER_TURNED_DOWN, RANK_CLASSES, RANK_NOTHING
from companion.vision.find import find
from companion.vision.quads import size_px, sizes_px
from companion.vision.rectify import CROP_PX, cut, halvings, index_corners, normalised, whole_card, window
from training.camera_faults import MILD, blurred, in_light, packed
from training.dataset import KINDS, indices_of, uncovered
from training.fitting import fit
from training.networks import ReaderNetwork
from training.parallel import each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from training.camera_faults import Blur
    from training.closeups import CloseUps
    from training.course import Course
    from training.dataset import Shard
    from training.glyphs import Glyphs

SEEN = {"letter": 0.5, "rank": 0.2, "word": 0.6, "back": 0.6}  # the least visible part of a card worth a crop
WHOLE, GONE = 0.97, 0.6  # a sign free by more than the first part can be read, by less than the second it cannot
MISTAKEN = 0.7  # a place further from every card than this part of its size is no card
MIDDLE = (0.2, 0.2, 0.8, 0.8)  # where on its card a letter stands
LEGIBLE_PX = {"letter": 21.0, "rank": 55.0, "word": 21.0, "back": 21.0}  # smaller cards teach nothing but guessing
ALONE = 0.12  # this part of the crops of letters shows a sign cut out of a line of print, where there are any
CLOSE = 0.5  # this part of the crops of indices are of close-ups, where there are any
NOT_UPRIGHT = 0.1  # and this part of these
SLANTED, SLANT = 0.15, 0.25  # so many letters are made to lean, by at most this part of their card's width
INKED = 0.15  # and so many crops printed bolder or finer
LEGIBLE = 0.88  # so many crops show a letter or a back, the others nothing to read
BATCH = 128
LEGIBLE_INDEX_PX = 14.0  # and so do smaller indices


def as_found(quad: Any, rng: np.random.Generator, shake: float = 1.0) -> Any:
    """The quad as a parallelogram a little off: what the finder would have said. `shake` scales the error."""
    middle = quad.mean(0)
    size = size_px(quad)
    top = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    side = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    angle = rng.normal(0, 0.045) * shake
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    top = top @ spin * (1 + rng.normal(0.0, 0.05) * shake) + rng.normal(0, 0.02, 2) * size * shake
    side = side @ spin * (1 + rng.normal(0.0, 0.05) * shake) + rng.normal(0, 0.02, 2) * size * shake
    middle = middle + rng.normal(0, 0.03, 2) * size * shake
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    return (signs @ np.array([top, side]) + middle).astype(np.float32)


class Crops:
    """Draws training crops from shards of drawn tables, and from close-ups of indices."""

    def __init__(
        self, shards: Sequence[Shard], shake: float = 1.0, closeups: CloseUps | None = None, crop_px: int = CROP_PX,
        blur: Blur = MILD, backs: float = 0.04, alone: Glyphs | None = None,
    ) -> None:  # fmt: skip
        """`backs`: this part (0…1) of the crops of letters show a card face down; `alone` draws single signs."""
        self.alone = alone
        self.crop_px = crop_px
        self.back_share = backs
        self.shards = list(shards)
        self.shake = shake
        self.blur = blur
        self.closeups = closeups
        self.letters, self.covered = self._by_cover(self._cards("letter"))
        self.ranks = self._cards("rank")
        self.backs = self._cards("back")
        self.others = self._cards("word") + self.ranks
        self.shown = [indices_of(shard) for shard in self.shards]
        self.indices = self._indices(lambda seen: seen > WHOLE)
        self.under = self._indices(lambda seen: seen < GONE)
        self.mistaken: list[tuple[Any, NDArray[np.float32]]] = []

    def mistake(self, network: str = "finder") -> None:
        """Have the trained finder look at every table, of cards or of `indices`, and show also what it takes for one
        where none is."""
        shards = self.shards if network == "finder" else self.shown
        places = each(lambda which: _mistaken(shards[which], network), range(len(shards)))  # which: a shard is large
        for shard, found in zip(shards, places, strict=True):
            self.mistaken += [(shard.frames[number], quad) for number, quad in found]

    def _cards(self, kind: str) -> list[tuple[int, int]]:
        number = KINDS.index(kind)
        cards = []
        for which, shard in enumerate(self.shards):
            size = sizes_px(shard.quads)
            inside = (
                (shard.quads > -0.06 * size[:, None, None]) & (shard.quads < 512 + 0.06 * size[:, None, None])
            ).all((1, 2))
            good = (shard.kind == number) & (shard.visible > SEEN[kind]) & inside & (size > LEGIBLE_PX[kind])
            cards += [(which, int(card)) for card in np.flatnonzero(good)]
        return cards

    def _indices(self, wanted: Callable[[Any], Any]) -> list[tuple[int, int]]:
        """The indices of playing cards, where this much of them is seen, that lie within the frame."""
        kept = []
        for which, shown in enumerate(self.shown):
            size = sizes_px(shown.quads)
            inside = ((shown.quads > 0) & (shown.quads < 512)).all((1, 2))
            good = wanted(shown.visible) & inside & (size > LEGIBLE_INDEX_PX)
            kept += [(which, int(index)) for index in np.flatnonzero(good)]
        return kept

    def _by_cover(self, cards: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The letter cards that can be read, and those whose letter lies under another card."""

        def free_parts(which: int) -> list[float]:
            shard = self.shards[which]
            mine = [card for owner, card in cards if owner == which]
            return [uncovered(shard, card, window(shard.quads[card], *MIDDLE)) for card in mine]

        free = [part for parts in each(free_parts, range(len(self.shards))) for part in parts]
        whole = [card for card, part in zip(cards, free, strict=True) if part > WHOLE]
        return whole, [card for card, part in zip(cards, free, strict=True) if part < GONE]

    def letter(self, rng: np.random.Generator) -> tuple[Any, int]:
        """A crop (40, 40) and its class: letter × 4 + quarter turn, a card turned down, or nothing to read."""
        if self.alone and rng.random() < ALONE:
            return self.alone.letter(self.crop_px, rng)
        chance = rng.random()
        if chance < LEGIBLE - self.back_share:
            shard, card = self.pick(self.letters, rng)
            turn = int(rng.integers(4))
            quad = as_found(shard.quads[card], rng, self.shake)
            if self.shake and rng.random() < SLANTED:
                quad = slanted(quad, float(rng.uniform(-SLANT, SLANT)))
            return self.cut(shard, card, whole_card(np.roll(quad, turn, 0)), rng), int(shard.label[card]) * 4 + turn
        if chance < LEGIBLE:
            shard, card = self.pick(self.backs or self.letters, rng)
            if shard.kind[card] == KINDS.index("back"):
                quad = np.roll(as_found(shard.quads[card], rng, self.shake), int(rng.integers(4)), 0)
                return self.cut(shard, card, whole_card(quad), rng), LETTER_TURNED_DOWN
        return self._nothing(rng), LETTER_NOTHING

    def _nothing(self, rng: np.random.Generator) -> Any:
        if self.mistaken and rng.random() < 0.5:
            frame, quad = self.mistaken[int(rng.integers(len(self.mistaken)))]
            quad = np.roll(as_found(quad, rng, 0.5 * self.shake), int(rng.integers(4)), 0)
            return self._cut_from(frame, whole_card(quad), rng)
        chance = rng.random()
        if chance < 0.12 and self.covered:
            shard, card = self.pick(self.covered, rng)
            quad = np.roll(as_found(shard.quads[card], rng, self.shake), int(rng.integers(4)), 0)
            return self.cut(shard, card, whole_card(quad), rng)
        if chance < 0.4 and self.others:
            shard, card = self.pick(self.others, rng)
            quad = np.roll(as_found(shard.quads[card], rng, self.shake), int(rng.integers(4)), 0)
            return self.cut(shard, card, whole_card(quad), rng)
        if chance < 0.65:  # between cards
            shard, card = self.pick(self.letters or self.ranks, rng)
            quad = as_found(shard.quads[card], rng, self.shake)
            step = rng.choice([-1, 1]) * rng.uniform(0.38, 0.6)
            edge = quad[1] - quad[0] if rng.random() < 0.5 else quad[3] - quad[0]
            quad = np.roll(quad + edge * step, int(rng.integers(4)), 0)
            return self.cut(shard, card, whole_card(quad.astype(np.float32)), rng)
        while True:  # print and clutter that is no card
            shard = self.shards[int(rng.integers(len(self.shards)))]
            number = int(rng.integers(len(shard.frames)))
            size = float(np.exp(rng.uniform(np.log(16), np.log(120))))
            centre = rng.uniform(size * 0.6, 512 - size * 0.6, 2)
            mine = shard.table == number
            middles = shard.quads[mine].mean(1)
            reaches = sizes_px(shard.quads[mine])
            if len(middles) and (np.linalg.norm(middles - centre, axis=1) < 0.55 * (reaches + size)).any():
                if rng.random() < 0.9:
                    continue
                return normalised_noise(rng, self.crop_px)
            angle = rng.uniform(0, np.pi)
            across = size / 2 * np.array([np.cos(angle), np.sin(angle)])
            along = np.array([-across[1], across[0]])
            quad = np.array(
                [centre - across - along, centre + across - along, centre + across + along, centre - across + along]
            )
            return self._cut_from(shard.frames[number], quad.astype(np.float32), rng)

    def rank(self, rng: np.random.Generator) -> tuple[Any, int]:
        """A crop of where an index may stand and its class: a rank, or nothing to read."""
        chance = rng.random()
        if self.closeups and chance < CLOSE:
            picture, quad, rank = self._close(rng)
            turn = int(rng.integers(1, 4)) if rng.random() < NOT_UPRIGHT else 0
            return self._cut_from(picture, np.roll(quad, turn, 0), rng), RANK_NOTHING if turn else rank
        if chance < 0.72:
            shard, index = self.pick_index(self.indices, rng)
            quad = as_found(shard.quads[index], rng, self.shake)
            return self.cut(shard, index, quad, rng), int(shard.label[index])
        if chance < 0.8:  # not upright
            shard, index = self.pick_index(self.indices, rng)
            quad = np.roll(as_found(shard.quads[index], rng, self.shake), int(rng.integers(1, 4)), 0)
            return self.cut(shard, index, quad, rng), RANK_NOTHING
        if chance < 0.83 and self.under:
            shard, index = self.pick_index(self.under, rng)
            quad = as_found(shard.quads[index], rng, self.shake)
            return self.cut(shard, index, quad, rng), RANK_NOTHING
        if chance < 0.86:
            shard, card = self.pick(self.ranks, rng)
            corner = index_corners(np.roll(as_found(shard.quads[card], rng, 0.5 * self.shake), 1, 0))
            return self.cut(shard, card, corner[int(rng.integers(4))], rng), RANK_NOTHING
        return self._nothing(rng), RANK_NOTHING

    def _close(self, rng: np.random.Generator) -> tuple[Any, Any, int]:
        """Any of the close-ups: its picture, what would have been found of it, and what it shows."""
        assert self.closeups is not None
        one = int(rng.integers(len(self.closeups.labels)))
        quad = as_found(self.closeups.quads[one], rng, self.shake)
        return self.closeups.pictures[one], quad, int(self.closeups.labels[one])

    def pick(self, cards: list[tuple[int, int]], rng: np.random.Generator) -> tuple[Shard, int]:
        """One of these cards, any of them as likely: its shard and number there."""
        which, card = cards[int(rng.integers(len(cards)))]
        return self.shards[which], card

    def pick_index(self, indices: list[tuple[int, int]], rng: np.random.Generator) -> tuple[Shard, int]:
        """The same with indices: the shard has them in place of the cards."""
        which, index = indices[int(rng.integers(len(indices)))]
        return self.shown[which], index

    def cut(self, shard: Shard, card: int, quad: Any, rng: np.random.Generator) -> Any:
        """The part `quad` of a card's picture (40, 40), disturbed as cameras do."""
        return self._cut_from(shard.frames[shard.table[card]], quad, rng)

    def _cut_from(self, frame: Any, quad: Any, rng: np.random.Generator) -> Any:
        """Cut from a neighbourhood only (halving a whole frame for one crop would be slow), then disturb the crop."""
        x0, y0 = np.clip(np.floor(quad.min(0)).astype(int) - 8, 0, None)
        x1, y1 = np.ceil(quad.max(0)).astype(int) + 8
        near = frame[y0:y1, x0:x1]
        if near.size < 64 or self.shake == 0:
            near, x0, y0 = frame, 0, 0
        elif near.shape[0] > 1.25 * self.crop_px and rng.random() < 0.35:  # a camera further away
            factor = max(float(rng.uniform(0.4, 1.0)), self.crop_px / near.shape[0])
            size = max(8, int(near.shape[1] * factor)), max(8, int(near.shape[0] * factor))
            small = cv2.resize(near, size, interpolation=cv2.INTER_AREA)
            near = cv2.resize(small, near.shape[::-1], interpolation=cv2.INTER_LINEAR)
        crop = cut(
            halvings(np.ascontiguousarray(near)), quad - np.array([x0, y0], np.float32), self.crop_px, self.crop_px
        )
        if self.shake == 0:
            return crop
        if near.shape[0] > self.crop_px and rng.random() < INKED:  # bolder or finer print than any typeface has
            crop = np.asarray(
                (cv2.dilate if rng.random() < 0.5 else cv2.erode)(crop, np.ones((2, 2), np.uint8)), np.uint8
            )
        picture: Any = crop.astype(np.float32)
        picture = in_light(picture, rng)
        picture = blurred(picture, self.blur, rng)
        if rng.random() < 0.25:
            picture = picture + rng.standard_normal(picture.shape, np.float32) * float(
                rng.uniform(1, 0.1 * picture.std() + 2)
            )
        if rng.random() < 0.08:
            picture = 255 - picture
        return packed(np.clip(picture, 0, 255).astype(np.uint8), rng)


def _mistaken(shard: Shard, network: str) -> list[tuple[int, NDArray[np.float32]]]:
    """The tables of a shard, by number, and the places there that a network takes for cards where none is."""
    places = []
    for number, frame in enumerate(shard.frames):
        quads = shard.quads[shard.table == number]
        for place in find(halvings(frame), network=network):
            away = np.linalg.norm(quads.mean(1) - place.centre, axis=1)
            if not len(away) or away.min() > MISTAKEN * place.size_px:
                places.append((number, place.quad))
    return places


def slanted(quad: Any, slant: float) -> Any:
    """The quad (4, 2) drawn askew, its top and bottom moved apart by so much of its width: print seen in it leans."""
    aside = (quad[1] - quad[0] + quad[2] - quad[3]) / 2 * slant / 2
    return (quad + np.array([[1], [1], [-1], [-1]]) * aside).astype(np.float32)


def normalised_noise(rng: np.random.Generator, crop_px: int = CROP_PX) -> Any:
    """A crop of nothing but noise."""
    noise = rng.normal(rng.uniform(0, 255), rng.uniform(1, 40), (crop_px, crop_px))
    return np.clip(noise, 0, 255).astype(np.uint8)


def batch_of(
    crops: Crops, what: str, count: int, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """`count` crops as the network takes them, with their classes."""
    draw = crops.letter if what == "letters" else crops.rank
    pictures, classes = zip(*(draw(rng) for _ in range(count)), strict=True)
    return normalised(np.array(pictures, np.uint8)), np.array(classes, np.int64)


def train(crops: Crops, what: str, course: Course, network: ReaderNetwork | None = None) -> ReaderNetwork:
    """Train a reader of "letters" or "ranks", a new one or this one."""
    torch.manual_seed(course.seed)
    network = network or ReaderNetwork(LETTER_CLASSES if what == "letters" else RANK_CLASSES)
    fit(network, partial(batch_of, crops, what, course.batch or BATCH), functional.cross_entropy, course)
    return network
