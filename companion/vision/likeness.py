"""How much a face resembles each card of an album, and by how much more than any other.

First roughly: small pictures are compared, give or take a few pixels, after what all cards of the deck have in common
is taken off; a picture that was cut askew is drawn straight before (`align`), or else a coloured band that is cut a
little off would say more than the name on the card. Then exactly: the face is laid on the likeliest pictures, and the
best of them is compared with each of its rivals only in what sets the two apart: O and Q differ in one small stroke,
and it is in that stroke that they are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from companion.vision.album import FACE_PX, INSIDE, is_square
from companion.vision.align import Known, aligned, contrast, cut_alike, print_only
from companion.vision.quads import UNIT, aspect, begun_at, filled
from companion.vision.rectify import cut, inset, upright, window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from companion.vision.album import Album

    Floats = NDArray[np.float32]

ROUGH_PX = 24
LOOKS_ALIKE = 0.975  # two cards more alike than this are told apart poorly
NEAR, FAR, WIDE = 1, 3, 6  # how far off a card is looked for, in 24ths of its sides
_SOFT_PX, _ROUGH_SOFT_PX = 1.0, 0.7
_PLAIN, _LEAST_CONTRAST = 0.25, 0.02  # cards with less print than this part of the usual have none
_CUT_OFF = 0.08  # two pictures of an album are cut alike, give or take this part of a card
_RIVALS = 6  # cards that a face is told from, the likeliest ones
_NO_RIVAL = 0.4  # what resembles a face less than this part of what the likeliest card does is no rival
_UNLIKE = 0.35  # print on two cards less alike than this has nothing to be laid on each other
_CANDIDATES, _ALL = 4, 40  # so many cards are tried at a place, the likeliest at first sight; and thoroughly
_SURE, _AHEAD = 0.85, 0.4  # a likeness and a lead with which no other card need be tried
_AT_ONCE = 64  # OpenCV filters so many small pictures side by side
_QUADS_AT_ONCE = 8  # each in so many shifts takes much memory: up to a megabyte
_KEPT = 512  # prepared pictures that are remembered, and twice as many pairs
_TO_THE_DOT, _FAR_AHEAD = 0.97, 0.85  # a likeness and a lead with which a face is seen whole; chosen
_ONLY_NOISE = 0.25  # of the strongest differences between two pictures: what is weaker counts for nothing
_STRONGEST = 20  # pixels


@dataclass(frozen=True, slots=True)
class Resemblance:
    """A face laid on the card it resembles most.

    `likeness` is their correlation (−1…1); `lead` how much nearer the face is to this card than to `rival`, in what
    sets the two apart: 1 this card to the dot, 0 half way between them, −1 the other; `strange` how far it is from
    this card there, in parts of what the two differ by (0 not at all). `quad` (4, 2) is the card from its own top left,
    drawn to its place; `others` are further cards by index with their leads, the nearest first.
    """

    card: int
    quad: Floats
    likeness: float
    lead: float
    strange: float
    others: tuple[tuple[int, float], ...]

    @property
    def is_to_the_dot(self) -> bool:
        """Whether a face is seen whole, with edges or without: what lies half under another card is less like any
        picture."""
        return self.likeness > _TO_THE_DOT and self.lead > _FAR_AHEAD


@dataclass(frozen=True, slots=True)
class _Apart:
    """What sets one picture apart from another, both lying on each other: pixels, and how much each says."""

    at: NDArray[np.intp]
    here: Floats
    towards: Floats
    middle: float
    weights: Floats

    def compared(self, face: Floats) -> tuple[float, float]:
        """The lead of the one over the other, and how strange a face is to the one (see `Resemblance`)."""
        seen = face[self.at]
        return float(seen @ self.towards) - self.middle, float(((seen - self.here) ** 2) @ self.weights)

    def under(self, covered: NDArray[np.bool_]) -> float:
        """How much of it lies where a face is covered (0…1); of nothing nothing does."""
        return float(self.weights[covered[self.at]].sum()) / max(float(self.weights.sum()), 1e-9)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card may lie in a frame: quads, each from the corner that may be its top left; how much each resembles
    each picture at first sight (quads × pictures), and the numbers of the shifts at which it does so most."""

    pyramid: list[NDArray[np.uint8]]
    quads: Sequence[Floats]
    likeness: Floats
    shifts: NDArray[np.intp]
    reach: int

    def start(self, way: int, picture: int) -> Floats:
        """Where the card with this picture seems to lie, if it is in this quad."""
        down, right = divmod(int(self.shifts[way, picture]), 2 * self.reach + 1)
        step = (1 - 2 * INSIDE) / ROUGH_PX
        x, y = (right - self.reach) * step, (down - self.reach) * step
        return window(self.quads[way], x, y, x + 1, y + 1)

    def turns(self, one: int, other: int) -> int:
        """By how many quarters the other quad is turned from the one, clockwise."""
        (x, y), (u, v) = (self.quads[way][1] - self.quads[way][0] for way in (one, other))
        return int(np.round(np.arctan2(x * v - y * u, x * u + y * v) / (np.pi / 2))) % 4


class Likeness:
    """An album made ready for comparing. `plain` is the one card (by index) with nothing on it, if there is one."""

    def __init__(self, album: Album) -> None:
        self.cards = album.cards
        self._pictures = cut_alike(album.pictures)
        number = {name: at for at, name in enumerate(self.cards)}
        self._card_of = np.array([number[name] for name in album.names], np.intp)
        self.aspects = np.array(
            [np.median(album.aspects[self._card_of == at]) for at in range(len(number))], np.float32
        )
        rough = _rough(np.array([_small(picture) for picture in self._pictures]).reshape(-1, ROUGH_PX, ROUGH_PX))
        # With one card only there is nothing in common to take off.
        self._common = rough.sum(0) * (1 / max(1, len(rough)) - 1 / max(1, len(rough)) ** 2)
        self._rough = _lengthened(rough - self._common)
        self._prints = [print_only(picture, _SOFT_PX).ravel().astype(np.float16) for picture in self._pictures]
        contrasts = np.array([contrast(picture) for picture in self._pictures])
        self._usual_contrast = max(float(np.median(contrasts)), _LEAST_CONTRAST) if len(contrasts) else 1.0
        bare = [
            at for at in range(len(number)) if np.all(contrasts[self._card_of == at] < _PLAIN * self._usual_contrast)
        ]
        self.plain = bare[0] if len(bare) == 1 else None
        self._known = lru_cache(_KEPT)(lambda at: Known(self._pictures[at]))
        self._apart = lru_cache(2 * _KEPT)(self._set_apart)

    @cached_property
    def _telling(self) -> Floats:
        """How much each part of a face tells which card it is: where the cards differ (FACE_PX × FACE_PX), 1 in all."""
        differ = np.array(self._prints, np.float32).reshape(-1, FACE_PX, FACE_PX).std(0)
        return np.asarray(differ / max(float(differ.sum()), 1e-9), np.float32)

    def hidden(self, card: Floats, others: Sequence[Floats]) -> float:
        """How much of what tells cards apart lies under these other quads on one (0…1), given from its own top left."""
        return float(self._telling[_covered(card, others)].sum())

    def untold(self, match: Resemblance, others: Sequence[Floats]) -> float:
        """How much of what sets a card apart from one of its rivals lies under these quads, where it is most (0…1)."""
        covered = _covered(match.quad, others).ravel()
        apart = [self._apart(self._picture_of(match.card), self._picture_of(card), 0) for card, _ in match.others]
        return max((one.under(covered) for one in apart), default=0.0)

    def _picture_of(self, card: int) -> int:
        return int(np.argmax(self._card_of == card))

    def matches(
        self,
        pyramid: list[NDArray[np.uint8]],
        places: Sequence[Sequence[Floats]],
        reach: int = NEAR,
        *,
        thoroughly: bool = False,
        least: float = -1.0,
    ) -> list[Resemblance]:
        """What lies at each place of a frame (as its `halvings`).

        A place is given by the quads (4, 2) at which its card may lie, each from whichever corner; `reach` is how far
        off it may lie, in 24ths of its sides. A shadow's edge may look more like print than the print does: then the
        card is found only `thoroughly`.
        """
        if not self.cards:
            return []
        seen = self._seen(pyramid, [quads for quads in places if quads], reach)
        likely = [place for place in seen if place.likeness.max() >= least]
        first = [self._match(place, _ALL if thoroughly else _CANDIDATES) for place in likely]
        # Only where the card lies exactly are its true rivals seen.
        again = self._seen(pyramid, [[match.quad] for match in first], 0)
        return [self._confirmed(match, place) for match, place in zip(first, again, strict=True)]

    def as_plain(self, pyramid: list[NDArray[np.uint8]], quad: Floats) -> Resemblance | None:
        """The quad as the one card of the album that has nothing on it; None when there is no such card."""
        if self.plain is None:
            return None
        face = cut(pyramid, inset(quad, INSIDE), FACE_PX, FACE_PX)
        printed = contrast(face) / self._usual_contrast
        return Resemblance(self.plain, quad, 1 - printed / 2, 1 - printed, 0.0, ())

    def look_alikes(self) -> list[tuple[str, str, float]]:
        """Pairs of different cards that are hard to tell apart, the worst first, with their likeness."""
        near = self._rough @ self._rough.T
        pairs: dict[tuple[int, int], float] = {}
        for one, other in zip(*np.nonzero(np.triu(near > 0, 1)), strict=True):
            cards = int(self._card_of[one]), int(self._card_of[other])
            if cards[0] != cards[1]:
                alike = float(self._prints[one].astype(np.float32) @ self._laid(int(one), int(other), 0))
                pairs[min(cards), max(cards)] = max(alike, pairs.get((min(cards), max(cards)), -1.0))
        named = [(self.cards[one], self.cards[other], alike) for (one, other), alike in pairs.items()]
        return sorted((pair for pair in named if pair[2] > LOOKS_ALIKE), key=lambda pair: -pair[2])

    def _seen(self, pyramid: list[NDArray[np.uint8]], places: Sequence[Sequence[Floats]], reach: int) -> list[_Place]:
        turned = [[begun_at(quad, turn) for quad in quads for turn in range(4)] for quads in places]
        likeness, shifts = self._roughly(pyramid, [quad for quads in turned for quad in quads], reach)
        ends = np.cumsum([0, *(len(quads) for quads in turned)])
        return [
            _Place(pyramid, quads, likeness[start:end], shifts[start:end], reach)
            for quads, start, end in zip(turned, ends, ends[1:], strict=False)
        ]

    def _roughly(
        self, pyramid: list[NDArray[np.uint8]], quads: list[Floats], reach: int
    ) -> tuple[Floats, NDArray[np.intp]]:
        """How much each quad, as given, resembles each picture: −1…1, quads × pictures; and where it does so most, by
        the number of the shift."""
        parts = [
            self._few_roughly(pyramid, quads[at : at + _QUADS_AT_ONCE], reach)
            for at in range(0, len(quads), _QUADS_AT_ONCE)
        ]
        none = np.zeros((0, len(self._rough)), np.float32), np.zeros((0, len(self._rough)), np.intp)
        likeness, shifts = zip(none, *parts, strict=True)
        return np.concatenate(likeness), np.concatenate(shifts)

    def _few_roughly(
        self, pyramid: list[NDArray[np.uint8]], quads: list[Floats], reach: int
    ) -> tuple[Floats, NDArray[np.intp]]:
        edge = INSIDE - reach / ROUGH_PX * (1 - 2 * INSIDE)
        size = ROUGH_PX + 2 * reach
        wide = [cut(pyramid, inset(quad, edge), size, size) for quad in quads]
        views = sliding_window_view(np.array(wide, np.uint8), (ROUGH_PX, ROUGH_PX), axis=(1, 2))
        own = _lengthened(_rough(views.reshape(-1, ROUGH_PX, ROUGH_PX)) - self._common)
        likeness = (own @ self._rough.T).reshape(len(quads), -1, len(self._rough))
        best = likeness.max(1)
        aspects = self.aspects[self._card_of]
        off = np.abs(np.log(np.array([[aspect(quad)] for quad in quads]) / aspects))
        best[~is_square(aspects) & (off > np.abs(np.log(aspects)))] = -1
        return best, likeness.argmax(1)

    def _match(self, place: _Place, candidates: int = _CANDIDATES) -> Resemblance:
        likeliest = self._nearest(place.likeness, candidates)
        nearest = self._nearest(place.likeness)
        best = self._laid_on(place, nearest[0], nearest)
        tried = {best.card}
        while (best.likeness < _SURE or best.lead < _AHEAD) and len(tried) < min(candidates, len(likeliest)):
            # Where a rival is nearer, that is tried next; else what is likeliest at first sight.
            rivals = [card for card, lead in best.others if lead < 0] + [int(self._card_of[at]) for at, _ in likeliest]
            card = next(card for card in rivals if card not in tried)
            tried.add(card)
            one = next(one for one in likeliest if self._card_of[one[0]] == card)
            match = self._laid_on(place, one, nearest)
            best = max(best, match, key=lambda match: (min(match.lead, _AHEAD), match.likeness))
        return best

    def _confirmed(self, match: Resemblance, place: _Place) -> Resemblance:
        """The match compared with what looks most like it where it lies; another one, if that is more like it."""
        nearest = self._nearest(place.likeness)
        known = {match.card, *(card for card, _ in match.others)}
        if all(int(self._card_of[at]) in known for at, _ in nearest):
            return match
        return self._match(place)

    def _nearest(self, rough: Floats, most: int = 0) -> list[tuple[int, int]]:
        """The likeliest picture of each of the likeliest cards, with the quad in which it is likeliest: of its rivals,
        or of so many cards if that is more."""
        ways = rough.argmax(0)
        likeliest = rough.max(0)
        nearest: dict[int, tuple[int, int]] = {}
        for at in np.argsort(-likeliest):
            rival = len(nearest) <= _RIVALS and (not nearest or likeliest[at] >= _NO_RIVAL * likeliest.max())
            if not rival and len(nearest) >= most:
                break
            nearest.setdefault(int(self._card_of[at]), (int(at), int(ways[at])))
        return list(nearest.values())

    def _laid_on(self, seen: _Place, one: tuple[int, int], nearest: list[tuple[int, int]]) -> Resemblance:
        at, way = one
        inner = inset(seen.start(way, at), INSIDE)
        place = aligned(seen.pyramid, inner, self._known(at))
        face = print_only(cut(seen.pyramid, place, FACE_PX, FACE_PX), _SOFT_PX).ravel()
        others = []
        for other, other_way in nearest:
            if self._card_of[other] != self._card_of[at]:
                lead, strange = self._apart(at, other, seen.turns(way, other_way)).compared(face)
                others.append((lead, strange, int(self._card_of[other])))
        others.sort()
        lead, strange, _ = others[0] if others else (1.0, 0.0, 0)
        rim = INSIDE / (1 - 2 * INSIDE)
        return Resemblance(
            card=int(self._card_of[at]), quad=inset(place, -rim),
            likeness=float(face @ self._prints[at]), lead=lead, strange=strange,
            others=tuple((card, one_lead) for one_lead, _, card in others),
        )  # fmt: skip

    def _laid(self, one: int, other: int, turns: int) -> Floats:
        """The print of the other picture, turned by so many quarters, laid on the one; if they are so unlike that it
        does not matter, as it lies."""
        there = np.rot90(self._prints[other].reshape(FACE_PX, FACE_PX), -turns).ravel().astype(np.float32)
        turned = np.rot90(self._rough[other].reshape(ROUGH_PX, ROUGH_PX), -turns).ravel()
        if float(turned @ self._rough[one]) < _UNLIKE:
            return there
        picture = np.ascontiguousarray(np.rot90(self._pictures[other], -turns))
        place = aligned([picture], upright(FACE_PX, FACE_PX), self._known(one), _CUT_OFF)
        return print_only(cut([picture], place, FACE_PX, FACE_PX), _SOFT_PX).ravel()

    def _set_apart(self, one: int, other: int, turns: int) -> _Apart:
        here, there = self._prints[one].astype(np.float32), self._laid(one, other, turns)
        differ = here - there
        least = _ONLY_NOISE * float(np.partition(np.abs(differ), -_STRONGEST)[-_STRONGEST])
        telling = np.sign(differ) * np.maximum(np.abs(differ) - least, 0)
        at = np.flatnonzero(telling)
        half = max(float(telling @ differ) / 2, 1e-9)
        towards = telling[at] / half
        weights = np.abs(telling[at])
        weights /= max(float(weights @ differ[at] ** 2), 1e-12)
        return _Apart(at, here[at], towards, float(towards @ (here + there)[at]) / 2, weights)


def _covered(card: Floats, others: Sequence[Floats]) -> NDArray[np.bool_]:
    """What of a face lies under these other quads on one (FACE_PX × FACE_PX), a card given from its own top left."""
    onto = cv2.getPerspectiveTransform(inset(card, INSIDE), FACE_PX * UNIT)
    seen = [cv2.perspectiveTransform(np.asarray(quad, np.float32)[None], onto)[0] for quad in others]
    return filled((FACE_PX, FACE_PX), seen) > 0


def _small(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, (ROUGH_PX, ROUGH_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _rough(faces: NDArray[np.uint8]) -> Floats:
    """The print on small faces (n × 24 × 24) in one row each (n × 576)."""
    side_by_side = np.ascontiguousarray(faces.transpose(1, 2, 0))
    parts = [
        print_only(side_by_side[:, :, at : at + _AT_ONCE], _ROUGH_SOFT_PX).reshape(ROUGH_PX**2, -1)
        for at in range(0, len(faces), _AT_ONCE)
    ]
    return np.ascontiguousarray(np.concatenate([np.zeros((ROUGH_PX**2, 0), np.float32), *parts], 1).T)


def _lengthened(faces: Floats) -> Floats:
    """Faces (n × 576) at length 1."""
    return np.asarray(faces / (np.linalg.norm(faces, axis=1, keepdims=True) + 1e-6), np.float32)
