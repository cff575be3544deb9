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
    """Whether there is more than silence in a sound."""
    slices = sound[: len(sound) // _SLICE * _SLICE].astype("float64").reshape(-1, _SLICE)
    return bool(len(slices)) and math.sqrt((slices**2).mean(axis=1).max()) > FAINTEST
