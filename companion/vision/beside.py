"""Where cards may lie that touch a known one, and have its paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Quad = NDArray[np.float32]
    Picture = NDArray[np.uint8]

# Both were settled on path-traced tables of the house's cards, of seed 501 (`benchmarks/rendered.py`).
_PAPER = 0.15  # colours differ by less than this part of the brightest one on paper of one kind
_SOME = 0.2  # so much of a face or a back is bare paper at least
_STEPS = np.linspace(0.05, 0.95, 10)
_RIGHT, _DOWN = (one.ravel() for one in np.meshgrid(_STEPS, _STEPS))
# How much of each corner makes up each of the points that are spread over a quad (points × 4).
_SPREAD = np.stack([(1 - _RIGHT) * (1 - _DOWN), _RIGHT * (1 - _DOWN), _RIGHT * _DOWN, (1 - _RIGHT) * _DOWN], 1)


def next_to(quad: Quad) -> list[Quad]:
    """Where cards would lie that touch this one along its sides."""
    across, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    return [np.asarray(quad + step, np.float32) for step in (across, -across, down, -down)]


def with_its_paper(frame: Picture, card: Quad, places: list[Quad]) -> list[Quad]:
    """The places that show some of the colour of a card's paper, as every card of its deck does, the back too."""
    own = _sampled(frame, card)
    if own is None:
        return []
    brightness = own.sum(1)
    paper = np.median(own[brightness >= np.median(brightness)], axis=0)
    seen = [(place, _sampled(frame, place)) for place in places]
    return [
        place for place, other in seen
        if other is not None and (np.abs(other - paper).max(1) < _PAPER * paper.max()).mean() > _SOME
    ]  # fmt: skip


def _sampled(frame: Picture, quad: Quad) -> NDArray[np.float32] | None:
    """Colours spread over a quad (points × 3); None when it does not lie within the frame."""
    height, width = frame.shape[:2]
    if (quad < 0).any() or (quad >= [width, height]).any():
        return None
    x, y = (_SPREAD @ quad).astype(int).T
    return np.asarray(frame[y, x], np.float32)
