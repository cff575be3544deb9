"""How often pictures of the table are looked at: as often as they come, unless the machine has not that to give. Pure.

A look is given a share of one core, a smaller one while the processor is hot or slowed down. It is counted over the
last looks, so that the few which read cards do not wait for each other while most only see that nothing has changed.
However dear they are, looks are never further apart than the game can wait.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.sentences import told

if TYPE_CHECKING:
    from companion.sentences import Told

SHARE, HOT_SHARE = 0.5, 0.25  # of one core
HOT_C, COOL_C = 80.0, 75.0  # hot from the one on, where a Pi slows itself down, and until it is below the other
HOT_LEAST_MS = 250  # apart, while hot
LONGEST_MS = 1000  # apart, whatever looks cost: a card laid is then seen within three seconds
STEP_MS = 50
AT_EASE_MS = 100  # up to here looks are as often as a camera has pictures, and nothing is said
LOOKS = 10  # so many are recent


@dataclass(frozen=True, slots=True)
class Warmth:
    """How warm the processor is in °C, None where that is not told, and whether it is slowed down now."""

    celsius: float | None = None
    is_slowed: bool = False


@dataclass(frozen=True, slots=True)
class LookPace:
    """What the recent looks have cost, in seconds each, and how warm the machine is."""

    costs_s: tuple[float, ...] = ()
    warmth: Warmth = Warmth()
    is_hot: bool = False

    def after(self, cost_s: float) -> LookPace:
        """Once one more look has taken so long."""
        return replace(self, costs_s=(*self.costs_s, max(0.0, cost_s))[-LOOKS:])

    def at(self, warmth: Warmth) -> LookPace:
        """Once the machine has said how warm it is; one that was hot counts as hot until it has cooled down."""
        celsius = warmth.celsius
        is_hot = celsius is not None and celsius >= (COOL_C if self.is_hot else HOT_C)
        return replace(self, warmth=warmth, is_hot=is_hot)

    @property
    def cost_s(self) -> float:
        """What a recent look has cost, the mean of them; 0 before the first."""
        return math.fsum(self.costs_s) / len(self.costs_s) if self.costs_s else 0.0

    @property
    def interval_ms(self) -> int:
        """How far apart two looks are to begin; 0 where pictures do not come faster than they may be looked at."""
        spared = self.is_hot or self.warmth.is_slowed
        wanted_ms = STEP_MS * math.ceil(1000 * self.cost_s / (HOT_SHARE if spared else SHARE) / STEP_MS)
        if spared:
            wanted_ms = max(HOT_LEAST_MS, wanted_ms)
        return 0 if wanted_ms <= AT_EASE_MS else min(LONGEST_MS, wanted_ms)

    @property
    def said(self) -> Told | None:
        """How often looks are and why, in a sentence; None while they are as often as pictures come."""
        every = self.interval_ms
        if not every:
            return None
        if self.is_hot and self.warmth.celsius is not None:
            celsius = f"{self.warmth.celsius:.0f}"
            return told("looks every {every} ms: the processor is at {celsius} °C", every=every, celsius=celsius)
        if self.warmth.is_slowed:
            return told("looks every {every} ms: the processor is slowed down", every=every)
        return told("looks every {every} ms: one takes {cost} ms here", every=every, cost=round(1000 * self.cost_s))
