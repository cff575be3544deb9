"""Watching the table: which pictures are worth reading, and which readings count.

A table counts when it has lain unchanged and with no hand over it for a short while, and when readings one after the
other agree. Nothing is read while something moves, and nothing again while nothing has changed, so an idle table
costs next to nothing. Time comes in with each picture; there is no clock in here and no chance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import starmap
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from companion.vision import changes, mat
from companion.vision.backdrop import Backdrop, overlaps, shows_nothing, shrink
from companion.vision.motion import carried, common_motion, motion_px
from companion.vision.sighting import Alternative, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from companion.vision.backdrop import Small
    from companion.vision.motion import Motion
    from companion.vision.sighting import Sighting

    Picture = NDArray[np.uint8]

SETTLE_MS = 300
AGREE = 2  # readings in a row that must say the same
PATIENCE = 6  # after so many readings that do not, what they disagree about is doubtful
FURNITURE_MS = 4000  # what reaches in from the edge and lies this still is no hand but a box or a mug

_MOVED = 6.0  # grey levels by which a pixel of the small picture must differ
_MOVED_LEAST = 3  # and so many pixels of it
_BUMP_PX = 6.0

Stillness = Literal["moving", "settling", "covered", "settled"]


@dataclass(frozen=True, slots=True)
class Settled:
    """A table that counts, and what is different from the one before.

    `motion` is what has carried the picture since the one before, as far as that can be told: a little also where
    nobody has pushed anything.
    """

    table: Table
    changes: tuple[changes.Change, ...]
    motion: Motion | None = None


class Watcher:
    """Watches one table. `state` says what it is waiting for, `table` is the last one that counted (None at first)."""

    def __init__(self) -> None:
        self.state: Stillness = "moving"
        self.table: Table | None = None
        self._anchor: Small | None = None
        self._still_since_ms = 0
        self._readings: list[Table] = []
        self._backdrop = Backdrop()
        self._corners: mat.MarkCorners | None = None
        self._with_cards: Small | None = None
        self._unseen_since_ms: int | None = None

    def watch(self, picture: Picture, now_ms: int, read: Callable[[Picture], Table]) -> Settled | None:
        """Take one picture (BGR, of `now_ms`) and read it if it is worth reading: a table if one counts now."""
        if not self.wants(picture, now_ms):
            return None
        return self.feed(read(picture), picture, now_ms)

    def wants(self, picture: Picture, now_ms: int) -> bool:
        """Take note of one picture, and say whether it should be read; one that shows nothing of the table is not."""
        small = shrink(picture)
        is_unseen = shows_nothing(small, self._with_cards)
        self._unseen_since_ms = (
            (now_ms if self._unseen_since_ms is None else self._unseen_since_ms) if is_unseen else None
        )
        if is_unseen:
            self._anchor, self.state = None, "moving"
            self._readings.clear()
            return False
        if self._anchor is None or self._anchor.shape != small.shape or _differ(self._anchor, small):
            self._anchor, self._still_since_ms = small, now_ms
            self._readings.clear()
            self.state = "moving"
            return False
        if self.state == "settled":
            return False
        if self.state == "covered":
            return now_ms - self._still_since_ms >= FURNITURE_MS
        if now_ms - self._still_since_ms < SETTLE_MS:
            return False
        self.state = "settling"
        return True

    def unseen_ms(self, now_ms: int) -> int:
        """For how long no picture has shown anything of the table; 0 while one does."""
        return 0 if self._unseen_since_ms is None else now_ms - self._unseen_since_ms

    def feed(self, table: Table, picture: Picture, now_ms: int) -> Settled | None:
        """Take the reading of a picture that `wants` asked for: the table if it counts now, else None."""
        self._readings.append(table)
        agreeing = self._readings[-AGREE:]
        same = len(agreeing) == AGREE and all(_says_the_same(table, other) for other in agreeing)
        if not same and len(self._readings) < PATIENCE:
            return None
        settled = merged(agreeing if same else self._readings)
        return self._judge(settled, picture, now_ms)

    def forget(self) -> None:
        """Begin anew, as for a new match or another camera."""
        self.state, self.table, self._anchor, self._corners = "moving", None, None, None
        self._with_cards = None
        self._readings.clear()
        self._backdrop.forget()

    def _judge(self, table: Table, picture: Picture, now_ms: int) -> Settled | None:
        """Decide whether a hand is in the way of a table on which the readings agree; if not, it counts."""
        height_px, width_px = picture.shape[:2]
        small = shrink(picture)
        corners = mat.find(picture)
        motion = self._motion(table, corners)
        pushed = motion is not None and motion_px(motion, width_px, height_px) >= _BUMP_PX
        before = self.table.sightings if self.table else ()
        if motion is not None and pushed:
            before = carried(before, motion)
        quads = [card.quad for card in table.sightings] + mat.pieces(corners)
        if pushed or self._backdrop.is_lost(small, quads, width_px):
            self._backdrop.forget()
        different = changes.compare(before, table.sightings)
        taken = [change.before.quad for change in different if change.kind == "taken" and change.before is not None]
        hands = self._backdrop.hands(small, quads, width_px, left_behind=taken)
        if hands is not None:
            is_furniture = now_ms - self._still_since_ms >= FURNITURE_MS
            if not is_furniture or any(overlaps(hands, quad, width_px) for quad in taken):
                self.state = "covered"
                self._readings.clear()
                if is_furniture:  # it lies on cards that are known to be there: wait on, and look again later
                    self._still_since_ms = now_ms
                return None
        self._backdrop.learn(small, quads, width_px, at_once=hands is not None)
        self._corners = corners  # of a mat that was hidden nobody knows whether it or the cards have been moved
        self.state, self.table, self._anchor = "settled", table, small
        self._with_cards = small if quads else self._with_cards
        self._readings.clear()
        return Settled(table, different, motion)

    def _motion(self, table: Table, corners: mat.MarkCorners | None) -> Motion | None:
        """What has carried the picture since the last table; None when that cannot be told."""
        if self.table is None:
            return None
        motion = mat.motion(self._corners, corners) if self._corners and corners else None
        return common_motion(self.table, table) if motion is None else motion


def merged(readings: Sequence[Table]) -> Table:
    """One table out of several readings of the same scene.

    It has the cards of the newest reading with the usual number of them. A card is accepted when every reading
    accepts it and says the same; what they disagree about is doubtful, the other readings among its alternatives.
    """
    counts = [len(reading.sightings) for reading in readings]
    usual = max(counts, key=counts.count)
    base = next(reading for reading in reversed(readings) if len(reading.sightings) == usual)
    others = [reading for reading in readings if reading is not base]
    return replace(base, sightings=tuple(_agreed(card, others) for card in base.sightings))


def _agreed(card: Sighting, others: Sequence[Table]) -> Sighting:
    same_place = [_nearest(card, other) for other in others]
    if all(other is not None and other.label == card.label and other.accepted for other in same_place):
        return card
    rivals = {other.label: other.confidence for other in same_place if other is not None and other.label != card.label}
    kept = tuple(alternative for alternative in card.alternatives if alternative.label not in rivals)
    return replace(card, accepted=False, alternatives=(*starmap(Alternative, rivals.items()), *kept))


def _nearest(card: Sighting, table: Table) -> Sighting | None:
    at = changes.lying_at(table.sightings, card.quad)
    return None if at is None else table.sightings[at]


def _says_the_same(one: Table, other: Table) -> bool:
    return not changes.compare(one.sightings, other.sightings)


def _differ(anchor: Small, small: Small) -> bool:
    """Whether something has moved since; all of the picture getting a little brighter or darker is no motion."""
    difference = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) - cv2.cvtColor(anchor, cv2.COLOR_BGR2GRAY)
    difference -= np.median(difference)
    return int((np.abs(difference) > _MOVED).sum()) >= _MOVED_LEAST
