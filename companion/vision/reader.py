"""The Reader: a frame and a deck in, a Table out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.errors import BadInput
from companion.sentences import told
from companion.vision.arrange import rows_of
from companion.vision.cloth import of_the_cloth
from companion.vision.colour import colour_grey
from companion.vision.detections import Detections, Examined, once
from companion.vision.evidence import looked_at_and_read
from companion.vision.find import find
from companion.vision.jumbles import examine_jumbles
from companion.vision.letters import examine_letters
from companion.vision.portraits import examine_portraits
from companion.vision.printed_words import examine_words
from companion.vision.ranked_letters import examine_ranked_letters
from companion.vision.ranks import examine_ranks
from companion.vision.rectify import halvings
from companion.vision.sighting import Table
from companion.vision.unlike import surer_where_unlike

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from companion.cards import Deck
    from companion.vision.album_matching import AlbumMatcher
    from companion.vision.sighting import Printing

_EXAMINERS: dict[str, Callable[[Detections], list[Examined]]] = {
    "letters": examine_letters,
    "ranks": examine_ranks,
    "words": examine_words,
    "jumbles": examine_jumbles,
    "ranked_letters": examine_ranked_letters,
    "portraits": examine_portraits,
}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one deck's cards off frames.

    `side_deg` is where the player sits who reads the rows: 0 at the bottom of the picture, 90 at its left, 180 at
    the top, 270 at the right. `looks` knows the deck's cards by an album: then a card is known by its looks and by what
    is printed on it, whichever says more (`evidence`); not with ranks, which stand in corners of cards that are hardly
    seen. The networks are loaded when the first frame is read. A reader keeps nothing between frames and may be used by
    several threads.
    """

    deck: Deck
    side_deg: float = 0.0
    looks: AlbumMatcher | None = None

    def read(self, frame: NDArray[np.uint8]) -> Table:
        """What lies on the table in this frame (uint8 BGR, height × width × 3; grey, height × width, will do).

        Every sighting has a calibrated confidence; what is too doubtful has `accepted` False and alternatives. The
        deck's composition is used as a prior.

        Raises BadInput when the array is no picture.
        """
        return self.examine(frame)[1]

    def examine(self, frame: NDArray[np.uint8]) -> tuple[list[Examined], Table]:
        """As `read`, and with each sighting what led to it: the scores of every reader."""
        detections = self.detect(frame)
        examined, printing = self._examined(detections)
        examined = _without_cloth(examined)
        examined, odd = surer_where_unlike(self.deck.reads, detections.pyramid, examined)
        quads = [one.quad for one in examined]
        return examined, Table(tuple(one.sighting for one in examined), rows_of(quads, self.side_deg), printing, odd)

    def detect(self, frame: NDArray[np.uint8]) -> Detections:
        """Where cards may lie in a frame, before any is looked at; see `read`."""
        grey = _grey(frame)
        colour = frame if frame.ndim == 3 else np.asarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), np.uint8)
        pyramid = halvings(grey)
        other_grey = colour_grey(colour)
        found = find(pyramid) if other_grey is None else find(pyramid, halvings(other_grey))
        return Detections(colour, grey, pyramid, found, self.deck, self.side_deg)

    def _examined(self, detections: Detections) -> tuple[list[Examined], Printing | None]:
        by_print = _EXAMINERS[self.deck.reads]
        if self.deck.reads == "ranks":  # these stand in corners, and tell by them what is one card
            return by_print(detections), None
        if self.looks is None:
            return once(by_print(detections)), None
        examined, printing = looked_at_and_read(detections, self.looks, lambda seen: once(by_print(seen)))
        return once(examined), printing


def _without_cloth(examined: list[Examined]) -> list[Examined]:
    """What was examined, without what is the pattern of the cloth."""
    accepted = [one.sighting.accepted for one in examined]
    if all(accepted):
        return examined
    cloth = of_the_cloth([one.quad for one in examined], accepted, np.logical_not(accepted))
    return [one for one, is_cloth in zip(examined, cloth, strict=True) if not is_cloth]


def _grey(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if frame.dtype != np.uint8 or frame.ndim not in (2, 3) or (frame.ndim == 3 and frame.shape[2] != 3):
        shape = "×".join(str(side) for side in frame.shape)
        raise BadInput(
            told(
                "a frame must be uint8, height × width × 3 (BGR); this one is {kind}, {shape}",
                kind=frame.dtype, shape=shape,
            )
        )  # fmt: skip
    if min(frame.shape[:2]) < 16:
        size = f"{frame.shape[1]}×{frame.shape[0]}"
        raise BadInput(told("a frame of {size} pixels is too small to read; 16×16 is the least", size=size))
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame, np.uint8)
