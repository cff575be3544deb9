"""The Reader: a frame and a deck in, a Table out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.errors import BadInput
from companion.sentences import told
from companion.vision.arrange import rows_of
from companion.vision.colour import colour_grey
from companion.vision.detections import Detections, Examined, once
from companion.vision.find import find
from companion.vision.jumbles import examine_jumbles
from companion.vision.letters import examine_letters
from companion.vision.portraits import examine_portraits
from companion.vision.printed_words import examine_words
from companion.vision.ranked_letters import examine_ranked_letters
from companion.vision.ranks import examine_ranks
from companion.vision.rectify import halvings
from companion.vision.sighting import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from companion.cards import Deck

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
    the top, 270 at the right. The networks are loaded when the first frame is read. A reader keeps nothing between
    frames and may be used by several threads.
    """

    deck: Deck
    side_deg: float = 0.0

    def read(self, frame: NDArray[np.uint8], *, confirmed: Table | None = None) -> Table:
        """What lies on the table in this frame (uint8 BGR, height × width × 3; grey, height × width, will do).

        Every sighting has a calibrated confidence; what is too doubtful has `accepted` False and alternatives. The
        deck's composition is used as a prior. So is `confirmed`, the last table somebody confirmed: a card that
        lies where it lay is more likely the same than another one.

        Raises BadInput when the array is no picture.
        """
        examined = self.examine(frame, confirmed=confirmed)
        quads = [np.array(one.sighting.quad, np.float32) for one in examined]
        return Table(tuple(one.sighting for one in examined), rows_of(quads, self.side_deg))

    def examine(self, frame: NDArray[np.uint8], *, confirmed: Table | None = None) -> list[Examined]:
        """As `read`, each sighting with what led to it: the crop and the scores of every reader."""
        grey = _grey(frame)
        colour = frame if frame.ndim == 3 else np.asarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), np.uint8)
        pyramid = halvings(grey)
        other_grey = colour_grey(colour)
        found = find(pyramid) if other_grey is None else find(pyramid, halvings(other_grey))
        detections = Detections(colour, grey, pyramid, found, self.deck, confirmed, self.side_deg)
        examined = _EXAMINERS[self.deck.reads](detections)
        return examined if self.deck.reads == "ranks" else once(examined)  # ranks stand in corners, and tell it by them


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
