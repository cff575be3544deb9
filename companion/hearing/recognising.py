"""The port for what recognises speech: it chooses one of the candidates it is given, and what it chose is confirmed.

Open recognition of a single word is hopeless on a small machine (`docs/hardware.md` has figures): there is none here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

RATE_HZ = 16_000
MOST_CANDIDATES = 100
FAINTEST = 150.0  # of 32,767: the loudest tenth of a second of what somebody says near a microphone is above it
FRAMES_HZ = 100  # pieces of a sound in a second, by which it is told what was said when
FRAME_SAMPLES = RATE_HZ // FRAMES_HZ
LONGEST_FRAMES = 200  # of what is said at once: what was said slowest took 120 (docs/hardware.md); chosen
MOST_ELSEWHERE_FRAMES = 10  # as loud as what was understood, beside it: at most 6 where it was all (the same)
AS_LOUD = 10 ** (-10 / 20)  # of the level of what was understood, as an amplitude (the same)
_AT_THE_EDGE = 3  # frames in which what is said comes up and fades
_SLICE = RATE_HZ // 10


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood: one of the candidates, and how well the sound fits it, in nats a frame of 10 ms: 0 is as
    well as the best row of sounds found for it; above 0 is better, which is usual for what was said."""

    candidate: str
    score: float


class Recogniser(Protocol):
    """What chooses among candidates."""

    def hear(self, sound: NDArray[np.int16], candidates: Sequence[str]) -> Understood | None:
        """Which of the candidates (1 to `MOST_CANDIDATES`, as people say them, each once) this sound is: mono,
        `RATE_HZ` samples a second. None where it is none of them well enough, or silence. Raises ValueError for too
        many."""
        ...


def must_be_few(candidates: Sequence[str]) -> None:
    """Raises ValueError for more candidates than can be told apart, for none, and for one that is there twice."""
    if not 0 < len(candidates) <= MOST_CANDIDATES or len(set(candidates)) != len(candidates):
        raise ValueError(f"{len(candidates)} candidates, expected 1 to {MOST_CANDIDATES}, each once")


def is_heard(sound: NDArray[np.int16]) -> bool:
    """Whether there is more than silence in a sound, wherever the microphone has its zero."""
    levels = _levels(sound, _SLICE)
    return bool(len(levels)) and float(levels.max()) > FAINTEST


def is_all_that_was_said(sound: NDArray[np.int16], first: int, last: int) -> bool:
    """Whether these frames, counted from 0, are the only ones in which somebody speaks: none where the sound is as loud
    before them or after them, or throughout. Who talks at the table, or says two letters at once, has said nothing."""
    levels = _levels(sound, FRAME_SAMPLES)
    within = levels[first : last + 1]
    if not 0 < len(within) <= LONGEST_FRAMES:
        return False
    spoken = within[within > within.max() / 10]
    loud = math.sqrt((spoken**2).mean()) * AS_LOUD
    before, after = levels[: max(0, first - _AT_THE_EDGE)], levels[last + 1 + _AT_THE_EDGE :]
    return int((before > loud).sum() + (after > loud).sum()) <= MOST_ELSEWHERE_FRAMES


def _levels(sound: NDArray[np.int16], samples: int) -> NDArray[np.float64]:
    """How loud each piece of so many samples is: the root of the mean square, the microphone's zero taken off."""
    pieces = sound[: len(sound) // samples * samples].astype("float64").reshape(-1, samples)
    return ((pieces - pieces.mean()) ** 2).mean(axis=1) ** 0.5 if len(pieces) else pieces[:, 0]
