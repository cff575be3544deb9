"""What the table looks like where no card lies, remembered in a small picture: so that a hand that rests over the
cards is told from the table, and a dimmed lamp from a hand.

A lens that something lies on shows nothing of the table, nor does a dark room. What covers a lens is out of focus all
over, so that there is no edge anywhere; of a table with cards there are many. A bare table may be as smooth: that is
told by its light, for what covers a lens takes most of it away, or by the hue of skin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.vision.quads import filled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from companion.vision.sighting import Corners

    Small = NDArray[np.float32]
    Mask = NDArray[np.bool_]

WIDTH_PX = 160
_DIFFERENT = 26.0  # grey levels (the largest of the three colours) between a hand and the table under it
_LEAST_AREA = 0.006  # of the frame: smaller things are no hands
_LEAST_SKIN = 0.002  # of the frame
_LEARNING = 0.3  # how much of the newest picture goes into the remembered one
_LOST = 0.4  # when this part of the remembered table looks different, it is not the same view any more

_BLACK = 20.0  # of video 16 is black: where nothing is lighter, no lamp is lit or the lens is covered
_EDGE = 6.0  # by which a pixel differs from what lies around it where there is an edge; chosen, as are those below
_EDGE_LEAST = 3  # and so many pixels
_AROUND_PX = 4.0  # the standard deviation of what lies around
_DARKER = 0.4  # of the light that came from the table
_SKIN = 0.5  # of the picture


def shrink(picture: NDArray[np.uint8]) -> Small:
    """The picture in `WIDTH_PX` columns, still in colour: one value stands for many pixels, so noise is nearly gone."""
    height, width = picture.shape[:2]
    size = (WIDTH_PX, max(1, round(height * WIDTH_PX / width)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)


class Backdrop:
    """The remembered table. Feed it only pictures without hands (`learn`); then ask what else lies there."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew: the view has changed."""
        self._seen: Small = np.zeros((0, 0, 3), np.float32)
        self._known: Mask = np.zeros((0, 0), np.bool_)

    def learn(self, small: Small, quads: Iterable[Corners], frame_width_px: int, *, at_once: bool = False) -> None:
        """Remember the table as it looks now wherever no card lies: gradually, or all of it at once."""
        free = ~_covered(small, quads, frame_width_px, grow_px=2)
        if self._seen.shape != small.shape:
            self._seen, self._known = small.copy(), free
            return
        seen = self._seen * self._light(small, free)
        share = np.where(self._known & free, 1.0 if at_once else _LEARNING, np.where(free, 1.0, 0.0)).astype(
            np.float32
        )[:, :, None]
        self._seen = seen * (1 - share) + small * share
        self._known = self._known | free

    def is_lost(self, small: Small, quads: Iterable[Corners], frame_width_px: int) -> bool:
        """Whether most of what is remembered looks different: the camera has been pushed, or everything rearranged."""
        if self._seen.shape != small.shape:
            return False
        free = self._known & ~_covered(small, quads, frame_width_px, grow_px=2)
        return bool(free.any() and np.mean(self._strange(small, free)[free]) > _LOST)

    def hands(
        self, small: Small, quads: Iterable[Corners], frame_width_px: int, left_behind: Iterable[Corners] = ()
    ) -> Mask | None:
        """What reaches in from the edge of the frame and is neither table nor card: a mask, or None when nothing does.

        `quads` are the cards seen now; `left_behind` places where cards lay before (the cloth under them may never
        have been seen, so a bare patch there is no hand).
        """
        free = ~_covered(small, quads, frame_width_px, grow_px=2)
        strange = self._strange(small, free) & free
        bare = _covered(small, left_behind, frame_width_px, grow_px=1) & ~self._remembered(small)
        count, marks, facts, _ = cv2.connectedComponentsWithStats(strange.astype(np.uint8), connectivity=8)
        height, width = strange.shape
        found = np.zeros_like(strange)
        for index in range(1, count):
            left, top, wide, high = (int(fact) for fact in facts[index][:4])
            at_edge = left == 0 or top == 0 or left + wide == width or top + high == height
            piece = marks == index
            large = int((piece & ~bare).sum()) >= _LEAST_AREA * width * height
            if at_edge and large and (self._known.size or self._has_skin(small, piece)):
                found |= piece
        return found if found.any() else None

    @staticmethod
    def _has_skin(small: Small, piece: Mask) -> bool:
        """Whether a piece of the picture has the hue of skin somewhere.

        Asked only as long as no empty table has been seen: then a table's edge or a tray is as strange as an arm.
        """
        return int((skin(small) & piece).sum()) >= _LEAST_SKIN * piece.size

    def _remembered(self, small: Small) -> Mask:
        return self._known if self._known.shape == small.shape[:2] else np.zeros(small.shape[:2], np.bool_)

    def _strange(self, small: Small, free: Mask) -> Mask:
        """Where the picture differs from the remembered table, or from the usual colour where nothing is remembered."""
        usual = np.median(small[free], axis=0) if free.any() else np.zeros(3, np.float32)
        expected = np.broadcast_to(usual, small.shape).astype(np.float32)
        known = self._remembered(small)
        if known.any():
            expected = np.where(known[:, :, None], self._seen * self._light(small, free), expected)
        strange: Mask = np.abs(small - expected).max(2) > _DIFFERENT
        return strange

    def _light(self, small: Small, free: Mask) -> Small:
        """How much brighter the room is than remembered, per colour; 1 when it cannot be told."""
        both = self._known & free
        if both.sum() < 50:
            return np.ones(3, np.float32)
        light: Small = np.median((small[both] + 1) / (self._seen[both] + 1), axis=0).astype(np.float32)
        return light


def skin(small: Small) -> Mask:
    """Where the small picture has the hue of skin.

    The bounds are those of Chai and Ngan, IEEE Trans. Circuits Syst. Video Technol. 9 (1999), for all complexions,
    without the greys among them.
    """
    _, red, blue = cv2.split(cv2.cvtColor(small.astype(np.uint8), cv2.COLOR_BGR2YCrCb))
    return np.asarray((red >= 137) & (red <= 173) & (blue >= 77) & (blue <= 123), np.bool_)


def shows_nothing(small: Small, before: Small | None) -> bool:
    """Whether nothing of a table is seen; `before` is how it looked when cards or mat were last seen on it, None before
    that: then only a black picture shows none."""
    if small.max() < _BLACK:
        return True
    if before is None or before.shape != small.shape:
        return False
    is_darker = np.median(small.max(2)) < _DARKER * np.median(before.max(2))
    return _is_smooth(small) and bool(is_darker or skin(small).mean() > _SKIN > skin(before).mean())


def _is_smooth(small: Small) -> bool:
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    edges = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), _AROUND_PX)) > _EDGE
    return int(edges.sum()) < _EDGE_LEAST


def _covered(small: Small | Mask, quads: Iterable[Corners], frame_width_px: int, grow_px: int) -> Mask:
    """The small picture's pixels under the quads, grown by so many of its pixels."""
    scale = small.shape[1] / frame_width_px
    stencil = filled(small.shape, (np.array(quad) * scale for quad in quads))
    return cv2.dilate(stencil, np.ones((2 * grow_px + 1, 2 * grow_px + 1), np.uint8)).astype(np.bool_)


def overlaps(mask: Mask, quad: Corners, frame_width_px: int) -> bool:
    """Whether a mask of the small picture touches a quad of the frame."""
    return bool((_covered(mask, [quad], frame_width_px, grow_px=1) & mask).any())
