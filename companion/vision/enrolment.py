"""Learning a deck before the camera: its cards are shown one by one or several at a time, in the deck's order.

Every time the table has settled, with no hand over it, the cards that have come are the next ones of the deck, from far
left to near right. Cards that stay, are nudged or pushed elsewhere are known by their looks and not learned twice; so a
spread may be laid card by card. Time comes in with each picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.album import faces_of
from companion.vision.align import unlike
from companion.vision.changes import SAME_PLACE
from companion.vision.enrol import BACK, EnrolledReader, missing
from companion.vision.quads import aspect, size_px
from companion.vision.sighting import Sighting, Table, as_quad
from companion.vision.spread import SpreadFound, spread
from companion.vision.watch import Watcher

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.album import Album, Pictures
    from companion.vision.spread import Finder

    Picture = NDArray[np.uint8]

SAME_FACE = 0.08  # two looks at one card are less unlike than this, two cards that differ in a digit twice as much
UNTOUCHED = 0.015  # a card that nobody touched is found again this near, in parts of its size


@dataclass(frozen=True, slots=True)
class Step:
    """What one settled table led to: the names learned; `too_many` new cards when more came than are still to come;
    the number of cards whose edges are `unclear`, for which nothing was learned; or, when the whole deck is known, the
    table as it is read now (`checked`)."""

    learned: tuple[str, ...] = ()
    too_many: int = 0
    unclear: int = 0
    checked: Table | None = None


@dataclass(frozen=True, slots=True)
class _Shown:
    """The cards of a settled table: quads (each from its top left) and faces (n × 80 × 80)."""

    quads: list[NDArray[np.float32]]
    faces: Pictures


class Enrolment:
    """One deck being learned. `album` is what is known so far; begun with an album, it goes on where that ends."""

    def __init__(self, deck: Deck, album: Album, find: Finder) -> None:
        self.album = album
        self._deck = deck
        self._find = find
        self._watcher = Watcher()
        self._found = SpreadFound([], [])
        self._last: _Shown | None = None
        self._reader: EnrolledReader | None = None  # for the check at the end, made once all cards are known

    @property
    def left(self) -> tuple[str, ...]:
        """The names of the cards still to be shown, in order."""
        return missing(self._deck, self.album)

    def watch(self, picture: Picture, now_ms: int) -> Step | None:
        """Take one picture (BGR, of `now_ms`); a step when a table has settled that shows something new."""
        if self._watcher.watch(picture, now_ms, self._places) is None:
            return None
        found, last = self._found, self._last
        if self.left and found.doubtful:
            return Step(unclear=len(found.doubtful))
        shown = self._last = _shown(picture, found.quads)
        fresh = _fresh(shown, last)
        if not fresh:
            return None
        left = self.left
        if not left:
            self._reader = self._reader or EnrolledReader(self._deck, self.album, self._find)
            return Step(checked=self._reader.read(picture))
        if len(fresh) > len(left):
            return Step(too_many=len(fresh))
        names = left[: len(fresh)]
        aspects = np.array([aspect(shown.quads[index]) for index in fresh], np.float32)
        self.album = self.album.with_faces(names, shown.faces[fresh], aspects)
        return Step(learned=names)

    def _places(self, picture: Picture) -> Table:
        """Where cards lie; which they are is not asked yet."""
        found = self._found = spread(picture, self._find)
        sightings = (Sighting("back", BACK, as_quad(quad), 1.0, True) for quad in [*found.quads, *found.doubtful])
        return Table(tuple(sightings), ())


def _shown(picture: Picture, quads: list[NDArray[np.float32]]) -> _Shown:
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return _Shown(quads, faces_of(grey, quads))


def _fresh(shown: _Shown, last: _Shown | None) -> list[int]:
    """Which cards have come since the last settled table."""
    everything = list(range(len(shown.quads)))
    if last is None or not len(last.faces) or not everything:
        return everything
    before = {one: _at_same_place(shown.quads[one], last.quads) for one in everything}
    stayed = {one: other is not None and _is_same(shown, one, last, other) for one, other in before.items()}
    if any(other is not None and not stayed[one] for one, other in before.items()):
        # A new spread lies where the old one lay: only what has not moved a hair has stayed.
        return [one for one, other in before.items() if not (stayed[one] and _untouched(shown, one, last, other))]
    gone = [other for other, quad in enumerate(last.quads) if _at_same_place(quad, shown.quads) is None]
    return [one for one in everything if before[one] is None and not any(_is_same(shown, one, last, at) for at in gone)]


def _is_same(shown: _Shown, one: int, last: _Shown, other: int) -> bool:
    """Whether a face is one that was there before: cards of a deck may differ in one small sign."""
    return unlike(last.faces[other], shown.faces[one]) < SAME_FACE


def _untouched(shown: _Shown, one: int, last: _Shown, other: int | None) -> bool:
    if other is None:
        return False
    quad = shown.quads[one]
    off = float(np.linalg.norm(quad.mean(0) - last.quads[other].mean(0)))
    return off < UNTOUCHED * size_px(quad)


def _at_same_place(quad: NDArray[np.float32], others: list[NDArray[np.float32]]) -> int | None:
    """The nearest of the others, if it is at the same place."""
    off = [float(np.linalg.norm(quad.mean(0) - other.mean(0))) for other in others]
    nearest = int(np.argmin(off)) if off else 0
    reach = SAME_PLACE * size_px(quad)
    return nearest if off and off[nearest] < reach else None
